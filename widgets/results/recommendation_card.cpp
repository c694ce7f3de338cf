#include "widgets/results/recommendation_card.h"

#include "model/estimate/figure_intervals.h"
#include "widgets/look/flow_layout.h"
#include "widgets/look/style_drawing.h"
#include "widgets/planning/plan_controller.h"
#include "widgets/planning/plan_offer.h"
#include "widgets/text/plan_text.h"
#include "widgets/text/quantity_text.h"
#include "widgets/text/verdict_text.h"
#include "widgets/text/wording.h"

#include <QPushButton>
#include <QVBoxLayout>

#include <cmath>
#include <utility>

namespace headroom {

RecommendationCard::RecommendationCard(
    const QString &name, QString applyTip, const PlanController &controller, QWidget *parent)
    : Card(parent)
    , m_controller(controller)
    , m_applyTip(std::move(applyTip))
    , m_heading(new TextLabel({}, TextRole::Caption, TextLabel::Ink::Muted, this))
    , m_configuration(new TextLabel({}, TextRole::Heading, TextLabel::Ink::Normal, this))
    , m_figures(new TextLabel({}, TextRole::Body, TextLabel::Ink::Normal, this))
    , m_why(new TextLabel({}, TextRole::Caption, TextLabel::Ink::Muted, this))
    , m_changes(new QWidget(this))
{
    setObjectName(name + QStringLiteral("Card"));
    m_configuration->setObjectName(name + QStringLiteral("Configuration"));
    body()->setSpacing(gap(1));
    for (TextLabel *label : { m_heading, m_configuration, m_figures }) {
        label->setWordWrap(true);
        body()->addWidget(label);
    }
    new FlowLayout(m_changes, gap(1));
    body()->addWidget(m_changes);
    m_why->setWordWrap(true);
    body()->addWidget(m_why);
    auto *buttons = new QWidget(this);
    auto *flow = new FlowLayout(buttons, gap(2));
    const auto add = [&](const char *icon, const QString &text, const char *which, auto signal) {
        auto *button = new QPushButton(themeIcon(QLatin1String(icon)), text, buttons);
        button->setObjectName(name + QLatin1String(which));
        connect(button, &QPushButton::clicked, this, signal);
        flow->addWidget(button);
        return button;
    };
    m_apply = add("check", {}, "Apply", &RecommendationCard::applyWanted);
    m_apply->setIcon(themeIcon(QStringLiteral("check"), IconTint::OnAccent));
    m_apply->setProperty(primaryProperty, true);
    add("compare", tr("&Pin for comparison"), "Pin", &RecommendationCard::compareWanted);
    m_export = add("export", {}, "Export", &RecommendationCard::exportWanted);
    body()->addWidget(buttons);
    connect(&controller, &PlanController::planChanged, this, &RecommendationCard::showWhetherPlan);
    connect(
        &controller, &PlanController::problemsChanged, this, &RecommendationCard::showWhetherPlan);
    showWhetherPlan();
}

bool RecommendationCard::isPlan() const
{
    return isAtHand(m_controller, m_plan);
}

void RecommendationCard::showWhetherPlan()
{
    const bool is = isPlan();
    m_apply->setEnabled(!is);
    m_apply->setText(is ? tr("This is the plan now") : tr("&Apply"));
    m_apply->setToolTip(is ? tr("There is nothing left to apply") : m_applyTip);
    m_export->setText(is ? tr("Expo&rt…") : tr("Apply a&nd export…"));
}

void RecommendationCard::setRecommendation(const Recommendation &recommendation)
{
    m_plan = recommendation.plan;
    showWhetherPlan();
    const Estimate &estimate = recommendation.estimate;
    m_heading->setText(recommendation.heading);
    m_heading->setVisible(!recommendation.heading.isEmpty());
    m_configuration->setText(configurationText(recommendation.plan));
    QStringList figures {
        //: A step time with its interval.
        tr("%1 a step (%2)")
            .arg(secondsText(estimate.time.step),
                intervalNote(secondsText(estimate.time.p10), secondsText(estimate.time.p90))),
        tr("%1 of %2")
            .arg(gibText(estimate.memory.decisive().bytes), gibText(estimate.memory.budget)),
        //: Probability of fitting in memory.
        tr("fits with %1").arg(localAmount(fitAmount(estimate.memory))),
        tr("%1 tokens/s per device")
            .arg(countText(std::round(estimate.throughput.tokensPerSecondPerDevice))),
        tr("%1 MFU").arg(shareText(estimate.throughput.mfu)),
    };
    if (estimate.run) {
        const CalendarRun run = calendarRun(estimate);
        figures.append(QStringLiteral("%1, %2").arg(daysText(run.days), roughMoneyText(run.cost)));
    }
    m_figures->setText(figures.join(QStringLiteral("  ·  ")));
    m_why->setText(recommendation.why);
    m_why->setVisible(!recommendation.why.isEmpty());
    qDeleteAll(m_changes->findChildren<QWidget *>(QString(), Qt::FindDirectChildrenOnly));
    for (const QString &change : recommendation.changes)
        m_changes->layout()->addWidget(new Chip(change, m_changes));
    m_changes->setVisible(!recommendation.changes.isEmpty());
    setAccessibleDescription(inOneParagraph({ recommendation.heading, m_configuration->text(),
        inOneSentence(figures), inOneSentence(recommendation.changes), recommendation.why }));
    setTone(estimate.memory.fits ? Tone::Good : Tone::Warning);
}

} // namespace headroom
