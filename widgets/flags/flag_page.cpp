#include "widgets/flags/flag_page.h"

#include "model/plan/plan_fields.h"
#include "widgets/fields/field_form.h"
#include "widgets/flags/flag_details.h"
#include "widgets/look/panels.h"
#include "widgets/planning/plan_controller.h"
#include "widgets/window/window_context.h"

#include <QComboBox>
#include <QHeaderView>
#include <QLineEdit>
#include <QScrollArea>
#include <QSplitter>
#include <QTabWidget>
#include <QTableView>
#include <QVBoxLayout>

namespace headroom {

FlagPage::FlagPage(WindowContext &context, QWidget *parent)
    : Page(tr("Flags and framework"), tr("What the run sets, why, and what it would be otherwise."),
        Content::Fills, parent)
    , m_context(context)
    , m_model(new FlagModel(context.controller, this))
    , m_filter(new FlagFilter(this))
    , m_tabs(new QTabWidget(this))
{
    setObjectName(QStringLiteral("page_flags"));
    m_filter->setSourceModel(m_model);
    m_tabs->setDocumentMode(true);
    m_tabs->addTab(buildList(), tr("Fla&gs"));
    m_tabs->addTab(buildOptions(), tr("Framework &options"));
    m_tabs->setAccessibleName(tr("Flags and framework"));
    body()->addWidget(m_tabs, 1);
    setInitialFocus(m_search);
    // The list has a detail pane of its own; the options are plan fields like any other.
    connect(m_tabs, &QTabWidget::currentChanged, this,
        [this](int tab) { setWantsExplanation(tab == 1); });
    connect(&context.controller, &PlanController::estimateChanged, this, [this] {
        m_fresh = false;
        if (isVisible())
            refresh();
    });
}

QWidget *FlagPage::buildFilters(QWidget *parent)
{
    auto *filters = new QWidget(parent);
    auto *row = new QHBoxLayout(filters);
    row->setContentsMargins(0, gap(2), 0, 0);
    m_search = new QLineEdit(filters);
    m_search->setPlaceholderText(tr("Search names and explanations"));
    m_search->setAccessibleName(tr("Search flags"));
    m_search->setObjectName(QStringLiteral("flagSearch"));
    m_search->setClearButtonEnabled(true);
    auto *label = new QLabel(tr("S&how"), filters);
    m_show = new QComboBox(filters);
    m_show->addItems({ tr("What concerns this plan"), tr("What is written"), tr("Set by you"),
        tr("Everything known") });
    m_show->setAccessibleName(tr("Which flags to show"));
    m_show->setObjectName(QStringLiteral("flagShow"));
    label->setBuddy(m_show);
    m_count = new TextLabel({}, TextRole::Caption, TextLabel::Ink::Muted, filters);
    row->addWidget(m_search, 1);
    row->addWidget(label);
    row->addWidget(m_show);
    row->addWidget(m_count);
    connect(m_search, &QLineEdit::textChanged, m_filter, &FlagFilter::setText);
    connect(m_show, &QComboBox::currentIndexChanged, this, [this](int index) {
        m_filter->setShow(static_cast<FlagFilter::Show>(index));
        refresh();
    });
    return filters;
}

QWidget *FlagPage::buildList()
{
    auto *list = new QWidget(this);
    auto *layout = new QVBoxLayout(list);
    layout->setContentsMargins(0, 0, 0, 0);
    layout->addWidget(buildFilters(list));
    auto *parts = new QSplitter(Qt::Vertical, list);
    m_table = new QTableView(parts);
    m_table->setModel(m_filter);
    m_table->setObjectName(QStringLiteral("flagTable"));
    m_table->setAccessibleName(tr("Flags"));
    m_table->setSelectionBehavior(QAbstractItemView::SelectRows);
    m_table->setSelectionMode(QAbstractItemView::SingleSelection);
    m_table->setAlternatingRowColors(true);
    m_table->setShowGrid(false);
    m_table->setSortingEnabled(true);
    m_table->sortByColumn(-1, Qt::AscendingOrder);
    m_table->setTabKeyNavigation(false);
    m_table->verticalHeader()->hide();
    m_table->verticalHeader()->setDefaultSectionSize(gap(7));
    m_table->horizontalHeader()->setHighlightSections(false);
    m_table->horizontalHeader()->setSectionResizeMode(FlagModel::NameColumn, QHeaderView::Stretch);
    m_table->setColumnWidth(FlagModel::ValueColumn, textWidth(14));
    m_table->setColumnWidth(FlagModel::DefaultColumn, textWidth(13));
    m_table->setColumnWidth(FlagModel::AdviceColumn, textWidth(22));
    m_table->setColumnWidth(FlagModel::CarrierColumn, textWidth(16));
    parts->addWidget(m_table);
    parts->addWidget(buildDetails(parts));
    parts->setStretchFactor(0, 3);
    parts->setStretchFactor(1, 2);
    parts->setChildrenCollapsible(false);
    layout->addWidget(parts, 1);
    connect(m_table->selectionModel(), &QItemSelectionModel::currentChanged, this,
        &FlagPage::showDetails);
    return list;
}

QWidget *FlagPage::buildDetails(QWidget *parent)
{
    auto *scroll = new QScrollArea(parent);
    scroll->setWidgetResizable(true);
    scroll->setFrameShape(QFrame::NoFrame);
    scroll->setFocusPolicy(Qt::NoFocus);
    auto *card = new Card(scroll);
    m_name = new TextLabel(
        tr("Select a flag to read about it."), TextRole::Heading, TextLabel::Ink::Normal, card);
    m_details = new TextLabel({}, TextRole::Body, TextLabel::Ink::Normal, card);
    m_details->setWordWrap(true);
    m_details->setTextFormat(Qt::RichText);
    m_details->setTextInteractionFlags(Qt::TextSelectableByMouse | Qt::LinksAccessibleByMouse);
    m_details->setOpenExternalLinks(true);
    m_details->setObjectName(QStringLiteral("flagDetails"));
    m_details->setAccessibleName(tr("About the selected flag"));
    card->body()->addWidget(m_name);
    card->body()->addWidget(m_details);
    card->body()->addStretch(1);
    scroll->setWidget(card);
    return scroll;
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
    const auto group = [&](const QString &heading, const QStringList &paths) {
        auto *card = new Card(heading, inner);
        auto *form = new FieldForm(m_context.controller, card);
        form->addFields(paths);
        card->body()->addWidget(form);
        layout->addWidget(card);
    };
    group(tr("Framework and releases"),
        { QStringLiteral("framework"), QStringLiteral("software.jaxlib"),
            QStringLiteral("software.maxtext"), QStringLiteral("software.megatron"),
            QStringLiteral("software.torchtitan"), QStringLiteral("software.stack") });
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

void FlagPage::refresh()
{
    if (m_context.controller.isStale())
        return; // the last good rows stay
    m_fresh = true;
    const bool everything = m_show->currentIndex() == static_cast<int>(FlagFilter::Show::All);
    m_model->setRows(flagRows(m_context.controller, everything));
    int written = 0;
    for (int row = 0; row < m_model->rowCount(); ++row)
        written += m_model->row(row).isOn ? 1 : 0;
    m_count->setText(tr("%n written", nullptr, written));
    if (!m_table->currentIndex().isValid() && m_filter->rowCount() > 0)
        m_table->setCurrentIndex(m_filter->index(0, 0));
    else
        showDetails(m_table->currentIndex());
}

void FlagPage::showFlag(const QString &name)
{
    m_tabs->setCurrentIndex(0);
    m_search->clear();
    m_show->setCurrentIndex(static_cast<int>(FlagFilter::Show::All));
    for (int row = 0; row < m_model->rowCount(); ++row) {
        if (m_model->row(row).name == name) {
            m_table->setCurrentIndex(m_filter->mapFromSource(m_model->index(row, 0)));
            m_table->setFocus();
        }
    }
}

void FlagPage::showDetails(const QModelIndex &index)
{
    const QModelIndex source = m_filter->mapToSource(index);
    if (!source.isValid())
        return;
    const FlagRow &row = m_model->row(source.row());
    m_name->setText(row.name);
    m_details->setText(flagDetails(row));
}

} // namespace headroom
