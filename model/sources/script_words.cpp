#include "model/sources/script_words.h"

#include "model/base/text/ascii.h"
#include "model/lint/shell_scanner.h"
#include "model/runs/text/scan.h"

#include <algorithm>

namespace headroom {

std::size_t assignedLength(const DecodedText &word)
{
    const std::string &text = word.text();
    if (text.empty() || !isShellNameStart(text[0]) || word.isOpaque(0))
        return 0;
    std::size_t end = 1;
    while (end < text.size() && isShellNameLetter(text[end]) && !word.isOpaque(end))
        ++end;
    const bool isPlain = end < text.size() && text[end] == '=';
    const bool isAppend = end + 1 < text.size() && text[end] == '+' && text[end + 1] == '=';
    return isPlain || isAppend ? end : 0;
}

std::string variableOf(std::string_view raw)
{
    if (raw.size() < 2 || raw[0] != '$')
        return {};
    const bool isBraced = raw[1] == '{';
    std::size_t at = isBraced ? 2 : 1;
    const std::size_t from = at;
    while (at < raw.size() && isShellNameLetter(raw[at]))
        ++at;
    const std::string name(raw.substr(from, at - from));
    if (name.empty())
        return {};
    if (!isBraced)
        return at == raw.size() ? name : std::string {};
    const bool ends = raw.back() == '}' && raw.find('}') == raw.size() - 1;
    const bool hasFallback = raw.substr(at).starts_with(":-");
    return ends && (at + 1 == raw.size() || hasFallback) ? name : std::string {};
}

TextSpan fallbackOf(std::string_view text, TextSpan at)
{
    const std::string_view raw = at.of(text);
    const std::size_t mark = raw.find(":-");
    if (!raw.starts_with("${") || mark == std::string_view::npos || raw.back() != '}')
        return {};
    return { at.from + mark + 2, at.to - 1 };
}

std::string withoutUsage(std::string text)
{
    for (std::size_t at = text.find("<<"); at != std::string::npos; at = text.find("<<", at + 2)) {
        const std::size_t start = text.rfind('\n', at) + 1;
        const std::size_t end = std::min(text.find('\n', at), text.size());
        const std::string_view line = trimmed(std::string_view(text).substr(start, end - start));
        std::size_t from = at + 2;
        while (from < end
            && (text[from] == '-' || text[from] == '\'' || text[from] == '"' || text[from] == ' '))
            ++from;
        std::size_t to = from;
        while (to < end && isShellNameLetter(text[to]))
            ++to;
        const std::string marker = '\n' + text.substr(from, to - from);
        if (!line.starts_with("cat") || line.find('>') != std::string_view::npos || to == from)
            continue;
        const std::size_t close = std::min(text.find(marker, end), text.size());
        for (std::size_t i = end; i < close; ++i)
            if (text[i] != '\n')
                text[i] = ' ';
    }
    return text;
}

std::string withoutPatterns(std::string text)
{
    int depth = 0; // of "case" in "case"
    bool isPattern = false; // what comes next is one, or "esac"
    for (std::size_t start = 0, end = 0; start < text.size(); start = end + 1) {
        end = std::min(text.find('\n', start), text.size());
        const auto rest
            = [&](std::size_t at) { return std::string_view(text).substr(at, end - at); };
        const auto skipBlanks = [&](std::size_t at) {
            while (at < end && isAsciiSpace(text[at]))
                ++at;
            return at;
        };
        std::size_t at = skipBlanks(start);
        const std::size_t in = rest(at).find(" in");
        if (rest(at).starts_with("case ") && in != std::string_view::npos) {
            ++depth;
            isPattern = true;
            at += in + 3;
        }
        while (depth > 0) {
            at = skipBlanks(at);
            const std::size_t close = rest(at).find(')');
            if (rest(at).starts_with("esac")) {
                --depth;
                isPattern = false;
                break;
            }
            if (isPattern && (rest(at).starts_with("#") || close == std::string_view::npos))
                break;
            if (isPattern) {
                std::fill_n(text.begin() + static_cast<std::ptrdiff_t>(at), close + 1, ' ');
                at += close + 1;
            }
            const std::size_t done = rest(at).find(";;");
            isPattern = done != std::string_view::npos;
            if (!isPattern)
                break;
            at += done + 2;
        }
    }
    return text;
}

bool isDeclaration(std::string_view word)
{
    for (const char *name : { "export", "declare", "local", "readonly", "env" })
        if (word == name)
            return true;
    return false;
}

bool isOptionText(std::string_view text)
{
    return text.size() > 2 && text.starts_with("--") && (isAsciiLetter(text[2]) || text[2] == '_');
}

bool isDeviceOption(std::string_view text)
{
    std::string name(text.substr(0, text.find('=')));
    std::ranges::replace(name, '-', '_');
    for (const char *known : { "__nnodes", "__nproc_per_node", "__num_processes", "__num_machines",
             "__num_gpus", "__num_nodes" })
        if (name == known)
            return true;
    return false;
}

bool endsValues(std::string_view text)
{
    const bool isNumber
        = text.size() > 1 && text[0] == '-' && (isAsciiDigit(text[1]) || text[1] == '.');
    return (text.starts_with("-") && !isNumber && text.size() > 1) || text.starts_with(">")
        || text.starts_with("2>") || text.starts_with("1>") || text == "<"
        || text.starts_with("<<");
}

bool isSettingName(std::string_view text)
{
    return !text.empty() && !isAsciiDigit(text.front()) && std::ranges::all_of(text, [](char c) {
        return isAsciiLetterOrDigit(c) || c == '_' || c == '.';
    });
}

bool isSettingList(std::string_view text)
{
    int words = 0, dotted = 0;
    for (Scan scan { text }; !scan.rest().empty();) {
        scan.skipBlanks();
        std::string_view word = scan.word();
        if (word.empty()) {
            scan.accept(scan.rest().substr(0, 1));
            continue;
        }
        if (word == "\\")
            continue;
        word.remove_prefix(std::min(word.find_first_not_of('+'), word.size()));
        const std::size_t equals = word.find('=');
        if (equals == std::string_view::npos || !isSettingName(word.substr(0, equals)))
            return false;
        ++words;
        dotted += word.substr(0, equals).find('.') != std::string_view::npos;
    }
    return words > 1 && dotted > 0;
}

bool runsPrograms(std::string_view command)
{
    for (const char *name : { "tune", "llamafactory-cli", "axolotl", "torchrun", "srun", "python",
             "python3", "deepspeed", "accelerate", "mpirun", "exec", "nohup", "time", "bash",
             "nsys", "xpk", "then", "do", "else" })
        if (command == name || command.ends_with('/' + std::string(name)))
            return true;
    return false;
}

bool holdsArguments(std::string_view text)
{
    return isSettingList(text) || text.starts_with("--")
        || text.find(" --") != std::string_view::npos
        || text.find("\n--") != std::string_view::npos;
}

bool isCommandText(std::string_view text)
{
    Scan scan { text };
    scan.skipBlanks();
    const std::string_view command = scan.word();
    return runsPrograms(command) && command.size() < text.size()
        && text.find(".py") != std::string_view::npos;
}

} // namespace headroom
