#pragma once

#include "model/timeline/timeline.h"

#include <string>

namespace headroom {

/// The step as a table: stage, stream, block, phase, term, layer and micro-batch from 1, start,
/// duration and exposed seconds. All kernels of `stage`, or the passes of all stages for −1; the
/// kernels only as far as `limit` lines.
std::string timelineCsv(const Timeline &timeline, int stage, std::size_t limit = 200000);

} // namespace headroom
