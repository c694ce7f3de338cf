// What the timeline page is made of.
#include "widgets/charts/save_chart.h"
#include "widgets/frame/window_context.h"
#include "widgets/look/flow_layout.h"
#include "widgets/look/fold_button.h"
#include "widgets/look/panels.h"
#include "widgets/look/wrapped_rows.h"
#include "widgets/planning/plan_controller.h"
#include "widgets/timeline/timeline_legend.h"
#include "widgets/timeline/timeline_overview.h"
#include "widgets/timeline/timeline_page.h"
#include "widgets/timeline/timeline_switches.h"

#include <QComboBox>
#include <QHeaderView>
#include <QPushButton>
#include <QTableView>
#include <QToolButton>
#include <QVBoxLayout>

namespace headroom {
namespace {

constexpr double zoomButtonStep = 1.6;

} // namespace

QPushButton *TimelinePage::addPreset(
    const QString &label, TimelineChart::Preset preset, QWidget *parent)
{
    auto *button = new QPushButton(label, parent);
    // Not by shade alone: on a dark window it is hard to see which one is down.
    connect(button, &QPushButton::toggled, button, [button](bool isOn) {
        button->setFont(textFont(isOn ? TextRole::Strong : TextRole::Body));
    });
    button->setCheckable(true);
    button->setProperty("preset", static_cast<int>(preset));
    connect(button, &QPushButton::clicked, this, [this, preset] { m_chart->setPreset(preset); });
    m_presets.append(button);
    return button;
}

QWidget *TimelinePage::buildToolbar()
{
    auto *bar = new QWidget(this);
    auto *row = new FlowLayout(bar, gap(2));
    auto *which = new QWidget(bar);
    auto *pair = new QHBoxLayout(which);
    pair->setContentsMargins(0, 0, 0, 0);
    auto *label = new QLabel(tr("&Show"), which);
    m_stage = new QComboBox(which);
    m_stage->setObjectName(QStringLiteral("timelineStage"));
    m_stage->setAccessibleName(tr("Which devices to show"));
    m_stage->setMinimumContentsLength(14);
    label->setBuddy(m_stage);
    connect(m_stage, &QComboBox::activated, this, [this] {
        m_fresh = false;
        refresh();
    });
    pair->addWidget(label);
    pair->addWidget(m_stage);
    row->addWidget(which);
    row->addWidget(addPreset(tr("Whole step"), TimelineChart::Preset::Step, bar));
    row->addWidget(addPreset(tr("One micro-batch"), TimelineChart::Preset::MicroBatch, bar));
    row->addWidget(addPreset(tr("A few layers"), TimelineChart::Preset::Layers, bar));
    const auto addButton = [&](const QString &text, const QString &name, auto action) {
        auto *button = new QToolButton(bar);
        button->setText(text);
        button->setToolTip(name);
        button->setAccessibleName(name);
        button->setFocusPolicy(Qt::StrongFocus);
        connect(button, &QToolButton::clicked, this, action);
        row->addWidget(button);
    };
    const auto zoomBy = [this](double factor) {
        return [this, factor] {
            m_chart->zoom(factor, (m_chart->rangeFrom() + m_chart->rangeTo()) / 2);
        };
    };
    addButton(
        QStringLiteral("−"), tr("Zoom out (−, or Ctrl and the wheel)"), zoomBy(1 / zoomButtonStep));
    addButton(
        QStringLiteral("+"), tr("Zoom in (+, or Ctrl and the wheel)"), zoomBy(zoomButtonStep));
    addButton(tr("Events…"), tr("Save all events as CSV"), [this] { saveEvents(); });
    return bar;
}

QWidget *TimelinePage::buildChartCard()
{
    auto *card = new Card(this);
    m_chart = new TimelineChart(card); // after the toolbar: Tab goes down the page
    m_chart->setObjectName(QStringLiteral("timelineChart"));
    card->body()->addWidget(m_chart);
    m_overview = new TimelineOverview(card);
    m_overview->setObjectName(QStringLiteral("timelineOverview"));
    connect(m_overview, &TimelineOverview::moved, this, [this](double from) {
        const double span = m_chart->rangeTo() - m_chart->rangeFrom();
        m_chart->setRange(from, from + span);
    });
    card->body()->addWidget(m_overview);
    m_legend = new TimelineLegend(card);
    card->body()->addWidget(m_legend);
    m_profile = new TextLabel({}, TextRole::Caption, TextLabel::Ink::Muted, card);
    m_profile->setObjectName(QStringLiteral("timelineProfile"));
    m_profile->setWordWrap(true);
    m_profile->hide();
    card->body()->addWidget(m_profile);
    m_facts = new TextLabel({}, TextRole::Body, TextLabel::Ink::Normal, card);
    m_facts->setObjectName(QStringLiteral("timelineFacts"));
    m_facts->setWordWrap(true);
    m_facts->hide();
    card->body()->addWidget(m_facts);
    m_change = new TextLabel({}, TextRole::Strong, TextLabel::Ink::Normal, card);
    m_change->setObjectName(QStringLiteral("timelineChange"));
    m_change->setWordWrap(true);
    m_change->hide();
    card->body()->addWidget(m_change);
    return card;
}

QWidget *TimelinePage::buildComparison()
{
    auto *card = new Card(this);
    auto *fold = new FoldButton(tr("Events compared with formulas"), card);
    fold->setObjectName(QStringLiteral("timelineFold"));
    card->body()->addWidget(fold);
    auto *sentence = new TextLabel(tr("The events use the estimate's durations in scheduled order. "
                                      "The last column explains each difference."),
        TextRole::Caption, TextLabel::Ink::Muted, card);
    sentence->setWordWrap(true);
    card->body()->addWidget(sentence);
    m_comparison = new ChartTableModel(card);
    m_comparisonView = new QTableView(card);
    m_comparisonView->setModel(m_comparison);
    m_comparisonView->setObjectName(QStringLiteral("timelineComparison"));
    m_comparisonView->setAccessibleName(tr("Events compared with formulas, by term"));
    m_comparisonView->verticalHeader()->hide();
    m_comparisonView->setEditTriggers(QAbstractItemView::NoEditTriggers);
    m_comparisonView->setSelectionBehavior(QAbstractItemView::SelectRows);
    wrapRows(*m_comparisonView);
    m_comparisonView->setAlternatingRowColors(true);
    m_comparisonView->setTabKeyNavigation(false);
    card->body()->addWidget(m_comparisonView);
    fold->setParts({ sentence, m_comparisonView });
    connect(fold, &QToolButton::toggled, this, &TimelinePage::fitComparison);
    return card;
}

} // namespace headroom
