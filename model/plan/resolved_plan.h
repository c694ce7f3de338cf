#pragma once

#include "model/library/profiles/profile_library.h"
#include "model/plan/framework_traits.h"
#include "model/plan/optimizer_traits.h"
#include "model/plan/plan.h"

namespace headroom {

/// A plan with the profiles that it names; hardware overrides of the plan are already applied to
/// `accelerator`, the remat policy's tensors to `remat`.
struct ResolvedPlan
{
    Plan plan;
    std::shared_ptr<const ModelShape> model;
    Accelerator accelerator;
    RematPolicy remat;
    PrecisionRecipe recipe;
    /// All recipes, for naming those that serve; may be empty.
    std::shared_ptr<const std::vector<PrecisionRecipe>> recipes {};
    /// The plan's own measurements, from the folder of the plan; empty: none.
    std::filesystem::path calibrationFile {};
    /// What a compiler planned for the plan, likewise.
    std::filesystem::path compiledFile {};
    /// The releases that the plan runs on: those that it names, and for the others the newest
    /// listed that go with them (usedReleases()).
    Software releases {};

    std::int64_t deviceCount() const
    {
        return std::int64_t { plan.hardware.nodes } * plan.hardware.devicesPerNode;
    }
    /// The rows behind the plan's words.
    const FrameworkTraits &framework() const { return frameworkTraits(plan.framework); }
    const OptimizerTraits &optimizer() const { return optimizerTraits(plan.optimizer); }
    /// Of the plan's framework; empty: it has no number.
    const std::string &frameworkRelease() const { return framework().releaseIn(releases); }
    RematKind rematKind() const { return headroom::rematKind(remat, framework()); }
    bool expertIsAxis() const { return framework().expertIsAxis; }
    std::int64_t
    dataParallelRanks() const; ///< batch shards: data · fsdp (· expert where it is an axis)
};

/// Stands for the plan file in problems of a shape that the plan spells out: "PLAN:LINE".
inline constexpr std::string_view inlineShapeMark = "PLAN:";

/// Looks up what the plan names. `folder` is where relative paths of the plan start.
Result<ResolvedPlan> resolvePlan(
    const Plan &plan, const ProfileLibrary &library, const std::filesystem::path &folder = {});

/// Path of the plan field that an error of resolvePlan() is about, by the id of the error; empty:
/// no single field, or the error has a place already.
std::string fieldOfError(const Error &error);

/// Micro-batches per step on one data-parallel rank; valid plans give a whole number.
/// global batch / (micro-batch · ranks)
double gradientAccumulation(const ResolvedPlan &resolved);

} // namespace headroom
