#include "widgets/levers/levers_page.h"

#include "widgets/charts/curve_chart.h"
#include "widgets/charts/row_chart.h"
#include "widgets/charts/save_chart.h"
#include "widgets/fields/choice_box.h"
#include "widgets/frame/window_context.h"
#include "widgets/look/panels.h"
#include "widgets/look/table_look.h"
#include "widgets/planning/plan_controller.h"
#include "widgets/text/wording.h"

#include <QPushButton>
#include <QSortFilterProxyModel>
#include <QStackedWidget>
#include <QTabBar>
#include <QTabWidget>
#include <QTableView>
#include <QVBoxLayout>

#include <algorithm>

namespace headroom {
namespace {

constexpr std::size_t mostBars = 8; ///< of the strongest knobs
constexpr int pictureShare = 3, tableShare = 2; ///< of the height

/// Columns of the tables that pictures are drawn from.
namespace tuning {
constexpr int knob = 0, time = 2, fits = 3;
}
namespace memory {
constexpr int policy = 0, device = 1, time = 3, fits = 5;
}
namespace network {
constexpr int rate = 0, time = 1, exposed = 2;
}

} // namespace

LeversPage::LeversPage(WindowContext &context, QWidget *parent)
    : Page(tr("Levers"),
        tr("What can be turned, and what each turn brings for this plan. Return or a double click "
           "takes it."),
        Content::Fills, parent)
    , m_context(context)
    , m_tabs(new QTabWidget(this))
{
    setObjectName(QStringLiteral("page_levers"));
    needsResult(context);
    m_tabs->setDocumentMode(true);
    m_tabs->setAccessibleName(tr("Levers"));
    m_tabs->tabBar()->setAccessibleName(m_tabs->accessibleName());
    m_content.reserve(4); // tabs refer to themselves
    addTuning();
    addMemory();
    addNetwork();
    addDetails();
    body()->addWidget(m_tabs, 1);
    setInitialFocus(m_content.front().sheets.front().table);
    connect(m_tabs, &QTabWidget::currentChanged, this, &LeversPage::refresh);
    connect(&context.controller, &PlanController::estimateChanged, this, [this] {
        for (Tab &tab : m_content)
            for (Sheet &sheet : tab.sheets)
                sheet.fresh = false;
        if (isVisible())
            refresh();
    });
}

void LeversPage::addTuning()
{
    m_tuning = new RowChart(tr("One step of each knob"), this);
    m_tuning->setObjectName(QStringLiteral("tuningChart"));
    Tab &tab = addTab(tr("Tu&ning"), m_tuning);
    addSheet(tab, tr("Knobs"),
        tr("The next step of every knob, the strongest effect on the step time first."),
        { tr("Step"), tr("Memory"), tr("Step time"), tr("Fits") }, &sensitivityRows);
    addSheet(tab, tr("Methods"),
        tr("The methods of the tune-up chapter with the chapter's verdict, and sign and size for "
           "this plan."),
        { tr("Method"), tr("Chapter says"), tr("Tried here"), tr("Memory"), tr("Step time") },
        &leverRows);
    addSheet(tab, tr("Micro-batches"),
        tr("The largest micro-batch that fits under each policy, and the throughput that remains."),
        { tr("Policy"), tr("Micro-batch"), tr("On device"), tr("Step time"), tr("Tokens/s/device"),
            tr("Against now") },
        &policyRows);
}

void LeversPage::addMemory()
{
    m_memory = new RowChart(tr("Remat policies"), this);
    m_memory->setObjectName(QStringLiteral("rematChart"));
    Tab &tab = addTab(tr("&Memory"), m_memory);
    addSheet(tab, tr("Remat policies"),
        tr("Every policy of the framework, from the fastest step to the smallest memory."),
        { tr("Policy"), tr("On device"), tr("On host"), tr("Step time"), tr("Against now"),
            tr("Fits") },
        &rematRows);
    addSheet(tab, tr("Tensor by tensor"),
        tr("Where each named tensor lives, its size on the device, and what moving it brings."),
        { tr("Tensor"), tr("Now"), tr("Size"), tr("Move to"), tr("Memory"), tr("Step time") },
        &tensorRows);
}

void LeversPage::addNetwork()
{
    m_network = new CurveChart(tr("Step time over the network between nodes"), this);
    m_network->setObjectName(QStringLiteral("networkChart"));
    Tab &tab = addTab(tr("Net&work"), m_network);
    addSheet(tab, tr("Rates"),
        tr("The step over the rate of the network between nodes, how long the link works and "
           "waits, and the tiers of the tune-up document, scaled by the chip's peak."),
        { tr("Rate"), tr("Step time"), tr("Exposed"), tr("Busy"), tr("Idle"), tr("Hides all"),
            tr("Tier") },
        &networkRows);
    addSheet(tab, tr("Axes"),
        tr("What each parallel axis needs to hide its traffic: tokens, batch, or a lower degree."),
        { tr("Axis"), tr("Traffic"), tr("Window"), tr("Tokens"), tr("Critical"),
            tr("Least micro-batch"), tr("Least batch"), tr("Largest degree") },
        &axisRows);
}

void LeversPage::addDetails()
{
    Tab &tab = addTab(tr("&Details"), nullptr);
    addSheet(tab, tr("Dimensions"),
        tr("Each dimension as a device sees it, the multiples that chip and number format like, "
           "the nearest better whole size and what it would bring in FLOP/s."),
        { tr("Dimension"), tr("Size"), tr("Least multiple"), tr("Multiple"), tr("Better"),
            tr("Gain") },
        &dimensionRows);
    addSheet(tab, tr("Tiles"),
        tr("How the forward products of a layer cover the chip: output tiles, rounds over its "
           "units, and what of them is useful."),
        { tr("Matrix"), QStringLiteral("m × k × n"), tr("Tile"), tr("Tiles"), tr("Waves"),
            tr("Filled"), tr("Useful") },
        &tileRows);
    addSheet(tab, tr("Operations"),
        tr("The three kinds of operations of a step on one device, by direction."),
        { tr("Operations"), tr("Time"), tr("Work"), tr("Moved"), tr("FLOP/byte") }, &operationRows);
}

/// A tab with its picture and the choice of its tables below.
LeversPage::Tab &LeversPage::addTab(const QString &title, Chart *chart)
{
    auto *page = new QWidget(m_tabs);
    auto *layout = new QVBoxLayout(page);
    layout->setContentsMargins(0, gap(2), 0, 0);
    layout->setSpacing(gap(2));
    if (chart) {
        auto *card = new Card(page);
        card->body()->addWidget(chart);
        layout->addWidget(card, pictureShare);
        connect(chart, &Chart::exportRequested, this,
            [this](Chart *wanted) { saveChart(m_context, *wanted, this); });
    }
    m_content.push_back({});
    Tab &tab = m_content.back();
    const std::size_t at = m_content.size() - 1;
    tab.choice = new ChoiceBox(
        ChoiceBox::Typing::Fixed, [] { return QStringList(); }, page);
    tab.choice->setObjectName(QStringLiteral("leverTable%1").arg(at));
    tab.choice->setAccessibleName(tr("Table"));
    tab.stack = new QStackedWidget(page);
    layout->addWidget(tab.choice, 0, Qt::AlignLeft);
    layout->addWidget(tab.stack, tableShare);
    m_tabs->addTab(page, title);
    connect(tab.choice, &QComboBox::currentIndexChanged, this, [this, at](int index) {
        m_content[at].stack->setCurrentIndex(index);
        refresh();
    });
    if (auto *rows = qobject_cast<RowChart *>(chart))
        connect(rows, &RowChart::rowActivated, this, [this, at](int row) {
            const Tab &own = m_content[at];
            own.choice->setCurrentIndex(0);
            const auto *sorted
                = static_cast<QSortFilterProxyModel *>(own.sheets.front().table->model());
            own.sheets.front().table->setCurrentIndex(
                sorted->mapFromSource(own.sheets.front().model->index(row, 0)));
        });
    return tab;
}

void LeversPage::addSheet(
    Tab &tab, const QString &title, const QString &note, const QStringList &headers, RowSource rows)
{
    auto *page = new QWidget(tab.stack);
    auto *layout = new QVBoxLayout(page);
    layout->setContentsMargins(0, 0, 0, 0);
    auto *text = new TextLabel(note, TextRole::Caption, TextLabel::Ink::Muted, page);
    text->setWordWrap(true);
    layout->addWidget(text);
    auto *nothing = new TextLabel(
        tr("This plan has nothing to show here."), TextRole::Strong, TextLabel::Ink::Normal, page);
    nothing->hide();
    layout->addWidget(nothing);
    auto *model = new ChangeTable(headers, this);
    auto *sorted = new QSortFilterProxyModel(this);
    sorted->setSourceModel(model);
    sorted->setSortRole(ChangeTable::SortRole);
    auto *table = new QTableView(page);
    table->setModel(sorted);
    table->setAccessibleName(title);
    table->setSortingEnabled(true);
    table->sortByColumn(-1, Qt::AscendingOrder);
    TableLook::apply(table);
    layout->addWidget(table, 1);
    auto *button = new QPushButton(
        themeIcon(QStringLiteral("fix"), IconTint::Accent), tr("&Take the selected row"), page);
    layout->addWidget(button, 0, Qt::AlignLeft);
    tab.stack->addWidget(page);
    const std::size_t tabAt = m_content.size() - 1, at = tab.sheets.size();
    tab.sheets.push_back({ model, table, rows, button, nothing });
    tab.choice->addItem(title);
    const auto sheet = [this, tabAt, at]() -> Sheet & { return m_content[tabAt].sheets[at]; };
    connect(table, &QTableView::activated, this,
        [this, sheet](const QModelIndex &index) { apply(sheet(), index); });
    connect(table->selectionModel(), &QItemSelectionModel::currentRowChanged, this,
        [this, sheet] { offerToTake(sheet()); });
    connect(button, &QPushButton::clicked, this,
        [this, sheet] { apply(sheet(), sheet().table->currentIndex()); });
}

void LeversPage::take(const ChangeTable::Row &row)
{
    if (row.plan)
        m_context.controller.replacePlan(Plan(*row.plan), tr("Take %1").arg(row.title));
    else
        emit m_context.message(row.isPlan ? tr("The plan has this already.")
                                          : tr("There is nothing to take in this row."));
}

void LeversPage::apply(const Sheet &sheet, const QModelIndex &index)
{
    const auto *sorted = static_cast<QSortFilterProxyModel *>(sheet.table->model());
    const QModelIndex source = sorted->mapToSource(index);
    if (source.isValid())
        take(ChangeTable::Row(sheet.model->row(source.row())));
}

void LeversPage::showEvent(QShowEvent *event)
{
    Page::showEvent(event);
    refresh();
}

void LeversPage::changeEvent(QEvent *event)
{
    Page::changeEvent(event);
    if (event->type() == QEvent::PaletteChange)
        for (const Tab &tab : m_content)
            if (!tab.sheets.empty() && tab.sheets.front().fresh)
                draw(tab); // curves carry their colours
}

void LeversPage::refresh()
{
    const PlanController &controller = m_context.controller;
    const auto current = static_cast<std::size_t>(m_tabs->currentIndex());
    if (current >= m_content.size() || !isVisible() || !controller.estimate()
        || controller.isStale())
        return;
    Tab &tab = m_content[current];
    if (tab.sheets.empty())
        return;
    if (!tab.sheets.front().fresh) {
        refreshSheet(tab.sheets.front());
        draw(tab);
    }
    refreshSheet(tab.sheets[static_cast<std::size_t>(tab.stack->currentIndex())]);
}

void LeversPage::refreshSheet(Sheet &sheet)
{
    if (sheet.fresh)
        return;
    sheet.fresh = true;
    const int row = sheet.table->currentIndex().row();
    sheet.model->setRows(sheet.rows(m_context.controller));
    sheet.nothing->setVisible(sheet.model->rowCount() == 0);
    sheet.take->setVisible(sheet.model->offersPlans());
    sheet.table->setCurrentIndex(sheet.table->model()->index(std::max(0, row), 0));
    offerToTake(sheet);
}

void LeversPage::draw(const Tab &tab)
{
    Rows rows;
    const ChangeTable &model = *tab.sheets.front().model;
    for (int row = 0; row < model.rowCount(); ++row)
        rows.push_back(model.row(row));
    if (&tab == &m_content[0])
        drawTuning(rows);
    else if (&tab == &m_content[1])
        drawMemory(rows);
    else if (&tab == &m_content[2])
        drawNetwork(rows);
}

/// Another batch, sequence, model or machine is another job, not the same one done better.
bool LeversPage::changesTheJob(const Plan &plan) const
{
    const Plan &now = m_context.controller.plan();
    return plan.model != now.model || plan.hardware != now.hardware
        || plan.workload != now.workload;
}

void LeversPage::drawTuning(const Rows &rows)
{
    RowChart::Data content { tr("Step"), tr("Change of the step time, s"), {}, {} };
    const ChangeTable::Row *best = nullptr;
    for (std::size_t i = 0; i < rows.size(); ++i) {
        const ChangeTable::Row &row = rows[i];
        const ChangeTable::Cell &time = row.cells.at(tuning::time);
        const double change = time.number.toDouble();
        if (row.plan && changesTheJob(*row.plan))
            continue;
        const bool fits = row.cells.at(tuning::fits).direction >= 0;
        if (fits && change < 0 && !best)
            best = &row;
        if (content.rows.size() < mostBars)
            content.rows.push_back({ row.cells.at(tuning::knob).text,
                //: A change of the step time.
                fits ? time.text : tr("%1, does not fit").arg(time.text), change,
                fits && change < 0 ? RowChart::Tone::Good : RowChart::Tone::Bad, false,
                static_cast<int>(i) });
    }
    content.sentence = inOneParagraph(
        { best ? tr("The strongest step that makes it faster: %1 (%2).")
                     .arg(best->cells.at(tuning::knob).text, best->cells.at(tuning::time).text)
               : tr("No single step makes it faster."),
            tr("What changes the job itself stands in the table alone.") });
    m_tuning->setData(std::move(content));
}

void LeversPage::drawMemory(const Rows &rows)
{
    RowChart::Data content { tr("Policy"), tr("Bytes on the device"),
        tr("What each policy keeps on the device, and its step time; red does not fit."), {} };
    for (std::size_t i = 0; i < rows.size(); ++i) {
        const ChangeTable::Row &row = rows[i];
        const bool fits = row.cells.at(memory::fits).direction >= 0;
        content.rows.push_back({ row.cells.at(memory::policy).text,
            inOneSentence({ row.cells.at(memory::device).text, row.cells.at(memory::time).text }),
            row.cells.at(memory::device).number.toDouble(),
            fits ? RowChart::Tone::Plain : RowChart::Tone::Bad, row.isPlan, static_cast<int>(i) });
    }
    m_memory->setData(std::move(content));
}

void LeversPage::drawNetwork(const Rows &rows)
{
    CurveChart::Data content;
    content.xLabel = tr("network, one way for each device");
    content.leftLabel = tr("step time, seconds");
    CurveChart::Curve time { tr("Step time, s"), {}, false, {} };
    CurveChart::Curve exposed { tr("Exposed, s"), {}, false, {} };
    for (const ChangeTable::Row &row : rows) {
        if (row.isPlan)
            content.current = static_cast<int>(content.positions.size());
        content.positions.append(row.cells.at(network::rate).text);
        time.values.push_back(row.cells.at(network::time).number.toDouble());
        exposed.values.push_back(row.cells.at(network::exposed).number.toDouble());
    }
    content.curves = { std::move(time), std::move(exposed) };
    content.sentence = rows.empty() ? tr("This plan uses no network between nodes.")
                                    : tr("What a faster or slower network would change.");
    m_network->setData(std::move(content));
}

void LeversPage::offerToTake(const Sheet &sheet)
{
    const auto *sorted = static_cast<QSortFilterProxyModel *>(sheet.table->model());
    const QModelIndex source = sorted->mapToSource(sheet.table->currentIndex());
    sheet.take->setEnabled(source.isValid() && sheet.model->row(source.row()).plan.has_value());
}

} // namespace headroom
