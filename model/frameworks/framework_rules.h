#pragma once

#include "model/frameworks/book/rule.h"

namespace headroom {

/// What a framework cannot be told, in the order in which errors are listed. None for plain JAX: a
/// program of the user's decides.
std::span<const Rule> frameworkRules(Framework framework);

} // namespace headroom
