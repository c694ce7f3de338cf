#pragma once

#include "model/library/profiles/data_directories.h"

#include <string>

namespace headroom {

/// Three lines: the commit that the program was built from, how it was built, and the day on which
/// the profiles of that commit were last changed, with the folder that is read.
std::string buildText(const DataDirectories &directories);

} // namespace headroom
