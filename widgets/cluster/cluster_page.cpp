#include "widgets/cluster/cluster_page.h"

#include "model/search/cluster.h"
#include "widgets/charts/save_chart.h"
#include "widgets/cluster/cluster_chart.h"
#include "widgets/cluster/cluster_form.h"
#include "widgets/cluster/cluster_model.h"
#include "widgets/cluster/price_dialog.h"
#include "widgets/cluster/price_list.h"
#include "widgets/frame/plan_files.h"
#include "widgets/frame/window_context.h"
#include "widgets/frame/workers.h"
#include "widgets/look/panels.h"
#include "widgets/look/table_look.h"
#include "widgets/planning/pin_board.h"
#include "widgets/planning/plan_controller.h"
#include "widgets/results/recommendation_card.h"
#include "widgets/text/quantity_text.h"
#include "widgets/text/verdict_text.h"
#include "widgets/text/wording.h"

#include <QApplication>
#include <QScopedValueRollback>
#include <QSortFilterProxyModel>
#include <QTableView>
#include <QVBoxLayout>

#include <memory>

namespace headroom {
namespace {

constexpr int resultsHeight = 78; // steps of gap()
constexpr int roomForChart = 160; ///< characters; with less, the chart stands below the table

/// Of a machine, whatever else is known.
QString idOf(const ClusterPoint &point)
{
    return QStringLiteral("%1/%2").arg(QString::fromStdString(point.chip)).arg(point.devices);
}

} // namespace

ClusterPage::ClusterPage(WindowContext &context, PlanFiles &files, QWidget *parent)
    : Page(tr("What do I need?"),
        //: %1: the most devices that are tried.
        tr("Days and cost on every chip, from one device to %1. Each machine gets the fastest plan "
           "that fits.")
            .arg(countText(static_cast<double>(defaultMaxDevices))),
        Content::Scrolls, parent)
    , m_context(context)
    , m_files(files)
    , m_prices(new PriceList(context.controller.library(), context.settings, this))
    , m_form(new ClusterForm(context, *m_prices, files.defaultPlan(), this))
    , m_model(new ClusterModel(this))
    , m_sorted(new QSortFilterProxyModel(this))
    , m_workers(new Workers(this))
{
    setObjectName(QStringLiteral("page_cluster"));
    setWantsExplanation(false);
    setWantsResultPanel(false); // each machine brings its own figures
    body()->addWidget(m_form);
    m_card = new RecommendationCard(QStringLiteral("cluster"),
        tr("Replaces the open plan with this one"), context.controller, this);
    m_card->hide();
    body()->addWidget(m_card);
    body()->addWidget(buildResults());
    body()->addWidget(buildNothing());
    m_missing = new TextLabel({}, TextRole::Caption, TextLabel::Ink::Muted, this);
    m_missing->setObjectName(QStringLiteral("clusterMissing"));
    m_missing->setWordWrap(true);
    m_missing->hide();
    body()->addWidget(m_missing);
    body()->addStretch(1);
    setInitialFocus(m_form->firstField());
    connect(m_form, &ClusterForm::asked, this, &ClusterPage::ask);
    connect(m_form, &ClusterForm::cancelled, this, &ClusterPage::stop);
    connect(m_form, &ClusterForm::pricesWanted, this, &ClusterPage::choosePrices);
    connect(m_card, &RecommendationCard::applyWanted, this, [this] { openSelected("result"); });
    connect(m_card, &RecommendationCard::exportWanted, this, [this] { openSelected("export"); });
    connect(m_card, &RecommendationCard::compareWanted, this, &ClusterPage::pinSelected);
    connect(m_chart, &Chart::itemActivated, this, &ClusterPage::selectId);
    connect(m_chart, &Chart::exportRequested, this,
        [this](Chart *chart) { saveChart(m_context, *chart, this); });
}

void ClusterPage::takeQuestion(const Plan &question)
{
    m_form->takeQuestion(question);
    ask(); // the question is whole
}

/// What an answer will be, until there is one.
QWidget *ClusterPage::buildNothing()
{
    m_nothing = new Card(this);
    m_nothing->setObjectName(QStringLiteral("clusterNothing"));
    auto *words = new TextLabel(
        tr("No answer yet. With a deadline it is the cheapest machine that finishes in time, with "
           "a budget the soonest one, and without either the cheapest of all."),
        TextRole::Body, TextLabel::Ink::Muted, m_nothing);
    words->setWordWrap(true);
    m_nothing->body()->addWidget(words);
    return m_nothing;
}

QWidget *ClusterPage::buildResults()
{
    m_results = new QWidget(this);
    m_sides = new QBoxLayout(QBoxLayout::LeftToRight, m_results);
    m_sides->setContentsMargins(0, 0, 0, 0);
    m_sides->setSpacing(gap(2));
    m_sorted->setSourceModel(m_model);
    m_sorted->setSortRole(ClusterModel::SortRole);
    m_table = new QTableView(m_results);
    m_table->setModel(m_sorted);
    m_table->setObjectName(QStringLiteral("clusterTable"));
    m_table->setAccessibleName(tr("Machines"));
    m_table->setSortingEnabled(true);
    m_table->sortByColumn(ClusterModel::Cost, Qt::AscendingOrder);
    m_columns = TableLook::apply(m_table, TableLook::Room::ToColumn, ClusterModel::Machine);
    connect(m_table->selectionModel(), &QItemSelectionModel::currentRowChanged, this,
        &ClusterPage::selectionChanged);
    connect(m_table, &QTableView::activated, this, [this] { openSelected("result"); });
    m_sides->addWidget(m_table, 1);
    auto *card = new Card(m_results);
    m_chart = new ClusterChart(card);
    m_chart->setObjectName(QStringLiteral("clusterChart"));
    card->body()->addWidget(m_chart);
    m_sides->addWidget(card, 1);
    m_results->hide();
    return m_results;
}

void ClusterPage::resizeEvent(QResizeEvent *event)
{
    Page::resizeEvent(event);
    const bool hasRoom = width() >= textWidth(roomForChart);
    m_sides->setDirection(hasRoom ? QBoxLayout::LeftToRight : QBoxLayout::TopToBottom);
    m_results->setFixedHeight(gap(hasRoom ? resultsHeight : 2 * resultsHeight));
}

ClusterPage::~ClusterPage()
{
    m_stop.request_stop();
}

/// Chips are shown as they are solved; the user may go on working, or cancel.
void ClusterPage::ask()
{
    m_context.controller.flush();
    const std::optional<ClusterRequest> request = m_form->request();
    if (!request || !m_context.controller.services().cluster)
        return;
    stop();
    m_stop = {};
    m_isSearching = true;
    m_selected.clear();
    m_form->setRunning(true);
    m_model->begin(*request);
    showMachines();
    // What comes from the worker comes in the order in which it was sent.
    const auto send = [this, question = m_question](auto show) {
        QMetaObject::invokeMethod(this, [this, question, show] {
            if (question == m_question)
                show();
        });
    };
    const auto heard = [this, send](const ClusterProgress &progress) {
        std::shared_ptr<ClusterChip> chip;
        if (progress.finished)
            chip = std::make_shared<ClusterChip>(*progress.finished);
        send([this, chip, done = progress.done, machines = progress.machines] {
            m_form->setProgress(done, machines);
            if (chip) {
                m_model->setChip(std::move(*chip));
                showMachines();
            }
        });
    };
    m_workers->run([this, send, heard, cluster = m_context.controller.services().cluster,
                       asked = *request, token = m_stop.get_token()] {
        auto found = std::make_shared<Result<ClusterOutcome>>(cluster(asked, heard, token));
        send([this, found] { end(*found); });
    });
}

/// What was found stays.
void ClusterPage::stop()
{
    m_stop.request_stop();
    ++m_question;
    m_isSearching = false;
    m_form->setRunning(false);
    m_nothing->setVisible(m_model->items().empty());
    showMissing();
}

void ClusterPage::end(const Result<ClusterOutcome> &outcome)
{
    m_isSearching = false;
    QWidget *focus = QApplication::focusWidget();
    const bool isFree = !focus || m_form->isAncestorOf(focus);
    m_form->setRunning(false);
    if (!outcome)
        return m_form->refuse(errorMessageText(outcome.errors().front()));
    m_model->setOutcome(*outcome);
    showMachines();
    showMissing();
    if (m_model->items().empty())
        m_form->refuse(
            tr("None of these chips can train the model: tick more chips, or change the plan."));
    else if (isFree)
        m_table->setFocus();
}

void ClusterPage::showMachines()
{
    m_table->setColumnHidden(ClusterModel::InTime, !m_model->request().deadlineDays);
    m_columns->fit();
    const bool isEmpty = m_model->items().empty();
    m_results->setVisible(!isEmpty);
    m_nothing->setVisible(isEmpty && !m_isSearching);
    m_card->setVisible(!isEmpty);
    m_missing->hide(); // until all have been tried
    if (isEmpty)
        return;
    showChart();
    int row = m_model->firstRow();
    for (std::size_t i = 0; i < m_model->items().size(); ++i)
        if (idOf(m_model->point(i)) == m_selected)
            row = static_cast<int>(i);
    const QModelIndex first = m_sorted->mapFromSource(m_model->index(row, 0));
    const QScopedValueRollback filling(m_isFilling, true); // nobody chose this row
    m_table->setCurrentIndex(first);
    m_table->scrollTo(first);
    selectionChanged();
}

void ClusterPage::showChart()
{
    const ClusterOutcome &outcome = m_model->outcome();
    std::vector<ClusterChart::Series> series(outcome.chips.size());
    for (std::size_t i = 0; i < series.size(); ++i)
        series[i].name = QString::fromStdString(outcome.chips[i].id);
    for (const ClusterItem &item : m_model->items()) {
        const ClusterChip &chip = outcome.chips[item.chip];
        const ClusterPoint &point = chip.points[item.point];
        series[item.chip].points.push_back({ machineText(chip, point), idOf(point),
            point.run().days, point.run().cost, point.days.low, point.days.high, point.cost.low,
            point.cost.high, item.isRecommended });
    }
    m_chart->setSeries(
        std::move(series), { m_model->request().deadlineDays, m_model->request().budget });
}

/// The chips that the answer leaves out, and why.
void ClusterPage::showMissing()
{
    QStringList lines, tooSmall;
    for (const ClusterChip &chip : m_model->outcome().chips) {
        if (!chip.points.empty() || !chip.isSolved)
            continue;
        const QString id = QString::fromStdString(chip.id);
        if (chip.refusal)
            //: A chip that cannot train the model, and why.
            lines.append(tr("Not on %1: %2").arg(id, errorMessageText(*chip.refusal)));
        else
            tooSmall.append(id);
    }
    if (!tooSmall.isEmpty())
        lines.append(tr("No plan fits with confidence on any number of %1.")
                         .arg(tooSmall.join(QStringLiteral(", "))));
    m_missing->setText(lines.join(QLatin1Char('\n')));
    m_missing->setVisible(!lines.isEmpty());
}

void ClusterPage::selectionChanged()
{
    const QModelIndex current = m_sorted->mapToSource(m_table->currentIndex());
    if (!current.isValid())
        return;
    const auto row = static_cast<std::size_t>(current.row());
    const ClusterItem &item = m_model->items()[row];
    const ClusterPoint &point = m_model->point(row);
    const ClusterChip &chip = m_model->outcome().chips[item.chip];
    QStringList why;
    if (item.isRecommended)
        why.append(tr("Why: %1.").arg(localMessage(m_model->outcome().recommended->reason)));
    //: Of a training run: days and dollars with their intervals.
    why.append(
        tr("%1 (%2), %3 (%4), failures and checkpoints included.")
            .arg(daysText(point.run().days),
                intervalNote(daysText(point.days.low), daysText(point.days.high)),
                roughMoneyText(point.run().cost),
                intervalNote(roughMoneyText(point.cost.low), roughMoneyText(point.cost.high))));
    m_card->setRecommendation(
        { point.plan, point.estimate, machineText(chip, point), inOneParagraph(why), {} });
    m_chart->select(idOf(point));
    if (!m_isFilling)
        m_selected = idOf(point);
}

void ClusterPage::selectId(const QString &id)
{
    for (std::size_t row = 0; row < m_model->items().size(); ++row)
        if (idOf(m_model->point(row)) == id)
            m_table->setCurrentIndex(
                m_sorted->mapFromSource(m_model->index(static_cast<int>(row), 0)));
}

void ClusterPage::choosePrices()
{
    auto *dialog = new PriceDialog(*m_prices, this);
    // Other prices are another answer.
    connect(dialog, &QDialog::finished, this, [this] {
        if (!m_model->items().empty() || m_isSearching)
            ask();
    });
    dialog->open();
}

void ClusterPage::openSelected(const char *page)
{
    const QModelIndex current = m_sorted->mapToSource(m_table->currentIndex());
    if (!current.isValid())
        return;
    const Plan plan = m_model->point(static_cast<std::size_t>(current.row())).plan;
    if (m_card->isPlan() || m_files.takeAnswer(plan))
        emit m_context.showPage(QLatin1String(page));
}

void ClusterPage::pinSelected()
{
    const QModelIndex current = m_sorted->mapToSource(m_table->currentIndex());
    if (!current.isValid())
        return;
    const ClusterPoint &point = m_model->point(static_cast<std::size_t>(current.row()));
    m_context.pins.add({ point.plan, point.estimate });
    emit m_context.showPage(QStringLiteral("compare"));
}

} // namespace headroom
