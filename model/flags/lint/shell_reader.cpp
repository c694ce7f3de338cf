#include "model/flags/lint/lint_script.h"

#include <algorithm>
#include <cctype>

namespace headroom {
namespace {

bool isNameStart(char letter)
{
    return std::isalpha(static_cast<unsigned char>(letter)) || letter == '_';
}

bool isNameLetter(char letter)
{
    return std::isalnum(static_cast<unsigned char>(letter)) || letter == '_';
}

bool isBlank(char letter)
{
    return letter == ' ' || letter == '\t' || letter == '\r';
}

/// One shell word, decoded.
struct Word
{
    DecodedText decoded;
    std::size_t from = 0;
    std::vector<std::string> references;
    bool isQuoted = false;
};

/// Reads words and separators one after the other.
class ShellScanner
{
public:
    ShellScanner(std::string_view text, Script &script)
        : m_text(text)
        , m_script(script)
    { }

    enum class Token { Word, Separator, OpenArray, CloseParen, End };

    Token next(Word &word);
    bool atEnd() const { return m_at >= m_text.size(); }

private:
    void skipBlanksAndComments();
    void readWord(Word &word);
    void readSingleQuoted(Word &word);
    void readDoubleQuoted(Word &word);
    void readExpansion(Word &word);
    void skipNested(char open, char close);
    char peek(std::size_t ahead = 0) const
    {
        return m_at + ahead < m_text.size() ? m_text[m_at + ahead] : '\0';
    }

    std::string_view m_text;
    Script &m_script;
    std::size_t m_at = 0;
    bool m_wasArrayStart = false;
};

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

ShellScanner::Token ShellScanner::next(Word &word)
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

void ShellScanner::readWord(Word &word)
{
    word = Word {};
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

void ShellScanner::readSingleQuoted(Word &word)
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

void ShellScanner::readDoubleQuoted(Word &word)
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

void ShellScanner::readExpansion(Word &word)
{
    const std::size_t from = m_at;
    if (peek() == '`') {
        const std::size_t close = m_text.find('`', m_at + 1);
        m_at = close == std::string_view::npos ? m_text.size() : close + 1;
    } else if (peek(1) == '{') {
        std::size_t name = m_at + 2;
        while (name < m_text.size() && isNameLetter(m_text[name]))
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
        while (!atEnd() && isNameLetter(peek()))
            ++m_at;
        if (m_at == name && !atEnd())
            ++m_at; // $?, $1, $@ …
        word.references.emplace_back(m_text.substr(name, m_at - name));
    }
    word.decoded.add(m_text.substr(from, m_at - from), from, true);
}

/// Length of NAME in "NAME=…" or "NAME+=…"; 0 when the word is no assignment.
std::size_t assignedName(const Word &word)
{
    const std::string &text = word.decoded.text();
    if (text.empty() || !isNameStart(text[0]) || word.decoded.isOpaque(0))
        return 0;
    std::size_t end = 1;
    while (end < text.size() && isNameLetter(text[end]) && !word.decoded.isOpaque(end))
        ++end;
    const bool isPlain = end < text.size() && text[end] == '=';
    const bool isAppend = end + 1 < text.size() && text[end] == '+' && text[end + 1] == '=';
    return isPlain || isAppend ? end : 0;
}

ScriptAssignment assignmentOf(const Word &word, std::size_t nameLength)
{
    ScriptAssignment assignment;
    assignment.name = word.decoded.text().substr(0, nameLength);
    assignment.nameAt = word.from;
    assignment.appends = word.decoded.text()[nameLength] == '+';
    assignment.value = word.decoded.from(nameLength + (assignment.appends ? 2 : 1));
    assignment.references = word.references;
    assignment.appends = assignment.appends
        || std::ranges::find(word.references, assignment.name) != word.references.end();
    return assignment;
}

bool isKeyword(std::string_view word)
{
    for (const char *keyword : { "then", "do", "else", "elif", "if", "while", "until", "{", "!" })
        if (word == keyword)
            return true;
    return false;
}

/// Groups words into assignments and commands.
class ShellParser
{
public:
    explicit ShellParser(std::string_view text)
        : m_scanner(text, m_script)
    { }
    Script run();

private:
    void takeWord(Word &word);
    void readArray(ScriptAssignment &assignment);
    void finish();
    void finishCommand();
    void keepWord(Word &word);

    Script m_script;
    ShellScanner m_scanner;
    std::vector<ScriptAssignment> m_assignments;
    std::vector<Word> m_words;
    bool m_isDeclaration = false;
    bool m_isBehindFlag = false; ///< the word before was one
    bool m_usesNsys = false;
    bool m_usesJaxProfiler = false;
};

void ShellParser::readArray(ScriptAssignment &assignment)
{
    Word word;
    for (;;) {
        const ShellScanner::Token token = m_scanner.next(word);
        if (token == ShellScanner::Token::CloseParen || token == ShellScanner::Token::End)
            return;
        if (token != ShellScanner::Token::Word)
            continue;
        if (!assignment.value.empty())
            assignment.value.add(' ', word.from);
        assignment.value.append(word.decoded);
        assignment.references.insert(
            assignment.references.end(), word.references.begin(), word.references.end());
    }
}

void ShellParser::takeWord(Word &word)
{
    const std::string &text = word.decoded.text();
    const bool isFirst = m_words.empty();
    if (isFirst && !word.isQuoted
        && (text == "export" || text == "declare" || text == "readonly" || text == "local"
            || text == "env")) {
        m_isDeclaration = text != "env";
        return;
    }
    if (isFirst && (isKeyword(text) || (m_isDeclaration && text.starts_with('-'))))
        return;
    const std::size_t nameLength = assignedName(word);
    if (nameLength > 0 && isFirst)
        m_assignments.push_back(assignmentOf(word, nameLength));
    else
        keepWord(word);
}

/// Of a command only the words count that may be flags, and what stands behind one; a bare flag
/// string and "NAME = VALUE" count whole.
void ShellParser::keepWord(Word &word)
{
    const std::string &text = word.decoded.text();
    m_usesNsys = m_usesNsys || text == "nsys" || text.ends_with("/nsys");
    m_usesJaxProfiler = m_usesJaxProfiler || text == "profiler=xplane";
    const bool isFlag = text.find("-xla") != std::string::npos;
    const bool isWhole = m_words.size() < 2 || m_words[0].decoded.text().starts_with('-')
        || m_words[1].decoded.text().starts_with('=');
    if (isWhole || isFlag || m_isBehindFlag)
        m_words.push_back(std::move(word));
    m_isBehindFlag = isFlag;
}

/// Words of a command: flags may stand among them, and a bare flag string looks like one.
void ShellParser::finishCommand()
{
    const bool isBare = m_words.front().decoded.text().starts_with('-');
    const bool mayHoldFlags = isBare || std::ranges::any_of(m_words, [](const Word &word) {
        return word.decoded.text().find("-xla") != std::string::npos;
    });
    if (mayHoldFlags) {
        LooseFlags loose;
        for (const Word &word : m_words) {
            loose.text.add(' ', word.from);
            loose.text.append(word.decoded);
        }
        loose.isBare = isBare;
        m_script.events.emplace_back(std::move(loose));
    }
    if (isBare)
        return;
    ScriptCommand command;
    command.at = m_words.front().from;
    command.environment = std::move(m_assignments);
    command.usesNsys = m_usesNsys;
    command.usesJaxProfiler = m_usesJaxProfiler;
    command.program = m_words.front().decoded.takeText();
    m_script.events.emplace_back(std::move(command));
}

void ShellParser::finish()
{
    const bool isAssignmentOnly = m_words.empty() || m_isDeclaration;
    if (isAssignmentOnly) {
        for (ScriptAssignment &assignment : m_assignments)
            m_script.events.emplace_back(std::move(assignment));
    } else if (m_words.size() >= 2 && m_words[1].decoded.text().starts_with('=')
        && !m_words[0].decoded.text().starts_with('-')) {
        // "XLA_FLAGS = --xla…": a shell looks for a program of that name.
        ScriptAssignment assignment;
        assignment.name = m_words[0].decoded.text();
        assignment.nameAt = m_words[0].from;
        assignment.hasBlanks = true;
        assignment.value = m_words[1].decoded.from(1);
        for (std::size_t i = 2; i < m_words.size(); ++i) {
            assignment.value.add(' ', m_words[i].from);
            assignment.value.append(m_words[i].decoded);
        }
        m_script.events.emplace_back(std::move(assignment));
    } else {
        finishCommand();
    }
    m_assignments.clear();
    m_words.clear();
    m_isDeclaration = m_isBehindFlag = m_usesNsys = m_usesJaxProfiler = false;
}

Script ShellParser::run()
{
    Word word;
    for (;;) {
        switch (m_scanner.next(word)) {
        case ShellScanner::Token::Word:
            takeWord(word);
            break;
        case ShellScanner::Token::OpenArray:
            if (!m_assignments.empty())
                readArray(m_assignments.back());
            break;
        case ShellScanner::Token::Separator:
        case ShellScanner::Token::CloseParen:
            finish();
            break;
        case ShellScanner::Token::End:
            finish();
            return std::move(m_script);
        }
    }
}

} // namespace

Script readShell(std::string_view text)
{
    return ShellParser { text }.run();
}

} // namespace headroom
