#pragma once

#include "model/base/document/document.h"
#include "model/intake/tool_keys.h"
#include "model/runs/readers/config_files.h"

#include <optional>
#include <string>

namespace headroom {

/// A configuration that one tool reads, in the vocabulary of the framework that it runs as.
struct ToolFile
{
    RunTrace trace;
    std::string tool; ///< "axolotl"; empty: of a framework itself
};

/// What the mapping of a YAML or JSON file is, by its keys: a tool's configuration, MaxText's,
/// DeepSpeed's, torchtitan's, or a Hugging Face model; nothing when it is none of them. `text` is
/// the file with its comments, of which torchtune's name the recipe.
std::optional<ToolFile> readToolFile(
    const Document &tree, std::string_view text, const TextPlace &place);

/// Settings of a command line in a tool's own words become the framework's. `command` is the
/// script, of which torchtune's names the recipe.
void translateSettings(const Tool &tool, std::string_view command, RunTrace &trace);

} // namespace headroom
