#pragma once

#include <string_view>

namespace headroom {

/// The policy that keeps the products and the attention core, and what it was called before.
inline constexpr std::string_view contextPolicy = "minimal_with_context";
inline constexpr std::string_view earlyContextPolicy = "minimal_flash";

// What a MaxText release has. `version` is a number, the day of a commit from before there were
// numbers, or empty for the newest.

/// Whether it has a configuration key.
bool maxtextKnowsKey(std::string_view key, std::string_view version);
/// Whether it has a file of the model.
bool maxtextKnowsModel(std::string_view model, std::string_view version);
/// Whether it knows the word of a policy, recipe, optimizer or decoder block.
bool maxtextKnowsWord(std::string_view word, std::string_view version);

} // namespace headroom
