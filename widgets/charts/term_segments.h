#pragma once

#include "model/estimate/estimate.h"
#include "widgets/charts/term_bar.h"

#include <QPalette>

namespace headroom {

enum class TermKind { Memory, Time };

/// The terms of an estimate as every drawing of them takes them: bytes or seconds, in their fixed
/// order and colours.
std::vector<TermBar::Segment> termSegments(
    TermKind kind, const Estimate &estimate, const QPalette &palette);
std::vector<TermBar::Segment> memorySegments(const Estimate &estimate, const QPalette &palette);
std::vector<TermBar::Segment> timeSegments(const Estimate &estimate, const QPalette &palette);

/// Their sum with its interval, in the same unit.
struct TermTotal
{
    double value = 0, low = 0, high = 0;
    QString text, range; ///< the sum, the ends of the interval
    QString sentence; ///< the result in words
};
TermTotal termTotal(TermKind kind, const Estimate &estimate);

/// One line below a bar: the segment that is pointed at, else the largest ones.
QString segmentNote(const std::vector<TermBar::Segment> &segments, const QString &id);

} // namespace headroom
