#pragma once

#include "model/frameworks/book/rule_rows.h"

namespace headroom::rule_rows {

/// Adds what neither DeepSpeed's configuration nor PEFT and bitsandbytes can do: rules of every
/// program on Transformers. `title` names the program in the rule of pipelines.
void addTransformersRules(Rows &rows, OperandsOf pipelineWords);

} // namespace headroom::rule_rows
