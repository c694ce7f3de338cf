#include "recorded_answers.h"

#include <QTemporaryDir>
#include <QTest>

#include <filesystem>

using namespace headroom;

namespace {

const std::string kept = HEADROOM_CORPUS;

} // namespace

/// What is read of users' scripts, configurations, programs and posts: the plan that is made of
/// them, what is found in them, and what a fix changes.
class FileAnswersTest : public QObject
{
    Q_OBJECT

private slots:
    void plans_data() { folders(); }
    void plans() { ask({ "plan" }, { "--format", "json" }, "plan-"); }
    void findings_data() { folders(); }
    void findings() { ask({ "lint" }, { "--format", "json" }, "lint-"); }
    void fixes_data() { folders(); }
    void fixes() { ask({ "lint" }, { "--fix" }, "fix-"); }

private:
    static void folders()
    {
        QTest::addColumn<QString>("name");
        QTest::addColumn<QString>("folder");
        QTest::addColumn<QStringList>("endings");
        const QString data = HEADROOM_TEST_DATA, corpus = HEADROOM_CORPUS;
        const auto row = [](const char *name, const QString &folder, const QStringList &endings) {
            QTest::newRow(name) << name << folder << endings;
        };
        row("sources", data + "/sources", {});
        row("intake", data + "/intake", {});
        row("runs", data + "/runs", {});
        row("kept-sources", corpus + "/sources", { ".sh", ".yaml", ".toml", ".json" });
        row("kept-sources-json", corpus + "/sources_json", { ".json" });
        row("kept-sources-yaml", corpus + "/sources_yaml", { ".yaml" });
        row("kept-sources-toml", corpus + "/sources_toml", { ".toml" });
        row("kept-lint", corpus + "/lint", { ".sh", ".py", "" });
        row("kept-lint-shell", corpus + "/lint_shell", { ".sh" });
        row("kept-lint-python", corpus + "/lint_python", { ".py" });
        row("kept-lint-words", corpus + "/lint_words", { "" });
        row("kept-intake", corpus + "/intake", { ".yaml", ".json", ".sh", "" });
    }
    void ask(const std::vector<std::string> &first, const std::vector<std::string> &last,
        const std::string &prefix) const
    {
        QFETCH(QString, name);
        QFETCH(QString, folder);
        QFETCH(QStringList, endings);
        const QTemporaryDir temporary;
        const std::string origin = folder.toStdString();
        const InFolder inside { endings.isEmpty() ? origin : temporary.path().toStdString() };
        AnswerBook book;
        for (const std::string &file : namesOf(origin)) {
            std::vector<std::string> copies;
            for (const QString &ending : endings) {
                const std::string copy
                    = std::filesystem::path(file).stem().string() + ending.toStdString();
                std::filesystem::copy_file(origin + '/' + file, copy);
                copies.push_back(copy);
            }
            if (copies.empty())
                copies.push_back(file);
            for (const std::string &copy : copies) {
                std::vector<std::string> words = first;
                words.push_back(copy);
                words.insert(words.end(), last.begin(), last.end());
                CommandResult answer = m_desk.ask(words);
                if (prefix == "fix-")
                    answer.output = changedLines(contentOf(copy), answer.output);
                book.add(copy, answer, first.front());
            }
        }
        compare(book, "files/" + prefix + name.toStdString());
    }
    static void compare(const AnswerBook &book, const std::string &name)
    {
        const std::string difference = book.difference(name);
        QVERIFY2(difference.empty(), difference.c_str());
    }

    AnswerDesk m_desk;
};

QTEST_GUILESS_MAIN(FileAnswersTest)
#include "tst_file_answers.moc"
