#pragma once

#include "model/frameworks/book/book.h"

namespace headroom::books::megatron {

inline constexpr std::int64_t maxStages = 65'536; ///< of a pipeline that a log or script names

/// A whole number of at least 1 that stands at the key; else 0.
std::int64_t countAt(const Observed &observed, std::string_view key);
/// Layers by stage where first and last hold other numbers than those between; empty: they do not.
std::vector<int> endedStages(const Observed &observed, std::int64_t layers, int pipeline);
/// Puts what other releases and programs say into the words of the newest release.
void inNewestWords(Observed &observed);

} // namespace headroom::books::megatron
