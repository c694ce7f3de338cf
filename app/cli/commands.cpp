#include "app/cli/commands.h"

namespace headroom {

std::vector<CommandSpec> allCommands()
{
    return { estimateCommand(), exportCommand(), checkCommand(), profilesCommand(),
        validateCommand() };
}

} // namespace headroom
