#pragma once

#include "model/frameworks/book/rule.h"

namespace headroom::books::torchtitan {

/// What torchtitan cannot be told.
std::span<const Rule> rules();

} // namespace headroom::books::torchtitan
