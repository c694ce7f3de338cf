#pragma once

#include <string>

namespace headroom {

/// What a log gains at one moment of the run.
struct LogPart
{
    double seconds = 0; ///< since the job began
    std::string text;
};

} // namespace headroom
