#pragma once

#include "model/frameworks/book/settings.h"

#include <span>
#include <string_view>
#include <vector>

namespace headroom {

/// How the value of a Megatron-LM setting becomes a Python value of a Megatron-Bridge field.
enum class NemoValue {
    Same,
    Pair, ///< "4095,0" as a pair of numbers
    Type, ///< the name of a number format as torch's
    Backend, ///< of attention, an enumerator of Megatron-Core
    Fixed, ///< `python` of the row, whatever the value
};

/// Where ConfigContainer has a setting of Megatron-LM. A setting may have several rows.
/// @source Megatron-Bridge at 2026-08-22 (067f987d): src/megatron/bridge/training/config.py,
/// mixed_precision.py, models/gpt_provider.py; the field names are tested against
/// tests/data/launch/nemo_fields.csv
struct NemoField
{
    std::string_view key; ///< of Megatron-LM: "num_experts"
    std::string_view section; ///< member of ConfigContainer: "model"
    std::string_view field; ///< "num_moe_experts"; empty: the setting says nothing there
    NemoValue kind = NemoValue::Same;
    std::string_view python {}; ///< of a Fixed row
};

/// Fields of a setting: of the model and called as in Megatron-LM, unless rows say otherwise.
std::vector<NemoField> nemoFields(const books::Key &key);

/// A member of ConfigContainer in the order in which files name them, and its class.
struct NemoSection
{
    std::string_view member;
    std::string_view type;
};

std::span<const NemoSection> nemoSections();

} // namespace headroom
