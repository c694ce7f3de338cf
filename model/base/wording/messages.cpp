#include "model/base/wording/messages.h"

#include "model/base/text/display_line.h"

#include <algorithm>

namespace headroom {
namespace {

/// Characters of an operand: a value of a megabyte is not repeated in full.
constexpr std::size_t longestOperand = 1000;

const MessageTemplate *rowWithId(std::span<const MessageTemplate> rows, std::string_view id)
{
    const auto row = std::ranges::find_if(rows, [id](const auto &entry) { return id == entry.id; });
    return row == rows.end() ? nullptr : &*row;
}

} // namespace

const MessageTemplate *errorMessage(std::string_view id)
{
    return rowWithId(errorMessages(), id);
}

const MessageTemplate *findingMessage(std::string_view id)
{
    const MessageTemplate *row = rowWithId(findingMessages(), id);
    if (!row)
        row = rowWithId(lintMessages(), id);
    return row ? row : flagMessage(id);
}

std::string fillTemplate(std::string_view text, std::span<const std::string> operands)
{
    std::string filled;
    for (std::size_t i = 0; i < text.size(); ++i) {
        const bool isPlaceholder = text[i] == '{' && i + 2 < text.size() && text[i + 2] == '}'
            && text[i + 1] >= '0' && text[i + 1] <= '9';
        const auto index = isPlaceholder ? static_cast<std::size_t>(text[i + 1] - '0') : 0;
        if (isPlaceholder && index < operands.size()) {
            filled += displayLine(operands[index], longestOperand);
            i += 2;
        } else {
            filled += text[i];
        }
    }
    return filled;
}

std::string errorText(const Error &error)
{
    const MessageTemplate *row = errorMessage(error.id);
    std::string text
        = error.where.empty() ? std::string {} : displayLine(error.where, longestOperand) + ": ";
    if (!row)
        return text + error.id;
    text += fillTemplate(row->message, error.args);
    if (*row->action != '\0')
        text += "; " + fillTemplate(row->action, error.args);
    std::ranges::replace(text, '\n', ' ');
    return text;
}

std::string findingText(const Finding &finding)
{
    const MessageTemplate *row = findingMessage(finding.id);
    return row ? fillTemplate(row->message, finding.operands) : finding.id;
}

std::string findingAction(const Finding &finding)
{
    const MessageTemplate *row = findingMessage(finding.id);
    return row ? fillTemplate(row->action, finding.operands) : std::string {};
}

} // namespace headroom
