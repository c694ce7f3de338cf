#pragma once

#include "model/frameworks/book/rule_rows.h"

namespace headroom {

/// The rules between degrees that hold in every framework, in the order in which errors are listed.
std::span<const Rule> generalRules();

namespace rule_rows {
void addPipelineRules(Rows &rows);
}

} // namespace headroom
