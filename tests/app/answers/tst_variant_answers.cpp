#include "recorded_answers.h"

#include <QTemporaryDir>
#include <QTest>

#include <fmt/format.h>

#include <algorithm>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <sstream>
#include <utility>

using namespace headroom;

namespace {

/// Characters of a change that a recorded text shows.
constexpr std::size_t longestChange = 48;

/// A file, what is asked of it, and the changes that are tried one at a time.
struct Variants
{
    std::vector<std::string> questions, text, changes;
};

/// Behind "$ " is a command, behind "|+", "|^", "|~", "|-" and "|=" a change; all else is the file.
Variants variantsOf(const AnswerInput &block)
{
    Variants variants;
    for (const std::string &line : linesIn(block.text))
        if (line.starts_with("$ "))
            variants.questions.push_back(line.substr(2));
        else if (line.size() > 3 && line[0] == '|' && line[2] == ' '
            && std::string_view { "+^~-=" }.find(line[1]) != std::string_view::npos)
            variants.changes.push_back(line.substr(1));
        else
            variants.text.push_back(line);
    return variants;
}

/// Text of a change, in which "\n" stands for the end of a line.
std::string unfolded(std::string text)
{
    for (std::size_t at = text.find("\\n"); at != std::string::npos; at = text.find("\\n", at))
        text.replace(at, 2, "\n");
    return text;
}

/// The file with one change: a line more at its end (+) or beginning (^), a text in place of
/// another (~ WAS => BECOMES), the lines with a text gone (-), or another file (=).
std::string changed(const std::vector<std::string> &lines, const std::string &change)
{
    const std::string what = unfolded(change.substr(2));
    std::string text = joined(lines);
    switch (change[0]) {
    case '+':
        return text + what + '\n';
    case '^':
        return what + '\n' + text;
    case '=':
        return what + '\n';
    case '-': {
        std::vector<std::string> kept = lines;
        std::erase_if(
            kept, [&](const std::string &line) { return line.find(what) != std::string::npos; });
        return joined(kept);
    }
    default: {
        const std::size_t arrow = what.find(" => ");
        const std::string was = what.substr(0, arrow);
        const std::size_t at = text.find(was);
        return at == std::string::npos ? "(not there: " + was + ")\n"
                                       : text.replace(at, was.size(), what.substr(arrow + 4));
    }
    }
}

/// Of a long line only the words that a line with the same beginning of another text lacks, and how
/// many of that one's it lacks.
std::string changedWords(const std::string &line, const std::vector<std::string> &others)
{
    constexpr std::size_t fewWords = 16;
    const auto wordsIn = [](const std::string &text) {
        std::istringstream stream { text };
        return std::vector<std::string> { std::istream_iterator<std::string> { stream }, {} };
    };
    const std::vector<std::string> words = wordsIn(line);
    if (words.size() <= fewWords)
        return line;
    for (const std::string &other : others) {
        const std::vector<std::string> those = wordsIn(other);
        if (those.size() <= fewWords || "+" + those.front() != words[0] + words[1])
            continue;
        std::string text = "  + " + words[1];
        std::ptrdiff_t kept = 1;
        for (std::size_t i = 2; i < words.size(); ++i)
            if (std::ranges::find(those, words[i]) == those.end())
                text += ' ' + words[i];
            else
                ++kept;
        return text + fmt::format(" - {}", std::ssize(those) - kept);
    }
    return line;
}

/// Lines that came; and how many of what is only assumed, beyond the most, and that went: those
/// stand in the answer to the whole file.
std::string cameLines(const CommandResult &before, const CommandResult &after)
{
    constexpr int most = 40;
    const std::string whole = before.output + before.messages;
    const std::vector<std::string> lines = linesIn(whole);
    std::string came;
    int assumed = 0, shown = 0, more = 0, gone = 0;
    for (const std::string &line : linesIn(changedLines(whole, after.output + after.messages)))
        if (line.starts_with("  - "))
            ++gone;
        else if (line.ends_with("# assumed"))
            ++assumed;
        else if (++shown > most)
            ++more;
        else
            came += changedWords(line, lines) + '\n';
    for (const auto &[count, what] :
        { std::pair { more, "+ more:" }, { assumed, "+ assumed:" }, { gone, "-" } })
        if (count > 0)
            came += fmt::format("  {} {}\n", what, count);
    return came;
}

} // namespace

/// What one line more, one word for another or one line less changes in what a command says of a
/// file: each word that a reader knows has a line of tests/data/answers/variants.
class VariantAnswersTest : public QObject
{
    Q_OBJECT

private slots:
    void variants_data()
    {
        QTest::addColumn<QString>("file");
        for (const std::string &name : namesOf(HEADROOM_TEST_DATA "/answers/variants"))
            QTest::newRow(name.c_str()) << QString::fromStdString(name);
    }

    void variants()
    {
        QFETCH(const QString, file);
        const std::string name = "variants/" + file.toStdString();
        const QTemporaryDir folder;
        const InFolder inside { folder.path().toStdString() };
        AnswerBook book;
        for (const AnswerInput &block : blocksOf(name)) {
            const Variants variants = variantsOf(block);
            for (const std::string &question : variants.questions) {
                const std::string first = question.substr(0, question.find(' '));
                std::ofstream { block.name } << joined(variants.text);
                const CommandResult whole = ask(question);
                book.add(question, whole, block.name + question);
                int number = 0;
                for (const std::string &change : variants.changes) {
                    std::ofstream { block.name } << changed(variants.text, change);
                    const CommandResult other = ask(question);
                    const std::string place = fmt::format("{} {} {} {}", block.name, first,
                        ++number, change.substr(0, longestChange));
                    if (other.document)
                        book.add(place, other, block.name + question);
                    else
                        book.add(place, cameLines(whole, other));
                }
            }
            std::ofstream { block.name } << joined(variants.text);
        }
        const std::string difference = book.difference(name.substr(0, name.rfind('.')));
        QVERIFY2(difference.empty(), difference.c_str());
    }

private:
    CommandResult ask(const std::string &question) const
    {
        CommandResult answer = m_desk.ask(wordsOf(question));
        for (std::string *text : { &answer.output, &answer.messages })
            *text = withoutFolder(withoutSpeed(*text));
        if (answer.document)
            answer.document = withoutSeconds(*answer.document);
        return answer;
    }

    AnswerDesk m_desk;
};

QTEST_GUILESS_MAIN(VariantAnswersTest)
#include "tst_variant_answers.moc"
