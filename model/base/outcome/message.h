#pragma once

#include "model/base/units/format_quantity.h"

#include <string>
#include <variant>
#include <vector>

namespace headroom {

struct Operand;
using Operands = std::vector<Operand>;

/// What is said, before it is put into words of any language: `id` names a template in
/// model/base/wording, `operands` fill its {0}, {1} ….
struct Message
{
    std::string id;
    Operands operands = {};

    bool operator==(const Message &) const = default;
};

/// An English sentence of the profiles, which translators know by itself.
struct Phrase
{
    std::string english;

    bool operator==(const Phrase &) const = default;
};

/// What fills a place in a template: a name or number that is the same in every language, an amount
/// with its unit, a sentence of the profiles, or words with an id of their own.
struct Operand : std::variant<std::string, Amount, Phrase, Message>
{
    using variant::variant;

    /// The name; null when it is something else.
    std::string *name() { return std::get_if<std::string>(this); }
};

} // namespace headroom
