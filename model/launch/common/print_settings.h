#pragma once

#include "model/frameworks/book/settings.h"
#include "model/launch/common/torch_launch.h"

#include <string>

namespace headroom {

// Printers of settings: each knows one syntax and no framework.

/// The argument of a command line that sets the key, dashes included.
std::string argumentName(const books::Key &key);

/// `--name value` for each setting, by the groups of their keys.
ArgumentGroups argumentGroups(const books::Settings &settings);

/// A value as Python writes it.
std::string pythonText(const books::Value &value);

} // namespace headroom
