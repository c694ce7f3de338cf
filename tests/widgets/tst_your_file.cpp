// The user's own launch file and its change: by the keys, from Start to the saved file.
#include "window_test.h"

#include "model/base/files/read_file.h"
#include "widgets/your_file/file_view.h"

#include <QApplication>
#include <QCheckBox>
#include <QClipboard>
#include <QComboBox>
#include <QFile>
#include <QLabel>
#include <QPushButton>
#include <QRadioButton>
#include <QUndoStack>

using namespace headroom;

class YourFileTest : public WindowTest
{
    Q_OBJECT

private slots:
    void init()
    {
        openWindow();
        m_window->showPage(QStringLiteral("start"));
    }
    void cleanup() { closeWindow(); }

    void aScriptOpensWithItsChange()
    {
        const QString script = openScript();
        QCOMPARE(m_window->currentPage(), QStringLiteral("your_file"));
        answer("device_name");
        waitForHunks();
        QVERIFY(!m_window->findChild<QPushButton *>(QStringLiteral("yourFileOpen"))->isVisible());
        // Each step says what it brings.
        const auto *effect = child<QLabel>("hunkEffect_0");
        QVERIFY2(effect->text().contains(QStringLiteral("per step")), qPrintable(effect->text()));
        QVERIFY(effect->text().contains(QStringLiteral("fits with")));
        const auto *lines = child<FileView>("hunkLines_0");
        QVERIFY(lines->isVisible() && lines->text().contains(QStringLiteral("TP=")));
        // The panel shows the changed plan, and against what.
        QVERIFY(controller().plan().parallelism.tensor < 8);
        QVERIFY(controller().estimate()->time.step < controller().estimateBefore()->time.step);
        // Nothing is written yet.
        QCOMPARE(*readTextFile(script.toStdString()), m_original);
    }

    void aTickTakesAndLeaves()
    {
        openScript();
        answer("device_name");
        waitForHunks();
        const int tensor = controller().plan().parallelism.tensor;
        auto *tick = child<QCheckBox>("hunkTick_0");
        tick->setFocus();
        QTest::keyClick(tick, Qt::Key_Space);
        QVERIFY(!tick->isChecked());
        QTRY_COMPARE_WITH_TIMEOUT(controller().plan().parallelism.tensor, 8, windowPatience);
        QTest::keyClick(tick, Qt::Key_Space);
        QTRY_COMPARE_WITH_TIMEOUT(controller().plan().parallelism.tensor, tensor, windowPatience);
        // Undo goes back to what was ticked then.
        controller().history()->undo();
        QVERIFY(!child<QCheckBox>("hunkTick_0")->isChecked());
        QCOMPARE(controller().plan().parallelism.tensor, 8);
    }

    void saveWritesTheFileAndKeepsWhatItWas()
    {
        const QString script = openScript();
        answer("device_name");
        waitForHunks();
        press("yourFileSave");
        const std::string changed = *readTextFile(script.toStdString());
        QVERIFY(changed != m_original);
        QVERIFY(changed.find("   # tensor\n") != std::string::npos);
        QCOMPARE(*readTextFile(script.toStdString() + ".bak"), m_original);
        const auto *note = child<QLabel>("yourFileNote");
        QVERIFY2(note->text().contains(QStringLiteral(".bak")), qPrintable(note->text()));
        QVERIFY(!child<QPushButton>("yourFileSave")->isEnabled());
    }

    void aFileThatChangedMeanwhileIsNotOverwritten()
    {
        const QString script = openScript();
        answer("device_name");
        waitForHunks();
        QFile file(script);
        QVERIFY(file.open(QIODevice::Append));
        file.write("# mine\n");
        file.close();
        press("yourFileSave");
        QVERIFY(m_fixture->dialogs.problem.contains(QStringLiteral("no longer")));
        QCOMPARE(*readTextFile(script.toStdString()), m_original + "# mine\n");
        QVERIFY(!QFile::exists(script + QStringLiteral(".bak")));
    }

    void anEditElsewhereIsAChangeOfTheFile()
    {
        openScript();
        answer("device_name");
        waitForHunks();
        m_window->showPage(QStringLiteral("parallelism"));
        controller().edit(QStringLiteral("parallelism.micro_batch_sequences"), QStringLiteral("2"));
        controller().flush();
        m_window->showPage(QStringLiteral("export"));
        QTRY_VERIFY(child<QPushButton>("changeOwnFiles")->isVisible());
        press("changeOwnFiles");
        QCOMPARE(m_window->currentPage(), QStringLiteral("your_file"));
        QTRY_VERIFY_WITH_TIMEOUT(child<FileView>("yourFileText")
                                     ->text()
                                     .contains(QStringLiteral("--micro-batch-size 2")),
            windowPatience);
    }

    void theDiffIsCopied()
    {
        openScript();
        answer("device_name");
        waitForHunks();
        press("yourFileCopy");
        QVERIFY(QApplication::clipboard()->text().startsWith(QStringLiteral("--- a/")));
    }

    void anotherObjectiveIsAsked()
    {
        openScript();
        answer("device_name");
        waitForHunks();
        const double step = controller().estimate()->time.step.value();
        auto *wish = child<QComboBox>("yourFileObjective");
        wish->setFocus();
        QTest::keyClick(wish, Qt::Key_Down);
        QTRY_VERIFY_WITH_TIMEOUT(
            controller().estimate()->time.step.value() != step, windowPatience);
    }

    void aPastedScriptIsSavedElsewhere()
    {
        QApplication::clipboard()->setText(QString::fromStdString(sample()));
        m_window->setFocus();
        QTest::keyClick(m_window.get(), Qt::Key_V, Qt::ControlModifier);
        QTRY_COMPARE_WITH_TIMEOUT(
            m_window->currentPage(), QStringLiteral("your_file"), windowPatience);
        answer("device_name");
        waitForHunks();
        const QString place = m_fixture->folder.filePath(QStringLiteral("mine.sh"));
        m_fixture->dialogs.file = place;
        press("yourFileSave");
        QVERIFY(QFile::exists(place));
        QVERIFY(*readTextFile(place.toStdString()) != sample());
    }

    /// A log with the command that started it lands in Runs, where the plan stays as it was read;
    /// what would be better becomes the plan where it is seen.
    void aPastedLogKeepsItsPlan()
    {
        std::string log = "torchrun --nproc_per_node 8 --nnodes 2 pretrain_gpt.py "
                          "--tensor-model-parallel-size 8 --pipeline-model-parallel-size 2 "
                          "--num-layers 32 --hidden-size 4096 --ffn-hidden-size 11008 "
                          "--num-attention-heads 32 --seq-length 4096 --micro-batch-size 1 "
                          "--global-batch-size 128 --swiglu --bf16 --vocab-size 32000\n"
                          "NVIDIA A100-SXM4-80GB\n";
        for (int step = 10; step <= 30; step += 10)
            log += " iteration " + std::to_string(step)
                + "/ 500 | elapsed time per iteration (ms): 60100.0 | global batch size: 128 |\n";
        QApplication::clipboard()->setText(QString::fromStdString(log));
        m_window->setFocus();
        QTest::keyClick(m_window.get(), Qt::Key_V, Qt::ControlModifier);
        QTRY_COMPARE_WITH_TIMEOUT(m_window->currentPage(), QStringLiteral("runs"), windowPatience);
        const auto *page = m_window->pageWidget(QStringLiteral("your_file"));
        QTRY_VERIFY_WITH_TIMEOUT(
            page->findChild<QCheckBox *>(QStringLiteral("hunkTick_0")), windowPatience);
        controller().flush();
        const int steps = controller().history()->count();
        QCOMPARE(controller().plan().parallelism.tensor, 8);
        m_window->showPage(QStringLiteral("your_file"));
        waitForHunks();
        QVERIFY(controller().plan().parallelism.tensor < 8);
        QCOMPARE(controller().history()->count(), steps + 1);
    }

    void anotherPlanForgetsTheFile()
    {
        openScript();
        m_fixture->dialogs.unsaved = UnsavedAnswer::Discard;
        open("llama3-70b-h100-32-nodes", "your_file");
        QVERIFY(child<QPushButton>("yourFileOpen")->isVisible());
        m_window->showPage(QStringLiteral("export"));
        QVERIFY(!child<QPushButton>("changeOwnFiles")->isVisible());
    }

    void bothThemesTellTheLinesApart()
    {
        openScript();
        answer("device_name");
        waitForHunks();
        QVERIFY(clippedLabels(*m_window->pageWidget(QStringLiteral("your_file"))).isEmpty());
    }

private:
    static std::string sample()
    {
        return *readTextFile(std::string(HEADROOM_TEST_DATA) + "/sources/megatron_array.sh");
    }

    /// Chooses a copy of the sample on Start.
    QString openScript()
    {
        m_original = sample();
        const QString script = m_fixture->folder.filePath(QStringLiteral("train.sh"));
        QFile file(script);
        if (!file.open(QIODevice::WriteOnly))
            return {};
        file.write(m_original.data(), static_cast<qint64>(m_original.size()));
        file.close();
        m_fixture->dialogs.file = script;
        m_window->findChild<QRadioButton *>(QStringLiteral("askSlow"))->click();
        press("askRun");
        return script;
    }

    /// Takes H100 where nothing tells the chip.
    void answer(const char *fact)
    {
        // Runs asks the same.
        auto *use = m_window->pageWidget(QStringLiteral("your_file"))
                        ->findChild<QPushButton *>(QLatin1String(QByteArray("answer_") + fact));
        if (use && use->isVisible()) {
            use->setFocus();
            QTest::keyClick(use, Qt::Key_Space);
        }
    }

    void waitForHunks()
    {
        QTRY_VERIFY_WITH_TIMEOUT(
            child<QCheckBox>("hunkTick_0") && child<QCheckBox>("hunkTick_0")->isVisible(),
            windowPatience);
        controller().flush();
    }

    std::string m_original;
};

QTEST_MAIN(YourFileTest)
#include "tst_your_file.moc"
