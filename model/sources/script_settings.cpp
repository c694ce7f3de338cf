#include "model/sources/placed_settings.h"

#include "model/base/text/ascii.h"
#include "model/intake/script_parts.h"
#include "model/lint/shell_scanner.h"
#include "model/runs/readers/launch_words.h"
#include "model/runs/text/shell_variables.h"
#include "model/sources/program_habits.h"
#include "model/sources/script_words.h"

#include <algorithm>
#include <array>
#include <map>
#include <set>

namespace headroom {
namespace {

constexpr std::size_t maxPieces = 100'000;
constexpr int maxHops = 4; ///< variables that hold a variable

/// A word as the shell hands it over, or a part of one that holds several.
struct Piece
{
    PlacedValue value;
    TextSpan outer; ///< with its quotes
    std::string variable {}; ///< that the word is; empty: it is more
};

/// Words that belong together: of a command, an array, a variable that holds arguments.
struct PieceGroup
{
    std::string variable; ///< that holds them; empty: a command
    std::vector<Piece> pieces;
    bool isOptional = false; ///< inside "if" or "case": the script may go another way
};

struct HeldValue
{
    std::string text;
    TextSpan at;
};

class ScriptPlacer
{
public:
    explicit ScriptPlacer(PlacedFile &file)
        : m_file(file)
        , m_read(withoutPatterns(withoutUsage(file.shellText())))
        , m_scanner(m_read, m_problems)
    { }

    void run()
    {
        readWords();
        const LaunchText launch = launchText(m_file.shellText());
        m_file.program = programOf(launch);
        findPrograms();
        for (const PieceGroup &group : m_groups)
            place(group);
        placeDirectives(m_file, m_index++);
    }

private:
    static std::string programOf(const LaunchText &launch)
    {
        // ms-swift takes the Trainer's arguments.
        if (std::string tool = launchedTool(launch); !tool.empty() && tool != swiftTool)
            return tool;
        const std::string program = programOfFramework(launchedFramework(launch.words));
        // A program with the Trainer's own arguments, which DeepSpeed starts.
        const auto has = [&launch](std::string_view word) {
            return std::ranges::any_of(
                launch.words, [word](const LaunchWord &own) { return own.text.starts_with(word); });
        };
        const bool isTrainer = habitsOf(program).program == Program::DeepSpeed
            && has("--output_dir") && has("--learning_rate") && !has("--zero_stage");
        return isTrainer ? "trainer" : program;
    }

    TextSpan spanOf(const DecodedText &word, std::size_t from, std::size_t to) const
    {
        if (from >= to)
            return {};
        const TextSpan span { word.offsetOf(from), word.offsetOf(to - 1) + 1 };
        return span.to > span.from ? span : TextSpan { span.from, span.from };
    }

    Piece pieceOf(const DecodedText &word, std::size_t from, std::size_t to) const
    {
        Piece piece;
        piece.value.text = word.text().substr(from, to - from);
        piece.value.at = spanOf(word, from, to);
        piece.outer = piece.value.at;
        const std::string raw(piece.value.at.of(m_file.text));
        piece.value.isKnown = expandVariables(piece.value.text, m_values);
        piece.variable
            = variableOf(raw.ends_with("[@]}") ? raw.substr(0, raw.size() - 4) + '}' : raw);
        settleHeld(piece.value, raw);
        unquote(piece.value);
        return piece;
    }

    /// A text may hold quotes of its own ("\"a\"") that the program's shell takes off.
    static void unquote(PlacedValue &value)
    {
        std::string &text = value.text;
        if (text.size() >= 2 && (text.front() == '"' || text.front() == '\'')
            && text.back() == text.front())
            text = text.substr(1, text.size() - 2);
    }

    /// What an edit of the value has to change.
    void settleHeld(PlacedValue &value, const std::string &raw) const
    {
        value.held = value.at;
        value.isReference = raw.starts_with("$") && raw.find_first_of(" \t") == std::string::npos;
        std::string name = variableOf(raw);
        for (int hop = 0; hop < maxHops && !name.empty(); ++hop) {
            const auto held = m_variables.find(name);
            if (held == m_variables.end() || held->second.at.isEmpty())
                break;
            value.held = held->second.at;
            name = variableOf(value.held.of(m_file.text));
        }
        if (const TextSpan fallback = fallbackOf(m_file.text, value.held); !fallback.isEmpty())
            value.held = fallback;
    }

    /// Adds a setting with the value that stands after "=" in its word.
    void placeAssigned(PlacedSetting setting, const PlacedValue &word)
    {
        const std::size_t begin = word.text.find('=');
        PlacedValue value;
        value.text = begin == std::string::npos ? std::string {} : word.text.substr(begin + 1);
        value.at = { setting.keyAt.to + 1, word.at.to };
        value.isKnown = word.isKnown;
        settleHeld(value, std::string(value.at.of(m_file.text)));
        setting.values.push_back(std::move(value));
        m_file.settings.push_back(std::move(setting));
    }

    /// The pieces of a word that holds several, or the word.
    void addPieces(const ShellWord &word, std::size_t from, bool splits, PieceGroup &group)
    {
        const std::string &text = word.decoded.text();
        if (group.pieces.size() >= maxPieces || from >= text.size())
            return;
        if (!splits) {
            Piece piece = pieceOf(word.decoded, from, text.size());
            if (word.isQuoted)
                widen(piece.outer);
            group.pieces.push_back(std::move(piece));
            return;
        }
        std::size_t at = from;
        while (at < text.size() && group.pieces.size() < maxPieces) {
            const auto isBlank
                = [&](std::size_t i) { return isAsciiSpace(text[i]) && !word.decoded.isOpaque(i); };
            while (at < text.size() && isBlank(at))
                ++at;
            std::size_t end = at;
            while (end < text.size() && !isBlank(end))
                ++end;
            const bool isMark = end - at == 1 && text[at] == '\\';
            if (end > at && !isMark) {
                Piece piece = pieceOf(word.decoded, at, end);
                group.pieces.push_back(std::move(piece));
            }
            at = end;
        }
    }

    void widen(TextSpan &span) const
    {
        const std::string &text = m_file.text;
        if (span.from > 0 && span.to < text.size()
            && (text[span.from - 1] == '"' || text[span.from - 1] == '\'')
            && text[span.to] == text[span.from - 1]) {
            --span.from;
            ++span.to;
        }
    }

    void takeAssignment(const ShellWord &word, std::size_t length)
    {
        const std::string &text = word.decoded.text();
        const std::string name = text.substr(0, length);
        const std::size_t from = length + (text[length] == '+' ? 2 : 1);
        m_lastName = name;
        if (from >= text.size())
            return;
        Piece piece = pieceOf(word.decoded, from, text.size());
        if (holdsArguments(std::string_view(text).substr(from))
            || isCommandText(std::string_view(text).substr(from))) {
            PieceGroup group { name, {}, m_depth > 0 };
            addPieces(word, from, true, group);
            m_groups.push_back(std::move(group));
            return;
        }
        // A value that the script makes of itself ("TP=${TP:-8}") is held by its fallback.
        if (piece.value.isKnown)
            m_values[name] = piece.value.text;
        const TextSpan fallback = fallbackOf(m_file.text, piece.value.at);
        m_variables[name] = { piece.value.text, fallback.isEmpty() ? piece.value.at : fallback };
    }

    void readWords();
    void followBranches(std::string_view word);
    void findPrograms();
    void place(const PieceGroup &group);
    std::size_t placeOption(const PieceGroup &group, std::size_t at, std::size_t index,
        std::size_t maxValues = maxPieces);
    bool isArgumentGroup(const std::string &variable) const;

    PlacedFile &m_file;
    std::string m_read;
    Script m_problems;
    ShellScanner m_scanner;
    std::map<std::string, std::string> m_values;
    std::map<std::string, HeldValue> m_variables;
    std::vector<PieceGroup> m_groups;
    std::set<std::string> m_argumentNames; ///< variables that hold several words
    std::string m_lastName;
    std::size_t m_index = 0;
    int m_depth = 0; ///< of "if" and "case" that are open
    bool m_isOptional = false; ///< the group that is placed
};

void ScriptPlacer::readWords()
{
    ShellWord word;
    PieceGroup command;
    bool isStart = true, isArray = false;
    const auto finish = [&] {
        command.isOptional = m_depth > 0;
        if (!command.pieces.empty())
            m_groups.push_back(std::move(command));
        command = {};
        isStart = true;
    };
    for (;;) {
        const ShellScanner::Token token = m_scanner.next(word);
        if (token == ShellScanner::Token::End)
            break;
        if (token == ShellScanner::Token::OpenArray) {
            finish();
            command.variable = m_lastName;
            isArray = true;
            continue;
        }
        if (token == ShellScanner::Token::Separator && isArray)
            continue; // a line of the array
        if (token != ShellScanner::Token::Word) {
            // "--name)" of a case takes an argument of the script itself.
            if (token == ShellScanner::Token::CloseParen && !isArray && command.pieces.size() == 1)
                command = {};
            finish();
            isArray = false;
            continue;
        }
        const std::string &text = word.decoded.text();
        const std::size_t length = isArray ? 0 : assignedLength(word.decoded);
        if (isStart && !isArray && length > 0) {
            takeAssignment(word, length);
            continue;
        }
        if (isStart && !isArray && isDeclaration(text))
            continue;
        if (isStart && !isArray)
            followBranches(text);
        isStart = false;
        const bool hasBlank = text.find_first_of(" \n\t") != std::string::npos;
        addPieces(word, 0, hasBlank && holdsArguments(text), command);
    }
    finish();
    for (const PieceGroup &group : m_groups)
        if (!group.variable.empty())
            m_argumentNames.insert(group.variable);
}

void ScriptPlacer::followBranches(std::string_view word)
{
    if (word == "if" || word == "case")
        ++m_depth;
    else if ((word == "fi" || word == "esac") && m_depth > 0)
        --m_depth;
}

/// The Python file that the script trains with: the last one that gets arguments.
void ScriptPlacer::findPrograms()
{
    for (const PieceGroup &group : m_groups)
        for (std::size_t i = 0; i + 1 < group.pieces.size(); ++i) {
            const std::string &text = group.pieces[i].value.text;
            const bool isModule = i > 0 && group.pieces[i - 1].value.text == "-m";
            if ((text.ends_with(".py") && !text.starts_with("-")) || isModule)
                m_file.trains = text.substr(text.rfind('/') + 1);
        }
}

std::size_t ScriptPlacer::placeOption(
    const PieceGroup &group, std::size_t at, std::size_t index, std::size_t maxValues)
{
    const Piece &piece = group.pieces[at];
    const std::string raw(piece.value.at.of(m_file.text));
    PlacedSetting setting;
    setting.group = index;
    setting.isOptional = m_isOptional;
    setting.whole = piece.outer;
    const std::size_t equals = raw.find('=');
    const std::size_t name = std::min(equals, raw.size());
    setting.keyAt = { piece.value.at.from, piece.value.at.from + name };
    setting.key = raw.substr(2, name - 2);
    if (equals != std::string::npos) {
        placeAssigned(std::move(setting), piece.value);
        return at + 1;
    }
    std::size_t next = at + 1;
    for (; next < group.pieces.size() && setting.values.size() < maxValues; ++next) {
        const Piece &follower = group.pieces[next];
        const std::string_view text = follower.value.at.of(m_file.text);
        if (endsValues(text) || text.starts_with("$@") || text.starts_with("${@"))
            break;
        const bool isList = m_argumentNames.contains(follower.variable);
        if (isList || text.find("[@]") != std::string_view::npos)
            break;
        setting.values.push_back(follower.value);
        setting.whole.to = follower.outer.to;
    }
    m_file.settings.push_back(std::move(setting));
    return next;
}

void ScriptPlacer::place(const PieceGroup &group)
{
    const std::size_t index = m_index++;
    m_isOptional = group.isOptional;
    std::size_t first = 0;
    bool isBehind = !group.variable.empty();
    for (std::size_t i = 0; i < group.pieces.size() && !isBehind; ++i) {
        const std::string &text = group.pieces[i].value.text;
        const bool isModule = i > 0 && group.pieces[i - 1].value.text == "-m";
        const std::string_view next
            = i + 1 < group.pieces.size() ? group.pieces[i + 1].value.text : std::string_view {};
        if ((text.ends_with(".py") && !text.starts_with("-")) || isModule || text == "tune"
            || startsSwift(text, next)) {
            first = i + 1;
            isBehind = true;
        }
    }
    const bool isLoose = !isBehind && !group.pieces.empty()
        && !isOptionText(group.pieces.front().value.text) && group.pieces.front().variable.empty();
    if (isLoose && !runsPrograms(group.pieces.front().value.text))
        return; // "echo", "docker" …: options of theirs
    // What the launcher in front of the program is told of the machine.
    const std::size_t launcher = first > 0 ? m_index++ : 0;
    for (std::size_t i = 0; i + 1 < first; ++i)
        if (isDeviceOption(group.pieces[i].value.at.of(m_file.text)))
            placeOption(group, i, launcher, 1);
    for (std::size_t i = first; i < group.pieces.size();) {
        const Piece &piece = group.pieces[i];
        const std::string_view raw = piece.value.at.of(m_file.text);
        if (isOptionText(raw)) {
            i = placeOption(group, i, index);
            continue;
        }
        const std::size_t equals = raw.find('=');
        const std::size_t signs = std::min(raw.find_first_not_of('+'), raw.size()); // Hydra's
        const bool takesIt = group.variable.empty() || habitsOf(m_file.program).takesWords;
        const bool isWord = isBehind && takesIt && equals != std::string_view::npos
            && equals > signs && isSettingName(raw.substr(signs, equals - signs));
        if (isWord) {
            PlacedSetting setting;
            setting.form = SettingForm::Word;
            setting.isOptional = m_isOptional;
            setting.key = raw.substr(signs, equals - signs);
            setting.group = index;
            setting.keyAt = { piece.value.at.from + signs, piece.value.at.from + equals };
            setting.whole = piece.outer;
            placeAssigned(std::move(setting), piece.value);
        }
        ++i;
    }
}

} // namespace

void placeScript(PlacedFile &file)
{
    file.syntax = SourceSyntax::Shell;
    ScriptPlacer(file).run();
}

} // namespace headroom
