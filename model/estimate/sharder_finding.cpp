#include "model/estimate/sharder_finding.h"

#include "model/frameworks/deepspeed/deepspeed_facts.h"

namespace headroom {

std::optional<Finding> sharderFinding(const Estimator &estimator, const ResolvedPlan &resolved,
    const Prepared &prepared, const Evaluation &evaluation)
{
    const Plan &plan = resolved.plan;
    if (prepared.isInference || resolved.framework().id != Framework::HuggingFace
        || !plan.software.stack.empty()
        || trainerSharder(plan, plan.parallelism) != Sharder::DeepSpeed
        || deepspeedStage(plan.options, plan.parallelism) == 0)
        return std::nullopt;
    ResolvedPlan counted = resolved;
    counted.plan.software.stack = deepspeedStack;
    const Evaluation runs
        = evaluate(estimator.prepare(counted, estimator.stackOf(counted), prepared.flags),
            planCandidate(plan));
    const Bytes more = runs.peak - evaluation.peak;
    if (more <= Bytes {})
        return std::nullopt;
    return Finding { Severity::Warning, "trainer-runs-deepspeed", { more, runs.peak },
        "software.stack", { { "software.stack", std::string(deepspeedStack) } } };
}

} // namespace headroom
