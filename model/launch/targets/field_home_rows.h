#pragma once

#include "model/plan/framework_traits.h"

#include <span>
#include <string_view>

namespace headroom {

/// What it means that no key of a row stands in the files.
enum class Keyless { Lost, Settled };

/// One field in the words of one framework.
struct FieldHomeRow
{
    std::string_view path;
    std::string_view keys; ///< '|' between those that share it
    Keyless keyless = Keyless::Lost; ///< what it means that no key stands in the files
    std::string_view reason {}; ///< empty: the general one
};

std::span<const FieldHomeRow> fieldHomeRows(Framework framework);
/// Of adapters, in every framework that trains them.
std::span<const FieldHomeRow> tuningHomeRows();
/// Of Megatron-Bridge, where its words are not those of Megatron-LM's arguments.
std::span<const FieldHomeRow> bridgeHomeRows();

/// Of axolotl, LLaMA-Factory and TRL, where their words are not the Trainer's arguments.
std::span<const FieldHomeRow> toolHomeRows();

} // namespace headroom
