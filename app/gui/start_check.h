#pragma once

#include <string>

namespace headroom {

/// What keeps a window from opening here and what to do instead; empty when nothing does.
std::string whyNoWindow(const char *platform, const char *display, const char *waylandDisplay);

} // namespace headroom
