#include "widgets/incidents/incident_result.h"

#include "widgets/incidents/incident_desk.h"
#include "widgets/incidents/incident_game.h"
#include "widgets/look/fact_grid.h"
#include "widgets/look/panels.h"
#include "widgets/text/quantity_text.h"
#include "widgets/text/wording.h"
#include "widgets/timeline/timeline_chart.h"
#include "widgets/timeline/timeline_legend.h"

#include <QLabel>
#include <QPushButton>
#include <QVBoxLayout>

#include <cmath>

namespace headroom {
namespace {

constexpr double sameStep = 0.005; ///< of a step: shorter differences are not seen in a chart
constexpr int factColumns = 5;

} // namespace

IncidentResult::IncidentResult(IncidentGame &game, QWidget *parent)
    : QWidget(parent)
    , m_game(game)
{
    auto *layout = new QVBoxLayout(this);
    layout->setContentsMargins(0, gap(2), 0, 0);
    layout->setSpacing(gap(3));
    layout->addWidget(buildVerdict());
    layout->addWidget(buildExplanation());
    layout->addWidget(buildTimelines());
    layout->addStretch(1);
}

QWidget *IncidentResult::buildVerdict()
{
    m_verdictCard = new Card(this);
    m_verdictCard->setObjectName(QStringLiteral("incidentVerdictCard"));
    auto *row = new QHBoxLayout;
    m_verdict = new TextLabel({}, TextRole::Heading, TextLabel::Ink::Normal, m_verdictCard);
    m_verdict->setObjectName(QStringLiteral("incidentVerdict"));
    m_verdict->setWordWrap(true);
    auto *again = new QPushButton(tr("Another incident"), m_verdictCard);
    again->setObjectName(QStringLiteral("anotherIncident"));
    m_again = again;
    row->addWidget(m_verdict, 1);
    row->addWidget(again, 0, Qt::AlignTop);
    m_detail = new TextLabel({}, TextRole::Body, TextLabel::Ink::Normal, m_verdictCard);
    m_detail->setObjectName(QStringLiteral("incidentVerdictDetail"));
    m_counts = new TextLabel({}, TextRole::Caption, TextLabel::Ink::Muted, m_verdictCard);
    for (TextLabel *label : { m_detail, m_counts }) {
        label->setWordWrap(true);
        label->setSizePolicy(wrappingPolicy());
    }
    m_facts = new FactGrid(factColumns, m_verdictCard);
    m_verdictCard->body()->addLayout(row);
    m_verdictCard->body()->addWidget(m_detail);
    m_verdictCard->body()->addWidget(m_facts);
    m_verdictCard->body()->addWidget(m_counts);
    connect(again, &QPushButton::clicked, &m_game, &IncidentGame::leave);
    return m_verdictCard;
}

QWidget *IncidentResult::buildExplanation()
{
    auto *card = new Card(tr("What was wrong"), this);
    m_explanation = new QLabel(card);
    m_explanation->setObjectName(QStringLiteral("incidentExplanation"));
    m_explanation->setAccessibleName(tr("What was wrong"));
    m_explanation->setTextFormat(Qt::MarkdownText);
    m_explanation->setTextInteractionFlags(
        Qt::TextBrowserInteraction | Qt::TextSelectableByKeyboard);
    m_explanation->setOpenExternalLinks(true);
    m_explanation->setWordWrap(true);
    m_explanation->setSizePolicy(wrappingPolicy());
    card->body()->addWidget(m_explanation);
    return card;
}

TimelineChart *IncidentResult::addTimeline(const QString &title, QLayout *row, QWidget *parent)
{
    auto *side = new QWidget(parent);
    auto *column = new QVBoxLayout(side);
    column->setContentsMargins(0, 0, 0, 0);
    column->setSpacing(gap(1));
    column->addWidget(new TextLabel(title, TextRole::Strong, TextLabel::Ink::Normal, side));
    auto *chart = new TimelineChart(side);
    chart->setAccessibleName(title);
    column->addWidget(chart, 1);
    row->addWidget(side);
    return chart;
}

QWidget *IncidentResult::buildTimelines()
{
    auto *card = new Card(tr("One step, healthy and as it was"), this);
    auto *row = new QHBoxLayout;
    row->setSpacing(gap(3));
    m_healthy = addTimeline(tr("Healthy machine"), row, card);
    m_faulty = addTimeline(tr("This machine"), row, card);
    m_legend = new TimelineLegend(card);
    m_note = new TextLabel({}, TextRole::Body, TextLabel::Ink::Muted, card);
    m_note->setObjectName(QStringLiteral("incidentTimelineNote"));
    m_note->setWordWrap(true);
    m_note->setSizePolicy(wrappingPolicy());
    card->body()->addWidget(m_note);
    card->body()->addLayout(row);
    card->body()->addWidget(m_legend);
    return card;
}

QWidget *IncidentResult::first() const
{
    return m_again;
}

void IncidentResult::refresh()
{
    const IncidentRound *round = m_game.round();
    if (!round || m_game.stage() != IncidentGame::Stage::Answered)
        return;
    showVerdict(*round);
    showExplanation(*round);
    showTimelines(*round);
}

void IncidentResult::showVerdict(const IncidentRound &round)
{
    const IncidentVerdict &verdict = m_game.verdict();
    const auto faults = round.incident().faults.size();
    m_verdictCard->setTone(verdict.isRight() ? Card::Tone::Good
            : verdict.isCauseRight           ? Card::Tone::Warning
                                             : Card::Tone::Bad);
    m_verdict->setText(verdict.isRight() ? tr("Right: cause and place")
            : verdict.isCauseRight       ? tr("Right cause, wrong place")
            : verdict.found > 0          ? tr("Part of the cause")
                                         : tr("Not the cause"));
    QStringList named;
    for (const std::string &id : m_game.guess().causes)
        if (const FaultKind *kind = faultKind(id))
            named.append(localMessage(Fault { kind }.title()));
    if (named.isEmpty())
        named.append(tr("Nothing is wrong"));
    m_detail->setText(tr("You named: %1. Found: %2 of %3.")
                          .arg(named.join(tr("; ")))
                          .arg(verdict.found)
                          .arg(faults));
    m_facts->setFacts({
        { tr("Your time"), secondsText(Seconds { std::round(m_game.deskSeconds()) }) },
        { tr("Log read"), secondsText(Seconds { m_game.shownSeconds() }) },
        { tr("Budget spent"),
            tr("%1 of %2 device-hours")
                .arg(numberText(round.spent(), 3), numberText(round.budget(), 3)) },
        { tr("Measurements"), QString::number(round.answers().size()) },
        { tr("Step"),
            tr("%1, healthy %2")
                .arg(secondsText(round.run().ordinaryStep), secondsText(round.run().healthyStep)) },
    });
    m_counts->setText(m_game.isFirstAnswer()
            ? tr("This answer is in your progress.")
            : tr("You had answered this incident before: the first answer stays in your "
                 "progress."));
}

void IncidentResult::showExplanation(const IncidentRound &round)
{
    QStringList parts;
    for (const Fault &fault : round.incident().faults)
        //: %1: "One network adapter is slow", %2: "adapter 5 of node 2", %3: sentences
        parts.append(tr("**%1** (%2). %3")
                         .arg(localMessage(fault.title()), localMessage(fault.where()),
                             localMessage(fault.explanation())));
    if (parts.isEmpty())
        parts.append(tr("Nothing was wrong: runs differ from their estimate by as much."));
    if (const IncidentStory *story = m_game.story()) {
        parts.append(QString::fromStdString(story->ending));
        parts.append(
            tr("Told after [a public thread](%1). The cause is the thread's; the cluster and "
               "what people do on it are made up.")
                .arg(QString::fromStdString(story->source)));
    }
    m_explanation->setText(parts.join(QStringLiteral("\n\n")));
}

void IncidentResult::showTimelines(const IncidentRound &round)
{
    Timeline healthy = round.engine().healthyTimeline(round.run());
    Timeline faulty = round.engine().faultyTimeline(round.run());
    const double longest = std::max(healthy.makespan, faulty.makespan);
    const bool isAlike = std::abs(faulty.makespan - healthy.makespan) < sameStep * longest;
    m_note->setText(isAlike
            ? tr("Inside a step nothing differs: the time is lost between steps, or in a few of "
                 "them.")
            : tr("The estimate of a step without the fault, and with it, on one axis."));
    m_legend->setTimeline(faulty.makespan > healthy.makespan ? faulty : healthy);
    const int healthyStage = healthy.referenceStage, faultyStage = faulty.referenceStage;
    m_healthy->setReach(longest);
    m_faulty->setReach(longest);
    m_healthy->setTimeline(std::move(healthy), healthyStage);
    m_faulty->setTimeline(std::move(faulty), faultyStage);
    m_healthy->setPreset(TimelineChart::Preset::Step);
    m_faulty->setPreset(TimelineChart::Preset::Step);
}

} // namespace headroom
