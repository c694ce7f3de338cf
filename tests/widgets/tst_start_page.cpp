// The one question of the start page, answered by keys.
#include "window_test.h"

#include "model/search/cluster.h"
#include "widgets/charts/chart.h"
#include "widgets/fields/choice_box.h"
#include "widgets/fields/number_box.h"
#include "widgets/planning/pin_board.h"

#include <QAbstractItemView>
#include <QComboBox>
#include <QCompleter>
#include <QLabel>
#include <QLineEdit>
#include <QPushButton>
#include <QRadioButton>
#include <QSignalSpy>
#include <QTableView>
#include <QTest>
#include <QUndoStack>

using namespace headroom;

class StartPageTest : public WindowTest
{
    Q_OBJECT

private slots:
    void init()
    {
        openWindow();
        m_window->showPage(QStringLiteral("start"));
    }

    void cleanup() { closeWindow(); }

    void theStartUsesTheWholeWidth()
    {
        auto *panel = m_window->findChild<QWidget *>(QStringLiteral("resultPanel"));
        QVERIFY(!panel->isVisible());
        m_window->showPage(QStringLiteral("model"));
        QVERIFY(panel->isVisible());
    }

    void devicesBecomeAPlan()
    {
        write("finderModel", "llama3.1-8b");
        write("finderChip", "a100-80-sxm");
        write("finderNodes", "4");
        write("finderDevices", "8");
        write("finderLinks", "1");
        write("finderGigabits", "200");
        auto *line = number("finderGigabits");
        QTest::keyClick(line, Qt::Key_Return);
        auto *card = m_window->findChild<QWidget *>(QStringLiteral("finderCard"));
        QTRY_VERIFY_WITH_TIMEOUT(card->isVisible(), 60000);
        auto *words = m_window->findChild<QLabel *>(QStringLiteral("finderConfiguration"));
        QVERIFY2(words->text().contains(QStringLiteral("micro-batch")), qPrintable(words->text()));
        // The plan at hand stays until the answer is taken.
        QCOMPARE(m_window->controller().plan().hardware.accelerator, std::string("h100-sxm"));
        press("finderApply");
        m_window->controller().flush();
        const Plan &plan = m_window->controller().plan();
        QCOMPARE(plan.hardware.accelerator, std::string("a100-80-sxm"));
        QCOMPARE(plan.hardware.nodes, 4);
        QCOMPARE(plan.hardware.nicGbytesPerSecondPerDevice.value_or(0), 200.0 / 8 / 8);
        QVERIFY(!m_window->controller().isStale());
        QVERIFY(m_window->controller().estimate()->memory.fits);
        QCOMPARE(m_window->currentPage(), QStringLiteral("result"));
        // Until something is changed there is nothing to apply.
        const auto *apply = m_window->findChild<QPushButton *>(QStringLiteral("finderApply"));
        QVERIFY(!apply->isEnabled());
        m_window->controller().edit(QStringLiteral("hardware.nodes"), QStringLiteral("3"));
        QVERIFY(apply->isEnabled());
    }

    /// Devices that are no power of two are planned for all the same.
    void sixNodesBecomeAPlan()
    {
        write("finderModel", "llama3.1-8b");
        write("finderNodes", "6");
        QTest::keyClick(number("finderNodes"), Qt::Key_Return);
        auto *card = m_window->findChild<QWidget *>(QStringLiteral("finderCard"));
        QTRY_VERIFY_WITH_TIMEOUT(card->isVisible(), 60000);
        press("finderApply");
        m_window->controller().flush();
        QVERIFY(m_window->controller().estimate()->memory.fits);
        QCOMPARE(m_window->controller().plan().workload.globalBatchSequences % 48, 0);
    }

    /// A node trains adapters of a model that it cannot train as a whole; asked for that, the
    /// finder says what would fit.
    void aLargeModelOnANodeIsAnswered_data()
    {
        QTest::addColumn<QString>("task");
        QTest::addColumn<int>("method");
        QTest::newRow("all weights") << "askTrain" << 0;
        QTest::newRow("LoRA") << "askLora" << 1;
        QTest::newRow("QLoRA") << "askQlora" << 2;
    }
    void aLargeModelOnANodeIsAnswered()
    {
        QFETCH(QString, task);
        QFETCH(int, method);
        write("finderModel", "llama3.1-70b");
        choose(task);
        press("findPlan");
        auto *card = m_window->findChild<QWidget *>(QStringLiteral("finderCard"));
        QTRY_VERIFY_WITH_TIMEOUT(card->isVisible(), 60000);
        press("finderApply");
        m_window->controller().flush();
        QVERIFY(m_window->controller().problems().empty());
        QVERIFY(m_window->controller().estimate()->memory.fits);
        const Plan &plan = m_window->controller().plan();
        QCOMPARE(plan.model.id, std::string("llama3.1-70b"));
        if (method > 0)
            QCOMPARE(int(tuningMethod(plan)), method);
    }

    /// A list reads its choices when it gets the focus; what is typed still replaces the whole
    /// text.
    void aSelectedChoiceIsTypedOver()
    {
        ChoiceBox box(ChoiceBox::Typing::Search, [] {
            return QStringList { QStringLiteral("one"), QStringLiteral("two") };
        });
        box.setChoiceText(QStringLiteral("two"));
        box.setFocus();
        box.lineEdit()->selectAll();
        box.show();
        box.activateWindow();
        TRY_ACTIVE(&box);
        QTRY_COMPARE(box.count(), 2);
        QTest::keyClicks(box.lineEdit(), QStringLiteral("one"));
        QCOMPARE(box.currentText(), QStringLiteral("one"));
    }

    /// The name on offer is marked while one types; Tab takes it, nothing else does.
    void tabTakesTheNameOnOffer()
    {
        auto *box = m_window->findChild<ChoiceBox *>(QStringLiteral("finderModel"));
        const QAbstractItemView *offers = box->completer()->popup();
        box->lineEdit()->setFocus();
        QTest::keyClick(box->lineEdit(), Qt::Key_A, Qt::ControlModifier);
        QTest::keyClicks(box->lineEdit(), QStringLiteral("mixtral"));
        QTRY_VERIFY(offers->isVisible() && offers->currentIndex().isValid());
        const QString offered = offers->currentIndex().data().toString();
        QVERIFY(offered.startsWith(QStringLiteral("mixtral-")));
        QCOMPARE(box->currentText(), QStringLiteral("mixtral"));
        QTest::keyClick(box->completer()->popup(), Qt::Key_Tab);
        QCOMPARE(box->currentText(), offered);
        QTRY_VERIFY(!box->hasFocus());
        QVERIFY(m_window->controller().library().model(offered.toStdString()).hasValue());
    }

    void anAnswerIsPinned()
    {
        press("findPlan");
        auto *card = m_window->findChild<QWidget *>(QStringLiteral("finderCard"));
        QTRY_VERIFY_WITH_TIMEOUT(card->isVisible(), 60000);
        press("finderPin");
        QCOMPARE(m_window->pins().pins().size(), std::size_t(1));
        QCOMPARE(m_window->currentPage(), QStringLiteral("compare"));
    }

    void anAnswerGoesWithItsQuestion_data()
    {
        QTest::addColumn<QString>("field");
        QTest::addColumn<QString>("typed");
        QTest::newRow("model") << "finderModel"
                               << "mixtral-8x7b";
        QTest::newRow("chip") << "finderChip"
                              << "h200";
        QTest::newRow("nodes") << "finderNodes"
                               << "2";
        QTest::newRow("network") << "finderGigabits"
                                 << "100";
    }
    /// What is offered is never that of another model or machine.
    void anAnswerGoesWithItsQuestion()
    {
        QFETCH(QString, field);
        QFETCH(QString, typed);
        press("findPlan");
        auto *card = m_window->findChild<QWidget *>(QStringLiteral("finderCard"));
        QTRY_VERIFY_WITH_TIMEOUT(card->isVisible(), 60000);
        write(field.toLatin1().constData(), typed.toLatin1().constData());
        QVERIFY(!card->isVisible());
    }

    void whatIsMissingIsSaid_data()
    {
        QTest::addColumn<QString>("field");
        QTest::addColumn<QString>("text");
        QTest::newRow("no nodes") << "finderNodes"
                                  << "0";
        QTest::newRow("half a device") << "finderDevices"
                                       << "0.5";
        QTest::newRow("no number") << "finderGigabits"
                                   << "fast";
    }
    void whatIsMissingIsSaid()
    {
        QFETCH(QString, field);
        QFETCH(QString, text);
        write(field.toLatin1().constData(), text.toLatin1().constData());
        press("findPlan");
        auto *problem = m_window->findChild<QLabel *>(QStringLiteral("finderProblem"));
        const auto *box = m_window->findChild<NumberBox *>(field);
        QVERIFY2(problem->text().startsWith(box->accessibleName() + QLatin1Char(':'))
                && problem->text().contains(text),
            qPrintable(problem->text()));
        TRY_FOCUS(box);
        QVERIFY(!m_window->findChild<QWidget *>(QStringLiteral("finderCard"))->isVisible());
    }

    void anUnknownModelIsNamed()
    {
        write("finderModel", "nobody-7b");
        press("findPlan");
        auto *problem = m_window->findChild<QLabel *>(QStringLiteral("finderProblem"));
        QVERIFY2(
            problem->text().contains(QStringLiteral("nobody-7b")), qPrintable(problem->text()));
    }

    void theFewestDevicesAreSearched()
    {
        press("askDevices");
        QCOMPARE(m_window->currentPage(), QStringLiteral("suggest"));
        auto *objective = m_window->findChild<QComboBox *>(QStringLiteral("searchObjective"));
        QCOMPARE(objective->currentText(), QStringLiteral("Fewest devices"));
        auto *table = m_window->findChild<QAbstractItemView *>(QStringLiteral("searchTable"));
        QTRY_VERIFY_WITH_TIMEOUT(table->model()->rowCount() > 0, 60000);
    }

    void theFewestDevicesAreSearchedForAFineTuning()
    {
        choose(QStringLiteral("askLora"));
        // Nothing is changed before a result is applied.
        const Plan before = m_window->controller().plan();
        click("askDevices");
        QCOMPARE(m_window->currentPage(), QStringLiteral("suggest"));
        auto *apply = m_window->findChild<QPushButton *>(QStringLiteral("searchApply"));
        QTRY_VERIFY_WITH_TIMEOUT(apply->isVisible(), 60000);
        QVERIFY(m_window->controller().plan() == before);
        QVERIFY(!m_window->controller().isModified());
        QCOMPARE(m_window->controller().history()->count(), 0);
        // What is offered is the fine-tuning that was asked for.
        QVERIFY(apply->isEnabled());
        click("searchApply");
        QCOMPARE(tuningMethod(m_window->controller().plan()), TuningMethod::Lora);
        QCOMPARE(m_window->controller().history()->count(), 1);
        m_window->controller().flush();
        QVERIFY(!m_window->controller().isStale());
        QVERIFY(m_window->controller().estimate()->memory.fits);
        QVERIFY(!apply->isEnabled()); // the results stay on show and are those of the plan
        QTest::keyClick(m_window.get(), Qt::Key_Z, Qt::ControlModifier);
        QVERIFY(m_window->controller().plan() == before);
    }

    /// What the question takes over is shown, and what is written there is what is asked.
    void whatIsNotAskedIsShown()
    {
        const Plan start = m_window->files().defaultPlan();
        const std::int64_t typical = typicalBatch(start.workload.sequenceLength);
        QCOMPARE(number("finderBatch")->text(), QString::number(typical));
        write("finderSequence", "4096");
        QCOMPARE(number("finderBatch")->text(), QString::number(typicalBatch(4096)));
        write("finderNodes", "3"); // every device gets equally many
        QCOMPARE(number("finderBatch")->text().toLongLong() % 24, 0);
        auto *framework = m_window->findChild<QComboBox *>(QStringLiteral("finderFramework"));
        auto *release = m_window->findChild<QComboBox *>(QStringLiteral("finderRelease"));
        QCOMPARE(framework->currentText(), QString::fromStdString(start.framework));
        QVERIFY(!release->currentText().isEmpty());
        framework->setFocus();
        QTest::keyClicks(framework, QStringLiteral("megatron"));
        QCOMPARE(framework->currentText(), QStringLiteral("megatron"));
        release->setFocus();
        QTest::keyClick(release, Qt::Key_Home);
        const QString oldest = release->currentText();
        write("finderNodes", "1");
        QCOMPARE(release->currentText(), oldest);
        write("finderModel", "llama3.2-1b");
        write("finderBatch", "96");
        write("finderTokens", "2e10");
        press("findPlan");
        auto *card = m_window->findChild<QWidget *>(QStringLiteral("finderCard"));
        QTRY_VERIFY_WITH_TIMEOUT(card->isVisible(), 60000);
        press("finderApply");
        const Plan &plan = m_window->controller().plan();
        QCOMPARE(plan.framework, std::string("megatron"));
        QCOMPARE(plan.software.megatron, oldest.toStdString());
        QCOMPARE(plan.workload.sequenceLength, std::int64_t(4096));
        QCOMPARE(plan.workload.globalBatchSequences, std::int64_t(96));
        QCOMPARE(plan.workload.trainingTokens.value_or(0), 2e10);
    }

    /// The cost on every chip is asked for the very same work.
    void machinesAreComparedForTheQuestion()
    {
        write("finderModel", "llama3.2-3b");
        write("finderBatch", "96");
        click("askCluster");
        const auto shown = [this](const char *name) { return number(name)->text(); };
        QCOMPARE(shown("clusterModel"), QStringLiteral("llama3.2-3b"));
        QCOMPARE(shown("clusterBatch"), QStringLiteral("96"));
        // The question is whole: it is answered without another click.
        const auto *machines = m_window->findChild<QTableView *>(QStringLiteral("clusterTable"));
        QTRY_VERIFY_WITH_TIMEOUT(machines->model()->rowCount() > 0, 60000);
        m_window->showPage(QStringLiteral("start"));
        write("finderModel", "llama3.1-8b");
        write("finderBatch", "x");
        click("askCluster");
        QCOMPARE(m_window->currentPage(), QStringLiteral("start"));
        QVERIFY(number("finderBatch")->hasFocus() || number("finderBatch")->hasSelectedText());
    }

    void aQuestionChangesNothing_data()
    {
        QTest::addColumn<QString>("task");
        QTest::addColumn<QString>("button");
        for (const char *button : { "askDevices", "askCluster", "findPlan" })
            for (const char *task : { "askTrain", "askLora", "askQlora" })
                QTest::addRow("%s %s", button, task)
                    << QString::fromLatin1(task) << QString::fromLatin1(button);
    }
    /// Whatever is asked on Start, the open plan, its history and its file stay as they are.
    void aQuestionChangesNothing()
    {
        QFETCH(QString, task);
        QFETCH(QString, button);
        PlanController &controller = m_window->controller();
        const Plan before = controller.plan();
        const QSignalSpy changes(&controller, &PlanController::planChanged);
        choose(task);
        click(button.toLatin1().constData());
        auto *answer = m_window->findChild<QWidget *>(button == QLatin1String("findPlan")
                ? QStringLiteral("finderCard")
                : button == QLatin1String("askCluster") ? QStringLiteral("page_cluster")
                                                        : QStringLiteral("searchCard"));
        QTRY_VERIFY_WITH_TIMEOUT(answer->isVisible(), 60000);
        QVERIFY(controller.plan() == before);
        QCOMPARE(changes.count(), 0);
        QCOMPARE(controller.history()->count(), 0);
        QVERIFY(!controller.isModified());
        QVERIFY(!m_window->isWindowModified());
    }

    /// Another question about the open plan forgets the method that was asked for before.
    void aQuestionIsNotKept()
    {
        choose(QStringLiteral("askLora"));
        click("askDevices");
        auto *card = m_window->findChild<QWidget *>(QStringLiteral("searchCard"));
        QTRY_VERIFY_WITH_TIMEOUT(card->isVisible(), 60000);
        m_window->suggest();
        QTRY_VERIFY_WITH_TIMEOUT(card->isVisible(), 60000);
        click("searchApply");
        QCOMPARE(tuningMethod(m_window->controller().plan()), TuningMethod::Full);
    }

private:
    QLineEdit *number(const char *name)
    {
        return m_window->findChild<QWidget *>(QLatin1String(name))->findChild<QLineEdit *>();
    }

    /// Answers the first question, as keys do it.
    void choose(const QString &task)
    {
        auto *answer = m_window->findChild<QRadioButton *>(task);
        QVERIFY(answer->isVisible());
        answer->setFocus();
        QTest::keyClick(answer, Qt::Key_Space);
        QVERIFY(answer->isChecked());
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

QTEST_MAIN(StartPageTest)
#include "tst_start_page.moc"
