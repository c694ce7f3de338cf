#pragma once

#include "model/base/document/document.h"
#include "model/plan/tuning.h"

#include <span>
#include <string_view>
#include <vector>

namespace headroom {

/// A switch of adapters that programs on PEFT have: the one place that says how each calls it.
/// Exports write it, logs and files are read by it, READMEs name its places, and frameworks without
/// PEFT refuse it, all from its row.
struct AdapterSwitch
{
    std::string_view path; ///< "tuning.dora"
    bool Tuning::*is;
    /// In PEFT's LoraConfig, whose name LLaMA-Factory and TRL take over.
    std::string_view peft;
    std::string_view axolotl;
    std::string_view offMeans; ///< why no file holds it while it is off
    bool needsPeft; ///< other frameworks have nothing that comes to the same …
    bool inBridge; ///< … but for Megatron-Bridge, which has it in a form of its own
};

std::span<const AdapterSwitch> adapterSwitches();

/// Those that are on, as settings of a tool's file.
void addAdapterSwitches(const Tuning &tuning, std::string_view AdapterSwitch::*name,
    std::vector<Document::Member> &settings);

} // namespace headroom
