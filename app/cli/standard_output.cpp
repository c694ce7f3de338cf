#include "app/cli/standard_output.h"

#include "model/base/wording/messages.h"

#include <cerrno>
#include <cstdio>
#include <cstring>

namespace headroom {
namespace {

int firstFault = 0; ///< errno of the first write that failed; later ones may hide it

} // namespace

void writeOutput(std::string_view piece)
{
    if (std::fwrite(piece.data(), 1, piece.size(), stdout) != piece.size() && firstFault == 0)
        firstFault = errno;
}

std::optional<std::string> outputProblem()
{
    if (std::fflush(stdout) != 0 && firstFault == 0)
        firstFault = errno;
    if (firstFault == 0 && std::ferror(stdout) == 0)
        return std::nullopt;
    return std::strerror(firstFault == 0 ? EIO : firstFault);
}

LockPatience toldPatience()
{
    LockPatience patience;
    patience.onWait = [](const Error &why) { std::fputs((errorText(why) + '\n').c_str(), stderr); };
    return patience;
}

} // namespace headroom
