#include "recorded_answers.h"

#include <QTemporaryDir>
#include <QTest>

#include <fmt/format.h>

#include <algorithm>
#include <fstream>
#include <functional>
#include <map>
#include <sstream>
#include <utility>

using namespace headroom;

namespace {

/// Lines of a text that look alike, of which more tell nothing new.
constexpr int maxAlike = 2;
constexpr std::size_t maxLines = 20, longestLine = 400, maxNumbers = 2;

bool isDigit(char letter)
{
    return letter >= '0' && letter <= '9';
}

/// A line with its numbers taken out.
std::string shapeOf(const std::string &line)
{
    std::string shape;
    for (const char letter : line)
        if (!isDigit(letter) && letter != '.')
            shape += letter;
    return shape;
}

/// The first lines of each kind.
std::vector<std::string> shrunk(const std::string &text)
{
    std::vector<std::string> lines;
    std::map<std::string, int> seen;
    for (const std::string &line : linesIn(text))
        if (lines.size() < maxLines && line.size() <= longestLine
            && ++seen[shapeOf(line)] <= maxAlike)
            lines.push_back(line);
    return lines;
}

/// Where the first numbers of a line are, without their signs.
std::vector<std::pair<std::size_t, std::size_t>> numbersOf(const std::string &line)
{
    std::vector<std::pair<std::size_t, std::size_t>> numbers;
    for (std::size_t i = 0; i < line.size() && numbers.size() < maxNumbers;) {
        std::size_t end = i;
        while (end < line.size() && (isDigit(line[end]) || (end > i && line[end] == '.')))
            ++end;
        // Digits inside a word are part of a name.
        const bool isWord = i > 0 && (std::isalpha(static_cast<unsigned char>(line[i - 1])) != 0);
        if (end > i && !isWord)
            numbers.emplace_back(i, end);
        i = std::max(end, i + 1);
    }
    return numbers;
}

/// A line damaged in each way, with the name of the damage.
std::vector<std::pair<std::string, std::string>> damagesOf(const std::string &line)
{
    std::vector<std::pair<std::string, std::string>> damages;
    int count = 0;
    for (const auto &[from, to] : numbersOf(line)) {
        ++count;
        for (const char *value : { "-1", "0", "x" }) {
            std::string damaged = line;
            damaged.replace(from, to - from, value);
            damages.emplace_back(fmt::format("number {} {}", count, value), damaged);
        }
    }
    damages.emplace_back("cut", line.substr(0, line.size() / 2));
    return damages;
}

} // namespace

/// What is made of logs and files in which one line is damaged: a number that is none, is negative,
/// zero or beyond bounds, half a line, and a line that is missing.
class DamagedAnswersTest : public QObject
{
    Q_OBJECT

private slots:
    void samples() { folder("runs", { "runs", "add" }); }
    void logs() { blocks("logs", { "runs", "add" }); }
    void findings() { blocks("files", { "lint" }); }

private:
    void folder(const std::string &name, const std::vector<std::string> &command)
    {
        std::vector<AnswerInput> inputs;
        const std::string path = std::string { HEADROOM_TEST_DATA "/" } + name;
        for (const std::string &file : namesOf(path))
            inputs.push_back({ file, contentOf(path + '/' + file) });
        each(name, inputs, command);
    }
    void blocks(const std::string &name, const std::vector<std::string> &command)
    {
        each(name + '-' + command.front(), blocksOf(name + ".txt"), command);
    }

    void each(const std::string &name, const std::vector<AnswerInput> &inputs,
        std::vector<std::string> command)
    {
        const QTemporaryDir temporary;
        const InFolder inside { temporary.path().toStdString() };
        AnswerBook book;
        command.emplace_back();
        for (const AnswerInput &input : inputs) {
            const std::vector<std::string> lines = shrunk(input.text);
            if (lines.empty())
                continue;
            command.back() = input.name;
            const auto answer = [&](const std::vector<std::string> &text) {
                std::ofstream { input.name } << joined(text);
                const CommandResult result = m_desk.ask(command);
                return result.output + result.messages;
            };
            const std::string whole = answer(lines);
            std::vector<std::pair<std::string, std::string>> answers; ///< text, damages
            const auto add = [&](std::size_t line, const std::string &damage,
                                 const std::vector<std::string> &text) {
                const std::string changed = changedLines(whole, answer(text));
                if (changed.empty())
                    return;
                const std::string place = fmt::format("{} {}", line + 1, damage);
                const auto same = std::ranges::find(
                    answers, changed, &std::pair<std::string, std::string>::first);
                if (same == answers.end())
                    answers.emplace_back(changed, place);
                else
                    same->second += ", " + place;
            };
            std::map<std::string, int> seen;
            for (std::size_t i = 0; i < lines.size(); ++i) {
                if (seen[shapeOf(lines[i])]++ > 0)
                    continue;
                std::vector<std::string> changed = lines;
                for (const auto &[damage, line] : damagesOf(lines[i])) {
                    changed[i] = line;
                    add(i, damage, changed);
                }
                changed.erase(changed.begin() + static_cast<std::ptrdiff_t>(i));
                add(i, "gone", changed);
            }
            for (const auto &[text, damages] : answers)
                book.add(input.name + ' ' + damages, text);
        }
        const std::string difference = book.difference("damaged/" + name);
        QVERIFY2(difference.empty(), difference.c_str());
    }

    AnswerDesk m_desk;
};

QTEST_GUILESS_MAIN(DamagedAnswersTest)
#include "tst_damaged_answers.moc"
