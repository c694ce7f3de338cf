#pragma once

#include <filesystem>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace headroom {

/// Cells of a measurement table by row id and column, for lessons that quote published runs. The
/// file is read when first asked for.
class MeasuredRows
{
public:
    explicit MeasuredRows(std::filesystem::path file)
        : m_file(std::move(file))
    { }

    /// Text of the cell; nothing when the row or the column does not exist, or the cell is blank.
    std::optional<std::string> cell(std::string_view id, std::string_view column) const;

private:
    void read() const;

    std::filesystem::path m_file;
    mutable bool m_isRead = false;
    mutable std::map<std::string, std::size_t, std::less<>> m_columns;
    mutable std::map<std::string, std::vector<std::string>, std::less<>> m_rows;
};

} // namespace headroom
