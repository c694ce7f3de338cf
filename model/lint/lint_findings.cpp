#include "model/lint/lint_findings.h"

#include "model/base/wording/messages.h"

#include <algorithm>
#include <functional>
#include <numeric>

namespace headroom {

LintFindings::LintFindings(std::string_view text)
    : m_text(text)
    , m_lines(text)
{ }

void LintFindings::add(Severity severity, const char *id, std::size_t at, std::string_view name,
    Operands operands, std::vector<TextEdit> edits)
{
    const std::hash<std::string_view> hash;
    // Two conflicts may meet at one place; what they are about is their first operand.
    const std::size_t about = operands.empty() ? 0 : hash(operandText(operands.front()));
    const std::size_t key = ((hash(id) * 31 + hash(name)) * 31 + about) * 31 + at;
    if (!m_seen.insert(key).second)
        return;
    constexpr std::size_t longestOperand = 300;
    for (Operand &operand : operands)
        if (std::string *text = operand.name())
            *text = printable(*text, longestOperand);
    m_findings.push_back({ severity, id, m_lines.position(at), printable(name), std::move(operands),
        std::move(edits) });
}

void LintFindings::keepAsWritten(const char *id, std::size_t at)
{
    const TextPosition place = m_lines.position(at);
    // What is said of the word that was checked last stands at the end.
    for (auto finding = m_findings.rbegin();
         finding != m_findings.rend() && finding->position == place; ++finding)
        if (finding->id == id)
            finding->edits.clear();
}

TextEdit LintFindings::removal(std::size_t from, std::size_t to) const
{
    const std::size_t start = m_lines.lineStart(from);
    const std::size_t end = m_lines.lineEnd(from);
    const auto isEmptyAround = [this](std::size_t a, std::size_t b) {
        return std::all_of(m_text.begin() + static_cast<std::ptrdiff_t>(a),
            m_text.begin() + static_cast<std::ptrdiff_t>(b), [](char letter) {
                return letter == ' ' || letter == '\t' || letter == '\n' || letter == '\r'
                    || letter == '\\';
            });
    };
    if (to <= end && isEmptyAround(start, from) && isEmptyAround(to, end) && start > 0)
        return { start, end, {} };
    std::size_t wider = from;
    while (wider > start && (m_text[wider - 1] == ' ' || m_text[wider - 1] == '\t'))
        --wider;
    if (wider < from)
        return { wider, to, {} };
    while (to < m_text.size() && (m_text[to] == ' ' || m_text[to] == '\t'))
        ++to;
    return { from, to, {} };
}

std::vector<LintFinding> LintFindings::take()
{
    // Places are put in order rather than findings, which are large.
    const auto isEarlier = [this](std::size_t a, std::size_t b) {
        const TextPosition &first = m_findings[a].position;
        const TextPosition &second = m_findings[b].position;
        return first.line != second.line ? first.line < second.line : first.column < second.column;
    };
    std::vector<std::size_t> order(m_findings.size());
    std::iota(order.begin(), order.end(), std::size_t { 0 });
    if (std::ranges::is_sorted(order, isEarlier))
        return std::move(m_findings);
    std::ranges::stable_sort(order, isEarlier);
    std::vector<LintFinding> sorted;
    sorted.reserve(order.size());
    for (const std::size_t index : order)
        sorted.push_back(std::move(m_findings[index]));
    m_findings.clear();
    return sorted;
}

} // namespace headroom
