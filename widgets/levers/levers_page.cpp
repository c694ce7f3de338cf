#include "widgets/levers/levers_page.h"

#include "widgets/frame/window_context.h"
#include "widgets/look/panels.h"
#include "widgets/look/table_look.h"
#include "widgets/planning/plan_controller.h"

#include <QPushButton>
#include <QSortFilterProxyModel>
#include <QTabBar>
#include <QTabWidget>
#include <QTableView>
#include <QVBoxLayout>

namespace headroom {

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
    m_tabs->setUsesScrollButtons(true);
    m_tabs->setAccessibleName(tr("Levers"));
    m_tabs->tabBar()->setAccessibleName(m_tabs->accessibleName());
    addTab(tr("&Methods"),
        tr("The methods of the tune-up chapter with the chapter's verdict, and sign and size for "
           "this plan."),
        { tr("Method"), tr("Chapter says"), tr("Tried here"), tr("Memory"), tr("Step time") },
        &leverRows);
    addTab(tr("&Sensitivity"),
        tr("The next step of every knob, the strongest effect on the step time first."),
        { tr("Step"), tr("Memory"), tr("Step time"), tr("Fits") }, &sensitivityRows);
    addTab(tr("&Remat ladder"),
        tr("Every policy of the framework, from the fastest step to the smallest memory."),
        { tr("Policy"), tr("On device"), tr("On host"), tr("Step time"), tr("Against now"),
            tr("Fits") },
        &rematRows);
    addTab(tr("Remat b&y tensor"),
        tr("Where each named tensor lives, its size on the device, and what moving it brings."),
        { tr("Tensor"), tr("Now"), tr("Size"), tr("Move to"), tr("Memory"), tr("Step time") },
        &tensorRows);
    addAnswerTabs();
    body()->addWidget(m_tabs, 1);
    setInitialFocus(m_content.front().table);
    connect(m_tabs, &QTabWidget::currentChanged, this, &LeversPage::refresh);
    connect(&context.controller, &PlanController::estimateChanged, this, [this] {
        for (Tab &tab : m_content)
            tab.fresh = false;
        if (isVisible())
            refresh();
    });
}

void LeversPage::addAnswerTabs()
{
    addTab(tr("Mi&cro-batches"),
        tr("The largest micro-batch that fits under each policy, and the throughput that remains."),
        { tr("Policy"), tr("Micro-batch"), tr("On device"), tr("Step time"), tr("Tokens/s/device"),
            tr("Against now") },
        &policyRows);
    addTab(tr("&Dimensions"),
        tr("Each dimension as a device sees it, the multiples that chip and number format like, "
           "the "
           "nearest better whole size and what it would bring in FLOP/s."),
        { tr("Dimension"), tr("Size"), tr("Least multiple"), tr("Multiple"), tr("Better"),
            tr("Gain") },
        &dimensionRows);
    addTab(tr("T&iles"),
        tr("How the forward products of a layer cover the chip: output tiles, rounds over its "
           "units, and what of them is useful."),
        { tr("Matrix"), QStringLiteral("m × k × n"), tr("Tile"), tr("Tiles"), tr("Waves"),
            tr("Filled"), tr("Useful") },
        &tileRows);
    addTab(tr("&Axes"),
        tr("What each parallel axis needs to hide its traffic: tokens, batch, or a lower degree."),
        { tr("Axis"), tr("Traffic"), tr("Window"), tr("Tokens"), tr("Critical"),
            tr("Least micro-batch"), tr("Least batch"), tr("Largest degree") },
        &axisRows);
    addTab(tr("&Network"),
        tr("The step over the rate of the network between nodes, how long the link works and "
           "waits, "
           "and the tiers of the tune-up document, scaled by the chip's peak."),
        { tr("Rate"), tr("Step time"), tr("Exposed"), tr("Busy"), tr("Idle"), tr("Hides all"),
            tr("Tier") },
        &networkRows);
    addTab(tr("&Operations"),
        tr("The three kinds of operations of a step on one device, by direction."),
        { tr("Operations"), tr("Time"), tr("Work"), tr("Moved"), tr("FLOP/byte") }, &operationRows);
}

void LeversPage::addTab(
    const QString &title, const QString &note, const QStringList &headers, RowSource rows)
{
    auto *page = new QWidget(m_tabs);
    auto *layout = new QVBoxLayout(page);
    layout->setContentsMargins(0, gap(2), 0, 0);
    auto *text = new TextLabel(note, TextRole::Body, TextLabel::Ink::Muted, page);
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
    table->setAccessibleName(QString(title).remove(QLatin1Char('&')));
    table->setSortingEnabled(true);
    table->sortByColumn(-1, Qt::AscendingOrder);
    TableLook::apply(table);
    layout->addWidget(table, 1);
    auto *take = new QPushButton(
        themeIcon(QStringLiteral("fix"), IconTint::Accent), tr("&Take the selected row"), page);
    layout->addWidget(take, 0, Qt::AlignLeft);
    m_tabs->addTab(page, title);
    const auto index = m_content.size();
    m_content.push_back({ model, table, rows, take, nothing });
    connect(table, &QTableView::activated, this,
        [this, index](const QModelIndex &at) { apply(m_content[index], at); });
    connect(table->selectionModel(), &QItemSelectionModel::currentRowChanged, this,
        [this, index] { offerToTake(m_content[index]); });
    connect(take, &QPushButton::clicked, this,
        [this, index] { apply(m_content[index], m_content[index].table->currentIndex()); });
}

void LeversPage::apply(const Tab &tab, const QModelIndex &index)
{
    const auto *sorted = static_cast<QSortFilterProxyModel *>(tab.table->model());
    const QModelIndex source = sorted->mapToSource(index);
    if (!source.isValid())
        return;
    const ChangeTable::Row row = tab.model->row(source.row());
    if (row.plan)
        m_context.controller.replacePlan(*row.plan, tr("Take %1").arg(row.title));
    else
        emit m_context.message(row.isPlan ? tr("The plan has this already.")
                                          : tr("There is nothing to take in this row."));
}

void LeversPage::showEvent(QShowEvent *event)
{
    Page::showEvent(event);
    refresh();
}

void LeversPage::refresh()
{
    const PlanController &controller = m_context.controller;
    const auto current = static_cast<std::size_t>(m_tabs->currentIndex());
    if (current >= m_content.size() || m_content[current].fresh || !controller.estimate()
        || controller.isStale())
        return;
    Tab &tab = m_content[current];
    tab.fresh = true;
    const int row = tab.table->currentIndex().row();
    tab.model->setRows(tab.rows(controller));
    tab.nothing->setVisible(tab.model->rowCount() == 0);
    tab.take->setVisible(tab.model->offersPlans());
    tab.table->setCurrentIndex(tab.table->model()->index(std::max(0, row), 0));
    offerToTake(tab);
}

void LeversPage::offerToTake(const Tab &tab)
{
    const auto *sorted = static_cast<QSortFilterProxyModel *>(tab.table->model());
    const QModelIndex source = sorted->mapToSource(tab.table->currentIndex());
    tab.take->setEnabled(source.isValid() && tab.model->row(source.row()).plan.has_value());
}

} // namespace headroom
