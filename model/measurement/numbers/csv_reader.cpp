#include "model/measurement/numbers/csv_reader.h"

#include "model/base/files/read_file.h"

namespace headroom {
namespace {
constexpr std::size_t csvBlockBytes = 1u << 16;
constexpr std::size_t recordLimit = 1u << 20;
} // namespace

CsvReader::CsvReader(std::istream &stream)
    : m_stream(stream)
{
    // A byte-order mark is no part of the first name.
    if (refill() && m_buffer.starts_with("\xEF\xBB\xBF"))
        m_position = 3;
}

bool CsvReader::refill()
{
    m_buffer.resize(csvBlockBytes);
    m_stream.read(m_buffer.data(), static_cast<std::streamsize>(csvBlockBytes));
    m_buffer.resize(static_cast<std::size_t>(m_stream.gcount()));
    m_position = 0;
    return !m_buffer.empty();
}

int CsvReader::take()
{
    if (m_position >= m_buffer.size() && !refill())
        return -1;
    return static_cast<unsigned char>(m_buffer[m_position++]);
}

bool CsvReader::next(std::vector<std::string> &fields)
{
    m_isBroken = false;
    m_recordLine = m_line;
    std::size_t count = 0, size = 0;
    const auto field = [&]() -> std::string & {
        if (fields.size() <= count)
            fields.emplace_back();
        return fields[count];
    };
    field().clear();
    bool isQuoted = false, wasQuoted = false;
    int letter = take();
    if (letter < 0 || m_isTooLong)
        return false;
    for (;; letter = take()) {
        if (letter < 0)
            break;
        if (letter == '\n')
            ++m_line;
        if (++size > recordLimit) {
            m_isTooLong = true;
            return false;
        }
        if (isQuoted) {
            if (letter != '"') {
                field().push_back(static_cast<char>(letter));
                continue;
            }
            const int after = take();
            if (after == '"') {
                field().push_back('"');
                continue;
            }
            isQuoted = false;
            wasQuoted = true;
            if (after < 0)
                break;
            --m_position;
            continue;
        }
        if (letter == '"' && field().empty() && !wasQuoted) {
            isQuoted = true;
        } else if (letter == ',') {
            ++count;
            field().clear();
            wasQuoted = false;
        } else if (letter == '\n') {
            break;
        } else if (letter != '\r') {
            field().push_back(static_cast<char>(letter));
        }
    }
    m_isBroken = isQuoted;
    fields.resize(count + 1);
    return true;
}

std::optional<Error> CsvReader::problem(const std::string &name) const
{
    if (m_isTooLong)
        return Error { "record-too-long", name + ":" + std::to_string(m_recordLine),
            { std::to_string(recordLimit >> 10) } };
    if (m_stream.bad())
        return Error { "input-cut", name + ":" + std::to_string(m_line),
            { std::to_string(largestTable >> 20) } };
    return std::nullopt;
}

} // namespace headroom
