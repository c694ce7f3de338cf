#pragma once

#include "app/cli/command_spec.h"

namespace headroom {

// One maker per command, each defined in command_NAME.cpp.
CommandSpec adviseCommand();
CommandSpec checkCommand();
CommandSpec estimateCommand();
CommandSpec lintCommand();
CommandSpec mcpCommand();
CommandSpec explainCommand();
CommandSpec profilesCommand();
CommandSpec incidentCommand();
CommandSpec progressCommand();
CommandSpec exportCommand();
CommandSpec sweepCommand();
CommandSpec runsCommand();
CommandSpec diagnoseCommand();
CommandSpec calibrateCommand();
CommandSpec nextCommand();
CommandSpec planCommand();
CommandSpec validateCommand();
CommandSpec searchCommand();
CommandSpec tuneCommand();
CommandSpec clusterCommand();

/// All commands in the order of the help text.
std::vector<CommandSpec> allCommands();

} // namespace headroom
