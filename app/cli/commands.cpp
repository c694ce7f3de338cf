#include "app/cli/commands.h"

namespace headroom {

std::vector<CommandSpec> allCommands()
{
    return { estimateCommand(), checkCommand(), profilesCommand() };
}

} // namespace headroom
