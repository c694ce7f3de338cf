#include "model/estimate/plain_figures.h"

#include "model/physics/compute/step_flop.h"
#include "model/physics/step/evaluate.h"

namespace headroom {

Estimate plainFigures(const ResolvedPlan &resolved, const Prepared &p, const Evaluation &evaluation)
{
    Estimate result;
    result.plan = resolved.plan.name;
    result.parametersTotal = p.parametersTotal;
    result.parametersActive = p.parametersActive;
    result.parametersTrained = p.tuning.isAdapted ? p.tuning.parameters : p.parametersTotal;
    result.stack = p.stack.id;
    result.derived.dataParallelRanks = resolved.dataParallelRanks();
    result.derived.microBatches = evaluation.microBatches;
    result.derived.gradientAccumulation = gradientAccumulation(resolved);
    result.derived.tokensPerDevice
        = p.globalBatch * p.sequence / static_cast<double>(resolved.deviceCount());

    MemoryEstimate &memory = result.memory;
    memory.terms = evaluation.memory;
    memory.peak = evaluation.peak;
    memory.capacity = p.usableBytes;
    memory.budget = evaluation.budget;
    memory.outsidePool = evaluation.outsidePool;
    memory.allocated.bytes = evaluation.peak;
    memory.reserved.bytes = evaluation.reserved;
    memory.device.bytes = evaluation.reserved + evaluation.outsidePool;
    memory.headroom = memory.budget - memory.decisive().bytes;
    memory.fits = evaluation.fits;
    memory.host = evaluation.host;
    memory.worstStage = evaluation.worstStage;
    TimeEstimate &time = result.time;
    time.terms = evaluation.time;
    time.step = time.terms.total();
    time.forward = evaluation.forward;
    time.backward = evaluation.backward;
    time.optimizer = time.terms[TimeTerm::Optimizer];

    ThroughputEstimate &throughput = result.throughput;
    throughput.tokensPerSecondPerDevice
        = result.derived.tokensPerDevice * p.usefulShare / time.step.value();
    throughput.model = evaluation.modelFlopPerDevice / time.step;
    throughput.hardware = evaluation.hardwareFlopPerDevice / time.step;
    throughput.mfu = throughput.model / utilisationPeak(p);
    throughput.hfu = throughput.hardware / utilisationPeak(p);
    return result;
}

Estimate plainFigures(const Estimator &estimator, const ResolvedPlan &resolved)
{
    const Prepared prepared = estimator.prepare(resolved);
    return plainFigures(resolved, prepared, evaluate(prepared, planCandidate(resolved.plan)));
}

} // namespace headroom
