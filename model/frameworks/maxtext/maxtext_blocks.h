#pragma once

#include "model/plan/resolved_plan.h"

#include <string_view>

namespace headroom {

/// A shape as MaxText's own decoder blocks know it.
struct MaxTextBlock
{
    std::string_view name; ///< of decoder_block
    std::string_view missing {}; ///< id of the reason why no block has the shape; empty: one has
};
MaxTextBlock maxtextBlock(const ModelShape &model);

/// Whether the plan's release of MaxText has a file of the model that its run can use. A
/// user-supplied shape may carry a known name but differ from the file of that name.
bool isNamedInMaxText(const ResolvedPlan &resolved);

} // namespace headroom
