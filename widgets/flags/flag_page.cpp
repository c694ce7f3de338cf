#include "widgets/flags/flag_page.h"

#include "model/plan/fields/plan_fields.h"
#include "widgets/fields/field_form.h"
#include "widgets/flags/flag_comparison_view.h"
#include "widgets/flags/flag_detail_pane.h"
#include "widgets/flags/flag_filter_bar.h"
#include "widgets/flags/flag_sets_dialog.h"
#include "widgets/flags/paste_flags_dialog.h"
#include "widgets/frame/window_context.h"
#include "widgets/look/flow_layout.h"
#include "widgets/look/panels.h"
#include "widgets/planning/plan_controller.h"

#include <QHeaderView>
#include <QLineEdit>
#include <QPushButton>
#include <QScrollArea>
#include <QSettings>
#include <QSplitter>
#include <QTabWidget>
#include <QTableView>
#include <QVBoxLayout>

#include <array>
#include <set>

namespace headroom {
namespace {

enum Tab { ListTab, ComparisonTab, OptionsTab };
constexpr int minName = 30; ///< characters of a flag's name that are always to be seen
constexpr int effectWidth = 28; ///< characters: "−120.0 ms, −1.25 GiB", and its margins
constexpr int narrowEffect = 18; ///< the details below say it whole
constexpr int wholeName = 44; ///< and of a name that is hardly ever cut
constexpr int widestCount = 999; ///< room for the line that counts flags

} // namespace

FlagPage::FlagPage(WindowContext &context, QWidget *parent)
    : Page(tr("Flags"),
        tr("The flags this run sets, what each does to this plan, and what it costs."),
        Content::Fills, parent)
    , m_context(context)
    , m_model(new FlagModel(context.controller, this))
    , m_filter(new FlagFilter(this))
    , m_tabs(new QTabWidget(this))
{
    setObjectName(QStringLiteral("page_flags"));
    m_filter->setSourceModel(m_model);
    m_comparison = new FlagComparisonView(context, this);
    m_tabs->setDocumentMode(true);
    m_tabs->addTab(buildList(), tr("F&lags"));
    m_tabs->addTab(m_comparison, tr("Advised, &yours, default"));
    m_tabs->addTab(buildOptions(), tr("Framework &options"));
    m_tabs->setAccessibleName(tr("Flags"));
    body()->addWidget(m_tabs, 1);
    setInitialFocus(m_filters->search());
    // The list has a detail pane of its own; the options are plan fields like any other.
    setWantsExplanation(false);
    connect(m_tabs, &QTabWidget::currentChanged, this, [this](int tab) {
        setWantsExplanation(tab == OptionsTab);
        refresh();
    });
    connect(m_comparison, &FlagComparisonView::flagRequested, this, &FlagPage::showFlag);
    connect(&context.controller, &PlanController::estimateChanged, this, [this] {
        m_fresh = false;
        if (isVisible())
            refresh();
    });
}

QString FlagPage::countText(int shown, int written)
{
    //: How many flags the list shows, and how many of the plan's are written.
    return tr("%1 shown, %2 written").arg(shown).arg(written);
}

void FlagPage::addActions(QWidget &row)
{
    const auto button = [&](const QString &text, const QString &icon, const QString &name) {
        auto *made = new QPushButton(themeIcon(icon), text, &row);
        made->setObjectName(name);
        row.layout()->addWidget(made);
        return made;
    };
    auto *paste = button(
        tr("&Paste your flags…"), QStringLiteral("copy"), QStringLiteral("pasteFlagsButton"));
    auto *sets
        = button(tr("&Named sets…"), QStringLiteral("flags"), QStringLiteral("flagSetsButton"));
    m_count = new TextLabel({}, TextRole::Caption, TextLabel::Ink::Muted, &row);
    m_count->setMinimumHeight(sets->sizeHint().height()); // in one line with the buttons
    m_count->setMinimumWidth(QFontMetrics(textFont(TextRole::Caption))
                                 .horizontalAdvance(countText(widestCount, widestCount)));
    row.layout()->addWidget(m_count);
    connect(paste, &QPushButton::clicked, this,
        [this] { (new PasteFlagsDialog(m_context, m_texts, window()))->open(); });
    connect(sets, &QPushButton::clicked, this,
        [this] { (new FlagSetsDialog(m_context, m_texts, window()))->open(); });
}

QTableView *FlagPage::buildTable(QWidget *parent)
{
    auto *table = new QTableView(parent);
    table->setModel(m_filter);
    table->setObjectName(QStringLiteral("flagTable"));
    table->setAccessibleName(tr("Flags"));
    table->setSelectionBehavior(QAbstractItemView::SelectRows);
    table->setSelectionMode(QAbstractItemView::SingleSelection);
    table->setAlternatingRowColors(true);
    table->setShowGrid(false);
    table->setSortingEnabled(true);
    table->setTextElideMode(Qt::ElideMiddle); // names begin alike and differ at the end
    table->sortByColumn(-1, Qt::AscendingOrder);
    table->setTabKeyNavigation(false);
    table->verticalHeader()->hide();
    table->verticalHeader()->setDefaultSectionSize(gap(7));
    table->horizontalHeader()->setHighlightSections(false);
    table->horizontalHeader()->setDefaultAlignment(Qt::AlignLeft | Qt::AlignVCenter);
    table->setHorizontalScrollMode(QAbstractItemView::ScrollPerPixel);
    table->viewport()->installEventFilter(this);
    return table;
}

/// Names take what the other columns leave. Where that is too little to read them, columns go whose
/// values the details below show, too, and then the others become narrow.
void FlagPage::fitColumns()
{
    using Column = FlagModel::Column;
    constexpr std::array hidden { Column::CarrierColumn, Column::DefaultColumn,
        Column::AdviceColumn };
    for (const Column column : hidden)
        m_table->setColumnHidden(column, false);
    m_table->setColumnWidth(Column::ValueColumn, textWidth(14));
    m_table->setColumnWidth(Column::EffectColumn, textWidth(effectWidth));
    m_table->setColumnWidth(Column::DefaultColumn, textWidth(13));
    m_table->setColumnWidth(Column::AdviceColumn, textWidth(22));
    m_table->setColumnWidth(Column::CarrierColumn, textWidth(16));
    int left = m_table->viewport()->width();
    for (int column = 0; column < m_filter->columnCount(); ++column)
        if (column != Column::NameColumn)
            left -= m_table->columnWidth(column);
    for (const Column column : hidden) {
        if (left >= textWidth(wholeName))
            break;
        left += m_table->columnWidth(column);
        m_table->setColumnHidden(column, true);
    }
    if (left < textWidth(wholeName)) {
        m_table->setColumnWidth(Column::ValueColumn, textWidth(9));
        m_table->setColumnWidth(Column::AdviceColumn, textWidth(14));
        left += textWidth(14) - textWidth(9);
        if (!m_table->isColumnHidden(Column::AdviceColumn))
            left += textWidth(22) - textWidth(14);
    }
    if (left < textWidth(minName)) {
        m_table->setColumnWidth(Column::EffectColumn, textWidth(narrowEffect));
        left += textWidth(effectWidth) - textWidth(narrowEffect);
    }
    m_table->setColumnWidth(Column::NameColumn, std::max(left, textWidth(minName)));
}

bool FlagPage::eventFilter(QObject *watched, QEvent *event)
{
    if (m_table && watched == m_table->viewport() && event->type() == QEvent::Resize)
        fitColumns();
    return Page::eventFilter(watched, event);
}

QWidget *FlagPage::buildList()
{
    auto *list = new QWidget(this);
    auto *layout = new QVBoxLayout(list);
    layout->setContentsMargins(0, gap(2), 0, 0);
    m_filters = new FlagFilterBar(m_context.settings, list);
    m_filter->setChoice(m_filters->choice());
    layout->addWidget(m_filters);
    addActions(*m_filters);
    auto *parts = new QSplitter(Qt::Vertical, list);
    m_table = buildTable(parts);
    m_details = new FlagDetailPane(m_context, parts);
    parts->addWidget(m_table);
    parts->addWidget(m_details);
    parts->setStretchFactor(0, 1);
    parts->setStretchFactor(1, 1);
    parts->setChildrenCollapsible(false);
    parts->setSizes({ gap(1), gap(1) }); // halves
    layout->addWidget(parts, 1);
    connect(m_table->selectionModel(), &QItemSelectionModel::currentChanged, this,
        &FlagPage::showDetails);
    connect(m_details, &FlagDetailPane::flagRequested, this, &FlagPage::showFlag);
    connect(m_filters, &FlagFilterBar::changed, this, [this] {
        m_filter->setChoice(m_filters->choice());
        refresh();
    });
    return list;
}

QWidget *FlagPage::buildOptions()
{
    auto *scroll = new QScrollArea(this);
    scroll->setWidgetResizable(true);
    scroll->setFrameShape(QFrame::NoFrame);
    scroll->setFocusPolicy(Qt::NoFocus);
    auto *inner = new QWidget(scroll);
    auto *layout = new QVBoxLayout(inner);
    layout->setContentsMargins(0, gap(2), 0, 0);
    for (const char letter : { 'l', 'y', 'o', 'p', 'n' }) // the page's own tabs and buttons
        m_letters.insert(QLatin1Char(letter));
    const auto group = [&](const QString &heading, const QStringList &paths) {
        auto *card = new Card(heading, inner);
        auto *form = new FieldForm(m_context.controller, m_letters, card);
        form->addFields(paths);
        card->body()->addWidget(form);
        layout->addWidget(card);
    };
    QStringList options;
    for (const PlanField &field : planFields()) {
        if (field.path.starts_with("options."))
            options.append(QString::fromStdString(field.path));
    }
    group(tr("Options"), options);
    layout->addStretch(1);
    scroll->setWidget(inner);
    return scroll;
}

void FlagPage::showEvent(QShowEvent *event)
{
    Page::showEvent(event);
    if (!m_fresh)
        refresh();
}

/// The long explanations are read when the page is first seen.
void FlagPage::loadTexts()
{
    if (m_texts)
        return;
    const auto texts
        = FlagTextLibrary::load(m_context.controller.library().directories(), flagTextLanguage());
    m_texts = texts ? *texts : std::make_shared<const FlagTextLibrary>();
    std::set<std::string> terms;
    for (const auto &[name, text] : m_texts->all())
        for (const FlagTermEffect &effect : text.effects)
            terms.insert(effect.term);
    QStringList ids;
    for (const std::string &term : terms)
        ids.append(QString::fromStdString(term));
    m_filters->setTerms(ids);
    m_filter->setChoice(m_filters->choice());
}

void FlagPage::refresh()
{
    if (m_context.controller.isStale())
        return; // the last good rows stay
    m_fresh = true;
    loadTexts();
    const bool everything = m_filters->choice().show == FlagChoice::Show::All;
    const QModelIndex current = m_filter->mapToSource(m_table->currentIndex());
    const QString before = current.isValid() ? m_model->row(current.row()).name : QString();
    m_model->setRows(flagRows(m_context.controller, m_texts.get(), everything));
    int written = 0;
    for (int row = 0; row < m_model->rowCount(); ++row)
        written += m_model->row(row).isOn ? 1 : 0;
    m_count->setText(countText(m_filter->rowCount(), written));
    if (m_tabs->currentIndex() == ComparisonTab)
        m_comparison->refresh();
    if (m_table->currentIndex().isValid())
        showDetails(m_table->currentIndex());
    else if (!select(before) && m_filter->rowCount() > 0) // a flag that was set has moved up
        m_table->setCurrentIndex(m_filter->index(0, 0));
}

/// False when no row in sight has that name.
bool FlagPage::select(const QString &name)
{
    for (int row = 0; row < m_filter->rowCount(); ++row) {
        const QModelIndex index = m_filter->index(row, 0);
        if (m_model->row(m_filter->mapToSource(index).row()).name != name)
            continue;
        m_table->setCurrentIndex(index);
        m_table->scrollTo(index, QAbstractItemView::PositionAtCenter);
        return true;
    }
    return false;
}

void FlagPage::showFlag(const QString &name)
{
    m_tabs->setCurrentIndex(ListTab);
    m_filters->setChoice({ {}, FlagChoice::Show::All, -1, {} });
    if (select(name))
        m_table->setFocus();
}

void FlagPage::showDetails(const QModelIndex &index)
{
    const QModelIndex source = m_filter->mapToSource(index);
    if (source.isValid())
        m_details->showRow(m_model->row(source.row()));
}

} // namespace headroom
