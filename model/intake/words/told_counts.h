#pragma once

#include "model/intake/words/told_text.h"

namespace headroom {

/// Reads which chips a text names and how many: "2 x 8 H100", "4 nodes of 8 GPUs each", "DGX B200
/// x 4", "p5.48xlarge", "v5p-128", "2 racks of GB200 NVL72", "a T4". The words are used then.
void readMachines(ToldText &told);

} // namespace headroom
