#include "model/lint/shell_scanner.h"

#include "model/base/text/ascii.h"

#include <algorithm>

namespace headroom {
namespace {

bool isBlank(char letter)
{
    return letter == ' ' || letter == '\t' || letter == '\r';
}

} // namespace

bool isShellNameStart(char letter)
{
    return isAsciiLetter(letter) || letter == '_';
}

bool isShellNameLetter(char letter)
{
    return isAsciiLetterOrDigit(letter) || letter == '_';
}

void ShellScanner::skipBlanksAndComments()
{
    while (!atEnd()) {
        if (isBlank(peek())) {
            ++m_at;
        } else if (peek() == '\\' && (peek(1) == '\n' || (peek(1) == '\r' && peek(2) == '\n'))) {
            m_at += peek(1) == '\n' ? 2 : 3;
        } else if (peek() == '#'
            && (m_at == 0 || isBlank(m_text[m_at - 1]) || m_text[m_at - 1] == '\n')) {
            while (!atEnd() && peek() != '\n')
                ++m_at;
        } else {
            return;
        }
    }
}

ShellScanner::Token ShellScanner::next(ShellWord &word)
{
    skipBlanksAndComments();
    if (atEnd())
        return Token::End;
    const char letter = peek();
    if (letter == '\n' || letter == ';' || letter == '&' || letter == '|') {
        ++m_at;
        return Token::Separator;
    }
    if (letter == '(') {
        ++m_at;
        return m_wasArrayStart ? Token::OpenArray : Token::Separator;
    }
    if (letter == ')') {
        ++m_at;
        return Token::CloseParen;
    }
    readWord(word);
    const std::string &text = word.decoded.text();
    m_wasArrayStart = peek() == '(' && !text.empty() && text.back() == '=' && !word.isQuoted;
    return Token::Word;
}

void ShellScanner::readWord(ShellWord &word)
{
    word = ShellWord {};
    word.from = m_at;
    while (!atEnd()) {
        const char letter = peek();
        if (isBlank(letter) || letter == '\n' || letter == ';' || letter == '&' || letter == '|'
            || letter == '(' || letter == ')')
            break;
        if (letter == '\'') {
            readSingleQuoted(word);
        } else if (letter == '"') {
            readDoubleQuoted(word);
        } else if (letter == '\\') {
            if (peek(1) == '\n') {
                m_at += 2;
            } else {
                if (m_at + 1 < m_text.size())
                    word.decoded.add(m_text[m_at + 1], m_at + 1);
                m_at = std::min(m_at + 2, m_text.size());
            }
        } else if (letter == '$' || letter == '`') {
            readExpansion(word);
        } else {
            const std::size_t end
                = std::min(m_text.find_first_of(" \t\r\n;&|()'\"\\$`", m_at + 1), m_text.size());
            word.decoded.add(m_text.substr(m_at, end - m_at), m_at);
            m_at = end;
        }
    }
    if (m_at == word.from)
        ++m_at; // never stands still, whatever the byte
}

void ShellScanner::readSingleQuoted(ShellWord &word)
{
    const std::size_t open = m_at++;
    word.isQuoted = true;
    const std::size_t close = m_text.find('\'', m_at);
    if (close == std::string_view::npos)
        m_script.problems.push_back({ "lint-unbalanced-quote", open, "'" });
    const std::size_t end = std::min(close, m_text.size());
    word.decoded.add(m_text.substr(m_at, end - m_at), m_at);
    m_at = end;
    if (!atEnd())
        ++m_at;
}

void ShellScanner::readDoubleQuoted(ShellWord &word)
{
    const std::size_t open = m_at++;
    word.isQuoted = true;
    while (!atEnd() && peek() != '"') {
        if (peek() == '\\' && peek(1) == '\n') {
            m_at += 2;
        } else if (peek() == '\\'
            && (peek(1) == '"' || peek(1) == '\\' || peek(1) == '$' || peek(1) == '`')) {
            word.decoded.add(peek(1), m_at + 1);
            m_at += 2;
        } else if (peek() == '$' || peek() == '`') {
            readExpansion(word);
        } else {
            const std::size_t end
                = std::min(m_text.find_first_of("\"\\$`", m_at + 1), m_text.size());
            word.decoded.add(m_text.substr(m_at, end - m_at), m_at);
            m_at = end;
        }
    }
    if (atEnd())
        m_script.problems.push_back({ "lint-unbalanced-quote", open, "\"" });
    else
        ++m_at;
}

void ShellScanner::skipNested(char open, char close)
{
    int depth = 0;
    while (!atEnd()) {
        const char letter = m_text[m_at++];
        if (letter == '\\' && !atEnd())
            ++m_at;
        else if (letter == open)
            ++depth;
        else if (letter == close && --depth <= 0)
            return;
    }
}

void ShellScanner::readExpansion(ShellWord &word)
{
    const std::size_t from = m_at;
    if (peek() == '`') {
        const std::size_t close = m_text.find('`', m_at + 1);
        m_at = close == std::string_view::npos ? m_text.size() : close + 1;
    } else if (peek(1) == '{') {
        std::size_t name = m_at + 2;
        while (name < m_text.size() && isShellNameLetter(m_text[name]))
            ++name;
        word.references.emplace_back(m_text.substr(m_at + 2, name - m_at - 2));
        ++m_at;
        skipNested('{', '}');
    } else if (peek(1) == '(') {
        ++m_at;
        skipNested('(', ')');
    } else {
        ++m_at;
        const std::size_t name = m_at;
        while (!atEnd() && isShellNameLetter(peek()))
            ++m_at;
        if (m_at == name && !atEnd())
            ++m_at; // $?, $1, $@ …
        word.references.emplace_back(m_text.substr(name, m_at - name));
    }
    word.decoded.add(m_text.substr(from, m_at - from), from, true);
}

} // namespace headroom
