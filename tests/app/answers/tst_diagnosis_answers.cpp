#include "recorded_answers.h"

#include <QTest>

using namespace headroom;

namespace {

const std::string runs = HEADROOM_TEST_DATA "/runs/";

} // namespace

/// Diagnoses of every sample log, with and without a plan that it is said to follow.
class DiagnosisAnswersTest : public QObject
{
    Q_OBJECT

private slots:
    void diagnoses_data()
    {
        QTest::addColumn<QString>("plan");
        QTest::newRow("alone") << "";
        QTest::newRow("dense") << "llama3.1-8b-h100-node";
        QTest::newRow("experts") << "mixtral-8x7b-h100-8-nodes";
        QTest::newRow("small") << HEADROOM_TEST_DATA
            "/answers/small.headroom.yaml"; // whose kernels are shorter than their launches
    }
    void diagnoses()
    {
        QFETCH(QString, plan);
        const InFolder inside { runs };
        AnswerBook book;
        const bool isSmall = plan.endsWith(QStringLiteral(".yaml"));
        const std::vector<std::string> files
            = isSmall ? std::vector<std::string> { "../answers/small.log" } : namesOf(runs);
        for (const std::string &file : files) {
            std::vector<std::string> words { "diagnose", file };
            if (!plan.isEmpty())
                words.insert(words.end(), { "--plan", plan.toStdString() });
            book.add(file, m_desk.ask(words), "text");
            words.insert(words.end(), { "--format", "json" });
            book.add(file, m_desk.ask(words), "diagnosis");
        }
        compare(book, std::string { "measured/diagnoses-" } + QTest::currentDataTag());
    }

private:
    static void compare(const AnswerBook &book, const std::string &name)
    {
        const std::string difference = book.difference(name);
        QVERIFY2(difference.empty(), difference.c_str());
    }

    AnswerDesk m_desk;
};

QTEST_GUILESS_MAIN(DiagnosisAnswersTest)
#include "tst_diagnosis_answers.moc"
