#pragma once

#include "model/runs/facts/run_trace.h"

#include <string>
#include <string_view>

namespace headroom {

/// The operation that a test program or file is named after ("all_reduce_perf"); empty: none.
std::string collectiveKind(std::string_view name);

/// Fills in what a table leaves out, from the ratio of its two bandwidths: the operation, where
/// only one fits, and the number of ranks.
void completeCollective(OperationSample &sample, double algorithmicGbytes, bool isReduction);

} // namespace headroom
