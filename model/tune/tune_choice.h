#pragma once

#include "model/sources/file_edits.h"
#include "model/tune/tune_files.h"

#include <string>
#include <vector>

namespace headroom {

/// A step of a change that somebody takes or leaves.
struct ChosenHunk
{
    TuneHunk hunk; ///< its effect on what was taken before it
    bool isTaken = false;
    bool isJoined = false; ///< taken together with the next one: the files say them only so
    bool isUnsaid = false; ///< wanted, and the files cannot say it
    Error problem {}; ///< why it could not be taken; empty id: it was, or was not wanted
    /// Lines that it changes with some around them, numbered as in the user's files; a line
    /// without a mark and number stands for those left out.
    std::vector<DiffLine> lines {};
};

/// The files with what was taken.
struct TuneChoice
{
    std::vector<ChosenHunk> hunks; ///< of all moves, in their order
    std::vector<NamedText> files;
    Plan before, plan;
    std::optional<Estimate> now, then;
};

/// What a choice is made of.
struct ChoiceRequest
{
    TuneQuestion question;
    std::vector<PlanMove> moves; ///< that lead from the plan of the files on
    std::vector<bool> wanted; ///< of each move; missing ones are wanted
};

/// Takes the moves that are wanted, one after the other, as far as the files can say them and no
/// rule is broken; one that needs the next is taken with it. Nothing is taken where the files leave
/// something open.
TuneChoice chooseHunks(const ChoiceRequest &request, const Estimator &estimator);

/// The moves of a tuned outcome, or those that lead from the plan of the files to another one.
std::vector<PlanMove> movesOf(const TuneOutcome &outcome);
std::vector<PlanMove> movesBetween(const Plan &before, const Plan &after);

/// Whether one of the files has settings of a program that launches or configures a run.
bool hasLaunchFile(const std::vector<std::string> &files);

/// The question that files of a run make: those that launch or configure it, and the first log
/// among them. Errors: a file cannot be read.
Result<TuneQuestion> questionOfFiles(
    const std::vector<std::string> &files, const ProfileLibrary &library);

} // namespace headroom
