#pragma once

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

namespace headroom {

/// A variable that a YAML file hands to what it starts.
struct YamlVariable
{
    std::string name, value;
    std::size_t line = 1; ///< of the name
};

/// What of a YAML file is shell: commands and arguments of containers, scripts in blocks ("run:
/// |").
struct YamlScripts
{
    /// As long as the file, with its line breaks, and blanks wherever it is no shell; the items of
    /// a list of arguments follow each other in one line. Empty: nothing that launches a run.
    std::string shell;
    std::vector<YamlVariable> variables;
};

/// Finds them by indentation and keys; any bytes are taken. Blocks count where they, or another
/// one, start a program that trains. @source kubernetes.io API reference (Container: command, args,
/// env), SkyPilot task YAML (run, envs)
YamlScripts scriptsInYaml(std::string_view text);

} // namespace headroom
