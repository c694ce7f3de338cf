#include "app/cli/commands.h"

namespace headroom {

std::vector<CommandSpec> allCommands()
{
    return { estimateCommand(), searchCommand(), clusterCommand(), adviseCommand(), exportCommand(),
        sweepCommand(), checkCommand(), lintCommand(), tuneCommand(), explainCommand(),
        profilesCommand(), validateCommand(), planCommand(), runsCommand(), calibrateCommand(),
        diagnoseCommand(), nextCommand(), incidentCommand(), progressCommand(), mcpCommand() };
}

} // namespace headroom
