#pragma once

#include "model/architecture/model_shape.h"
#include "model/document/document.h"

namespace headroom {

/// A shape as the mapping that a plan spells out; readInlineShape gives an equal shape back.
Document inlineShape(const ModelShape &shape);

} // namespace headroom
