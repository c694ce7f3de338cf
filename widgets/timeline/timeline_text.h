#pragma once

#include "model/timeline/timeline_view.h"

#include <QString>

namespace headroom {

/// The words of model/timeline in the user's language.
QString blockText(const DrawnBlock &block); ///< "Backward: MLP GEMMs"
QString streamText(const Timeline &timeline, TimelineStream stream);
QString opText(BlockOp op);
QString passText(PassKind kind);
QString scheduleText(PipelineSchedule schedule);
QString differenceText(TimeTerm term);

/// What there is to know about a block, one fact a line.
QStringList blockFacts(const Timeline &timeline, int stage, const DrawnBlock &block);

/// The result in a sentence or two: length, waits, bubbles, and how it compares with the estimate.
QString timelineSentence(const Timeline &timeline, int stage);

} // namespace headroom
