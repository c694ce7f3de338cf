#pragma once

#include "model/frameworks/book/rule.h"

namespace headroom::books::maxtext {

/// What MaxText cannot be told.
std::span<const Rule> rules();

} // namespace headroom::books::maxtext
