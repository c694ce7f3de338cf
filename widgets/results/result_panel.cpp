#include "widgets/results/result_panel.h"

#include "model/advice/fit_repair.h"
#include "model/advice/verdict.h"
#include "model/estimate/figure_intervals.h"
#include "model/library/profiles/profile_library.h"
#include "widgets/charts/term_bar.h"
#include "widgets/charts/term_segments.h"
#include "widgets/fields/repair_buttons.h"
#include "widgets/frame/window_context.h"
#include "widgets/look/panels.h"
#include "widgets/planning/pin_board.h"
#include "widgets/planning/plan_controller.h"
#include "widgets/results/figure_button.h"
#include "widgets/results/finding_card.h"
#include "widgets/text/quantity_text.h"
#include "widgets/text/verdict_text.h"

#include <QGridLayout>
#include <QHBoxLayout>
#include <QScrollBar>
#include <QVBoxLayout>

#include <algorithm>
#include <cmath>

namespace headroom {
namespace {

constexpr int typingPause = 150; ///< milliseconds
constexpr int panelWidth = 54; ///< characters; the page keeps its width whatever the result says
constexpr int longestName = 40; ///< characters, so that a name never widens the panel

} // namespace

ResultPanel::ResultPanel(WindowContext &context, QWidget *parent)
    : QScrollArea(parent)
    , m_context(context)
{
    setObjectName(QStringLiteral("resultPanel"));
    setAccessibleName(tr("Result"));
    setWidgetResizable(true);
    setFrameShape(QFrame::NoFrame);
    setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
    setFocusPolicy(Qt::NoFocus);
    build();
    m_repairs.setSingleShot(true);
    m_repairs.setInterval(typingPause);
    connect(&m_repairs, &QTimer::timeout, this, &ResultPanel::offerRepairs);
    connect(&context.controller, &PlanController::estimateChanged, this, &ResultPanel::refresh);
    connect(&context.pins, &PinBoard::changed, this, &ResultPanel::refresh);
    refresh();
}

QSize ResultPanel::minimumSizeHint() const
{
    // Numbers are never cut: a very large font widens the panel.
    return { std::max(textWidth(panelWidth),
                 widget()->minimumSizeHint().width() + verticalScrollBar()->sizeHint().width()),
        gap(40) };
}

QSize ResultPanel::sizeHint() const
{
    return { minimumSizeHint().width(), gap(120) };
}

FigureButton *ResultPanel::figure(const QString &caption, const QString &id, int better)
{
    auto *button
        = new FigureButton(caption, id, static_cast<FigureButton::Better>(better), widget());
    connect(
        button, &FigureButton::clicked, this, [this, id] { emit m_context.showDerivation(id); });
    return button;
}

void ResultPanel::build()
{
    auto *inner = new QWidget(this);
    setWidget(inner);
    auto *layout = new QVBoxLayout(inner);
    layout->setContentsMargins(gap(1), gap(3), gap(2), gap(3));
    layout->setSpacing(gap(2));

    m_verdictCard = new Card(inner);
    m_verdictCard->setObjectName(QStringLiteral("verdictCard"));
    auto *verdictRow = new QHBoxLayout;
    m_verdictIcon = new IconLabel(QStringLiteral("info"), IconTint::Muted, m_verdictCard);
    m_verdict = new TextLabel({}, TextRole::Strong, TextLabel::Ink::Normal, m_verdictCard);
    m_verdict->setObjectName(QStringLiteral("verdict"));
    m_verdict->setWordWrap(true);
    verdictRow->addWidget(m_verdictIcon, 0, Qt::AlignTop);
    verdictRow->addWidget(m_verdict, 1);
    m_verdictCard->body()->addLayout(verdictRow);
    layout->addWidget(m_verdictCard);

    m_problemCard = new Card(inner);
    m_problemCard->setObjectName(QStringLiteral("problemCard"));
    m_problemCard->setTone(Card::Tone::Bad);
    m_problemHeading = new TextLabel({}, TextRole::Strong, TextLabel::Ink::Normal, m_problemCard);
    m_problemHeading->setWordWrap(true);
    m_problemCard->body()->addWidget(m_problemHeading);
    m_problemCard->hide();
    layout->addWidget(m_problemCard);

    buildFigures(inner, layout);

    auto *heading = new TextLabel(tr("Findings"), TextRole::Heading, TextLabel::Ink::Normal, inner);
    layout->addWidget(heading);
    m_findings = new FindingList(m_context, inner);
    layout->addWidget(m_findings);
    layout->addStretch(1);
}

TextLabel *ResultPanel::noteLabel(QWidget *parent)
{
    auto *note = new TextLabel({}, TextRole::Caption, TextLabel::Ink::Muted, parent);
    note->setContentsMargins(gap(1), 0, gap(1), 0); // in line with the figures
    return note;
}

void ResultPanel::buildFigures(QWidget *parent, QVBoxLayout *layout)
{
    using Better = FigureButton::Better;
    m_reference = new TextLabel({}, TextRole::Caption, TextLabel::Ink::Muted, parent);
    m_reference->setWordWrap(true);
    m_reference->hide();
    layout->addWidget(m_reference);

    auto *memory = new Card(parent);
    memory->body()->setContentsMargins(gap(3), gap(2), gap(3), gap(2));
    auto *memoryRow = new QHBoxLayout;
    m_peak = figure(
        tr("Memory per device"), QStringLiteral("peak_bytes"), static_cast<int>(Better::Lower));
    m_headroom = figure(
        tr("Headroom"), QStringLiteral("headroom_bytes"), static_cast<int>(Better::Higher));
    memoryRow->addWidget(m_peak, 1);
    memoryRow->addWidget(m_headroom, 1);
    memory->body()->addLayout(memoryRow);
    m_memoryBar = new TermBar(memory);
    m_memoryBar->setObjectName(QStringLiteral("memoryBar"));
    memory->body()->addWidget(m_memoryBar);
    m_memoryNote = noteLabel(memory);
    memory->body()->addWidget(m_memoryNote);
    layout->addWidget(memory);

    auto *time = new Card(parent);
    time->body()->setContentsMargins(gap(3), gap(2), gap(3), gap(2));
    auto *timeRow = new QHBoxLayout;
    m_step
        = figure(tr("Step time"), QStringLiteral("step_seconds"), static_cast<int>(Better::Lower));
    m_mfu = figure(tr("MFU"), QStringLiteral("mfu"), static_cast<int>(Better::Higher));
    timeRow->addWidget(m_step, 1);
    timeRow->addWidget(m_mfu, 1);
    time->body()->addLayout(timeRow);
    m_timeBar = new TermBar(time);
    m_timeBar->setObjectName(QStringLiteral("timeBar"));
    time->body()->addWidget(m_timeBar);
    m_timeNote = noteLabel(time);
    time->body()->addWidget(m_timeNote);
    auto *grid = new QGridLayout;
    grid->setColumnStretch(0, 1);
    grid->setColumnStretch(1, 1);
    m_tokens = figure(tr("Tokens/s per device"), QStringLiteral("tokens_per_second_per_device"),
        static_cast<int>(Better::Higher));
    m_flops = figure(tr("Model FLOP/s per device"), QStringLiteral("model_tflops_per_device"),
        static_cast<int>(Better::Higher));
    m_days = figure(tr("Time to train"), QStringLiteral("days"), static_cast<int>(Better::Lower));
    m_cost = figure(tr("Cost"), QStringLiteral("cost"), static_cast<int>(Better::Lower));
    grid->addWidget(m_tokens, 0, 0);
    grid->addWidget(m_flops, 0, 1);
    grid->addWidget(m_days, 1, 0);
    grid->addWidget(m_cost, 1, 1);
    time->body()->addLayout(grid);
    layout->addWidget(time);
    for (TermBar *bar : { m_memoryBar, m_timeBar }) {
        connect(bar, &TermBar::segmentEntered, &m_context, &WindowContext::termPointed);
        connect(bar, &TermBar::segmentActivated, &m_context, &WindowContext::showDerivation);
    }
    connect(&m_context, &WindowContext::termPointed, this, &ResultPanel::pointAt);
}

void ResultPanel::pointAt(const QString &termId)
{
    const bool isMemory = memoryTermById(termId.toStdString()).has_value();
    const bool isTime = timeTermById(termId.toStdString()).has_value();
    m_memoryBar->setHighlighted(isMemory ? QStringList { termId } : QStringList());
    m_timeBar->setHighlighted(isTime ? QStringList { termId } : QStringList());
    const Estimate *estimate = m_context.controller.estimate();
    if (estimate && !m_context.controller.isStale()) {
        m_memoryNote->setText(segmentNote(memorySegments(*estimate, palette()), termId));
        m_timeNote->setText(segmentNote(timeSegments(*estimate, palette()), termId));
    }
}

void ResultPanel::refresh()
{
    const PlanController &controller = m_context.controller;
    showProblems();
    const Estimate *estimate = controller.estimate();
    const bool stale = controller.isStale();
    for (FigureButton *button :
        { m_peak, m_headroom, m_step, m_mfu, m_tokens, m_flops, m_days, m_cost })
        button->setDimmed(stale);
    m_memoryBar->setDimmed(stale);
    m_timeBar->setDimmed(stale);
    if (!estimate) {
        m_verdictCard->setTone(Card::Tone::Plain);
        m_verdict->setText(stale ? tr("No result yet: the plan has problems.") : tr("Computing…"));
        return;
    }
    const Estimate *reference = m_context.pins.pins().empty()
        ? controller.estimateBefore()
        : &m_context.pins.pins().front().estimate;
    m_reference->setVisible(!m_context.pins.pins().empty());
    if (!m_context.pins.pins().empty()) {
        const QString name = QString::fromStdString(m_context.pins.pins().front().plan.name);
        m_reference->setText(tr("Changes are measured against the pinned plan \u201c%1\u201d.")
                                 .arg(m_reference->fontMetrics().elidedText(
                                     name, Qt::ElideMiddle, textWidth(longestName))));
    }
    if (reference && *reference == *estimate)
        reference = nullptr;
    const bool fits = estimate->memory.fits;
    m_verdictCard->setTone(stale ? Card::Tone::Plain : fits ? Card::Tone::Good : Card::Tone::Bad);
    m_verdictIcon->setIcon(fits ? QStringLiteral("check") : QStringLiteral("error"),
        stale      ? IconTint::Muted
            : fits ? IconTint::Good
                   : IconTint::Bad);
    m_verdict->setText(localVerdict(verdict(*estimate)));
    m_verdict->setInk(stale ? TextLabel::Ink::Muted : TextLabel::Ink::Normal);
    showMemory(*estimate, reference);
    showTime(*estimate, reference);
    showThroughput(*estimate, reference);
    m_findings->setFindings(estimate->findings);
    if (!fits && !stale)
        m_repairs.start();
    else
        m_repairs.stop();
}

void ResultPanel::offerRepairs()
{
    const PlanController &controller = m_context.controller;
    const Estimate *estimate = controller.estimate();
    if (!estimate || !controller.resolved() || controller.isStale())
        return;
    std::vector<Repair> offers;
    for (const FitRepair &repair : fitRepairs(*controller.resolved(), *estimate,
             controller.library().rematPolicyIds(), controller.answer()))
        offers.push_back({ repair.changes });
    m_findings->setRepairs("does-not-fit", offers);
}

void ResultPanel::showProblems()
{
    const auto &problems = m_context.controller.problems();
    m_problemCard->setVisible(!problems.empty());
    delete m_problemList;
    m_problemList = nullptr;
    if (problems.empty())
        return;
    m_problemHeading->setText(m_context.controller.estimate()
            ? tr("The input needs mending; below is the last good result.")
            : tr("The input needs mending."));
    m_problemList = new QWidget(m_problemCard);
    m_problemList->setObjectName(QStringLiteral("problemList"));
    auto *list = new QVBoxLayout(m_problemList);
    list->setContentsMargins(0, 0, 0, 0);
    list->setSpacing(gap(1));
    std::vector<Repair> offered; // each remedy once, beside the first problem that it cures
    for (const PlanProblem &problem : problems) {
        auto *text
            = new TextLabel(problem.text, TextRole::Body, TextLabel::Ink::Normal, m_problemList);
        text->setWordWrap(true);
        list->addWidget(text);
        std::vector<Repair> offers;
        for (const Repair &repair : problem.repairs) {
            if (std::ranges::find(offered, repair) == offered.end())
                offers.push_back(repair);
        }
        if (offers.empty())
            continue;
        list->addWidget(new RepairButtons(m_context.controller, offers, m_problemList));
        list->addSpacing(gap(1));
        offered.insert(offered.end(), offers.begin(), offers.end());
    }
    m_problemCard->body()->addWidget(m_problemList);
}

void ResultPanel::showMemory(const Estimate &estimate, const Estimate *reference)
{
    const MemoryEstimate &memory = estimate.memory;
    m_peak->setValue(gibText(memory.peak), intervalNote(gibText(memory.p10), gibText(memory.p90)));
    const FigureInterval headroom = figureIntervals(estimate).headroom;
    m_headroom->setValue(gibText(memory.headroom),
        intervalNote(gibText(Bytes { headroom.low }), gibText(Bytes { headroom.high })));
    const Bytes change = reference ? memory.peak - reference->memory.peak : Bytes {};
    m_peak->setChange(change.value() != 0 ? bytesChangeText(change) : QString(), change.value());
    m_memoryBar->setSegments(memorySegments(estimate, palette()));
    m_memoryBar->setInterval(memory.p10.value(), memory.p90.value());
    m_memoryBar->setLimits({ { tr("budget %1").arg(gibNumber(memory.budget)), memory.budget.value(),
                                 true },
        { tr("capacity %1").arg(gibNumber(memory.capacity)), memory.capacity.value(), false } });
    m_memoryBar->setAccessibleName(tr("Memory per device by term"));
    m_memoryBar->setAccessibleDescription(memorySentence(estimate));
    m_memoryNote->setText(m_context.controller.isStale()
            ? QString()
            : segmentNote(memorySegments(estimate, palette()), {}));
}

void ResultPanel::showTime(const Estimate &estimate, const Estimate *reference)
{
    const TimeEstimate &time = estimate.time;
    m_step->setValue(
        secondsText(time.step), intervalNote(secondsText(time.p10), secondsText(time.p90)));
    const Seconds change = reference ? time.step - reference->time.step : Seconds {};
    m_step->setChange(change.value() != 0 ? secondsChangeText(change) : QString(), change.value());
    m_timeBar->setSegments(timeSegments(estimate, palette()));
    m_timeBar->setInterval(time.p10.value(), time.p90.value());
    m_timeBar->setAccessibleName(tr("Step time by term"));
    m_timeBar->setAccessibleDescription(timeSentence(estimate));
    m_timeNote->setText(m_context.controller.isStale()
            ? QString()
            : segmentNote(timeSegments(estimate, palette()), {}));
}

void ResultPanel::showThroughput(const Estimate &estimate, const Estimate *reference)
{
    const ThroughputEstimate &throughput = estimate.throughput;
    const FigureIntervals ends = figureIntervals(estimate);
    m_mfu->setValue(
        shareText(throughput.mfu), intervalNote(shareText(ends.mfu.low), shareText(ends.mfu.high)));
    const double change = reference ? throughput.mfu - reference->throughput.mfu : 0;
    m_mfu->setChange(change != 0 ? shareChangeText(change) : QString(), change);
    m_tokens->setValue(countText(std::round(throughput.tokensPerSecondPerDevice)),
        intervalNote(countText(std::round(ends.tokensPerSecondPerDevice.low)),
            countText(std::round(ends.tokensPerSecondPerDevice.high))));
    const double tokensChange = reference
        ? throughput.tokensPerSecondPerDevice - reference->throughput.tokensPerSecondPerDevice
        : 0;
    m_tokens->setChange(tokensChange != 0
            ? ratioChangeText(
                reference->throughput.tokensPerSecondPerDevice, throughput.tokensPerSecondPerDevice)
            : QString(),
        tokensChange);
    m_flops->setValue(flopRateText(throughput.model),
        intervalNote(flopRateText(FlopPerSecond { ends.modelFlops.low }),
            flopRateText(FlopPerSecond { ends.modelFlops.high })));
    m_days->setVisible(estimate.run.has_value());
    m_cost->setVisible(estimate.run.has_value());
    if (estimate.run) {
        m_days->setValue(daysText(estimate.run->days),
            intervalNote(daysText(ends.days.low), daysText(ends.days.high)));
        m_cost->setValue(moneyText(estimate.run->cost),
            intervalNote(roughMoneyText(ends.cost.low), roughMoneyText(ends.cost.high)));
    }
}

} // namespace headroom
