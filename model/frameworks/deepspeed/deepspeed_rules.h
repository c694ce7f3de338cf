#pragma once

#include "model/frameworks/book/rule.h"

namespace headroom::books::deepspeed {

/// What DeepSpeed cannot be told.
std::span<const Rule> rules();

} // namespace headroom::books::deepspeed
