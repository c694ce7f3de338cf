#pragma once

#include "model/intake/read_texts.h"
#include "model/runs/facts/plan_draft.h"

#include <map>
#include <string>
#include <vector>

namespace headroom {

/// Format of a trace that holds what the user states beside the texts: it counts before them.
inline constexpr const char *statedFormat = "stated";

/// Something that no text says and that decides the estimate.
struct MissingField
{
    std::string path; ///< of the plan
    std::string fact; ///< by which an answer is told to planOf()
    bool decides = false; ///< without it a run is not held against a prediction
    Message question; ///< "Which GPU?"
    std::string guess; ///< what the plan holds for it; of "How many devices?" all of them
    Message reason; ///< why that was taken
};

/// A plan made from configurations, scripts, logs and sentences.
struct PlanIntake
{
    Plan plan;
    std::vector<std::pair<std::string, FieldOrigin>> fields;
    std::map<std::string, std::string> evidence; ///< path → "FILE:LINE KEY" that it follows from
    std::vector<MissingField> missing; ///< the most important first
    std::vector<Message> notes;
    std::vector<Unrecognised> unrecognised;
    bool hasRead = false; ///< a text tells at least one field
    bool hasRun = false; ///< a text shows steps of a run, or how it ended
};

/// What the user answered to questions: MissingField::fact → the value, as a plan would have it.
using IntakeAnswers = std::map<std::string, std::string>;

/// How much is found out: which line each field follows from costs a reading for every setting.
enum class IntakeDetail { Fields, Evidence };

/// Makes one plan of everything that the texts say: what a log shows counts before a command line,
/// a command line before a configuration. Fields that no text tells are those of `base`, else
/// assumed. Never refuses; what breaks a rule is noted. `answers` count before all texts.
PlanIntake planOf(IntakeTexts texts, const ProfileLibrary &library, const Plan *base,
    const IntakeAnswers &answers = {}, IntakeDetail detail = IntakeDetail::Evidence);

/// The same of files.
PlanIntake planFromFiles(const std::vector<std::string> &files, const ProfileLibrary &library,
    const Plan *base, const IntakeAnswers &answers = {});

} // namespace headroom
