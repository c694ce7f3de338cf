#pragma once

#include "model/library/profiles/profile_library.h"

namespace headroom {

/// Every file of the user's folder that cannot be used, of whatever kind, with its problems; and
/// shipped models, chips and lists of profiles that are broken. What is shipped under the same name
/// serves in place of the user's.
SkippedProfiles skippedFiles(const ProfileLibrary &library);

} // namespace headroom
