#pragma once

#include <functional>
#include <istream>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace headroom {

/// A scalar of a JSON document, as text; booleans are "true" and "false".
struct JsonField
{
    std::string path; ///< "out_of_place.time", inside its record
    std::string text;
};

/// One object of an array of objects, its members flattened.
class JsonRecord
{
public:
    const std::string *find(std::string_view path) const;
    std::string_view text(std::string_view path) const; ///< empty: absent
    double number(std::string_view path, double fallback = 0) const;

    std::vector<JsonField> fields;
};

/// What hears of a document while it is read.
struct JsonListener
{
    /// A scalar outside all arrays of objects; `path` is dotted, entries of a list have their
    /// list's path.
    std::function<void(const std::string &path, const std::string &text)> onValue;
    /// An object of an array of objects that is not inside another record; `array` is its path.
    std::function<void(const std::string &array, const JsonRecord &record)> onRecord;
};

/// Reads a JSON document of any size, in lines of at most 8 MiB, without building it. False, with
/// what is wrong in `problem`, when it is not JSON; what came before was heard.
bool readJsonEvents(std::istream &stream, const JsonListener &listener, std::string &problem);

} // namespace headroom
