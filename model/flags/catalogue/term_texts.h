#pragma once

#include "model/base/outcome/result.h"
#include "model/flags/catalogue/flag_texts.h"
#include "model/library/profiles/overlay.h"

#include <map>
#include <string>
#include <vector>

namespace headroom {

/// A term of the estimate in a sentence or two.
struct TermText
{
    std::string says;
    std::vector<std::string> see; ///< glossary words and flags
};

/// Terms of the estimate by id, and links of the public guides by id of a glossary word.
struct TermTexts
{
    std::map<std::string, TermText, std::less<>> terms;
    std::map<std::string, std::vector<FlagLink>, std::less<>> wordLinks;
    SkippedProfiles skipped; ///< files of the user that were left out
};

/// Reads profiles/glossary/terms.yaml.
Result<TermTexts> loadTermTexts(const DataDirectories &directories);

} // namespace headroom
