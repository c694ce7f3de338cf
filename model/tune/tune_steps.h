#pragma once

#include "model/sources/field_keys.h"
#include "model/tune/tune_files.h"

namespace headroom {

/// Files with changes of keys made, and the line of the first of each that was.
struct EditedFiles
{
    std::vector<NamedText> files;
    bool isChanged = false;
};

/// Makes the changes of keys that lead from one plan to the other.
EditedFiles editedFor(
    const std::vector<NamedText> &files, const ResolvedPlan &before, const ResolvedPlan &after);

/// The way from one plan to the other in the smallest valid steps, each with what it brings and
/// the first line of the user's files that it concerns.
std::vector<TuneHunk> tuneHunks(const std::vector<NamedText> &files, const ResolvedPlan &before,
    const ResolvedPlan &after, const Estimator &estimator);

/// Fields that differ, with their values in `after`.
PlanMove tunedFields(const Plan &before, const Plan &after);

/// The steps of a move: degrees together, the others one by one.
std::vector<PlanMove> tuneSteps(const PlanMove &all);

/// A plan with its estimate.
struct TunePoint
{
    ResolvedPlan plan;
    Estimate figures;
};

/// What a move from one plan to the other brings, and the first line of the files that it concerns;
/// no file where none of them says it.
TuneHunk hunkBetween(const std::vector<NamedText> &files, const PlanMove &move,
    const TunePoint &before, const TunePoint &after);

} // namespace headroom
