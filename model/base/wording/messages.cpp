#include "model/base/wording/messages.h"

#include "model/base/text/display_line.h"

#include <algorithm>

namespace headroom {
namespace {

/// Characters of an operand: a value of a megabyte is not repeated in full.
constexpr std::size_t longestOperand = 1000;

std::string filled(const char *text, const Operands &operands)
{
    std::vector<std::string> words;
    words.reserve(operands.size());
    for (const Operand &operand : operands)
        words.push_back(operandText(operand));
    return fillTemplate(text, words);
}

} // namespace

std::span<const MessageTemplate *const> messageTemplates()
{
    static const std::vector<const MessageTemplate *> all = [] {
        std::vector<const MessageTemplate *> rows;
        for (const auto &table :
            { errorMessages(), findingMessages(), flagMessages(), lintMessages(), clauseMessages(),
                refusalMessages(), runMessages(), diagnosisMessages() })
            for (const MessageTemplate &row : table)
                rows.push_back(&row);
        std::ranges::sort(rows, {}, [](const auto *row) { return std::string_view { row->id }; });
        return rows;
    }();
    return all;
}

const MessageTemplate *messageTemplate(std::string_view id)
{
    const auto idOf = [](const auto *row) { return std::string_view { row->id }; };
    const auto all = messageTemplates();
    const auto row = std::ranges::lower_bound(all, id, {}, idOf);
    return row == all.end() || idOf(*row) != id ? nullptr : *row;
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

std::string operandText(const Operand &operand)
{
    if (const auto *amount = std::get_if<Amount>(&operand))
        return amountText(*amount);
    if (const auto *phrase = std::get_if<Phrase>(&operand))
        return phrase->english;
    if (const auto *message = std::get_if<Message>(&operand))
        return messageText(*message);
    return std::get<std::string>(operand);
}

std::string messageText(const Message &message)
{
    const MessageTemplate *row = messageTemplate(message.id);
    if (!row)
        return message.id;
    const std::string text = filled(row->message, message.operands);
    return *row->action == '\0' ? text : text + "; " + filled(row->action, message.operands);
}

std::string errorText(const Error &error)
{
    std::string text = messageText({ error.id, error.args });
    if (!error.where.empty())
        text = displayLine(error.where, longestOperand) + ": " + text;
    std::ranges::replace(text, '\n', ' ');
    return text;
}

std::string findingText(const Finding &finding)
{
    const MessageTemplate *row = messageTemplate(finding.id);
    return row ? filled(row->message, finding.operands) : finding.id;
}

std::string findingAction(const Finding &finding)
{
    const MessageTemplate *row = messageTemplate(finding.id);
    return row ? filled(row->action, finding.operands) : std::string {};
}

} // namespace headroom
