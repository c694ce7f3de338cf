#include "app/cli/command_line.h"
#include "app/cli/standard_output.h"
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
        headroom::writeOutput(result.output);
        std::fwrite(result.messages.data(), 1, result.messages.size(), stderr);
        if (const auto problem = headroom::outputProblem()) {
            const auto lines = headroom::CommandResult::badInput(
                { { "output-not-written", "standard output", { *problem } } });
            std::fputs(lines.messages.c_str(), stderr);
            return static_cast<int>(lines.status);
        }
        return static_cast<int>(result.status);
    } catch (const std::exception &fault) {
        std::fprintf(stderr,
            "headroom-cli: internal fault: %s; please report it with the command line\n",
            fault.what());
        return static_cast<int>(headroom::ExitStatus::InternalFault);
    }
}
