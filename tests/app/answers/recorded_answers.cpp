#include "recorded_answers.h"

#include "app/cli/command_line.h"
#include "app/cli/commands.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <regex>
#include <set>
#include <sstream>

namespace headroom {
namespace {

/// Differences that a failure lists.
constexpr int maxShown = 12;
/// Characters of a line that went.
constexpr std::size_t longestGone = 40;
/// Relative difference of whole numbers that were rounded to six digits.
constexpr double sixDigits = 2e-6;

/// The values of a command line by option; words that no option takes stay unread.
ParsedOptions optionsOf(const CommandSpec &command, const std::vector<std::string> &words)
{
    std::map<std::string, std::vector<std::string>> values;
    std::vector<std::string> inOrder;
    for (std::size_t i = 1; i < words.size(); ++i) {
        const auto option = std::ranges::find_if(command.options,
            [&](const OptionSpec &one) { return !isInPlace(one) && words[i] == "--" + one.name; });
        if (option == command.options.end()) {
            inOrder.push_back(words[i]);
            continue;
        }
        std::vector<std::string> &given = values[option->name];
        const bool hasValue = option->kind == OptionKind::OptionalValue
            ? i + 1 < words.size() && !words[i + 1].starts_with("--")
            : option->kind != OptionKind::Flag;
        if (hasValue && i + 1 < words.size())
            given.push_back(words[++i]);
    }
    std::size_t at = 0;
    for (const OptionSpec &option : command.options)
        while (isInPlace(option) && at < inOrder.size()) {
            values[option.name].push_back(inOrder[at++]);
            if (option.kind != OptionKind::Positionals)
                break;
        }
    ParsedOptions options;
    for (auto &[name, given] : values)
        options.add(name, std::move(given));
    return options;
}

std::string scalarText(const Document &value)
{
    switch (value.kind()) {
    case Document::Kind::Null:
        return "null";
    case Document::Kind::Boolean:
        return value.boolean() ? "true" : "false";
    case Document::Kind::Integer:
        return std::to_string(value.integer());
    case Document::Kind::Real:
        return fmt::format("{:.6g}", value.number());
    default:
        return writeJson(value, 0);
    }
}

bool isShort(const Document &sequence)
{
    return std::ranges::all_of(
        sequence.items(), [](const Document &item) { return item.isScalar() || item.isNull(); });
}

bool isFlat(const Document &value)
{
    return value.isMapping() && std::ranges::all_of(value.members(), [](const auto &member) {
        return member.second.isScalar() || member.second.isNull();
    });
}

/// A mapping of scalars in one line.
std::string flatText(const Document &value)
{
    std::string text;
    for (const auto &[key, member] : value.members())
        text += ' ' + key + '=' + scalarText(member);
    return text;
}

/// The members of a document that differ from another one, a line each.
void writeMembers(
    const Document &value, const Document *other, const std::string &path, std::string &into)
{
    if (other && *other == value)
        return;
    const Document *like = other && other->kind() == value.kind() ? other : nullptr;
    if (value.isMapping()) {
        if (value.members().empty())
            into += path + ": {}\n";
        for (const auto &[key, member] : value.members())
            writeMembers(member, like ? like->find(key) : nullptr,
                path.empty() ? key : path + '.' + key, into);
        for (const auto &[key, member] : like ? like->members() : std::vector<Document::Member> {})
            if (!value.find(key))
                into += (path.empty() ? key : path + '.' + key) + ": -\n";
    } else if (value.isSequence() && isShort(value)) {
        std::string items;
        for (const Document &item : value.items())
            items += (items.empty() ? "" : ", ") + scalarText(item);
        into += path + ": [" + items + "]\n";
    } else if (value.isSequence()) {
        const std::size_t count = value.items().size();
        for (std::size_t i = 0; i < count; ++i) {
            const Document *same = like && i < like->items().size() ? &like->items()[i] : nullptr;
            const std::string own = fmt::format("{}[{}]", path, i);
            if (!isFlat(value.items()[i]))
                writeMembers(value.items()[i], same, own, into);
            else if (!same || !(*same == value.items()[i]))
                into += own + ':' + flatText(value.items()[i]) + '\n';
        }
        if (like && like->items().size() > count)
            into += fmt::format("{}[{}]: -\n", path, count);
    } else
        into += path + ": " + scalarText(value) + '\n';
}

/// A number at the beginning of a text: its length, and whether it is a whole one.
std::pair<std::size_t, bool> numberAt(std::string_view text)
{
    std::size_t length = 0;
    bool isWhole = true;
    const auto digits = [&] {
        while (length < text.size() && text[length] >= '0' && text[length] <= '9')
            ++length;
    };
    digits();
    if (length > 0 && length + 1 < text.size() && text[length] == '.' && text[length + 1] >= '0'
        && text[length + 1] <= '9') {
        ++length;
        digits();
        isWhole = false;
    }
    if (length > 0 && length + 2 < text.size() && text[length] == 'e'
        && (text[length + 1] == '+' || text[length + 1] == '-')) {
        length += 2;
        digits();
        isWhole = false;
    }
    return { length, isWhole };
}

/// One unit of the last digit of a number that is no whole one.
double lastUnit(const std::string &number)
{
    const std::size_t exponentAt = number.find('e');
    const std::string mantissa = number.substr(0, exponentAt);
    const std::size_t point = mantissa.find('.');
    const double exponent
        = exponentAt == std::string::npos ? 0 : std::atof(number.c_str() + exponentAt + 1);
    const double places
        = point == std::string::npos ? 0 : static_cast<double>(mantissa.size() - point - 1);
    return std::pow(10.0, exponent - places);
}

std::vector<std::string> linesOf(const std::string &text)
{
    std::vector<std::string> lines;
    std::istringstream stream { text };
    for (std::string line; std::getline(stream, line);)
        lines.push_back(line);
    return lines;
}

} // namespace

AnswerDesk::AnswerDesk(const std::filesystem::path &user)
    : m_library(DataDirectories { HEADROOM_PROFILES, user })
    , m_bench(m_library)
    , m_commands(allCommands())
{ }

CommandResult AnswerDesk::ask(const std::vector<std::string> &words) const
{
    const auto command = std::ranges::find(m_commands, words.front(), &CommandSpec::name);
    if (command == m_commands.end())
        return CommandResult::text("no such command\n", ExitStatus::InternalFault);
    std::string piecewise;
    const CommandContext context { m_library, m_bench, {},
        [&piecewise](std::string_view piece) { piecewise += piece; } };
    CommandResult result = runCommand(*command, optionsOf(*command, words), context);
    result.output = piecewise + result.output;
    return result;
}

void AnswerBook::add(
    const std::string &question, const CommandResult &answer, const std::string &subject)
{
    std::string text;
    if (answer.status != ExitStatus::Success)
        text += fmt::format("status {}\n", static_cast<int>(answer.status));
    Result<Document> document = answer.document ? *answer.document : Document {};
    if (!answer.document && answer.output.starts_with('{'))
        document = parseJson(answer.output, question);
    if (document && document->isMapping()) {
        const auto [first, isNew] = m_first.try_emplace(subject, *document);
        writeMembers(*document, isNew ? nullptr : &first->second, "", text);
    } else
        text += answer.output;
    // Refusals of several files are the same but for the name in front.
    const std::string file = question.substr(0, question.find(' ')) + ':';
    for (const std::string &line : linesOf(answer.messages))
        text
            += "! " + (line.starts_with(file) ? "<file>:" + line.substr(file.size()) : line) + '\n';
    add(question, text);
}

void AnswerBook::add(
    const std::string &question, const Document &document, const std::string &subject)
{
    const auto [first, isNew] = m_first.try_emplace(subject, document);
    std::string members;
    writeMembers(document, isNew ? nullptr : &first->second, "", members);
    add(question, members);
}

void AnswerBook::add(const std::string &question, const std::string &text)
{
    const std::string answer = plain(text);
    const auto [known, isNew] = m_known.try_emplace(answer, m_entries.size());
    if (isNew)
        m_entries.push_back({ answer, {} });
    m_entries[known->second].second.push_back(plain(question));
}

std::string AnswerBook::plain(std::string text)
{
    static const std::vector<std::pair<std::string, std::string>> folders {
        { HEADROOM_PROFILES "/plans/", "" }, { HEADROOM_PROFILES, "profiles" }
    };
    for (const auto &[folder, name] : folders)
        for (std::size_t at = text.find(folder); at != std::string::npos;
             at = text.find(folder, at + name.size()))
            text.replace(at, folder.size(), name);
    // A recorded text has no control characters and no line without an end.
    std::string kept;
    for (const char letter : text)
        if (letter == '\n' || static_cast<unsigned char>(letter) >= ' ')
            kept += letter;
        else
            kept += fmt::format("\\x{:02x}", static_cast<unsigned char>(letter));
    return kept.empty() || kept.ends_with('\n') ? kept : kept + '\n';
}

std::string AnswerBook::difference(const std::string &name) const
{
    const std::string path = HEADROOM_ANSWERS "/" + name + ".txt";
    std::string text;
    for (const auto &[answer, questions] : m_entries) {
        for (const std::string &question : questions)
            text += "$ " + question + (question.ends_with('\n') ? "" : "\n");
        text += answer + '\n';
    }
    if (std::getenv("HEADROOM_REGENERATE")) {
        std::filesystem::create_directories(std::filesystem::path(path).parent_path());
        std::ofstream { path } << text;
        return {};
    }
    const std::vector<std::string> recorded = linesOf(contentOf(path)), lines = linesOf(text);
    std::string said, question;
    int shown = 0;
    for (std::size_t i = 0; i < std::max(recorded.size(), lines.size()) && shown < maxShown; ++i) {
        const std::string was = i < recorded.size() ? recorded[i] : "(nothing)";
        const std::string is = i < lines.size() ? lines[i] : "(nothing)";
        if (was.starts_with("$ "))
            question = was;
        if (areAlike(was, is))
            continue;
        said += fmt::format("{}:{} {}\n  was {}\n  is  {}\n", path, i + 1, question, was, is);
        ++shown;
    }
    return said;
}

std::string changedLines(const std::string &before, const std::string &after)
{
    std::string text;
    const auto without
        = [](const std::vector<std::string> &lines, const std::vector<std::string> &others) {
              std::multiset<std::string> left { others.begin(), others.end() };
              std::vector<std::string> kept;
              for (const std::string &line : lines)
                  if (const auto found = left.find(line); found != left.end())
                      left.erase(found);
                  else
                      kept.push_back(line);
              return kept;
          };
    const std::vector<std::string> was = linesOf(before), is = linesOf(after);
    for (const std::string &line : without(was, is))
        text += "  - " + (line.size() > longestGone ? line.substr(0, longestGone) + "…" : line)
            + '\n';
    for (const std::string &line : without(is, was))
        text += "  + " + line + '\n';
    return text;
}

std::string withoutSpeed(const std::string &text)
{
    static const std::regex perSecond("[0-9.,]+ (?:µs|ms|s), [0-9,]+ evaluations per second"),
        took("evaluated, [0-9.,]+ (?:µs|ms|s)(?=\\.)");
    return std::regex_replace(
        std::regex_replace(text, perSecond, "some time"), took, "evaluated, some time");
}

Document withoutSeconds(const Document &value)
{
    if (!value.isMapping())
        return value;
    Document kept = Document::mapping();
    for (const auto &[key, member] : value.members())
        if (key != "seconds" && key != "evaluations_per_second")
            kept.set(key, withoutSeconds(member));
    return kept;
}

bool areAlike(const std::string &line, const std::string &other)
{
    std::size_t i = 0, j = 0;
    while (i < line.size() && j < other.size()) {
        const auto [length, isWhole] = numberAt(std::string_view { line }.substr(i));
        const auto [otherLength, otherWhole] = numberAt(std::string_view { other }.substr(j));
        if (length == 0 || otherLength == 0) {
            if (line[i++] != other[j++])
                return false;
            continue;
        }
        const std::string one = line.substr(i, length), two = other.substr(j, otherLength);
        const double a = std::atof(one.c_str()), b = std::atof(two.c_str());
        const double unit = isWhole && otherWhole ? 0 : std::max(lastUnit(one), lastUnit(two));
        const bool isLong = std::abs(a) > 1e6;
        if (one != two
            && std::abs(a - b) > std::max(1.01 * unit * (isWhole == otherWhole),
                   isLong || !isWhole ? sixDigits * std::abs(a) : 0))
            return false;
        i += length;
        j += otherLength;
    }
    return i == line.size() && j == other.size();
}

std::string digestOf(const std::string &text)
{
    std::uint64_t digest = 0xcbf29ce484222325;
    for (const char letter : text)
        digest = (digest ^ static_cast<unsigned char>(letter)) * 0x100000001b3;
    return fmt::format("{:016x}", digest);
}

} // namespace headroom
