#include "recorded_answers.h"

#include <QTemporaryDir>
#include <QTest>

#include <filesystem>
#include <fstream>

using namespace headroom;

namespace {

const std::string data = HEADROOM_TEST_DATA;
const std::string kept = HEADROOM_CORPUS;

} // namespace

/// What is read of everything that runs leave behind, value by value: the samples and public logs,
/// posts, and the inputs that campaigns of the fuzzer kept, under the names that tell a format.
class RunAnswersTest : public QObject
{
    Q_OBJECT

private slots:
    void samples() { checkFolder("/runs", "samples"); }
    void publicLogs() { checkFolder("/runs/public", "public-logs"); }
    void posts() { checkFolder("/threads", "posts"); }

    void corpus_data()
    {
        QTest::addColumn<QString>("folder");
        QTest::addColumn<QStringList>("endings");
        const auto row = [](const char *folder, const QStringList &endings) {
            QTest::newRow(folder) << folder << endings;
        };
        row("runs", { ".log", ".json", ".toml", ".yml", ".sh", ".csv" });
        row("runs_log", { ".log" });
        row("runs_json", { ".json" });
        row("runs_toml", { ".toml" });
        row("runs_yaml", { ".yml" });
        row("runs_shell", { ".sh" });
        row("runs_csv", { ".csv" });
    }
    void corpus()
    {
        QFETCH(QString, folder);
        QFETCH(QStringList, endings);
        const QTemporaryDir temporary;
        const InFolder inside { temporary.path().toStdString() };
        const std::string origin = kept + '/' + folder.toStdString();
        AnswerBook book;
        for (const std::string &file : namesOf(origin))
            for (const QString &ending : endings) {
                const std::string copy
                    = std::filesystem::path(file).stem().string() + ending.toStdString();
                std::filesystem::copy_file(origin + '/' + file, copy);
                ask(book, { "runs", "add", copy });
            }
        const std::string difference = book.difference("runs/corpus-" + folder.toStdString());
        QVERIFY2(difference.empty(), difference.c_str());
    }

private:
    void ask(AnswerBook &book, std::vector<std::string> words) const
    {
        const std::string file = words.back();
        words.insert(words.end(), { "--format", "json" });
        book.add(file, m_desk.ask(words), "runs");
    }
    void checkFolder(const std::string &folder, const std::string &name) const
    {
        const InFolder inside { data + folder };
        AnswerBook book;
        for (const std::string &file : namesOf("."))
            ask(book, { "runs", "add", file });
        const std::string difference = book.difference("runs/" + name);
        QVERIFY2(difference.empty(), difference.c_str());
    }

    AnswerDesk m_desk;
};

QTEST_GUILESS_MAIN(RunAnswersTest)
#include "tst_run_answers.moc"
