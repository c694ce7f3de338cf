#pragma once

#include "model/physics/derivation.h"

#include <string>

namespace headroom {

enum class DerivationFormat { Text, Markdown, Latex };

/// A derivation written out: each quantity with its value and unit, its formula, where that is from
/// and what it assumes, operands indented below. English, deterministic.
std::string derivationText(const Derivation &derivation, DerivationFormat format);

} // namespace headroom
