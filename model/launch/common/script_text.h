#pragma once

#include "model/launch/common/launch_spec.h"

#include <string>
#include <string_view>
#include <vector>

namespace headroom {

/// The lines that every exported file starts with, without a comment sign: plan, what it is,
/// prediction with interval, dates; a loud line when the plan does not fit.
std::vector<std::string> introduction(const LaunchSpec &spec);

/// The same as comments of shell, Python, YAML or TOML.
std::string introductionComment(const LaunchSpec &spec);

/// Shebang, introduction, `purpose` as comment lines, and strict mode.
std::string shellStart(const LaunchSpec &spec, std::string_view purpose);

/// HERE: the folder of the script, whatever directory it is run from.
std::string shellFolder();

/// `export NAME=VALUE` for each variable.
std::string exportVariables(const std::vector<LaunchFlag> &variables);

/// An array of flags and the variable that carries them. What the variable already holds comes
/// behind, so that it wins. Empty for no flags.
std::string flagBlock(
    std::string_view variable, std::string_view array, const std::vector<LaunchFlag> &flags);

/// "--name=value" as XLA's parser reads it back: values with blanks or quotes in double quotes.
std::string flagWord(const LaunchFlag &flag);

/// The file of model/launch/scripts with that name, as it was when the program was built.
std::string_view bundledScript(std::string_view name);

/// A bundled script with its `# @plan` line replaced by the introduction of this plan.
std::string introducedScript(const LaunchSpec &spec, std::string_view name);

} // namespace headroom
