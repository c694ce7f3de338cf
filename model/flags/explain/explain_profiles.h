#pragma once

#include "model/flags/explain/explain_name.h"

namespace headroom {

/// Explains a remat policy, an activation tensor or a precision recipe; nothing for other names.
std::optional<Explanation> explainProfile(const ProfileLibrary &profiles, const std::string &name);
/// A variable that the list of NCCL's sources has and the catalogue no text for.
Explanation explainNcclVariable(
    const NcclVariables &nccl, const std::string &name, const NcclVariable &variable);
/// Names that it answers for.
std::vector<std::string> explainableProfiles(const ProfileLibrary &profiles);

} // namespace headroom
