#pragma once

#include "model/launch/common/launch_spec.h"

#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace headroom {

/// Member `peft` of Megatron-Bridge's ConfigContainer.
struct NemoAdapters
{
    std::string_view module; ///< below megatron.bridge.peft
    std::string_view type; ///< its class
    std::vector<std::string> values; ///< "name=value" of Python
};

/// The adapters of a plan in Megatron-Bridge's words; none where everything is trained. Refuses
/// what it cannot do and tells where its pairs are not those of the plan.
/// @source Megatron-Bridge at 2026-08-22 (067f987d): peft/lora.py, peft/canonical_lora.py,
/// training/finetune.py
std::optional<NemoAdapters> nemoAdapters(const LaunchSpec &spec, ExportDraft &draft);

} // namespace headroom
