#pragma once

#include "model/physics/trace/derivation.h"

#include <span>
#include <string>

namespace headroom {

/// "61.4 GiB", "3.2 s", "12": a value of a derivation in its unit.
std::string derivationValue(double value, const std::string &unit);

enum class DerivationFormat { Text, Markdown, Latex };

/// A derivation written out: each quantity with its value and unit, its formula, where that is
/// from, how it is known and what it assumes, operands indented below. Deterministic.
/// `evidenceWords`: for how a number is known, in the order of Evidence, where the tree is in
/// another language; else English.
std::string derivationText(const Derivation &derivation, DerivationFormat format,
    std::span<const std::string> evidenceWords = {});

} // namespace headroom
