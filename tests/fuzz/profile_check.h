// What holds of every profile that is read on its own: a refusal has reasons, and what is accepted
// can be used. Shared by the entries of each kind of profile.
#pragma once

#include "fuzz_entry.h"

#include "model/base/document/document.h"

#include <string>

namespace headroom::fuzz {

/// One text through one reader of profiles; `use` takes what was read.
template <class Read, class Use> void checkProfile(std::string_view text, Read read, Use use)
{
    const std::string file = "a.yaml";
    const Result<Document> tree = parseYaml(text, file);
    if (!tree) {
        promisePlaces(tree.errors());
        return;
    }
    if (const auto profile = read(*tree, file))
        use(*profile);
    else
        promisePlaces(profile.errors());
}

} // namespace headroom::fuzz
