#pragma once

#include "model/library/profiles/profile_library.h"
#include "model/runs/facts/plan_draft.h"

#include <optional>

namespace headroom {

/// What the functions below work on: a trace, and the plan that grows out of it.
struct PlanRebuild
{
    const RunTrace &trace;
    const ProfileLibrary &library;
    PlanDraft &draft;
    bool hasBase = false; ///< the user named a plan of the run
    std::shared_ptr<const Accelerator> chip {}; ///< of the draft, once it is set

    const ConfigFacts &config() const { return trace.config; }
    const ConfigFacts &facts() const { return trace.facts; }
    Plan &plan() { return draft.plan; }
    /// Sets a field from a key of the configuration, or from the log's own fact of that name.
    bool read(std::string_view path, std::string_view key);
    /// Begins to read how layers go to stages: in one piece each, until a key tells otherwise.
    Parallelism &startStages();
    /// For what follows from several keys: the origin of its least certain part.
    FieldOrigin weaker(FieldOrigin a, FieldOrigin b) const { return a < b ? a : b; }
};

/// The plan that a run was made from, as far as its configuration and set-up lines tell it; what
/// they do not tell is that of `base`, where the user named one, else a default. Never refuses.
PlanDraft rebuildPlan(const RunTrace &trace, const ProfileLibrary &library, const Plan *base);

/// Notes the first five rules that the plan breaks, for the user to correct it; none about ranks
/// where the number of devices is a guess, which is asked about.
void noteBrokenRules(PlanDraft &draft, const ProfileLibrary &library);

// One for each framework.
void rebuildMaxText(PlanRebuild &rebuild);
void rebuildMegatron(PlanRebuild &rebuild);
void rebuildTorchtitan(PlanRebuild &rebuild);
void rebuildTorch(PlanRebuild &rebuild); ///< DeepSpeed and the Trainer

/// Sets what lines of the log tell under our own names, where the framework's configuration does
/// not: batch, length, degrees, devices, adapters, the model by its size.
void rebuildTold(PlanRebuild &rebuild);
/// The same of adapters alone: what counts of trained parameters say of a model that is known.
void tellTuning(PlanRebuild &rebuild);
/// Sets the options that are one key of the draft's framework (model/plan/option_names.h).
void rebuildOptions(PlanRebuild &rebuild, const ConfigFacts &config);
/// What a framework does where nothing tells otherwise, so that a plan of a bare log is valid.
void assumeHabits(PlanRebuild &rebuild);
/// Sets the plan's own flags so that an export of it would set those of the launch script; nothing
/// where no script with compiler flags was read.
void rebuildFlags(PlanRebuild &rebuild);
/// The chip of a name that its driver gives, maybe with more words behind it; nullptr: none.
std::shared_ptr<const Accelerator> chipByName(std::string_view name, const ProfileLibrary &library);
/// Sets the accelerator from the device's name or memory.
void rebuildAccelerator(PlanRebuild &rebuild);
/// Shortens the length that is only assumed to the positions of the model.
void assumeLength(PlanRebuild &rebuild);
/// Splits so many chips into nodes.
void rebuildNodes(PlanRebuild &rebuild, std::int64_t devices, FieldOrigin origin);

} // namespace headroom
