#pragma once

#include "model/base/outcome/message.h"
#include "model/flags/catalogue/flag_entry.h"
#include "model/flags/catalogue/flag_status.h"

#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace headroom {

/// What is wrong with a value.
enum class ValueFault {
    None,
    WrongType, ///< a word where a number or truth value is expected
    OutOfRange, ///< a number that does not fit the type
    UnknownWord, ///< not one of the accepted words
    WrongCase, ///< one of the accepted words, spelt in another case
    LaterWord, ///< accepted only from a later release
    EarlierWord, ///< accepted only up to an earlier release
};

struct ValueCheck
{
    ValueFault fault = ValueFault::None;
    std::string word; ///< the offending part of the value
    Operand expected; ///< what would do: words, or the accepted words
    std::optional<JaxlibVersion> version; ///< of LaterWord and EarlierWord
};

/// Does the value parse at that release? Text, and words of unknown sets, always do.
ValueCheck checkValue(const FlagEntry &entry, std::string_view value, const JaxlibVersion &version);

/// Equal in meaning: truth values and words without case, lists without order, numbers as numbers.
bool sameValue(const FlagEntry &entry, std::string_view a, std::string_view b);

/// What the release does anyway, as far as that is known; the worded default of a variable counts
/// when it is a plain number or truth value.
bool isDefaultValue(const FlagEntry &entry, std::string_view value, const JaxlibVersion &version);

/// true/false in any case, and 1/0; nothing for other text.
std::optional<bool> parseFlagBool(std::string_view value);
/// yes/no, on/off, t/f, y/n as well: what JAX accepts in its environment variables.
std::optional<bool> parseVariableBool(std::string_view value);
std::optional<long long> parseFlagInteger(std::string_view value);
/// Words of a list, separated by commas (or by the plus signs of the default history).
std::vector<std::string> listWords(std::string_view value);

} // namespace headroom
