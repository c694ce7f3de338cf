#pragma once

#include "model/frameworks/book/book.h"

namespace headroom::books::megatron {

/// Settings of Megatron-LM, and how they are read back.
const Book &book();

/// "E|t*2|ttL" or "Ettt|(tt|)*6ttL": layers stage by stage. Empty: not understood.
std::vector<int> layoutLayers(std::string_view layout);

} // namespace headroom::books::megatron
