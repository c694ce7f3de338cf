#pragma once

#include "model/flags/catalogue/flag_texts.h"

#include <string>

namespace headroom {

/// Two values of a setting that a sweep would compare, "A,B": those of its witness, else values
/// that mean different things. Empty where none are known.
std::string sweepValues(const FlagEntry &entry, const FlagTexts *texts);

} // namespace headroom
