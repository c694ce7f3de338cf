// Writes what is generated from the commands as data: the manual page and the completion for bash.
//   headroom-describe man VERSION DATE FILE
//   headroom-describe bash FILE
#include "app/cli/describe_commands.h"

#include <cstdio>
#include <fstream>
#include <vector>

int main(int argc, char **argv)
{
    const std::vector<std::string> arguments(argv + 1, argv + argc);
    std::string text;
    if (arguments.size() == 4 && arguments[0] == "man")
        text = headroom::manualPage(arguments[1], arguments[2]);
    else if (arguments.size() == 2 && arguments[0] == "bash")
        text = headroom::bashCompletion();
    else {
        std::fputs("usage: headroom-describe man VERSION DATE FILE | bash FILE\n", stderr);
        return 2;
    }
    std::ofstream file(arguments.back(), std::ios::binary);
    file << text;
    file.close();
    if (file)
        return 0;
    std::fprintf(stderr, "%s:1: cannot be written\n", arguments.back().c_str());
    return 2;
}
