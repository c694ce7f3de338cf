#include "model/lint/shell_scanner.h"

#include <algorithm>

namespace headroom {
namespace {

/// Length of NAME in "NAME=…" or "NAME+=…"; 0 when the word is no assignment.
std::size_t assignedName(const ShellWord &word)
{
    const std::string &text = word.decoded.text();
    if (text.empty() || !isShellNameStart(text[0]) || word.decoded.isOpaque(0))
        return 0;
    std::size_t end = 1;
    while (end < text.size() && isShellNameLetter(text[end]) && !word.decoded.isOpaque(end))
        ++end;
    const bool isPlain = end < text.size() && text[end] == '=';
    const bool isAppend = end + 1 < text.size() && text[end] == '+' && text[end + 1] == '=';
    return isPlain || isAppend ? end : 0;
}

ScriptAssignment assignmentOf(const ShellWord &word, std::size_t nameLength)
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

/// Programs whose arguments are patterns and conditions rather than somebody's environment.
bool takesPatterns(std::string_view program)
{
    for (const char *name : { "grep", "egrep", "rg", "sed", "awk", "test", "[", "[[" })
        if (program == name)
            return true;
    return false;
}

bool isUpperName(std::string_view name)
{
    return std::ranges::all_of(name, [](char letter) {
        return (letter >= 'A' && letter <= 'Z') || (letter >= '0' && letter <= '9')
            || letter == '_';
    });
}

/// Where the next "XLA_FLAGS=" or "LIBTPU_INIT_ARGS=" inside a word begins, from `start` on, and
/// the length of its name; at npos when there is none.
struct CarrierPlace
{
    std::size_t at = std::string::npos;
    std::size_t nameLength = 0;
};

CarrierPlace nextCarrier(const std::string &text, std::size_t start)
{
    CarrierPlace first;
    for (const std::string_view name : { "XLA_FLAGS", "LIBTPU_INIT_ARGS" })
        for (std::size_t at = text.find(name, start); at != std::string::npos;
             at = text.find(name, at + 1)) {
            const bool isWhole = at > 0
                && std::string_view(" \t\n,=;(&|'\"").find(text[at - 1]) != std::string_view::npos
                && at + name.size() < text.size() && text[at + name.size()] == '=';
            if (!isWhole)
                continue;
            if (at < first.at)
                first = { at, name.size() };
            break;
        }
    return first;
}

/// Not all words are flags: what "bash -c" gets, not the value of a variable.
bool hasCommandBehindBlank(const std::string &text)
{
    for (std::size_t at = text.find(' '); at != std::string::npos; at = text.find(' ', at + 1))
        if (at + 1 < text.size() && text[at + 1] != '-' && text[at + 1] != ' ')
            return true;
    return false;
}

/// Just behind the value that starts at `start`: the closing quote, else the next blank or bracket;
/// in an option such as "--export=ALL,XLA_FLAGS=…" the word's end.
std::size_t embeddedValueEnd(const std::string &text, std::size_t start)
{
    const bool isQuoted = start < text.size() && (text[start] == '\'' || text[start] == '"');
    // "--command=export XLA_FLAGS=… && python3 m.py" is a command like any other.
    if (text.starts_with('-') && !isQuoted && !hasCommandBehindBlank(text.substr(start)))
        return text.size();
    const std::size_t end
        = isQuoted ? text.find(text[start], start + 1) : text.find_first_of(" \t\n;])\"'", start);
    return end == std::string::npos ? text.size() : end;
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
    void takeWord(ShellWord &word);
    void readArray(ScriptAssignment &assignment);
    void finish();
    void finishCommand();
    void keepWord(ShellWord &word);
    bool givesVariables(const ShellWord &word);
    void lookForProgram(std::string_view text);

    Script m_script;
    ShellScanner m_scanner;
    std::vector<ScriptAssignment> m_assignments;
    std::vector<ShellWord> m_words;
    bool m_isDeclaration = false;
    bool m_isBehindFlag = false; ///< the word before was one
    bool m_usesNsys = false;
    bool m_usesJaxProfiler = false;
    bool m_isBehindModule = false; ///< the word before was -m
    bool m_hasArguments = false; ///< something follows the program
    std::string m_program; ///< Python file or module that the command runs
};

void ShellParser::readArray(ScriptAssignment &assignment)
{
    ShellWord word;
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

void ShellParser::takeWord(ShellWord &word)
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
    else if (isFirst || !givesVariables(word))
        keepWord(word);
}

/// Variables that stand among the arguments of a command and reach what it runs: "env A=1
/// XLA_FLAGS=…", "docker run -e XLA_FLAGS=…", "srun --export=ALL,XLA_FLAGS=…", "bash -c
/// 'XLA_FLAGS=… python3 m.py'", "ENV A=1 XLA_FLAGS=…" of a Dockerfile.
bool ShellParser::givesVariables(const ShellWord &word)
{
    if (takesPatterns(m_words.front().decoded.text()))
        return false;
    const std::string &text = word.decoded.text();
    const std::size_t nameLength = assignedName(word);
    CarrierPlace place = nextCarrier(text, 0);
    if (nameLength > 0 && isUpperName(std::string_view(text).substr(0, nameLength))) {
        const bool isScript = (text.starts_with("XLA_FLAGS=") || text.starts_with("LIBTPU_INIT_"))
            && hasCommandBehindBlank(text);
        if (!isScript) {
            m_assignments.push_back(assignmentOf(word, nameLength));
            return true;
        }
        place = { 0, nameLength };
    }
    bool isGiven = false;
    constexpr int maxInWord = 100; // a generated megabyte must not cost its square
    for (int i = 0; i < maxInWord && place.at != std::string::npos; ++i) {
        std::size_t from = place.at + place.nameLength + 1;
        const std::size_t end = embeddedValueEnd(text, from);
        if (from < end && (text[from] == '\'' || text[from] == '"'))
            ++from;
        ScriptAssignment assignment;
        assignment.name = text.substr(place.at, place.nameLength);
        assignment.nameAt = word.decoded.offsetOf(place.at);
        for (std::size_t at = from; at < end; ++at)
            assignment.value.add(text[at], word.decoded.offsetOf(at), word.decoded.isOpaque(at));
        assignment.references = word.references;
        assignment.appends
            = std::ranges::find(word.references, assignment.name) != word.references.end();
        m_assignments.push_back(std::move(assignment));
        isGiven = true;
        place = nextCarrier(text, end);
    }
    return isGiven;
}

/// Of a command only the words count that may be flags, and what stands behind one; a bare flag
/// string and "NAME = VALUE" count whole.
void ShellParser::keepWord(ShellWord &word)
{
    const std::string &text = word.decoded.text();
    m_usesNsys = m_usesNsys || text == "nsys" || text.ends_with("/nsys");
    m_usesJaxProfiler = m_usesJaxProfiler || text == "profiler=xplane";
    lookForProgram(text);
    const bool isFlag = text.find("-xla") != std::string::npos;
    const bool isWhole = m_words.size() < 2 || m_words[0].decoded.text().starts_with('-')
        || m_words[1].decoded.text().starts_with('=');
    if (isWhole || isFlag || m_isBehindFlag)
        m_words.push_back(std::move(word));
    m_isBehindFlag = isFlag;
}

/// The first Python file or module of a command is what trains, with everything behind it as its
/// arguments; it may stand in a quoted command, too.
void ShellParser::lookForProgram(std::string_view text)
{
    while (!text.empty() && !m_hasArguments) {
        const std::size_t end = std::min(text.find_first_of(" \t\n"), text.size());
        const std::string_view word = text.substr(0, end);
        text.remove_prefix(std::min(end + 1, text.size()));
        if (word.empty())
            continue;
        m_hasArguments = !m_program.empty();
        if (m_program.empty() && (m_isBehindModule || word.ends_with(".py")))
            m_program = word.substr(word.rfind('/') + 1);
        m_isBehindModule = word == "-m";
    }
}

/// Words of a command: flags may stand among them, and a bare flag string looks like one.
void ShellParser::finishCommand()
{
    const bool isBare = m_words.front().decoded.text().starts_with('-');
    const bool mayHoldFlags = isBare || std::ranges::any_of(m_words, [](const ShellWord &word) {
        return word.decoded.text().find("-xla") != std::string::npos;
    });
    if (mayHoldFlags) {
        LooseFlags loose;
        for (const ShellWord &word : m_words) {
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
    if (m_hasArguments)
        command.trains = m_program;
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
    m_isBehindModule = m_hasArguments = false;
    m_program.clear();
}

Script ShellParser::run()
{
    ShellWord word;
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
