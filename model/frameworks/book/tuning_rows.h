#pragma once

#include "model/frameworks/book/rule_rows.h"

namespace headroom::rule_rows {

/// What only programs on Hugging Face's Trainer are written with: switches of PEFT (Megatron-Bridge
/// has some of them), embedding and head trained whole next to adapters, preferences.
void addTrainerOnly(Rows &rows, bool hasBridge = false);
/// Preferences (DPO) alone.
void addNoPreferences(Rows &rows);

} // namespace headroom::rule_rows
