// The figures of the panel: memory, time, throughput.
#include "model/estimate/figure_intervals.h"
#include "widgets/charts/term_bar.h"
#include "widgets/charts/term_segments.h"
#include "widgets/frame/window_context.h"
#include "widgets/look/panels.h"
#include "widgets/planning/plan_controller.h"
#include "widgets/results/figure_button.h"
#include "widgets/results/result_panel.h"
#include "widgets/text/quantity_text.h"
#include "widgets/text/verdict_text.h"

#include <cmath>

namespace headroom {

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
    m_memoryBar->setLimits(
        { { tr("budget %1").arg(gibText(memory.budget)), memory.budget.value(), true },
            { tr("capacity %1").arg(gibText(memory.capacity)), memory.capacity.value(), false } });
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
    const QString points = shareChangeText(change);
    m_mfu->setChange(points == shareChangeText(0) ? QString() : points, change);
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
        const CalendarRun run = calendarRun(estimate);
        m_days->setValue(daysText(run.days),
            intervalNote(daysText(run.daysEnds.low), daysText(run.daysEnds.high)));
        m_cost->setValue(roughMoneyText(run.cost),
            intervalNote(roughMoneyText(run.costEnds.low), roughMoneyText(run.costEnds.high)));
    }
}

} // namespace headroom
