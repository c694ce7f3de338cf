#pragma once

#include "model/base/expression/expression.h"
#include "model/estimate/estimate.h"
#include "model/plan/resolved_plan.h"

namespace headroom {

/// A plan with its answer, as lessons look at it.
struct AnsweredPlan
{
    ResolvedPlan resolved;
    Estimate estimate;
};

/// The value that a name stands for in an answer. Names are those of `estimate --format json`
/// (memory.peak_bytes, memory.terms.weights, time.step_seconds, throughput.mfu, bottleneck …), and:
/// plan.PATH (a field; numbers and booleans typed), model.layers …, chip.peak_tflops …, devices,
/// collectives.AXIS.seconds | window_seconds | exposed_seconds | bytes (summed over the axis),
/// roofline.ID.flop | bytes | seconds | intensity, run.days …, findings (list of ids).
std::optional<ExpressionValue> answerValue(const AnsweredPlan &answer, std::string_view name);

/// Number of plan fields (flags, tensors and mesh axes included) in which two plans differ.
int changedFields(const Plan &before, const Plan &after);

} // namespace headroom
