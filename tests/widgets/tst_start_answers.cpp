// How the start page takes an answer, says what is wrong, and what it offers first.
#include "window_test.h"

#include "widgets/fields/choice_box.h"
#include "widgets/fields/number_box.h"

#include <QAbstractItemView>
#include <QCompleter>
#include <QLabel>
#include <QLineEdit>
#include <QPushButton>
#include <QRegularExpression>
#include <QTest>
#include <QUndoStack>

using namespace headroom;

class StartAnswersTest : public WindowTest
{
    Q_OBJECT

private slots:
    void init()
    {
        openWindow();
        m_window->showPage(QStringLiteral("start"));
    }

    void cleanup() { closeWindow(); }

    /// "a100" is the one with 80 GB; Return answers from a list as from a number.
    void returnAnswersInAList()
    {
        write("finderModel", "llama3.1-8b");
        write("finderChip", "a100");
        auto *box = m_window->findChild<ChoiceBox *>(QStringLiteral("finderChip"));
        const QAbstractItemView *offers = box->completer()->popup();
        QTRY_VERIFY(offers->isVisible() && offers->currentIndex().isValid());
        QTest::keyClick(box->completer()->popup(), Qt::Key_Return);
        QCOMPARE(box->currentText(), QStringLiteral("a100-80-sxm"));
        auto *card = m_window->findChild<QWidget *>(QStringLiteral("finderCard"));
        QTRY_VERIFY_WITH_TIMEOUT(card->isVisible(), 60000);
    }

    /// What is taken from here is a step of the history, and nothing that has to be saved.
    void anAnswerIsAStepOfTheHistory()
    {
        const Plan before = m_window->controller().plan();
        write("finderModel", "mixtral-8x7b");
        write("finderNodes", "4");
        press("findPlan");
        auto *card = m_window->findChild<QWidget *>(QStringLiteral("finderCard"));
        QTRY_VERIFY_WITH_TIMEOUT(card->isVisible(), 60000);
        press("finderApply");
        const PlanController &controller = m_window->controller();
        QCOMPARE(controller.plan().model.id, std::string("mixtral-8x7b"));
        QVERIFY(!controller.isModified());
        QVERIFY(controller.file().empty());
        QCOMPARE(controller.history()->count(), 1);
        // It is called after its model, also after another one is chosen.
        QVERIFY(controller.plan().name.starts_with("Mixtral"));
        m_window->controller().edit(QStringLiteral("model"), QStringLiteral("llama3.1-70b"));
        QVERIFY(controller.plan().name.starts_with("Llama"));
        m_window->controller().history()->undo();
        m_window->controller().history()->undo();
        QVERIFY(controller.plan() == before);
    }

    /// Everything that is wrong is said at once; what was probably meant can be clicked.
    void allThatIsWrongIsSaid()
    {
        write("finderNodes", "0");
        write("finderBatch", "x");
        press("findPlan");
        const auto *problem = m_window->findChild<QLabel *>(QStringLiteral("finderProblem"));
        QCOMPARE(problem->text().count(QLatin1Char('\n')), 1);
        TRY_FOCUS(m_window->findChild<NumberBox *>(QStringLiteral("finderNodes")));
        write("finderNodes", "1");
        write("finderBatch", "64");
        write("finderModel", "llama3.1-8c");
        press("findPlan");
        click("finderUse");
        QTRY_COMPARE(m_window->findChild<ChoiceBox *>(QStringLiteral("finderModel"))->currentText(),
            QStringLiteral("llama3.1-8b"));
        auto *card = m_window->findChild<QWidget *>(QStringLiteral("finderCard"));
        QTRY_VERIFY_WITH_TIMEOUT(card->isVisible(), 60000);
    }

    void fourExamplesAreInSight()
    {
        const auto shown = [this] {
            int count = 0;
            for (const auto *each :
                m_window->findChildren<QWidget *>(QRegularExpression(QStringLiteral("^example_"))))
                count += each->isVisible() ? 1 : 0;
            return count;
        };
        QCOMPARE(shown(), 4);
        click("allExamples");
        QVERIFY(shown() > 4);
    }

    void examplesShowWhetherTheyFit()
    {
        auto *example
            = m_window->findChild<QWidget *>(QStringLiteral("example_llama3.1-8b-h100-node"));
        QVERIFY(example);
        QTRY_VERIFY(example->accessibleDescription().contains(QStringLiteral("should fit: ")));
        QVERIFY(example->accessibleDescription().contains(QStringLiteral("MFU")));
    }

private:
    QLineEdit *number(const char *name)
    {
        return m_window->findChild<QWidget *>(QLatin1String(name))->findChild<QLineEdit *>();
    }

    void click(const char *name)
    {
        auto *button = m_window->findChild<QPushButton *>(QLatin1String(name));
        QTRY_VERIFY(button->isVisible());
        QTest::mouseClick(button, Qt::LeftButton);
    }

    void write(const char *name, const char *text)
    {
        QLineEdit *line = number(name);
        line->setFocus();
        QTest::keyClick(line, Qt::Key_A, Qt::ControlModifier);
        QTest::keyClicks(line, QLatin1String(text));
    }
};

QTEST_MAIN(StartAnswersTest)
#include "tst_start_answers.moc"
