#pragma once

#include <span>

namespace headroom {

/// Words and clauses of the model that its messages quote, in the context "model/operands". "{}"
/// stands for names and values that are filled in already.
std::span<const char *const> quotedModelTexts();

} // namespace headroom
