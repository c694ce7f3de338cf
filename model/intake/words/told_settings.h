#pragma once

#include "model/intake/words/told_text.h"

namespace headroom {

/// Reads what a text says of how a run trains: adapters and their rank, formats, optimizer,
/// attention, sharding, offloading, recomputation, the framework.
void readSettings(ToldText &told);

} // namespace headroom
