#pragma once

#include "model/frameworks/book/rule_rows.h"

namespace headroom {

/// The reason with the file that shows it, and in which sources.
Message seen(Message reason, const Witness &witness);

} // namespace headroom
