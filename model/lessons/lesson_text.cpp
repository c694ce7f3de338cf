#include "model/lessons/lesson_text.h"

#include "model/base/text/ascii.h"
#include "model/base/units/format_quantity.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

namespace headroom {
namespace {

std::string_view trimmed(std::string_view text)
{
    const auto isBlank = [](char c) { return c == ' ' || c == '\n' || c == '\t'; };
    while (!text.empty() && isBlank(text.front()))
        text.remove_prefix(1);
    while (!text.empty() && isBlank(text.back()))
        text.remove_suffix(1);
    return text;
}

std::string formatTimes(double factor)
{
    return fmt::format("{:.2f}×", factor);
}

std::string formatPlain(double value)
{
    if (value == std::floor(value) && std::abs(value) < 1e15)
        return formatCount(value);
    return fmt::format("{:.4g}", value);
}

std::optional<std::string> formatNumber(double value, std::string_view format)
{
    if (format == "gib")
        return fmt::format("{:.1f} GiB", value / bytesPerGib);
    if (format == "gb")
        return fmt::format("{:.1f} GB", value / bytesPerGb);
    if (format == "mib")
        return fmt::format("{:.1f} MiB", value / bytesPerMib);
    if (format == "bytes")
        return formatBytes(Bytes { value });
    if (format == "seconds")
        return formatSeconds(Seconds { value });
    if (format == "percent")
        return formatShare(value);
    if (format == "count")
        return formatCount(value);
    if (format == "tflops")
        return fmt::format("{:.1f} TFLOP/s", value);
    if (format == "flop")
        return formatFlop(Flop { value });
    if (format == "rate")
        return formatBandwidth(BytesPerSecond { value });
    if (format == "times")
        return formatTimes(value);
    if (format == "int")
        return fmt::format("{:.0f}", value);
    if (format == "fixed1")
        return fmt::format("{:.1f}", value);
    if (format == "fixed2")
        return fmt::format("{:.2f}", value);
    if (format == "usd")
        return "$" + formatCount(std::round(value));
    if (format == "number" || format.empty())
        return formatPlain(value);
    return std::nullopt;
}

/// Replaces templates and constants one after the other and collects problems.
class TextFiller
{
public:
    TextFiller(const ExpressionScope &scope, std::string where)
        : m_scope(scope)
        , m_where(std::move(where))
    { }

    Result<LessonText> fill(std::string_view text)
    {
        while (!text.empty()) {
            const std::size_t brace = text.find("{{");
            const std::size_t bracket = text.find("[[");
            const std::size_t open = std::min(brace, bracket);
            m_text.markdown += text.substr(0, open);
            if (open == std::string_view::npos)
                break;
            const bool isTemplate = brace < bracket;
            const std::size_t close = text.find(isTemplate ? "}}" : "]]", open);
            if (close == std::string_view::npos) {
                m_problems.push_back({ "lesson-template", m_where,
                    { std::string { text.substr(open, 40) }, Message { "template-open" } } });
                break;
            }
            const std::string_view inside = trimmed(text.substr(open + 2, close - open - 2));
            isTemplate ? addValue(inside) : addConstant(inside);
            text.remove_prefix(close + 2);
        }
        if (!m_problems.empty())
            return m_problems;
        return std::move(m_text);
    }

private:
    void addValue(std::string_view inside)
    {
        const std::size_t bar = inside.rfind('|');
        const std::string_view format
            = bar == std::string_view::npos ? std::string_view {} : trimmed(inside.substr(bar + 1));
        const Result<Expression> expression
            = Expression::parse(trimmed(inside.substr(0, bar)), m_where);
        if (!expression)
            return addProblems(expression.errors());
        const Result<ExpressionValue> value = expression->evaluate(m_scope);
        if (!value)
            return addProblems(value.errors());
        if (const auto shown = formatLessonValue(*value, format))
            m_text.markdown += *shown;
        else
            m_problems.push_back({ "lesson-template", m_where,
                { std::string { inside }, Message { "template-format" } } });
    }

    void addConstant(std::string_view inside)
    {
        const std::size_t bar = inside.rfind('|');
        if (bar == std::string_view::npos) {
            m_problems.push_back({ "lesson-template", m_where,
                { std::string { inside }, Message { "template-source" } } });
            return;
        }
        const std::string shown { trimmed(inside.substr(0, bar)) };
        m_text.markdown
            += "[" + shown + "](source:" + std::to_string(m_text.constants.size()) + ")";
        m_text.constants.push_back({ shown, std::string { trimmed(inside.substr(bar + 1)) } });
    }

    void addProblems(const Errors &errors)
    {
        m_problems.insert(m_problems.end(), errors.begin(), errors.end());
    }

    const ExpressionScope &m_scope;
    std::string m_where;
    LessonText m_text;
    Problems m_problems;
};

} // namespace

std::optional<std::string> formatLessonValue(const ExpressionValue &value, std::string_view format)
{
    if (const double *number = std::get_if<double>(&value))
        return formatNumber(*number, format);
    if (!format.empty() && format != "text")
        return std::nullopt;
    if (const bool *answer = std::get_if<bool>(&value))
        return *answer ? "yes" : "no";
    if (const std::string *text = std::get_if<std::string>(&value))
        return *text;
    return fmt::format("{}", fmt::join(std::get<std::vector<std::string>>(value), ", "));
}

Result<LessonText> fillLessonText(
    std::string_view text, const ExpressionScope &scope, const std::string &where)
{
    return TextFiller { scope, where }.fill(text);
}

} // namespace headroom
