#pragma once

#include "tests/model/shipped.h"

#include "model/diagnosis/diagnosis.h"
#include "model/plan/fields/plan_file.h"

#include <algorithm>

namespace headroom {

inline const Diagnoser &diagnoser()
{
    static const Diagnoser one = Diagnoser::make(Workbench { shippedLibrary() }).value();
    return one;
}

/// Llama 3 70B on 4 nodes, as Megatron runs it.
inline Plan clusterPlan()
{
    Plan plan;
    plan.name = "cluster";
    plan.model.id = "llama3-70b";
    plan.framework = "megatron";
    plan.hardware = { "h100-sxm", 4, 8, {}, {}, {}, {}, {} };
    plan.workload.sequenceLength = 8192;
    plan.workload.globalBatchSequences = 128;
    plan.parallelism.data = 2;
    plan.parallelism.fsdp = 1;
    plan.parallelism.zeroStage = 1;
    plan.parallelism.tensor = 8;
    plan.parallelism.sequenceParallel = true;
    plan.parallelism.pipeline = 2;
    plan.parallelism.microBatch = 1;
    plan.precision.weights = NumberFormat::Bf16;
    plan.remat.policy = "selective";
    plan.attention = AttentionChoice::Flash;
    return plan;
}

inline double predictedStep(const Plan &plan)
{
    ProjectRun run {};
    run.plan = writeJson(planDocument(plan, PlanDetail::Complete), 0);
    run.stepSeconds = 1;
    return diagnoser().diagnose(run, nullptr).predicted->time.step.value();
}

/// A run of that plan that took `ratio` of what is predicted.
inline ProjectRun runOf(const Plan &plan, double ratio)
{
    ProjectRun run {};
    run.id = "r";
    run.plan = writeJson(planDocument(plan, PlanDetail::Complete), 0);
    run.stepSeconds = ratio * predictedStep(plan);
    return run;
}

inline const RunCause *find(const RunDiagnosis &diagnosis, const std::string &id)
{
    const auto found = std::ranges::find(diagnosis.causes, id, &RunCause::id);
    return found == diagnosis.causes.end() ? nullptr : &*found;
}

} // namespace headroom
