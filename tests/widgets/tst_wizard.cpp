#include "model/plan/job.h"
#include "model/plan/tuning.h"
// The steps in the rail: their order, their marks, and where they end.
#include "window_test.h"

#include "widgets/export/code_view.h"
#include "widgets/fields/field_editor.h"
#include "widgets/fields/number_box.h"
#include "widgets/frame/window_context.h"
#include "widgets/window/step_rail.h"

#include <QApplication>
#include <QClipboard>
#include <QComboBox>
#include <QDir>
#include <QLabel>
#include <QLineEdit>
#include <QListView>
#include <QPushButton>
#include <QTest>
#include <QToolButton>

#include <algorithm>
#include <array>

using namespace headroom;

class WizardTest : public WindowTest
{
    Q_OBJECT

private slots:
    void init() { openWindow(); }

    void cleanup() { closeWindow(); }

    void stepsAreNumberedAndToolsStandApart()
    {
        QStringList numbered, tools;
        for (int row = 0; row < model().rowCount(); ++row) {
            const QModelIndex at = model().index(row, 0);
            const QString id = at.data(PageListModel::IdRole).toString();
            if (const int number = at.data(PageListModel::NumberRole).toInt(); number > 0) {
                numbered.append(id);
                QCOMPARE(number, static_cast<int>(numbered.size()));
            }
            if (model().page(row).place == PagePlace::Tool)
                tools.append(id);
            else
                QVERIFY2(tools.isEmpty(), qPrintable(id)); // nothing follows the tools
        }
        QCOMPARE(numbered.join(QLatin1Char(' ')),
            QStringLiteral("model hardware workload parallelism flags result export"));
        QVERIFY(tools.contains(QStringLiteral("timeline")));
        // Suggest stands with the step that it helps.
        QCOMPARE(model().rowOf(QStringLiteral("suggest")),
            model().rowOf(QStringLiteral("parallelism")) + 1);
    }

    /// A digit leads to a step, and into its first field: what is typed next is taken.
    void everyStepHasItsDigit()
    {
        QTest::keyClick(m_window.get(), Qt::Key_4, Qt::ControlModifier);
        QCOMPARE(m_window->currentPage(), QStringLiteral("parallelism"));
        const auto *field = m_window->findChild<NumberBox *>(QStringLiteral("parallelism.data"));
        QVERIFY(field);
        TRY_FOCUS(field);
        QCOMPARE(field->findChild<QLineEdit *>()->selectedText(), field->text());
        for (const auto &[digit, path, typed] : { std::tuple { Qt::Key_1, "model", "mixtral-8x7b" },
                 std::tuple { Qt::Key_2, "hardware.accelerator", "h200" } }) {
            QTest::keyClick(m_window.get(), digit, Qt::ControlModifier);
            auto *name = m_window->findChild<QComboBox *>(QLatin1String(path));
            TRY_FOCUS(name);
            QTest::keyClicks(name, QLatin1String(typed));
            QCOMPARE(m_window->controller().text(QLatin1String(path)), QLatin1String(typed));
        }
        QTest::keyClick(m_window.get(), Qt::Key_7, Qt::ControlModifier);
        QCOMPARE(m_window->currentPage(), QStringLiteral("export"));
        QTest::keyClick(m_window.get(), Qt::Key_0, Qt::ControlModifier);
        QCOMPARE(m_window->currentPage(), QStringLiteral("start"));
    }

    void aBrokenRuleMarksItsStep()
    {
        QCOMPARE(mark("parallelism"), StepMark::Sound);
        type(QStringLiteral("parallelism.tensor"), QStringLiteral("3"));
        QCOMPARE(mark("parallelism"), StepMark::Broken);
        QVERIFY(model()
                    .index(model().rowOf(QStringLiteral("parallelism")), 0)
                    .data(Qt::AccessibleTextRole)
                    .toString()
                    .contains(QStringLiteral("problem")));
        type(QStringLiteral("parallelism.tensor"), QStringLiteral("1"));
        QCOMPARE(mark("parallelism"), StepMark::Sound);
    }

    /// Four nodes are four nodes: what has to follow them is asked for, on the step that sets it.
    void aLaterStepAnswersForAnEarlierOne()
    {
        type(QStringLiteral("hardware.nodes"), QStringLiteral("4"));
        QVERIFY(m_window->controller().isStale());
        QCOMPARE(mark("hardware"), StepMark::Sound);
        QCOMPARE(mark("parallelism"), StepMark::Broken);
        auto *told = m_window->findChild<QLabel *>(QStringLiteral("problem_hardware.nodes"));
        QVERIFY(told->isVisible() && told->text().contains(QStringLiteral("32")));
        m_window->showPage(QStringLiteral("parallelism"));
        QVERIFY(!isAsked("parallelism.expert")); // of a dense model: it breaks nothing
        m_window->showField(QStringLiteral("hardware.nodes"));
        auto *repair = told->parentWidget()->findChild<QPushButton *>();
        QVERIFY(repair);
        QTRY_VERIFY(repair->isVisible());
        repair->setFocus();
        QTest::keyClick(repair, Qt::Key_Space);
        QTRY_COMPARE(mark("parallelism"), StepMark::Sound);
        QCOMPARE(m_window->controller().plan().hardware.nodes, 4);
        // A degree that suits neither model nor machine is the degree's fault.
        type(QStringLiteral("parallelism.tensor"), QStringLiteral("3"));
        for (const char *page : { "model", "hardware" })
            QCOMPARE(mark(page), StepMark::Sound);
        QCOMPARE(mark("parallelism"), StepMark::Broken);
    }

    void aPlanThatDoesNotFitMarksTheResult()
    {
        QVERIFY(mark("result") != StepMark::Broken);
        type(QStringLiteral("parallelism.micro_batch_sequences"), QStringLiteral("16"));
        QVERIFY(!m_window->controller().estimate()->memory.fits);
        QCOMPARE(mark("result"), StepMark::Broken);
        QCOMPARE(mark("model"), StepMark::Sound);
    }

    void releasesThatDoNotGoTogetherWarnWhereTheyAreSet()
    {
        type(QStringLiteral("software.maxtext"), QStringLiteral("0.2.2"));
        type(QStringLiteral("software.jaxlib"), QStringLiteral("0.5.0"));
        QCOMPARE(mark("workload"), StepMark::Warned);
        auto *beside = m_window->findChild<QLabel *>(QStringLiteral("releasesBeside"));
        QVERIFY(beside && beside->isVisible());
        QVERIFY2(beside->text().contains(QStringLiteral("jaxlib 0.9.2 or later")),
            qPrintable(beside->text()));
    }

    void theFrameworkIsAskedBeforeWhatDependsOnIt()
    {
        const auto place = [this](const char *path) {
            for (int row = 0; row < model().rowCount(); ++row)
                for (const QString &field : model().page(row).fields)
                    if (QLatin1String(path) == field
                        || (field.endsWith(QLatin1Char('.'))
                            && QString::fromLatin1(path).startsWith(field)))
                        return row;
            return -1;
        };
        QVERIFY(place("framework") <= place("attention"));
        QVERIFY(place("framework") < place("remat.policy"));
        m_window->showPage(QStringLiteral("workload"));
        auto *framework = m_window->findChild<QWidget *>(QStringLiteral("framework"));
        auto *attention = m_window->findChild<QWidget *>(QStringLiteral("attention"));
        QVERIFY(framework->mapToGlobal(QPoint()).y() < attention->mapToGlobal(QPoint()).y());
    }

    void onlyReleasesOfTheFrameworkAreAsked()
    {
        m_window->showField(QStringLiteral("framework"));
        auto *framework = m_window->findChild<QComboBox *>(QStringLiteral("framework"));
        TRY_FOCUS(framework);
        QVERIFY(isAsked("software.maxtext") && isAsked("software.jaxlib"));
        QVERIFY(!isAsked("software.megatron"));
        QTest::keyClicks(framework, QStringLiteral("meg"));
        QCOMPARE(m_window->controller().plan().framework, std::string("megatron"));
        QVERIFY(isAsked("software.megatron"));
        QVERIFY(!isAsked("software.maxtext") && !isAsked("software.jaxlib"));
    }

    void releasesThatFitComeFirst()
    {
        type(QStringLiteral("software.jaxlib"), QStringLiteral("0.7.0"));
        auto *box = m_window->findChild<QComboBox *>(QStringLiteral("software.maxtext"));
        box->setFocus();
        box->showPopup();
        QCOMPARE(box->itemText(0), QStringLiteral("0.1.0")); // the one that asks for 0.7.0
        QVERIFY(box->count() > 3);
        box->hidePopup();
    }

    void theWalkEndsWithWhatToDoNext()
    {
        m_window->showPage(QStringLiteral("export"));
        QVERIFY(!m_window->findChild<QPushButton *>(QStringLiteral("next"))->isVisible());
        QVERIFY(mark("export") != StepMark::Sound);
        const QString folder = m_fixture->folder.filePath(QStringLiteral("launch here"));
        m_fixture->dialogs.file = folder;
        press("exportSave");
        QVERIFY(QFile::exists(QDir(folder).filePath(QStringLiteral("run.sh"))));
        auto *text = m_window->findChild<QLabel *>(QStringLiteral("exportFinishText"));
        QVERIFY(text->isVisible());
        QVERIFY2(text->text().contains(folder) && text->text().contains(QStringLiteral("run.sh")),
            qPrintable(text->text()));
        QCOMPARE(mark("export"), StepMark::Sound);
        press("exportCopyCommand");
        QCOMPARE(QApplication::clipboard()->text(),
            QStringLiteral("cd '%1' && bash run.sh").arg(folder));
        // Another plan has not been written.
        m_window->controller().edit(
            QStringLiteral("workload.global_batch_sequences"), QStringLiteral("64"));
        m_window->controller().flush();
        QVERIFY(!text->isVisible());
        QVERIFY(mark("export") != StepMark::Sound);
    }

    void theLogComesBack()
    {
        m_window->showPage(QStringLiteral("export"));
        m_fixture->dialogs.file = m_fixture->folder.filePath(QStringLiteral("launch"));
        press("exportSave");
        m_fixture->dialogs.file = QStringLiteral(HEADROOM_TEST_DATA "/runs/torchtitan-2026.log");
        press("exportLogBack");
        QTRY_COMPARE(m_window->controller().plan().framework, std::string("torchtitan"));
        QVERIFY(m_window->controller().isModified());
        QCOMPARE(m_window->currentPage(), QStringLiteral("runs"));
    }

    void whatMeansNothingIsFolded()
    {
        m_window->showPage(QStringLiteral("parallelism"));
        QVERIFY(isAsked("parallelism.tensor"));
        QVERIFY(!isAsked("parallelism.expert")); // a dense model
        QVERIFY(!isAsked("parallelism.pipeline_chunks"));
        auto *all = m_window->findChild<QToolButton *>(QStringLiteral("allFields"));
        all->setFocus();
        QTest::keyClick(all, Qt::Key_Space);
        QVERIFY(isAsked("parallelism.expert"));
        QTest::keyClick(all, Qt::Key_Space);
        QVERIFY(!isAsked("parallelism.expert"));
        // Who asks for a folded field gets it.
        m_window->showField(QStringLiteral("parallelism.pipeline_chunks"));
        QVERIFY(isAsked("parallelism.pipeline_chunks"));
    }

    void theProductIsWrittenOut()
    {
        m_window->showPage(QStringLiteral("parallelism"));
        auto *product = m_window->findChild<QLabel *>(QStringLiteral("degreeProduct"));
        QVERIFY2(product->text().endsWith(QStringLiteral("= 8 of 8 devices\u00a0✓")),
            qPrintable(product->text()));
        type(QStringLiteral("parallelism.tensor"), QStringLiteral("2"));
        QVERIFY2(product->text().endsWith(QStringLiteral("= 16 of 8 devices")),
            qPrintable(product->text()));
    }

    void theWorkloadAsksInTheOrderOfItsDecisions()
    {
        m_window->showPage(QStringLiteral("workload"));
        int above = -1;
        for (const char *path : { "workload.mode", "framework", "precision.compute",
                 "tuning.method", "fold_calibration" }) {
            const auto *field = m_window->findChild<QWidget *>(QLatin1String(path));
            QVERIFY2(field && isAsked(path), path);
            const int y = field->mapTo(m_window.get(), QPoint()).y();
            QVERIFY2(y > above, path);
            above = y;
        }
    }

    void adaptersAreAskedWhenThereAreSome()
    {
        const auto asked = [this](bool wanted) {
            return std::ranges::all_of(
                std::array { "tuning.rank", "tuning.targets", "tuning.base",
                    "workload.packing.mean_tokens", "workload.packing.share_padding" },
                [&](const char *path) { return isAsked(path) == wanted; });
        };
        m_window->showField(QStringLiteral("tuning.method"));
        auto *method = m_window->findChild<QComboBox *>(QStringLiteral("tuning.method"));
        TRY_FOCUS(method);
        QVERIFY(asked(false));
        for (const char *choice : { "lora", "qlora" }) {
            QTest::keyClick(method, Qt::Key_Down);
            m_window->controller().flush();
            QCOMPARE(m_window->controller().text(QStringLiteral("tuning.method")),
                QLatin1String(choice));
            QVERIFY2(asked(true), choice);
        }
        // A rank that is set means nothing without adapters.
        type(QStringLiteral("tuning.rank"), QStringLiteral("64"));
        QCOMPARE(m_window->controller().plan().tuning->rank, 64);
        method->setFocus();
        QTest::keyClick(method, Qt::Key_Home);
        m_window->controller().flush();
        QCOMPARE(tuningMethod(m_window->controller().plan()), TuningMethod::Full);
        QVERIFY(asked(false));
        // Documents that the plan tells of stay.
        type(QStringLiteral("workload.packing.mean_tokens"), QStringLiteral("500"));
        auto *page = m_window->findChild<QWidget *>(QStringLiteral("page_workload"));
        auto *all = page->findChild<QToolButton *>(QStringLiteral("allFields"));
        QVERIFY(all->isChecked()); // who asks for a folded field gets it
        all->setFocus();
        QTest::keyClick(all, Qt::Key_Space);
        QVERIFY(isAsked("workload.packing.mean_tokens"));
        QVERIFY(isAsked("workload.packing.share_padding"));
        QVERIFY(!isAsked("tuning.rank"));
    }

    void theJobIsSetWhereItsFilesAre()
    {
        m_window->showPage(QStringLiteral("export"));
        auto *summary = m_window->findChild<QLabel *>(QStringLiteral("jobSummary"));
        auto *fold = m_window->findChild<QToolButton *>(QStringLiteral("jobFold"));
        QVERIFY(summary && fold && fold->isVisible());
        QVERIFY(!isAsked("job.partition"));
        QVERIFY(summary->text().startsWith(QStringLiteral("Defaults: ")));
        fold->setFocus();
        QTest::keyClick(fold, Qt::Key_Space);
        for (const PlanField &field : planFields())
            if (field.path.starts_with("job."))
                QVERIFY2(isAsked(field.path.c_str()), field.path.c_str());
        chooseTarget("maxtext-slurm");
        typeWord("job.partition", "gpu-long");
        QCOMPARE(m_window->controller().plan().job->partition, std::string("gpu-long"));
        QTRY_VERIFY(preview("job_per_gpu.sbatch").contains(QStringLiteral("gpu-long")));
        typeWord("job.time_limit_minutes", "90");
        QTRY_VERIFY(preview("job_per_gpu.sbatch").contains(QStringLiteral("01:30:00")));
        QCOMPARE(summary->text(), QStringLiteral("Time limit 90 min  ·  Partition gpu-long"));
        QTest::keyClick(fold, Qt::Key_Space);
        QVERIFY(!isAsked("job.partition"));
        QTest::keyClick(m_window.get(), Qt::Key_Z, Qt::ControlModifier);
        QTRY_COMPARE(summary->text(), QStringLiteral("Partition gpu-long"));
    }

    /// What a scheduler cannot take is said at the field, which keeps its focus, and on its step.
    void whatAJobCannotHaveMarksTheExport()
    {
        m_window->showField(QStringLiteral("job.partition"));
        QCOMPARE(m_window->currentPage(), QStringLiteral("export"));
        QVERIFY(isAsked("job.partition")); // the card opened
        typeWord("job.partition", "gpu -");
        auto *partition = m_window->findChild<QWidget *>(QStringLiteral("job.partition"));
        QVERIFY(m_window->controller().isStale());
        TRY_FOCUS(partition);
        QVERIFY(partition->isVisible());
        auto *problem = m_window->findChild<QLabel *>(QStringLiteral("problem_job.partition"));
        QVERIFY(problem->isVisible());
        QVERIFY2(problem->text().startsWith(QStringLiteral("Partition ")),
            qPrintable(problem->text())); // the field, not its path
        QCOMPARE(mark("export"), StepMark::Broken);
        QVERIFY(!m_window->findChild<QWidget *>(QStringLiteral("exportFiles"))->isVisible());
        typeWord("job.partition", "gpu");
        QVERIFY(!m_window->controller().isStale());
        QVERIFY(mark("export") != StepMark::Broken);
        QVERIFY(m_window->findChild<QWidget *>(QStringLiteral("exportFiles"))->isVisible());
    }

private:
    void chooseTarget(const char *id)
    {
        auto *target = m_window->findChild<QComboBox *>(QStringLiteral("exportTarget"));
        target->setFocus();
        QTest::keyClicks(target, QLatin1String(id));
        QCOMPARE(target->currentText(), QLatin1String(id));
    }

    void typeWord(const char *path, const char *text)
    {
        type(QLatin1String(path), QLatin1String(text));
    }

    /// What the page shows of a file.
    QString preview(const char *name)
    {
        auto *list = m_window->findChild<QListView *>(QStringLiteral("exportFiles"));
        const QModelIndexList found = list->model()->match(
            list->model()->index(0, 0), Qt::DisplayRole, QLatin1String(name));
        if (found.isEmpty())
            return {};
        list->setCurrentIndex(found.front());
        return m_window->findChild<CodeView *>(QStringLiteral("exportPreview"))->text();
    }

    PageListModel &model()
    {
        return *qobject_cast<PageListModel *>(m_window->findChild<StepRail *>()->model());
    }
    StepMark mark(const char *page) { return model().mark(QLatin1String(page)); }

    bool isAsked(const char *path)
    {
        auto *field = m_window->findChild<QWidget *>(QLatin1String(path));
        return field && field->isVisibleTo(m_window.get());
    }
};

QTEST_MAIN(WizardTest)
#include "tst_wizard.moc"
