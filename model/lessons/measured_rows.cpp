#include "model/lessons/measured_rows.h"

#include "model/base/files/read_file.h"
#include "model/measurement/numbers/csv_reader.h"

namespace headroom {

void MeasuredRows::read() const
{
    m_isRead = true;
    const auto stream = InputStream::open(m_file);
    if (!stream)
        return;
    CsvReader csv { **stream };
    std::vector<std::string> fields;
    if (!csv.next(fields))
        return;
    for (std::size_t i = 0; i < fields.size(); ++i)
        m_columns.emplace(fields[i], i);
    const auto id = m_columns.find("id");
    if (id == m_columns.end())
        return;
    while (csv.next(fields))
        if (id->second < fields.size() && !csv.isBroken())
            m_rows.emplace(fields[id->second], fields);
}

std::optional<std::string> MeasuredRows::cell(std::string_view id, std::string_view column) const
{
    if (!m_isRead)
        read();
    const auto row = m_rows.find(id);
    const auto place = m_columns.find(column);
    if (row == m_rows.end() || place == m_columns.end() || place->second >= row->second.size()
        || row->second[place->second].empty())
        return std::nullopt;
    return row->second[place->second];
}

} // namespace headroom
