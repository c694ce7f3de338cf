#pragma once

#include <string>
#include <string_view>

namespace headroom {

/// Languages in which an explanation can be asked for: "en" and "zh".
inline constexpr std::string_view explanationLanguages[] = { "en", "zh" };

/// The heading of a part of an explanation in another language; the English one where there is no
/// translation.
std::string headingIn(std::string_view language, const std::string &english);

} // namespace headroom
