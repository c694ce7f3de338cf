#include "app/gui/start_check.h"

namespace headroom {
namespace {

bool isSet(const char *value)
{
    return value && *value;
}

} // namespace

std::string whyNoWindow(const char *platform, const char *display, const char *waylandDisplay)
{
    if (isSet(platform) || isSet(display) || isSet(waylandDisplay))
        return {};
    return "headroom: there is no display (neither DISPLAY nor WAYLAND_DISPLAY is set).\n"
           "Use headroom-cli for the same numbers and files, for example:\n"
           "  headroom-cli estimate PLAN\n"
           "  headroom-cli export PLAN --target maxtext-gpu --out launch\n"
           "Over ssh, \"ssh -X\" brings a display along.\n";
}

} // namespace headroom
