#include "recorded_answers.h"

#include <QTemporaryDir>
#include <QTest>

#include <fstream>
#include <functional>
#include <sstream>
#include <utility>

using namespace headroom;

/// What is made of small inputs that take branches of the readers: odd lines of logs, settings that
/// contradict each other, keys that no program has, and sentences.
class BlockAnswersTest : public QObject
{
    Q_OBJECT

private slots:
    void logs()
    {
        int count = 0;
        each("logs.txt", [&, this](AnswerBook &book, const std::string &file) {
            book.add(file, m_desk.ask({ "runs", "add", file, "--format", "json" }), "runs");
            book.add(file + " as text", m_desk.ask({ "runs", "add", file }), "");
            // A plan fills what most logs leave out in the same way.
            if (std::exchange(count, count + 1) % 3 == 0)
                book.add(file + " with a plan",
                    m_desk.ask({ "runs", "add", file, "--plan", "llama3.1-8b-h100-node", "--steps",
                        "2", "--format", "json" }),
                    "runs");
            book.add(file + " as a plan", m_desk.ask({ "plan", file, "--format", "json" }), "plan");
        });
    }

    void files()
    {
        each("files.txt", [this](AnswerBook &book, const std::string &file) {
            book.add(file + " as a plan", m_desk.ask({ "plan", file, "--format", "json" }), "plan");
            book.add(file + " checked", m_desk.ask({ "lint", file, "--format", "json" }), "lint");
            CommandResult fixed = m_desk.ask({ "lint", file, "--fix" });
            fixed.output = changedLines(contentOf(file), fixed.output);
            book.add(file + " mended", fixed, "");
            book.add(file + " as a run", m_desk.ask({ "runs", "add", file, "--format", "json" }),
                "runs");
        });
    }

    void sentences()
    {
        const QTemporaryDir folder;
        const InFolder inside { folder.path().toStdString() };
        const std::string file = "sentence";
        AnswerBook book;
        std::istringstream stream { contentOf(HEADROOM_TEST_DATA "/answers/sentences.txt") };
        for (std::string line; std::getline(stream, line);) {
            std::ofstream { file } << line << '\n';
            book.add(line, m_desk.ask({ "plan", file, "--format", "json" }), "plan");
        }
        compare(book, "blocks/sentences");
    }

private:
    void each(const std::string &name,
        const std::function<void(AnswerBook &, const std::string &)> &ask) const
    {
        const QTemporaryDir folder;
        const InFolder inside { folder.path().toStdString() };
        AnswerBook book;
        for (const AnswerInput &block : blocksOf(name)) {
            std::ofstream { block.name } << block.text;
            ask(book, block.name);
        }
        compare(book, "blocks/" + name.substr(0, name.find('.')));
    }
    static void compare(const AnswerBook &book, const std::string &name)
    {
        const std::string difference = book.difference(name);
        QVERIFY2(difference.empty(), difference.c_str());
    }

    AnswerDesk m_desk;
};

QTEST_GUILESS_MAIN(BlockAnswersTest)
#include "tst_block_answers.moc"
