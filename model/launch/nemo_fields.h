#pragma once

#include <span>
#include <string_view>

namespace headroom {

/// How the value of a Megatron-LM argument becomes a Python value of a Megatron-Bridge field.
enum class NemoValue {
    Number, ///< as it is written, digits or a list of layers
    Text, ///< a string
    List, ///< a list of strings, one per value
    Pair, ///< "4095,0" as a pair of numbers
    Type, ///< the name of a number format as torch's
    Backend, ///< of attention, an enumerator of Megatron-Core
    Fixed, ///< `python` of the row, whatever the value
};

/// One argument of Megatron-LM and where ConfigContainer has it. An argument may have several rows.
/// @source Megatron-Bridge at 2026-08-22 (067f987d): src/megatron/bridge/training/config.py,
/// mixed_precision.py, models/gpt_provider.py; the field names are tested against
/// tests/data/launch/nemo_fields.csv
struct NemoField
{
    std::string_view argument; ///< "--num-layers"
    std::string_view section; ///< member of ConfigContainer: "model"
    std::string_view field; ///< "num_layers"; empty: the argument says nothing there
    NemoValue kind = NemoValue::Number;
    std::string_view python {}; ///< of a Fixed row
};

std::span<const NemoField> nemoFields();

/// A member of ConfigContainer in the order in which files name them, and its class.
struct NemoSection
{
    std::string_view member;
    std::string_view type;
};

std::span<const NemoSection> nemoSections();

} // namespace headroom
