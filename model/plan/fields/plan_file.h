#pragma once

#include "model/plan/plan.h"

#include <filesystem>
#include <map>

namespace headroom {

/// A plan with the place of each key, so that a broken rule can point at a line.
struct LoadedPlan
{
    Plan plan;
    std::filesystem::path file;
    std::map<std::string, int, std::less<>> lines; ///< dotted path → line
    std::vector<std::string> setPaths; ///< paths overridden by --set
    Errors notes; ///< what the overrides changed beside what they say; no problems

    /// "FILE:LINE" of the first of these paths (or of a parent) in the file; "--set PATH" when one
    /// was overridden.
    std::string where(const std::vector<std::string> &paths) const;
    /// The errors with such places where they name a field.
    Errors placed(Errors errors) const;
};

/// What could be read of a plan, beside what is wrong with its form.
struct PlanReading
{
    LoadedPlan loaded; ///< fields that could not be read hold their defaults
    Errors problems;
    std::vector<std::string> brokenFields; ///< paths of fields or sections without a usable value
    bool hasTree = false; ///< false: nothing could be read at all

    bool isBroken(std::string_view path) const;
};

PlanReading readPlan(const std::filesystem::path &file);
PlanReading readPlanText(std::string_view text, const std::string &name);

/// Reads a plan file; every problem of form is listed. Rules between fields are checked by
/// plan_rules.h.
Result<LoadedPlan> loadPlan(const std::filesystem::path &file);
Result<LoadedPlan> parsePlan(std::string_view text, const std::string &name);

/// Applies `a.b=v` overrides in order. Options of the file that an overriding framework does not
/// have are dropped, with a note, and so is a format of frozen weights that an overriding tuning
/// method does not have; what stands among the overrides is left to the rules.
Problems applySettings(LoadedPlan &loaded, const std::vector<std::string> &settings);

/// Brief: required keys and whatever differs from the defaults. Complete: every field that is set.
enum class PlanDetail { Brief, Complete };
/// The plan as a tree in the order of the schema.
Document planDocument(const Plan &plan, PlanDetail detail);

/// The plan as a file: required keys and whatever differs from the defaults, in the order of the
/// schema. loadPlan gives an equal plan back.
std::string writePlan(const Plan &plan);

/// Writes the file whole or not at all, as writeFileAtomically does.
Problems savePlan(const Plan &plan, const std::filesystem::path &file);

} // namespace headroom
