#pragma once

#include "model/base/document/document.h"
#include "model/tune/tune_files.h"

#include <string>

namespace headroom {

/// The change as a unified diff of the files alone.
std::string tuneDiff(const TuneQuestion &question, const TuneOutcome &outcome);
/// The same below lines that begin with "#" and say what each hunk brings and why.
std::string tuneText(const TuneQuestion &question, const TuneOutcome &outcome);
/// The JSON of `tune`: {diff, hunks, plan, missing, …}.
Document tuneDocument(const TuneQuestion &question, const TuneOutcome &outcome);

} // namespace headroom
