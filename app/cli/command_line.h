#pragma once

#include "app/cli/command_spec.h"

#include <filesystem>
#include <string>
#include <vector>

namespace headroom {

/// Runs one command line (without the program name) and says what to print. `program` is where the
/// running program lies: profiles are looked up from there.
CommandResult runCommandLine(
    const std::vector<std::string> &arguments, const std::filesystem::path &program);

/// Runs one command; what it left out of the user's files is among the messages of its answer.
CommandResult runCommand(
    const CommandSpec &command, const ParsedOptions &options, const CommandContext &context);

} // namespace headroom
