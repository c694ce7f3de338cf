#pragma once

#include "model/base/document/document.h"

#include <optional>

namespace headroom {

/// What could be read of a text, beside what is wrong with it.
struct YamlReading
{
    std::optional<Document> tree; ///< nothing when the text has no tree (bad syntax, not UTF-8, …)
    Errors problems;
};

/// Like parseYaml, but goes on behind duplicate keys (the first counts), tags and merge keys, so
/// that one report can list these and what the reader of the tree objects to.
YamlReading readYaml(std::string_view text, const std::string &name);

} // namespace headroom
