#pragma once

#include "model/library/collectives/collective_table.h"
#include "model/physics/prepare/candidate.h"
#include "model/physics/prepare/prepared.h"
#include "model/plan/resolved_plan.h"

#include <span>

namespace headroom {

/// What prepare() needs beside the plan.
struct PrepareInput
{
    const ResolvedPlan &resolved;
    const ChipProfile &chip;
    const StackProfile &stack;
    const FlagEffects &flags;
    const CollectiveTable &collectives; ///< outlives what is prepared
    std::span<const RematPolicy> policies; ///< further policies to offer; the plan's own is first
    std::span<const PrecisionRecipe> recipes; ///< further recipes to offer; the plan's own is first
};

/// Computes everything that does not change while degrees, micro-batch, policy, recipe and
/// optimizer are varied. Index 0 of remats, recipes and optimizers is the plan's own choice.
Prepared prepare(const PrepareInput &input);

/// Dense peak of the matrix units for GEMMs of a plan's `precision.compute`.
FlopPerSecond densePeak(const Accelerator &accelerator, NumberFormat compute);

/// The plan's own point.
Candidate planCandidate(const Plan &plan);

/// Sets everything in `prepared` that follows from the constants of chip and stack: reached rates,
/// element-wise factor. prepare() ends with it; the fit calls it with other constants.
void applyConstants(Prepared &prepared, const ChipProfile &chip, const StackProfile &stack);

/// Chip part of prepare(): peaks, links, domains and pool of the machine.
void prepareChip(Prepared &prepared, const PrepareInput &input);
/// Model part of prepare(): shapes, parameter counts, matrices.
void prepareModel(Prepared &prepared, const ModelShape &model, const ResolvedPlan &resolved);
/// Adapters, frozen matrices and what they do to the model's FLOPs; before policies are priced.
/// Leaves everything as it is where the plan trains all weights.
void prepareTuning(Prepared &prepared, const Plan &plan, const ModelShape &model);
/// Takes away what a policy keeps only for gradients of weights that are frozen.
void dropFrozenInputs(const Prepared &prepared, RematCosts &remat);
/// Adds the forward pass of a frozen reference, which takes what doing the forward pass again
/// takes, but for the head. @source Direct Preference Optimization (arXiv 2305.18290) §4
void addReferencePass(const Prepared &prepared, RematCosts &remat);
/// Bytes and repeated work of one policy for the prepared model.
RematCosts rematCosts(const Prepared &prepared, const RematPolicy &policy, RematKind kind);
/// A layer of which everything is kept, wherever modules of it are offloaded: what its backward
/// pass finds in memory when it runs.
RematCosts wholeLayerCosts(const Prepared &prepared);
/// Everything kept but what norms and activation functions give: little memory for little work.
/// @source Megatron-Core --recompute-modules (layernorm, moe_act)
RematCosts lightRemat(const Prepared &prepared, const RematCosts &whole);
/// A policy that treats the share `more` of the layers like `smaller` and the rest like `larger`.
RematCosts mixedRemat(const RematCosts &larger, const RematCosts &smaller, double more);
/// Rate, operand size and overheads of one recipe on the chip.
RecipeCosts recipeCosts(
    const Prepared &prepared, const PrecisionRecipe &recipe, const Accelerator &accelerator);
/// What an update moves of a parameter beside the optimizer's state where all is 32 bit: its
/// gradient read, its master weight read and written, its 16-bit weight written.
inline constexpr Bytes besideAdam { 4 + 2 * 4 + 2 };
/// Bytes and traffic of an optimizer with states in a number format of plans.
/// @param beside  bytes of a parameter that its update moves beside the state
/// @param fitted  the same where the stack's traffic was fitted
OptimizerCosts optimizerCosts(const OptimizerTraits &optimizer, NumberFormat state,
    Bytes beside = besideAdam, Bytes fitted = besideAdam);

} // namespace headroom
