#pragma once

#include "model/library/profiles/profile_library.h"
#include "model/runs/facts/run_trace.h"

#include <string>
#include <string_view>

namespace headroom {

/// The name of set-up facts for a field of the plan that words state: "plan." and the path.
inline constexpr std::string_view toldPrefix = "plan.";
/// Parameters that words give a model without a known name ("a 1.3B GPT"), as a name rounds them.
inline constexpr std::string_view nominalSizeFact = "nominal_parameters";
inline constexpr std::string_view familyFact = "model_family"; ///< beside it: "qwen"
inline constexpr std::string_view plainBatchFact = "plain_batch"; ///< that no word says more of
inline constexpr std::string_view wordsFormat = "words"; ///< of a trace of words that tell a run

/// What a sentence says of a run ("Llama 3 8B on 4 nodes of 8 A100 80GB, seq 8k, global batch
/// 512"): model, chip and counts as facts of a trace without a format where it says none of them.
/// Words that mean nothing here are passed over; at most the first 64 KiB are read.
RunTrace readWords(std::string_view text, const std::string &file, const ProfileLibrary &library);

} // namespace headroom
