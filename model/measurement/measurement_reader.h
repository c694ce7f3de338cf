#pragma once

#include "model/base/outcome/result.h"
#include "model/measurement/measurement_words.h"
#include "model/measurement/numbers/csv_reader.h"

#include <variant>
#include <vector>

namespace headroom {

/// Reads measurements from a CSV as a stream: columns in any order, unknown ones named and left
/// out, absent ones blank. A row that cannot be used comes back as an ExcludedRow with one of the
/// words broken-row, broken-number:COLUMN, lacks:COLUMN.
class MeasurementReader
{
public:
    /// Reads the header. A file without a column `id` is refused: error "measurement-header"; other
    /// errors are those of the table of words in `directories`.
    static Result<MeasurementReader> open(
        std::istream &stream, const std::string &name, const DataDirectories &directories);

    using Row = std::variant<Measurement, ExcludedRow>;
    /// False at the end, and where no more can be read: see problem().
    bool next(Row &row);
    /// Why the rows ended before the input did ("record-too-long", "input-cut"), if they did.
    std::optional<Error> problem() const { return m_csv.problem(m_name); }

    /// Columns of the format that the file lacks.
    const std::vector<std::string> &absentColumns() const { return m_absent; }
    /// Columns of the file that are neither of the format nor a setting or plan field.
    const std::vector<std::string> &unknownColumns() const { return m_unknown; }

private:
    MeasurementReader(std::istream &stream, std::string name, MeasurementWords words)
        : m_csv(stream)
        , m_name(std::move(name))
        , m_words(std::move(words))
    { }

    /// Takes what the words of the row and its columns of plan fields say; what is wrong with them.
    std::string takeTold(Measurement &row) const;
    std::string_view cell(std::size_t column) const;

    CsvReader m_csv;
    std::string m_name;
    MeasurementWords m_words;
    std::vector<int> m_columnOf; ///< column of the file → index of the format, −1 unknown
    std::vector<std::string> m_fields;
    std::vector<std::size_t> m_wordColumns; ///< of the file, for each column of the words
    std::vector<std::pair<std::size_t, std::string>> m_planColumns; ///< of the file, with the field
    std::vector<std::string> m_absent, m_unknown;
};

} // namespace headroom
