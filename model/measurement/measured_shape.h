#pragma once

#include "model/library/architecture/model_shape.h"
#include "model/measurement/measurement.h"

namespace headroom {

/// The shape of a measured run: the profile behind its name with the row's own columns on top, or
/// the columns alone. Blank layers are solved from the parameter count. `isIncomplete` is set when
/// something had to be guessed; nothing comes back, with the word in `lacking`, when it cannot be.
std::optional<ModelShape> measuredShape(
    const Measurement &row, const ModelShape *profile, bool &isIncomplete, std::string &lacking);

} // namespace headroom
