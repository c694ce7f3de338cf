#pragma once

#include "model/physics/trace/derivation.h"

namespace headroom {

/// The tree with its texts in the user's language: labels, formulas, assumptions and sources that
/// have words. Ids, units and numbers stay.
Derivation localDerivation(Derivation derivation);

} // namespace headroom
