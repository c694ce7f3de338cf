#include "recorded_answers.h"

#include <QTemporaryDir>
#include <QTest>

#include <filesystem>
#include <fstream>
#include <map>
#include <sstream>

using namespace headroom;

namespace {

/// "NAME more": an earlier text, the rest behind its last line.
std::string extended(const std::map<std::string, std::string> &texts, const std::string &line)
{
    const std::size_t blank = std::min(line.find(' '), line.size());
    std::string text = texts.at(line.substr(0, blank));
    text.pop_back();
    return text + line.substr(blank) + '\n';
}

} // namespace

/// Commands with the options that no other suite of answers takes, on small files: each block of a
/// file of tests/data/answers/commands is a file, and its lines behind "$ " are asked in order;
/// "% NAME more" repeats the text of an earlier one. "$ cat FILE" shows a file. Where the file's
/// name begins with "user", the folder user/ holds profiles of a user.
class CommandAnswersTest : public QObject
{
    Q_OBJECT

private slots:
    void commands_data()
    {
        QTest::addColumn<QString>("file");
        for (const std::string &name : namesOf(HEADROOM_TEST_DATA "/answers/commands"))
            QTest::newRow(name.c_str()) << QString::fromStdString(name);
    }

    void commands()
    {
        QFETCH(const QString, file);
        const std::string asked = "commands/" + file.toStdString();
        const QTemporaryDir folder;
        const InFolder inside { folder.path().toStdString() };
        AnswerBook book;
        const std::filesystem::path user = folder.path().toStdString() + "/user";
        const bool hasUser = file.startsWith("user");
        const AnswerDesk desk { hasUser ? user : std::filesystem::path {} };
        std::map<std::string, std::string> texts;
        for (const AnswerInput &block : blocksOf(asked)) {
            std::string text;
            std::vector<std::string> lines;
            std::istringstream stream { block.text };
            for (std::string line; std::getline(stream, line);)
                if (line.starts_with("$ "))
                    lines.push_back(line.substr(2));
                else if (line.starts_with("% "))
                    text += extended(texts, line.substr(2));
                else
                    text += line + '\n';
            texts[block.name] = text;
            if (!text.empty()) {
                const auto parent = std::filesystem::path(block.name).parent_path();
                if (!parent.empty())
                    std::filesystem::create_directories(parent);
                std::ofstream { block.name } << text;
            }
            for (const std::string &line : lines)
                ask(desk, book, line, block.name);
        }
        const std::string difference = book.difference(asked.substr(0, asked.rfind('.')));
        QVERIFY2(difference.empty(), difference.c_str());
    }

private:
    /// Documents of the same command under one block are written as what differs.
    static void ask(
        const AnswerDesk &desk, AnswerBook &book, const std::string &line, const std::string &block)
    {
        // Behind "! ", what is said and not what is written; behind "? ", what was found.
        const bool isQuiet = line.starts_with("! "), isFinding = line.starts_with("? ");
        const std::vector<std::string> words = wordsOf(line.substr(isQuiet || isFinding ? 2 : 0));
        if (words.front() == "cat")
            return book.add(line, contentOf(words.back()));
        CommandResult answer = desk.ask(words);
        for (std::string *text : { &answer.output, &answer.messages })
            *text = withoutFolder(*text);
        answer.output = isQuiet ? std::string {} : withoutSpeed(answer.output);
        if (answer.document)
            answer.document = withoutSeconds(*answer.document);
        if (answer.document && isFinding) {
            Document kept = Document::mapping();
            for (const char *part : { "findings", "remedies" })
                if (const Document *own = answer.document->find(part))
                    kept.set(part, *own);
            answer.document = kept;
        }
        book.add(line, answer, block + ' ' + words.front());
    }
};

QTEST_GUILESS_MAIN(CommandAnswersTest)
#include "tst_command_answers.moc"
