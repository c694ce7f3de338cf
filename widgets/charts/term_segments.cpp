#include "widgets/charts/term_segments.h"

#include "widgets/look/series_colours.h"
#include "widgets/text/quantity_text.h"
#include "widgets/text/verdict_text.h"
#include "widgets/text/wording.h"

#include <QCoreApplication>

#include <algorithm>

namespace headroom {

std::vector<TermBar::Segment> termSegments(
    TermKind kind, const Estimate &estimate, const QPalette &palette)
{
    return kind == TermKind::Memory ? memorySegments(estimate, palette)
                                    : timeSegments(estimate, palette);
}

std::vector<TermBar::Segment> memorySegments(const Estimate &estimate, const QPalette &palette)
{
    std::vector<TermBar::Segment> segments;
    for (std::size_t i = 0; i < memoryTermCount; ++i) {
        const auto term = static_cast<MemoryTerm>(i);
        const Bytes value = estimate.memory.terms[term];
        segments.push_back({ QString::fromLatin1(termId(term)), termText(term), bytesText(value),
            value.value(), seriesColour(term, palette), false });
    }
    return segments;
}

std::vector<TermBar::Segment> timeSegments(const Estimate &estimate, const QPalette &palette)
{
    std::vector<TermBar::Segment> segments;
    for (std::size_t i = 0; i < timeTermCount; ++i) {
        const auto term = static_cast<TimeTerm>(i);
        const Seconds value = estimate.time.terms[term];
        segments.push_back({ QString::fromLatin1(termId(term)), termText(term), secondsText(value),
            value.value(), seriesColour(term, palette), isHatched(term) });
    }
    return segments;
}

TermTotal termTotal(TermKind kind, const Estimate &estimate)
{
    if (kind == TermKind::Memory) {
        const MemoryEstimate &memory = estimate.memory;
        return { memory.peak.value(), memory.p10.value(), memory.p90.value(), gibText(memory.peak),
            rangeText(gibText(memory.p10), gibText(memory.p90)), memorySentence(estimate) };
    }
    const TimeEstimate &time = estimate.time;
    return { time.step.value(), time.p10.value(), time.p90.value(), secondsText(time.step),
        rangeText(secondsText(time.p10), secondsText(time.p90)), timeSentence(estimate) };
}

QString segmentNote(const std::vector<TermBar::Segment> &segments, const QString &id)
{
    const auto line = [](const TermBar::Segment &segment) {
        //: A term and its value.
        return QCoreApplication::translate("headroom::TermBar", "%1: %2")
            .arg(segment.label, segment.valueText);
    };
    for (const TermBar::Segment &segment : segments) {
        if (segment.id == id)
            return line(segment);
    }
    const auto largest = std::ranges::max_element(segments, {}, &TermBar::Segment::value);
    if (largest == segments.end() || largest->value <= 0)
        return {};
    return QCoreApplication::translate("headroom::TermBar", "Largest: %1").arg(line(*largest));
}

} // namespace headroom
