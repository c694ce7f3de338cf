#include "widgets/levers/levers_page.h"

#include "widgets/charts/curve_chart.h"
#include "widgets/charts/row_chart.h"
#include "widgets/charts/save_chart.h"
#include "widgets/fields/choice_box.h"
#include "widgets/frame/window_context.h"
#include "widgets/look/panels.h"
#include "widgets/look/table_look.h"
#include "widgets/planning/plan_controller.h"

#include <QPushButton>
#include <QSortFilterProxyModel>
#include <QStackedWidget>
#include <QTabBar>
#include <QTabWidget>
#include <QTableView>
#include <QVBoxLayout>

#include <algorithm>
#include <chrono>

namespace headroom {
namespace {

constexpr std::chrono::milliseconds pictureAfter { 30 }; ///< the last edit: the table comes first
constexpr int pictureShare = 3, tableShare = 2; ///< of the height

/// The table takes what height there is, so that no layout above asks how every note would wrap.
class SheetStack : public QStackedWidget
{
public:
    using QStackedWidget::QStackedWidget;
    bool hasHeightForWidth() const override { return false; }
};

} // namespace

LeversPage::LeversPage(WindowContext &context, QWidget *parent)
    : Page(tr("Levers"),
        tr("What you can change, and what each change brings for this plan. Return or a double "
           "click takes it."),
        Content::Fills, parent)
    , m_context(context)
    , m_tabs(new QTabWidget(this))
{
    setObjectName(QStringLiteral("page_levers"));
    needsResult(context);
    m_tabs->setDocumentMode(true);
    m_tabs->setAccessibleName(tr("Levers"));
    m_tabs->tabBar()->setAccessibleName(m_tabs->accessibleName());
    m_tabs->tabBar()->setObjectName(QStringLiteral("leverTabs"));
    m_content.reserve(4); // tabs refer to themselves
    addTuning();
    addMemory();
    addNetwork();
    addDetails();
    body()->addWidget(m_tabs, 1);
    setInitialFocus(m_content.front().sheets.front().table);
    m_drawing.setParent(this); // who waits for the page finds it
    m_drawing.setSingleShot(true);
    m_drawing.setInterval(pictureAfter);
    connect(&m_drawing, &QTimer::timeout, this, &LeversPage::drawShown);
    connect(m_tabs, &QTabWidget::currentChanged, this, &LeversPage::showTab);
    connect(&context.controller, &PlanController::estimateChanged, this, [this] {
        for (Tab &tab : m_content) {
            tab.isDrawn = false;
            for (Sheet &sheet : tab.sheets)
                sheet.fresh = false;
        }
        refresh();
        m_drawing.start(); // again: the picture follows when the edits pause
    });
}

void LeversPage::addTuning()
{
    m_tuning = new RowChart(tr("The best value of each setting alone"), this);
    m_tuning->setObjectName(QStringLiteral("tuningChart"));
    Tab &tab = addTab(tr("Tu&ning"), m_tuning);
    addSheet(tab, tr("Settings"),
        tr("Each setting at its best other value, the rest of the plan as it is: the largest gain "
           "first."),
        { tr("Change"), tr("Memory"), tr("Step time"), tr("Fits") }, &sensitivityRows);
    addSheet(tab, tr("Another job"),
        tr("Adapters, shorter sequences, more or other devices. Faster or smaller here is another "
           "training, or the same on other machines, not the same one done better."),
        { tr("Change"), tr("Memory"), tr("Step time"), tr("Fits") }, &otherJobRows);
    addSheet(tab, tr("Methods"),
        tr("The methods of the tune-up chapter with the chapter's verdict, and the best change of "
           "each for this plan."),
        { tr("Method"), tr("Chapter says"), tr("Best here"), tr("Memory"), tr("Step time") },
        &leverRows);
    addSheet(tab, tr("Micro-batches"),
        tr("The largest micro-batch that fits under each policy, and the throughput that remains."),
        { tr("Policy"), tr("Micro-batch"), tr("On device"), tr("Step time"), tr("Tokens/s/device"),
            tr("Against now") },
        &policyRows);
}

void LeversPage::addMemory()
{
    m_memory = new RowChart(tr("Recomputation"), this);
    m_memory->setObjectName(QStringLiteral("rematChart"));
    Tab &tab = addTab(tr("&Memory"), m_memory);
    addSheet(tab, tr("Recomputation"),
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
        tr("How the forward GEMMs of a layer cover the chip: output tiles, rounds over its units, "
           "and the useful share."),
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
    tab.stack = new SheetStack(page);
    layout->addWidget(tab.choice, 0, Qt::AlignLeft);
    layout->addWidget(tab.stack, tableShare);
    m_tabs->addTab(page, title);
    connect(tab.choice, &QComboBox::currentIndexChanged, this, [this, at](int index) {
        m_content[at].stack->setCurrentIndex(index);
        showTab();
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
    showTab();
}

void LeversPage::changeEvent(QEvent *event)
{
    Page::changeEvent(event);
    if (event->type() == QEvent::PaletteChange)
        for (const Tab &tab : m_content)
            if (tab.isDrawn)
                draw(tab); // curves carry their colours
}

void LeversPage::showTab()
{
    refresh();
    drawShown();
}

/// Null while there is nothing to show.
LeversPage::Tab *LeversPage::tabInSight()
{
    const PlanController &controller = m_context.controller;
    const auto current = static_cast<std::size_t>(m_tabs->currentIndex());
    const bool shows = current < m_content.size() && !m_content[current].sheets.empty()
        && isVisible() && controller.estimate() && !controller.isStale();
    return shows ? &m_content[current] : nullptr;
}

/// The table in sight.
void LeversPage::refresh()
{
    if (Tab *tab = tabInSight())
        refreshSheet(tab->sheets[static_cast<std::size_t>(tab->stack->currentIndex())]);
}

/// The picture in sight, from the first table of its tab.
void LeversPage::drawShown()
{
    Tab *tab = tabInSight();
    if (!tab || tab->isDrawn)
        return;
    refreshSheet(tab->sheets.front());
    draw(*tab);
    tab->isDrawn = true;
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

void LeversPage::offerToTake(const Sheet &sheet)
{
    const auto *sorted = static_cast<QSortFilterProxyModel *>(sheet.table->model());
    const QModelIndex source = sorted->mapToSource(sheet.table->currentIndex());
    sheet.take->setEnabled(source.isValid() && sheet.model->row(source.row()).plan.has_value());
}

} // namespace headroom
