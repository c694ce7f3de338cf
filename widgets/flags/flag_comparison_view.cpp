#include "widgets/flags/flag_comparison_view.h"

#include "model/flags/advice/flag_comparison.h"
#include "widgets/frame/window_context.h"
#include "widgets/look/panels.h"
#include "widgets/look/theme.h"
#include "widgets/planning/plan_controller.h"

#include <QCheckBox>
#include <QHeaderView>
#include <QLineEdit>
#include <QSortFilterProxyModel>
#include <QStandardItemModel>
#include <QTableView>
#include <QVBoxLayout>

namespace headroom {
namespace {

enum ComparisonColumn { NameColumn, AdvisedColumn, CurrentColumn, DefaultColumn };
constexpr int differsRole = Qt::UserRole;
constexpr int valueWidth = 24; // characters

QStandardItem *itemOf(const QString &text, const QPalette &palette, bool isWritten)
{
    auto *item = new QStandardItem(text);
    item->setEditable(false);
    if (!isWritten)
        item->setForeground(themeColours(palette).muted);
    return item;
}

} // namespace

FlagComparisonView::FlagComparisonView(WindowContext &context, QWidget *parent)
    : QWidget(parent)
    , m_context(context)
    , m_search(new QLineEdit(this))
    , m_onlyDifferent(new QCheckBox(tr("Only rows that &differ"), this))
    , m_count(new TextLabel({}, TextRole::Caption, TextLabel::Ink::Muted, this))
    , m_table(new QTableView(this))
    , m_model(new QStandardItemModel(this))
    , m_different(new QSortFilterProxyModel(this))
    , m_found(new QSortFilterProxyModel(this))
{
    auto *layout = new QVBoxLayout(this);
    layout->setContentsMargins(0, gap(2), 0, 0);
    auto *row = new QHBoxLayout;
    m_search->setPlaceholderText(tr("Search names and values"));
    m_search->setAccessibleName(tr("Search the comparison"));
    m_search->setObjectName(QStringLiteral("flagComparisonSearch"));
    m_search->setClearButtonEnabled(true);
    m_onlyDifferent->setChecked(true);
    m_onlyDifferent->setObjectName(QStringLiteral("flagOnlyDifferent"));
    row->addWidget(m_search, 1);
    row->addWidget(m_onlyDifferent);
    row->addWidget(m_count);
    layout->addLayout(row);
    layout->addWidget(m_table, 1);
    buildTable();
    connect(m_search, &QLineEdit::textChanged, this, &FlagComparisonView::filter);
    connect(m_onlyDifferent, &QCheckBox::toggled, this, &FlagComparisonView::filter);
}

void FlagComparisonView::buildTable()
{
    m_different->setSourceModel(m_model);
    m_different->setFilterRole(differsRole);
    m_found->setSourceModel(m_different);
    m_found->setFilterKeyColumn(-1);
    m_found->setFilterCaseSensitivity(Qt::CaseInsensitive);
    m_table->setModel(m_found);
    m_table->setObjectName(QStringLiteral("flagComparison"));
    m_table->setAccessibleName(tr("Advice, your plan, default"));
    m_table->setSelectionBehavior(QAbstractItemView::SelectRows);
    m_table->setSelectionMode(QAbstractItemView::SingleSelection);
    m_table->setEditTriggers(QAbstractItemView::NoEditTriggers);
    m_table->setAlternatingRowColors(true);
    m_table->setShowGrid(false);
    m_table->setTabKeyNavigation(false);
    m_table->verticalHeader()->hide();
    m_table->verticalHeader()->setDefaultSectionSize(gap(7));
    m_table->horizontalHeader()->setHighlightSections(false);
    m_table->horizontalHeader()->setDefaultAlignment(Qt::AlignLeft | Qt::AlignVCenter);
    connect(m_table, &QTableView::activated, this, [this](const QModelIndex &index) {
        emit flagRequested(index.siblingAtColumn(NameColumn).data().toString());
    });
}

void FlagComparisonView::refresh()
{
    const auto catalogue
        = m_context.controller.services().flags ? m_context.controller.services().flags() : nullptr;
    const ResolvedPlan *resolved = m_context.controller.resolved();
    m_model->clear();
    m_model->setHorizontalHeaderLabels({ tr("Flag or variable"), tr("Advised"), tr("In your plan"),
        tr("Default of the release") });
    m_table->horizontalHeader()->setSectionResizeMode(NameColumn, QHeaderView::Stretch);
    for (const int column : { AdvisedColumn, CurrentColumn, DefaultColumn })
        m_table->setColumnWidth(column, textWidth(valueWidth));
    if (!catalogue || !resolved)
        return;
    const auto shown = [](const FlagComparison::Value &value) {
        const QString text = QString::fromStdString(value.text);
        //: Nothing is written, so the release's own default applies.
        return value.isWritten ? text
            : text.isEmpty()   ? tr("not written")
                               : tr("%1 (not written)").arg(text);
    };
    for (const FlagComparison &row : compareFlags(catalogue, *resolved)) {
        auto *name = itemOf(QString::fromStdString(row.name), palette(), true);
        name->setData(row.differs ? QStringLiteral("differs") : QString(), differsRole);
        auto *current = itemOf(shown(row.current), palette(), row.current.isWritten);
        if (row.current.text != row.advised.text)
            current->setFont(textFont(TextRole::Strong));
        m_model->appendRow({ name, itemOf(shown(row.advised), palette(), row.advised.isWritten),
            current, itemOf(QString::fromStdString(row.byDefault), palette(), false) });
    }
    filter();
}

void FlagComparisonView::filter()
{
    m_different->setFilterKeyColumn(NameColumn);
    m_different->setFilterFixedString(
        m_onlyDifferent->isChecked() ? QStringLiteral("differs") : QString());
    m_found->setFilterFixedString(m_search->text());
    m_count->setText(tr("%n shown", nullptr, m_found->rowCount()));
}

} // namespace headroom
