#pragma once

#include "model/document/document.h"
#include "model/search/search_reasons.h"

#include <string>

namespace headroom {

/// What `search` prints.
struct SearchReport
{
    SearchRequest request;
    SearchOutcome outcome;
    std::optional<SearchReasons> reasons; ///< when asked for
};

/// The JSON document of CONTRACT.
Document searchDocument(const SearchReport &report);
/// Plain text: the results as a table, the reasons, the front.
std::string searchText(const SearchReport &report);
std::string searchMarkdown(const SearchReport &report);

/// The reasons as JSON and as text.
Document reasonsDocument(const SearchReasons &reasons);
std::string reasonsText(const SearchReasons &reasons);

/// A setting as YAML and JSON write it: numbers and switches are no texts.
Document settingValue(const FieldChange &setting);
/// "tensor 8, pipeline 4, remat full": what a configuration uses, without knobs that are off.
std::string configurationText(const Candidate &candidate, const std::string &policy);

} // namespace headroom
