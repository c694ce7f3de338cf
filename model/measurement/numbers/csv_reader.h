#pragma once

#include "model/base/outcome/result.h"

#include <istream>
#include <optional>
#include <string>
#include <vector>

namespace headroom {

/// Reads comma-separated records one at a time: quotes, doubled quotes, line breaks inside quotes,
/// CRLF. Memory is bounded by one record; reading ends at a record over a megabyte.
class CsvReader
{
public:
    explicit CsvReader(std::istream &stream);

    /// Fills `fields` (reusing its strings); false at the end.
    bool next(std::vector<std::string> &fields);
    int line() const { return m_recordLine; } ///< where the last record began, 1-based
    bool isBroken() const { return m_isBroken; } ///< the last record had a stray quote
    /// Why the records ended before the input did, if they did; `name` is that of the file.
    std::optional<Error> problem(const std::string &name) const;

private:
    int take();
    bool refill();

    std::istream &m_stream;
    std::string m_buffer;
    std::size_t m_position = 0;
    int m_line = 1;
    int m_recordLine = 1;
    bool m_isBroken = false;
    bool m_isTooLong = false;
};

} // namespace headroom
