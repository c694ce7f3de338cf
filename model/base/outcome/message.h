#pragma once

#include "model/base/units/format_quantity.h"

#include <string>
#include <variant>
#include <vector>

namespace headroom {

/// What is said, before it is put into words of any language: `id` names a template in
/// model/base/wording, `operands` fill its {0}, {1} …. A template, because an operand may be a
/// message itself: clang 14 compiles the initializer of a plain member at once, when the operand is
/// not yet a complete type.
template <class Part> struct MessageOf
{
    std::string id;
    std::vector<Part> operands = {};

    bool operator==(const MessageOf &) const = default;
};

struct Operand;
using Operands = std::vector<Operand>;
using Message = MessageOf<Operand>;

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
