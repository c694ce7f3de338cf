#include "app/cli/commands.h"

namespace headroom {

std::vector<CommandSpec> allCommands()
{
    return { checkCommand(), estimateCommand() };
}

} // namespace headroom
