#pragma once

#include "model/library/stacks/constant_doubt.h"
#include "model/library/stacks/stack_profile.h"
#include "model/physics/prepare/assumptions.h"
#include "model/physics/prepare/collective_machine.h"
#include "model/physics/prepare/flag_effects.h"
#include "model/physics/prepare/machine_rates.h"
#include "model/physics/prepare/memory_correction.h"
#include "model/physics/prepare/model_work.h"
#include "model/physics/prepare/recipe_costs.h"
#include "model/physics/prepare/remat_costs.h"
#include "model/physics/prepare/tuning_work.h"
#include "model/plan/plan.h"

#include <memory>
#include <optional>
#include <vector>

namespace headroom {

/// Ranks of each axis that the plan's own mesh puts in one node or slice.
struct MeshInside
{
    double tensor = 1, expert = 1, context = 1, fsdp = 1, data = 1, pipeline = 1;
};

/// Everything about model, chip, stack and workload that does not change while degrees,
/// micro-batch, policy, recipe and optimizer are varied. Made once by prepare(); read by all
/// formulas.
struct Prepared : ModelWork, MachineRates
{
    // Workload
    double sequence = 0, globalBatch = 0;
    double documentTokens = 0; ///< that attention reaches over; shorter than `sequence` when packed
    double usefulShare = 1; ///< of the tokens: the others are padding
    bool isInference = false;
    double evaluationMicroBatch = 0; ///< sequences of a rank at a time; 0: nothing is evaluated
    PipelineGather pipelineGather = PipelineGather::Each; ///< where the framework has a choice

    ChipProfile chip;
    StackProfile stack;
    FlagEffects flags;
    Assumptions assumed;
    PlanOptions options;
    TuningWork tuning; ///< adapters beside frozen weights
    CollectiveMachine collectives; ///< what exchanges between devices cost

    // Precision, of one element
    Bytes computeBytes { 2 }, weightBytes { 4 }, gradientBytes { 4 }, masterBytes;
    Bytes weightCopyBytes; ///< of the 16-bit copy that autocast keeps of weights that lie whole
    Bytes gatherBytes { 2 }; ///< of a weight on the wire
    Bytes wideGatherBytes { 2 }; ///< of one outside the frozen matrices: embedding, head, adapters
    double elementwiseFactor = 1;
    CrossEntropy loss = CrossEntropy::Eager; ///< never Auto or Chunked
    bool expertIsAxis = false;
    std::optional<MeshInside> meshInside; ///< of the plan's own mesh
    bool overlapsTensor = false;
    double launchShare = 1; ///< of a layer's kernels that the host issues one by one
    double routingShare = 1; ///< of the host's work for routing that graphs and dispatchers leave
    double expertExposed = 1; ///< of expert exchanges
    double rowPasses = 6; ///< reads and writes of experts' rows around the exchange
    bool deduplicatesDispatch = false; ///< a token crosses to a node once
    double tensorsPerLayer = 7; ///< weights of a layer that travel apart when nothing is merged
    std::vector<int> stageLayers; ///< of the plan, by stage or by chunk; empty: even

    double stepFactor = 1; ///< on every time term: checkers, and what own runs show
    std::shared_ptr<const ConstantDoubt> doubt; ///< of own runs; none: as the profiles say
    std::optional<MemoryCorrection> compiled; ///< of the plan or its neighbour
    int wholeRemat = 0; ///< index of the policy that keeps everything
    std::vector<RematCosts> remats;
    std::vector<RecipeCosts> recipes;
    std::vector<OptimizerCosts> optimizers;
};

/// Whether torch runs a kernel for each operation of the model's code and keeps what its derivative
/// reads: nothing is compiled.
inline bool isEagerTorch(const Prepared &p)
{
    return !p.isTpu && !p.isCompiled && p.stack.eagerKeepsCopies;
}

/// Whether torch's own kernels, one for each operation of the model's code, do the element-wise
/// work: nothing is compiled, and no patch replaces them. In Hugging Face models what fuses the
/// loss (Liger, Unsloth, fms-acceleration) replaces norms and positions as well.
/// @source Liger-Kernel monkey_patch.py, unsloth models/llama.py, fms-acceleration foak
inline bool runsKernelByKernel(const Prepared &p)
{
    return isEagerTorch(p) && p.loss == CrossEntropy::Eager;
}

/// Whether XLA's scheduler, which flags move, decides what overlaps: JAX on GPU.
inline bool followsXlaFlags(const Prepared &p)
{
    return p.expertIsAxis && !p.isTpu;
}

} // namespace headroom
