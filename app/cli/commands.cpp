#include "app/cli/commands.h"

namespace headroom {

std::vector<CommandSpec> allCommands()
{
    return { estimateCommand(), searchCommand(), exportCommand(), checkCommand(), profilesCommand(),
        validateCommand() };
}

} // namespace headroom
