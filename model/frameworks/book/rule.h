#pragma once

#include "model/base/outcome/result.h"
#include "model/plan/resolved_plan.h"

#include <array>
#include <cstdint>
#include <span>
#include <string>
#include <vector>

namespace headroom {

/// What rules read of a plan besides its degrees. Made once; the rules are then asked for millions
/// of points. Refers to the plan, which outlives it.
struct RuleFacts
{
    explicit RuleFacts(const ResolvedPlan &resolved);

    const ResolvedPlan *whole; ///< but its degrees and its policy, which a search varies
    const FrameworkTraits *framework;
    RematKind remat;
    std::string policy; ///< of remat
    std::int64_t layers, heads, kvHeads, ffn;
    std::int64_t vocabulary; ///< that tensor must divide; 0: the framework pads or cuts unevenly
    std::int64_t experts = 0, expertFfn = 0;
    bool isMla;
    std::int64_t sequence, globalBatch;
    std::int64_t devices;
    bool offloadsParameters;
    bool refusesAccumulation; ///< of the recipe, in this framework
    std::int64_t stageEntries, stageSum; ///< of the plan's stage_layers
    bool stagesAreEqual; ///< all entries are the same
    bool hasMesh;
    std::array<std::int64_t, meshAxes.size()> mesh; ///< ici x dcn; 1 for an axis not named

    double accumulation(const Degrees &degrees) const
    {
        return microBatchesPerStep(globalBatch, degrees, framework->expertIsAxis);
    }
};

/// Degrees that a rule reads, as a set of bits.
using Settings = std::uint32_t;
namespace setting {
inline constexpr Settings split = 1u << 0; ///< data and fsdp, each
inline constexpr Settings ranks = 1u << 1; ///< their product, with expert where it is an axis
inline constexpr Settings zeroStage = 1u << 2;
inline constexpr Settings tensor = 1u << 3;
inline constexpr Settings sequenceParallel = 1u << 4;
inline constexpr Settings context = 1u << 5;
inline constexpr Settings contextStrategy = 1u << 6;
inline constexpr Settings pipeline = 1u << 7;
inline constexpr Settings chunks = 1u << 8;
inline constexpr Settings expert = 1u << 9;
inline constexpr Settings expertTensor = 1u << 10;
inline constexpr Settings microBatch = 1u << 11;
inline constexpr Settings remat = 1u << 12; ///< the kind of the policy
inline constexpr Settings shards = 1u << 13; ///< which of data and fsdp are above 1, no further
inline constexpr Settings none = 0;
inline constexpr Settings all = (1u << 14) - 1;
} // namespace setting

/// `value` must be a multiple of `divisor`; 0 of 1 where there is nothing to ask.
struct Division
{
    std::int64_t value = 0, divisor = 1;
    bool isWhole() const { return divisor <= 0 || value % divisor == 0; }
};

/// Where the sources of a framework show what a rule says.
struct Witness
{
    std::string_view repository; ///< "NVIDIA/Megatron-LM"; empty: the rule is arithmetic
    std::string_view path; ///< of the file
    std::string_view symbol; ///< text that is in the file, or is not
    bool isPresent = true;
    std::string_view release {}; ///< tag at which that is so; empty: at the day of the sources
};

/// The release of the witness, or the day of the sources in which
/// packaging/refresh/witnesses.py found the witnesses of its repository; empty: no day is known.
std::string_view seenIn(const Witness &witness);

/// A plan that breaks a rule, as the rule's wording reads it.
struct BrokenRule
{
    const RuleFacts &facts;
    const Degrees &degrees;

    const ResolvedPlan &plan() const { return *facts.whole; }
};

/// What a rule speaks of. A model whose blocks a framework (or an early release of it) does not
/// have can still be estimated (somebody may have added them); nothing can be written for it.
enum class RuleScope { Plan, Model };

/// Error of every framework's rule: its title, and the reason as a message.
inline constexpr const char *frameworkRuleId = "rule-framework";

/// One hard rule of a plan. Plan, search and export ask the same row; only the plan words it.
struct Rule
{
    using Words = std::vector<std::string>;

    const char *id; ///< of the error; of the reason where a framework says it
    Settings settings; ///< what it reads; none: the same for all points of a plan
    Words fields; ///< of the plan that take part, in file order; a framework's rule begins with
                  ///< the one whose change lifts it
    // Either a test with the operands of its error ...
    bool (*test)(const RuleFacts &, const Degrees &) = nullptr;
    Operands (*operands)(const BrokenRule &) = nullptr;
    // ... or a division with the words for the value (a message id) and the name of its divisor.
    Division (*division)(const RuleFacts &, const Degrees &) = nullptr;
    const char *valueId = nullptr, *divisorName = nullptr;
    // Of a framework's rule
    bool isOfFramework = false;
    std::string_view since {}, until {}; ///< releases that have the rule; `until` no longer has it
    Witness witness {};
    RuleScope scope = RuleScope::Plan;
    /// Of `fields`, the one that breaks the rule in this plan; nullptr: the first.
    std::string_view (*cause)(const BrokenRule &) = nullptr;

    /// No allocation.
    bool holds(const RuleFacts &facts, const Degrees &degrees) const
    {
        return test ? test(facts, degrees) : division(facts, degrees).isWhole();
    }
    /// Whether the rule is one of that release; an empty text stands for the newest.
    bool isOf(const std::string &release) const;
    /// The fields, first the one whose change lifts this break of the rule.
    Words fieldsOf(const BrokenRule &broken) const;
    /// Id and operands of the error; its place is the caller's.
    Error error(const BrokenRule &broken) const;
};

} // namespace headroom
