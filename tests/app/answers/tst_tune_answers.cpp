#include "recorded_answers.h"

#include <QTest>

using namespace headroom;

/// What tune changes in users' files, for speed and for memory.
class TuneAnswersTest : public QObject
{
    Q_OBJECT

private slots:
    void tuned()
    {
        AnswerBook book;
        for (const char *folder : { "/sources", "/intake" }) {
            const InFolder inside { HEADROOM_TEST_DATA + std::string { folder } };
            for (const std::string &file : namesOf("."))
                for (const char *objective : { "", "memory" }) {
                    std::vector<std::string> words { "tune", file, "--chip", "h100-sxm", "--nodes",
                        "2", "--format", "json" };
                    if (*objective)
                        words.insert(words.end(), { "--objective", objective });
                    book.add(file + ' ' + objective, m_desk.ask(words), "tune");
                }
        }
        compare(book, "files/tuned");
    }

private:
    static void compare(const AnswerBook &book, const std::string &name)
    {
        const std::string difference = book.difference(name);
        QVERIFY2(difference.empty(), difference.c_str());
    }

    AnswerDesk m_desk;
};

QTEST_GUILESS_MAIN(TuneAnswersTest)
#include "tst_tune_answers.moc"
