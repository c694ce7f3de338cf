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
    std::string theme; ///< id of a theme of the glossary; may be empty
    std::string lesson; ///< id of the lesson that teaches it; may be empty
    int line = 0;
    bool operator==(const GlossaryWord &) const = default;
};

/// What several words are about.
struct GlossaryTheme
{
    std::string id; ///< "memory"
    std::string title;
    bool operator==(const GlossaryTheme &) const = default;
};

/// The glossary of profiles/glossary, words by id.
struct Glossary
{
    std::vector<GlossaryTheme> themes; ///< in the order of the file
    std::vector<GlossaryWord> words; ///< as in the file
    SkippedProfiles skipped; ///< files of the user that were left out

    /// By id, word or alias, case ignored; nullptr when there is none.
    const GlossaryWord *find(std::string_view name) const;
};

/// Reads glossary/glossary.yaml; with a language, the texts of glossary.LANGUAGE.yaml are laid over
/// it as far as that file goes. A word of the user's folder is added or wins.
Result<Glossary> loadGlossary(const DataDirectories &directories, std::string_view language = {});

} // namespace headroom
