#pragma once

#include "model/frameworks/book/rule.h"

namespace headroom::books::trainer {

/// What Hugging Face's Trainer cannot be told.
std::span<const Rule> rules();

} // namespace headroom::books::trainer
