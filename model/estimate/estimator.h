#pragma once

#include "model/estimate/calibration.h"
#include "model/estimate/estimate.h"
#include "model/estimate/intervals.h"
#include "model/library/collectives/collective_table.h"
#include "model/library/stacks/stack_library.h"
#include "model/physics/prepare/prepare.h"
#include "model/physics/step/evaluate.h"

#include <functional>
#include <map>
#include <memory>

namespace headroom {

/// Effective flags of a plan in the words of the time and memory model (model/flags).
using FlagEffectsSource = std::function<FlagEffects(const ResolvedPlan &)>;
/// What is to be said about the flags of a plan (model/flags).
using FlagFindingsSource = std::function<std::vector<Finding>(const ResolvedPlan &)>;

/// What a compiler says of the memory of a plan.
struct CompiledAnswer
{
    std::optional<MemoryCorrection> correction;
    bool isOfThisPlan = false; ///< not carried over from a neighbour
    std::vector<Finding> findings;
};

/// Answers plans. Safe for use from several threads once made; equal plans get equal answers.
class Estimator
{
public:
    /// `library` outlives the estimator, and the estimator all that it prepares. Fails when
    /// profiles/stacks or profiles/collectives cannot be read.
    static Result<Estimator> make(const ProfileLibrary &library);
    Estimator(const ProfileLibrary &library, StackLibrary stacks, CollectiveTable collectives);

    void setFlagEffects(FlagEffectsSource source) { m_flagEffects = std::move(source); }
    /// Appended to the findings of estimate().
    void setFlagFindings(FlagFindingsSource source) { m_flagFindings = std::move(source); }
    /// For plans that name what a compiler planned; it is asked with plan and estimator, and its
    /// findings are appended to those of estimate().
    using CompiledSource = std::function<CompiledAnswer(const ResolvedPlan &, const Estimator &)>;
    void setCompiledMemory(CompiledSource source) { m_compiled = std::move(source); }
    /// True when flags differ from plan to plan.
    bool followsFlags() const { return static_cast<bool>(m_flagEffects); }
    /// Own measurements move the constants of stacks and chips, and with them all predictions
    /// (FORMULAS §10). For an estimator that has none yet.
    void setCalibration(Calibration calibration);
    const Calibration &calibration() const { return m_calibration; }
    /// What own runs leave unknown; nothing where there are none.
    const std::shared_ptr<const ConstantDoubt> &doubt() const { return m_doubt; }

    /// Memory, step time, throughput and findings of a valid plan. Always a finite answer: a plan
    /// that does not fit is predicted as if memory sufficed, with the finding "does-not-fit".
    Estimate estimate(const ResolvedPlan &resolved) const;
    /// One derivation tree per term (ids = term ids), memory terms first.
    std::vector<Derivation> explain(const ResolvedPlan &resolved) const;

    /// The fast path: everything fixed about a plan, with every policy of its framework, every
    /// recipe that its framework knows, and every optimizer. See evaluate.h.
    Prepared prepare(const ResolvedPlan &resolved) const;
    /// The same for a stack and flags chosen by the caller (measurements).
    Prepared prepare(
        const ResolvedPlan &resolved, const StackProfile &stack, const FlagEffects &flags) const;

    const StackProfile &stackOf(const ResolvedPlan &resolved) const;
    FlagEffects flagsOf(const ResolvedPlan &resolved) const;
    const StackLibrary &stacks() const { return m_stacks; }
    StackLibrary &stacks() { return m_stacks; } ///< for the fit
    const CollectiveTable &collectiveTable() const { return *m_collectives; }
    const ProfileLibrary &library() const { return *m_library; }

private:
    CompiledAnswer compiledOf(const ResolvedPlan &resolved) const;
    Prepared prepare(const ResolvedPlan &resolved, const StackProfile &stack,
        const FlagEffects &flags, const CompiledAnswer &compiled) const;

    const ProfileLibrary *m_library;
    StackLibrary m_stacks;
    std::shared_ptr<const CollectiveTable> m_collectives; ///< stays where it is
    /// What a framework can be told to do.
    struct Offer
    {
        std::vector<RematPolicy> policies;
        std::vector<PrecisionRecipe> recipes;
    };
    std::map<std::string, Offer, std::less<>> m_offers; ///< by framework
    FlagEffectsSource m_flagEffects;
    FlagFindingsSource m_flagFindings;
    CompiledSource m_compiled;
    Calibration m_calibration;
    std::shared_ptr<const ConstantDoubt> m_doubt;
};

/// Soft rules of FORMULAS §8 as findings, with remedies.
/// What the memory of a plan gives reason to say: it does not fit, may not, or hardly does.
std::vector<Finding> memoryFindings(const MemoryEstimate &memory);
std::vector<Finding> softFindings(const ResolvedPlan &resolved, const Prepared &prepared,
    const Candidate &candidate, const Evaluation &evaluation);

} // namespace headroom
