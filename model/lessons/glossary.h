#pragma once

#include "model/base/document/document.h"
#include "model/library/profiles/overlay.h"

#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace headroom {

/// One word of the trade in a sentence or two.
struct GlossaryWord
{
    std::string id; ///< "mfu"
    std::string word; ///< "MFU"
    std::string meaning; ///< what the letters stand for; may be empty
    std::vector<std::string> aliases;
    std::string says;
    std::vector<std::string> see; ///< ids of related words
    std::string lesson; ///< id of the lesson that teaches it; may be empty
    int line = 0;
    bool operator==(const GlossaryWord &) const = default;
};

/// The glossary of profiles/glossary, words by id.
struct Glossary
{
    std::vector<GlossaryWord> words; ///< as in the file, by theme
    SkippedProfiles skipped; ///< files of the user that were left out

    /// By id, word or alias, case ignored; nullptr when there is none.
    const GlossaryWord *find(std::string_view name) const;
};

/// Reads glossary/glossary.yaml; with a language, the texts of glossary.LANGUAGE.yaml are laid over
/// it as far as that file goes. A word of the user's folder is added or wins.
Result<Glossary> loadGlossary(const DataDirectories &directories, std::string_view language = {});

} // namespace headroom
