#pragma once

#include "model/base/document/document.h"
#include "model/plan/tuning.h"

#include <array>
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
    /// How a program calls it; empty: it has no such setting, and refuses the switch.
    std::string_view peft, axolotl, llamaFactory, trl;
    std::string_view offMeans; ///< why no file holds it while it is off
    bool needsPeft; ///< other frameworks have nothing that comes to the same …
    bool inBridge; ///< … but for Megatron-Bridge, which has it in a form of its own
};

/// A column of the table.
using SwitchName = std::string_view AdapterSwitch::*;
inline constexpr std::array<SwitchName, 4> switchNames { &AdapterSwitch::axolotl,
    &AdapterSwitch::llamaFactory, &AdapterSwitch::trl, &AdapterSwitch::peft };

std::span<const AdapterSwitch> adapterSwitches();

/// The first switch that is on and that a program without a name for it cannot have; null: none.
const AdapterSwitch *unnamedSwitch(const Tuning &tuning, SwitchName name);

/// Those that are on, as settings of a tool's file.
void addAdapterSwitches(
    const Tuning &tuning, SwitchName name, std::vector<Document::Member> &settings);

} // namespace headroom
