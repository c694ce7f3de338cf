#pragma once

#include "model/base/outcome/message.h"
#include "model/plan/resolved_plan.h"

#include <array>
#include <cstdint>
#include <span>
#include <string>
#include <vector>

namespace headroom {

/// Axes that a mesh can split, in the order of DegreeFacts::mesh.
inline constexpr std::array meshAxes { "data", "fsdp", "tensor", "context", "pipeline", "expert" };
std::array<int, meshAxes.size()> meshDegrees(const Degrees &degrees);

/// Product of all degrees that devices multiply to; exact up to 2^53, far beyond any lawful count.
double deviceProduct(const Degrees &degrees, bool expertIsAxis);
/// Batch shards: data · fsdp (· expert where it is an axis). @pre degrees up to mostDevices
std::int64_t batchRanks(const Degrees &degrees, bool expertIsAxis);
/// Micro-batches per step on one data-parallel rank; lawful plans give a whole number.
/// global batch / (micro-batch · ranks)
double microBatchesPerStep(std::int64_t globalBatch, const Degrees &degrees, bool expertIsAxis);

/// What the rules between degrees read of a plan beside the degrees. Made once; the rules are then
/// asked for millions of points.
struct DegreeFacts
{
    explicit DegreeFacts(const ResolvedPlan &resolved);

    const FrameworkTraits *framework;
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
using Knobs = std::uint32_t;
namespace knob {
inline constexpr Knobs split = 1u << 0; ///< data and fsdp, each
inline constexpr Knobs ranks = 1u << 1; ///< their product, with expert where it is an axis
inline constexpr Knobs zeroStage = 1u << 2;
inline constexpr Knobs tensor = 1u << 3;
inline constexpr Knobs sequenceParallel = 1u << 4;
inline constexpr Knobs context = 1u << 5;
inline constexpr Knobs contextStrategy = 1u << 6;
inline constexpr Knobs pipeline = 1u << 7;
inline constexpr Knobs chunks = 1u << 8;
inline constexpr Knobs expert = 1u << 9;
inline constexpr Knobs expertTensor = 1u << 10;
inline constexpr Knobs microBatch = 1u << 11;
inline constexpr Knobs none = 0;
inline constexpr Knobs all = (1u << 12) - 1;
} // namespace knob

/// `value` must be a multiple of `divisor`; 0 of 1 where there is nothing to ask.
struct Division
{
    std::int64_t value = 0, divisor = 1;
    bool isWhole() const { return divisor <= 0 || value % divisor == 0; }
};

/// A plan that breaks a rule, as the rule's wording reads it.
struct BrokenDegrees
{
    const ResolvedPlan &resolved;
    const DegreeFacts &facts;
    const Degrees &degrees;
};

/// One hard rule between the degrees of a plan. Search and plan ask the same row; only the plan
/// words it.
struct DegreeRule
{
    using Words = std::vector<std::string>;

    const char *id; ///< of the error
    Knobs knobs; ///< what it reads; none: the same for all points of a plan
    Words fields; ///< of the plan that take part, in file order
    // Either a test with the operands of its error …
    bool (*test)(const DegreeFacts &, const Degrees &) = nullptr;
    Operands (*operands)(const BrokenDegrees &) = nullptr;
    // … or a division with the words for the value (a message id) and the name of its divisor.
    Division (*division)(const DegreeFacts &, const Degrees &) = nullptr;
    const char *valueId = nullptr, *divisorName = nullptr;

    /// No allocation.
    bool holds(const DegreeFacts &facts, const Degrees &degrees) const
    {
        return test ? test(facts, degrees) : division(facts, degrees).isWhole();
    }
    /// Operands of the error.
    Operands words(const BrokenDegrees &broken) const;
};

/// All of them, in the order in which errors are listed.
std::span<const DegreeRule> degreeRules();

/// Whether all rules hold. No allocation.
bool isLawful(const DegreeFacts &facts, const Degrees &degrees);
/// Whether those rules hold that read one of `fresh` and nothing but `known`: a search asks as soon
/// as it has fixed some of the degrees. No allocation.
bool isLawful(const DegreeFacts &facts, const Degrees &degrees, Knobs known, Knobs fresh);
/// Whether those rules hold that read no degree.
bool canBeLawful(const DegreeFacts &facts);

} // namespace headroom
