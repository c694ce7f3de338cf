#include "model/base/text/ascii.h"
#include "model/lint/lint_script.h"

#include <algorithm>
#include <deque>
#include <optional>

namespace headroom {
namespace {

/// A Python token as far as strings and their surroundings matter.
struct Token
{
    enum class Kind { String, Name, Operator, NewLine, End } kind = Kind::End;
    std::string_view text; ///< name or operator
    std::size_t string = 0; ///< of a String: its index in Tokens::strings
    std::size_t at = 0;
};

struct Tokens
{
    std::vector<Token> all;
    std::deque<DecodedText> strings;
};

bool isNameLetter(char letter)
{
    return isAsciiLetterOrDigit(letter) || letter == '_';
}

class PythonScanner
{
public:
    PythonScanner(std::string_view text, Script &script)
        : m_text(text)
        , m_script(script)
    { }
    Tokens run();

private:
    bool readString(Tokens &tokens);
    void readBody(DecodedText &text, char quote, bool isTriple, bool isRaw, bool isFormat);
    char peek(std::size_t ahead = 0) const
    {
        return m_at + ahead < m_text.size() ? m_text[m_at + ahead] : '\0';
    }

    std::string_view m_text;
    Script &m_script;
    std::size_t m_at = 0;
    int m_depth = 0;
};

void PythonScanner::readBody(
    DecodedText &text, char quote, bool isTriple, bool isRaw, bool isFormat)
{
    const std::size_t open = m_at - (isTriple ? 3 : 1);
    int braces = 0;
    while (m_at < m_text.size()) {
        const char letter = peek();
        const bool closes
            = letter == quote && (!isTriple || (peek(1) == quote && peek(2) == quote));
        if (closes) {
            m_at += isTriple ? 3 : 1;
            return;
        }
        if (letter == '\n' && !isTriple)
            break;
        if (letter == '\\' && !isRaw && m_at + 1 < m_text.size()) {
            const char escaped = peek(1);
            if (escaped != '\n')
                text.add(escaped == 'n' || escaped == 't' ? ' ' : escaped, m_at + 1);
            m_at += 2;
            continue;
        }
        if (isFormat && letter == '{')
            ++braces;
        text.add(letter, m_at, braces > 0);
        if (isFormat && letter == '}' && braces > 0)
            --braces;
        ++m_at;
    }
    m_script.problems.push_back({ "lint-unbalanced-quote", open, std::string(1, quote) });
}

bool PythonScanner::readString(Tokens &tokens)
{
    std::size_t prefix = 0;
    bool isRaw = false;
    bool isFormat = false;
    while (prefix < 2) {
        const char letter = asciiLower(peek(prefix));
        if (letter != 'r' && letter != 'b' && letter != 'f' && letter != 'u')
            break;
        isRaw = isRaw || letter == 'r';
        isFormat = isFormat || letter == 'f';
        ++prefix;
    }
    const char quote = peek(prefix);
    if (quote != '"' && quote != '\'')
        return false;
    tokens.all.push_back({ Token::Kind::String, {}, tokens.strings.size(), m_at });
    const bool isTriple = peek(prefix + 1) == quote && peek(prefix + 2) == quote;
    m_at += prefix + (isTriple ? 3 : 1);
    readBody(tokens.strings.emplace_back(), quote, isTriple, isRaw, isFormat);
    return true;
}

Tokens PythonScanner::run()
{
    Tokens tokens;
    while (m_at < m_text.size()) {
        const char letter = peek();
        if (letter == '#') {
            while (m_at < m_text.size() && peek() != '\n')
                ++m_at;
        } else if (letter == '\n') {
            if (m_depth <= 0)
                tokens.all.push_back({ Token::Kind::NewLine, {}, 0, m_at });
            ++m_at;
        } else if (letter == '\\' && peek(1) == '\n') {
            m_at += 2;
        } else if (isAsciiSpace(letter)) {
            ++m_at;
        } else if (readString(tokens)) {
            continue;
        } else if (isNameLetter(letter)) {
            const std::size_t from = m_at;
            while (m_at < m_text.size() && isNameLetter(peek()))
                ++m_at;
            tokens.all.push_back({ Token::Kind::Name, m_text.substr(from, m_at - from), 0, from });
        } else {
            m_depth += letter == '(' || letter == '[' || letter == '{';
            m_depth -= letter == ')' || letter == ']' || letter == '}';
            tokens.all.push_back({ Token::Kind::Operator, m_text.substr(m_at, 1), 0, m_at });
            ++m_at;
        }
    }
    tokens.all.push_back({ Token::Kind::End, {}, 0, m_at });
    return tokens;
}

bool isConstantName(std::string_view text)
{
    return text.size() >= 4 && isAsciiUpper(text[0]) && std::ranges::all_of(text, [](char letter) {
        return isAsciiUpper(letter) || isAsciiDigit(letter) || letter == '_';
    }) && text.find('_') != std::string_view::npos;
}

class PythonParser
{
public:
    explicit PythonParser(std::string_view text)
    {
        Tokens tokens = PythonScanner { text, m_script }.run();
        m_tokens = std::move(tokens.all);
        m_strings = std::move(tokens.strings);
    }
    Script run();

private:
    /// Index behind the "=", "+=", ":" or "," that gives the string at `index` a value; none when
    /// the string is no key.
    std::optional<std::size_t> valueStart(std::size_t index, bool &appends) const;
    /// False when the expression is no plain text or list (a dictionary, a condition …).
    bool readValue(std::size_t from, ScriptAssignment &assignment);
    bool isOperator(std::size_t index, std::string_view text) const
    {
        return index < m_tokens.size() && m_tokens[index].kind == Token::Kind::Operator
            && m_tokens[index].text == text;
    }
    bool isName(std::size_t index, std::string_view text) const
    {
        return index < m_tokens.size() && m_tokens[index].kind == Token::Kind::Name
            && m_tokens[index].text == text;
    }

    Script m_script;
    const DecodedText &decoded(const Token &token) const { return m_strings[token.string]; }

    std::vector<Token> m_tokens;
    std::deque<DecodedText> m_strings;
    std::vector<bool> m_used;
};

std::optional<std::size_t> PythonParser::valueStart(std::size_t index, bool &appends) const
{
    // environ["NAME"] = …   environ["NAME"] += …
    if (isOperator(index + 1, "]")) {
        if (isOperator(index + 2, "=") && !isOperator(index + 3, "="))
            return index + 3;
        if (isOperator(index + 2, "+") && isOperator(index + 3, "=")) {
            appends = true;
            return index + 4;
        }
        return std::nullopt;
    }
    // {"NAME": …}
    if (isOperator(index + 1, ":"))
        return index + 2;
    // setdefault("NAME", …)   putenv("NAME", …)
    const bool isCall = isOperator(index + 1, ",") && index >= 2 && isOperator(index - 1, "(")
        && (isName(index - 2, "setdefault") || isName(index - 2, "putenv")
            || isName(index - 2, "setenv"));
    return isCall ? std::optional { index + 2 } : std::nullopt;
}

bool PythonParser::readValue(std::size_t from, ScriptAssignment &assignment)
{
    int depth = 0;
    std::vector<std::size_t> strings;
    std::size_t i = from;
    for (; i < m_tokens.size(); ++i) {
        const Token &token = m_tokens[i];
        if (token.kind == Token::Kind::End || token.kind == Token::Kind::NewLine)
            break;
        if (token.kind == Token::Kind::Operator) {
            if (token.text == "{" || token.text == ":")
                return false;
            depth += token.text == "(" || token.text == "[";
            depth -= token.text == ")" || token.text == "]" || token.text == "}";
            if (depth < 0 || (depth == 0 && (token.text == "," || token.text == ";")))
                break;
            // Items of a list are joined with blanks.
            if (token.text == "," && !assignment.value.empty())
                assignment.value.add(' ', token.at);
        } else if (token.kind == Token::Kind::Name) {
            if (token.text == "dict" || token.text == "lambda")
                return false;
            if (token.text == "environ" || token.text == "getenv")
                assignment.appends = true;
            else if (token.text != "os" && token.text != "get" && token.text != "join")
                assignment.references.emplace_back(token.text);
        } else {
            strings.push_back(i);
            if (decoded(token).text() != assignment.name) // os.environ.get("XLA_FLAGS", "")
                assignment.value.append(decoded(token));
        }
    }
    for (const std::size_t index : strings)
        m_used[index] = true;
    return true;
}

Script PythonParser::run()
{
    m_used.assign(m_tokens.size(), false);
    for (std::size_t i = 0; i < m_tokens.size(); ++i) {
        const Token &token = m_tokens[i];
        ScriptAssignment assignment;
        std::size_t start = 0;
        if (token.kind == Token::Kind::String && !m_used[i]
            && isConstantName(decoded(token).text())) {
            assignment.name = decoded(token).text();
            const auto from = valueStart(i, assignment.appends);
            if (!from)
                continue;
            m_used[i] = true;
            start = *from;
            assignment.nameAt = decoded(token).empty() ? token.at : decoded(token).offsetOf(0);
        } else if (token.kind == Token::Kind::Name && isOperator(i + 1, "=")
            && !isOperator(i + 2, "=")
            && (i == 0 || (!isOperator(i - 1, ".") && m_tokens[i - 1].kind != Token::Kind::Name))) {
            // A plain variable, or a keyword argument such as environ.update(XLA_FLAGS="…").
            assignment.name = token.text;
            assignment.nameAt = token.at;
            start = i + 2;
        } else {
            continue;
        }
        if (readValue(start, assignment))
            m_script.events.emplace_back(std::move(assignment));
    }
    for (std::size_t i = 0; i < m_tokens.size(); ++i) {
        const Token &token = m_tokens[i];
        if (token.kind == Token::Kind::String && !m_used[i]
            && decoded(token).text().find("-xla_") != std::string::npos) {
            m_script.events.emplace_back(LooseFlags { decoded(token), false });
        }
    }
    return std::move(m_script);
}

} // namespace

Script readPython(std::string_view text)
{
    return PythonParser { text }.run();
}

} // namespace headroom
