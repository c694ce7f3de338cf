#pragma once

#include "model/estimate/estimate.h"
#include "widgets/charts/term_bar.h"

#include <QPalette>

namespace headroom {

/// The terms of an estimate as bar segments, in their fixed order and colours.
std::vector<TermBar::Segment> memorySegments(const Estimate &estimate, const QPalette &palette);
std::vector<TermBar::Segment> timeSegments(const Estimate &estimate, const QPalette &palette);

/// One line below a bar: the segment that is pointed at, else the largest ones.
QString segmentNote(const std::vector<TermBar::Segment> &segments, const QString &id);

} // namespace headroom
