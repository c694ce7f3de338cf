#pragma once

#include "model/timeline/timeline.h"

namespace headroom {

/// Puts the micro-batches that were not placed one by one into the middle of the steady state: one
/// Repeat per stage that lasts as long as the passes that it stands for, later passes moved behind
/// it. Nothing happens when all micro-batches are shown.
void repeatPattern(Timeline &timeline);

} // namespace headroom
