#pragma once

#include "model/frameworks/book/rule.h"

namespace headroom::books::megatron {

/// What Megatron-LM cannot be told.
std::span<const Rule> rules();

} // namespace headroom::books::megatron
