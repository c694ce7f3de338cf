#include "app/cli/command_line.h"
#include "app/known_trees/shipped_trees.h"
#include "model/base/document/known_trees.h"

#include <cstdio>
#include <exception>
#include <filesystem>

namespace {

/// Where this program lies, also when it was started through PATH.
std::filesystem::path programPath(const char *firstArgument)
{
    std::error_code failure;
    const std::filesystem::path self = std::filesystem::read_symlink("/proc/self/exe", failure);
    return failure ? std::filesystem::absolute(firstArgument, failure) : self;
}

} // namespace

int main(int argc, char **argv)
{
    try {
        headroom::useKnownTrees(headroom::shippedTrees());
        const std::vector<std::string> arguments(argv + 1, argv + argc);
        const headroom::CommandResult result
            = headroom::runCommandLine(arguments, programPath(argv[0]));
        std::fwrite(result.output.data(), 1, result.output.size(), stdout);
        std::fwrite(result.messages.data(), 1, result.messages.size(), stderr);
        if (std::fflush(stdout) != 0 || std::ferror(stdout) != 0) {
            std::fputs("standard output: cannot be written; is the disk full?\n", stderr);
            return static_cast<int>(headroom::ExitStatus::InternalFault);
        }
        return static_cast<int>(result.status);
    } catch (const std::exception &fault) {
        std::fprintf(stderr,
            "headroom-cli: internal fault: %s; please report it with the command line\n",
            fault.what());
        return static_cast<int>(headroom::ExitStatus::InternalFault);
    }
}
