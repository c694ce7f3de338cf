#pragma once

#include "model/library/profiles/profile_library.h"
#include "model/runs/facts/run_trace.h"

#include <istream>
#include <string>
#include <vector>

namespace headroom {

/// What one file, or a pasted text, says.
struct ReadText
{
    std::vector<RunTrace> traces; ///< the surest first
    std::vector<std::string> tools; ///< ids of the tools whose configurations are among them
    std::string planText; ///< where it is a plan

    void add(ReadText other); ///< what a part of the text says
};

/// Everything that texts say of one plan.
struct IntakeTexts
{
    std::vector<ReadText> texts;
    TraceCollection rest; ///< what was not understood
};

/// Reads a configuration, script, log, plan or sentence of any known kind. A log of any size is
/// read line by line; other texts are taken whole, up to 4 MiB. `name` is the file's, whose ending
/// helps; a text without one is known by its form.
void readIntakeText(std::istream &stream, const std::string &name, const ProfileLibrary &library,
    IntakeTexts &into);
/// The same of a file.
void readIntakeFile(const std::string &file, const ProfileLibrary &library, IntakeTexts &into);

} // namespace headroom
