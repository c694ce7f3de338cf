#pragma once

#include "model/advice/remedy_moves.h"
#include "model/base/document/document.h"
#include "model/estimate/change.h"
#include "model/estimate/estimate.h"

#include <filesystem>
#include <optional>
#include <stop_token>
#include <string>
#include <vector>

namespace headroom {

/// A change of a plan that cures some of its findings, or gains time.
struct Remedy
{
    PlanMove changes; ///< against the plan; together they keep every rule
    Reach reach = Reach::Layout;
    std::vector<std::string> cures; ///< ids of findings that are gone with it
    PlanChange change; ///< of step and peak, with intervals
    Estimate estimate; ///< of the changed plan
    std::vector<std::string> targets; ///< of export that write it

    bool doesCure(const std::string &finding) const;
};

/// The plan that comes closest to fitting when no change makes it fit.
struct NearestPlan
{
    PlanMove changes;
    Bytes lacks; ///< per device
};

/// What helps a plan, best first: changes that cure its findings, the nearest first, or that
/// shorten the step by layout alone.
struct Remedies
{
    std::vector<Remedy> all;
    std::vector<Finding> waste; ///< at most one: what layout alone would gain
    std::optional<NearestPlan> nearest; ///< where it does not fit and nothing cures that

    /// Places in `all` of those that cure a finding.
    std::vector<std::size_t> of(const std::string &finding) const;
};

/// Id of the finding that a plan wastes time which layout alone would save.
inline constexpr const char *wasteFinding = "layout-wastes";
/// Share of the step from which waste is said. ASSUMED: less is within the error of most estimates.
inline constexpr double notedWaste = 0.05;

/// What a ladder asks. Everything outlives it.
struct RemedyQuestion
{
    const ResolvedPlan &plan; ///< valid
    const Estimate &now; ///< of it
    const ProfileLibrary &library;
    std::filesystem::path folder; ///< where relative paths of the plan start
    /// Of a valid plan: all figures, and the plain ones that cost less.
    std::function<Estimate(const ResolvedPlan &)> estimate, figures;
    std::function<PlanMove(TuningMethod)> tune; ///< see MoveSources
    /// Targets that write a plan; may be empty.
    std::function<std::vector<std::string>(const ResolvedPlan &)> targets;
    std::stop_token stop;
};

/// Searches the changes of a plan rung by rung (Reach), single ones first, then several of a rung
/// together. A plan that does not fit surely gets what makes it fit, at most three; one that does
/// gets what shortens its step by layout alone. Only changes that keep the rules of the plan's
/// framework are looked at.
Remedies remedies(const RemedyQuestion &question);

/// The best change of each setting alone, a larger and a smaller number apart, those that gain most
/// first: of the moves of remedies() from `nearest` to `furthest` those that keep the rules, and
/// fit where the plan does. Of a setting the value that fits and takes the fewest device-seconds;
/// where none fits, the one that lacks least memory.
std::vector<Remedy> bestChanges(const RemedyQuestion &question, Reach nearest, Reach furthest);
/// Whether a change gives the setting that it is named after a smaller number than `plan` has.
bool isDecrease(const Remedy &change, const Plan &plan);

/// "parallelism.zero_stage=2, remat.policy=full".
std::string moveText(const PlanMove &move);
/// One line for each remedy, with what it changes; empty without any.
std::string remediesText(const Remedies &remedies, const Estimate &now);
/// Adds `remedies`, `nearest` and the places in each finding to the document of an estimate, which
/// lists the waste among its findings.
void addRemedies(Document &document, const Remedies &remedies);

} // namespace headroom
