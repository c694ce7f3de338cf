#pragma once

#include "model/base/document/document.h"
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

/// The JSON document that `search --format json` prints.
Document searchDocument(const SearchReport &report);
/// Plain text: the results as a table, the reasons, the front.
std::string searchText(const SearchReport &report);
/// The same with Markdown tables.
std::string searchMarkdown(const SearchReport &report);

/// The reasons alone, as the document above holds them.
Document reasonsDocument(const SearchReasons &reasons);
/// The reasons alone, as the text above has them.
std::string reasonsText(const SearchReasons &reasons);

/// A setting as YAML and JSON write it: numbers and switches are no texts.
Document settingValue(const FieldChange &setting);
/// Settings as a mapping from paths to such values.
Document settingsDocument(const std::vector<FieldChange> &settings);

} // namespace headroom
