#pragma once

#include "model/base/document/document.h"
#include "model/library/architecture/model_shape.h"

namespace headroom {

/// A shape as the mapping that a plan spells out; readInlineShape gives an equal shape back.
Document inlineShape(const ModelShape &shape);

} // namespace headroom
