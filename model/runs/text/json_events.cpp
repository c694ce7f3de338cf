#include "model/runs/text/json_events.h"

#include "model/runs/text/scan.h"

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include <algorithm>
#include <istream>
#include <streambuf>

namespace headroom {
namespace {

// A record or a text beyond these belongs to no format that is read here.
constexpr std::size_t maxFields = 512;
constexpr std::size_t maxDepth = 64;
constexpr std::size_t maxText = 1u << 16;

/// No file of these kinds has a longer line; larger ones are data, and end here.
constexpr std::size_t longestJsonLine = 8u << 20;

/// A stream that is over where a line gets longer than that.
class BoundedLines : public std::streambuf
{
public:
    explicit BoundedLines(std::istream &source)
        : m_source(source)
        , m_block(jsonBlockBytes)
    { }
    bool isTooLong() const { return m_isTooLong; }

protected:
    int_type underflow() override
    {
        m_source.read(m_block.data(), static_cast<std::streamsize>(m_block.size()));
        const auto count = static_cast<std::size_t>(m_source.gcount());
        if (count == 0 || m_isTooLong)
            return traits_type::eof();
        const std::size_t end = std::string_view(m_block.data(), count).rfind('\n');
        m_line = end == std::string_view::npos ? m_line + count : count - end - 1;
        m_isTooLong = m_line > longestJsonLine;
        setg(m_block.data(), m_block.data(), m_block.data() + count);
        return traits_type::to_int_type(m_block[0]);
    }

private:
    static constexpr std::size_t jsonBlockBytes = 1u << 16;
    std::istream &m_source;
    std::vector<char> m_block;
    std::size_t m_line = 0; ///< bytes of the line so far
    bool m_isTooLong = false;
};

/// Turns the parser's events into values and records.
class EventReader : public nlohmann::json_sax<nlohmann::json>
{
public:
    EventReader(const JsonListener &listener, std::string &problem)
        : m_listener(listener)
        , m_problem(problem)
    { }

    bool null() override { return scalar({}); }
    bool boolean(bool value) override { return scalar(value ? "true" : "false"); }
    bool number_integer(number_integer_t value) override { return scalar(std::to_string(value)); }
    bool number_unsigned(number_unsigned_t value) override { return scalar(std::to_string(value)); }
    bool number_float(number_float_t, const string_t &spelling) override
    {
        return scalar(spelling);
    }
    bool string(string_t &value) override { return scalar(value.substr(0, maxText)); }
    bool binary(binary_t &) override { return true; }
    bool key(string_t &name) override
    {
        m_keys.back() = name.substr(0, maxText);
        return true;
    }

    bool start_object(std::size_t) override
    {
        const bool isInArray = !m_isArray.empty() && m_isArray.back();
        if (isInArray && m_recordDepth == 0) {
            m_recordDepth = m_keys.size() + 1;
            m_array = path(0);
            m_record.fields.clear();
        }
        return open(false);
    }
    bool end_object() override
    {
        if (m_recordDepth > 0 && m_keys.size() == m_recordDepth) {
            m_listener.onRecord(m_array, m_record);
            m_recordDepth = 0;
        }
        return close();
    }
    bool start_array(std::size_t) override { return open(true); }
    bool end_array() override { return close(); }

    bool parse_error(
        std::size_t position, const std::string &, const nlohmann::detail::exception &) override
    {
        m_problem = fmt::format("byte {}", position);
        return false;
    }

private:
    bool open(bool isArray)
    {
        m_keys.emplace_back();
        m_isArray.push_back(isArray);
        if (m_keys.size() <= maxDepth)
            return true;
        m_problem = "nesting";
        return false;
    }
    bool close()
    {
        m_keys.pop_back();
        m_isArray.pop_back();
        return true;
    }

    /// Keys from level `first` on, joined by dots; arrays have none.
    std::string path(std::size_t first) const
    {
        std::string joined;
        for (std::size_t i = first; i < m_keys.size(); ++i)
            if (!m_isArray[i])
                joined += (joined.empty() ? "" : ".") + m_keys[i];
        return joined;
    }

    bool scalar(const std::string &text)
    {
        if (m_recordDepth == 0)
            m_listener.onValue(path(0), text);
        else if (m_record.fields.size() < maxFields)
            m_record.fields.push_back({ path(m_recordDepth - 1), text });
        return true;
    }

    const JsonListener &m_listener;
    std::string &m_problem;
    std::vector<std::string> m_keys;
    std::vector<bool> m_isArray;
    std::size_t m_recordDepth = 0; ///< levels inside the record's own braces; 0: no record
    std::string m_array;
    JsonRecord m_record;
};

} // namespace

const std::string *JsonRecord::find(std::string_view path) const
{
    const auto field = std::ranges::find(fields, path, &JsonField::path);
    return field == fields.end() ? nullptr : &field->text;
}

std::string_view JsonRecord::text(std::string_view path) const
{
    const std::string *found = find(path);
    return found ? std::string_view(*found) : std::string_view {};
}

double JsonRecord::number(std::string_view path, double fallback) const
{
    const std::string *found = find(path);
    return found ? wholeNumberText(*found).value_or(fallback) : fallback;
}

bool readJsonEvents(std::istream &stream, const JsonListener &listener, std::string &problem)
{
    EventReader reader(listener, problem);
    BoundedLines lines(stream);
    std::istream bounded(&lines);
    const bool isRead
        = nlohmann::json::sax_parse(bounded, &reader, nlohmann::json::input_format_t::json, false);
    if (lines.isTooLong())
        problem = fmt::format("a line of more than {} MiB", longestJsonLine >> 20);
    return isRead && problem.empty();
}

} // namespace headroom
