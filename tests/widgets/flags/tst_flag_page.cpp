#include "window_fixture.h"

#include "widgets/flags/default_strip.h"
#include "widgets/flags/flag_model.h"

#include <QAbstractItemModelTester>
#include <QApplication>
#include <QCheckBox>
#include <QClipboard>
#include <QComboBox>
#include <QDialog>
#include <QLabel>
#include <QLineEdit>
#include <QPlainTextEdit>
#include <QPushButton>
#include <QTabWidget>
#include <QTableView>
#include <QTest>
#include <QToolButton>
#include <QUndoStack>

using namespace headroom;

class FlagPageTest : public QObject
{
    Q_OBJECT

private slots:
    void init()
    {
        QTest::failOnWarning(
            QRegularExpression(QStringLiteral("^(?!This plugin does not support).*")));
        m_fixture = std::make_unique<WindowFixture>();
        open(QStringLiteral("llama3.1-8b-h100-node"));
    }

    void cleanup()
    {
        m_window.reset();
        m_fixture.reset();
    }

    void theListIsAProperModel()
    {
        choose("flagShow", 5);
        const QAbstractItemModelTester tester(
            table("flagTable")->model(), QAbstractItemModelTester::FailureReportingMode::QtTest);
        QVERIFY(rows("flagTable") > 500);
    }

    void searchingNarrowsTheList()
    {
        choose("flagShow", 5);
        const int all = rows("flagTable");
        auto *search = child<QLineEdit>("flagSearch");
        search->setFocus();
        QTest::keyClicks(search, QStringLiteral("latency hiding scheduler"));
        QVERIFY(rows("flagTable") > 0 && rows("flagTable") < all / 4);
        QTest::keyClick(search, Qt::Key_A, Qt::ControlModifier);
        QTest::keyClick(search, Qt::Key_Delete);
        QCOMPARE(rows("flagTable"), all);
    }

    void areaEffectAndStateNarrowTheList()
    {
        choose("flagShow", 5);
        const int all = rows("flagTable");
        auto *area = child<QComboBox>("flagArea");
        area->setCurrentIndex(area->findData(static_cast<int>(FlagArea::Memory)));
        const int memory = rows("flagTable");
        QVERIFY(memory > 0 && memory < all);
        area->setCurrentIndex(0);
        auto *term = child<QComboBox>("flagTerm");
        QVERIFY(term->count() > 5);
        term->setCurrentIndex(term->findData(QStringLiteral("exposed_tensor")));
        QVERIFY(rows("flagTable") > 0 && rows("flagTable") < 20);
        term->setCurrentIndex(0);
        choose("flagShow", 4);
        QCOMPARE(rows("flagTable"), 0);
        choose("flagShow", 2);
        const int advised = rows("flagTable");
        choose("flagShow", 1);
        QVERIFY(advised > 0 && advised < rows("flagTable"));
        choose("flagShow", 3);
        QVERIFY(rows("flagTable") > 0);
    }

    void whatIsChosenIsKept()
    {
        choose("flagShow", 5);
        auto *term = child<QComboBox>("flagTerm");
        term->setCurrentIndex(term->findData(QStringLiteral("exposed_data")));
        QTest::keyClicks(child<QLineEdit>("flagSearch"), QStringLiteral("reduce"));
        const int shown = rows("flagTable");
        open(QStringLiteral("llama3.1-8b-h100-node"));
        QCOMPARE(child<QLineEdit>("flagSearch")->text(), QStringLiteral("reduce"));
        QCOMPARE(child<QComboBox>("flagShow")->currentIndex(), 5);
        QCOMPARE(
            child<QComboBox>("flagTerm")->currentData().toString(), QStringLiteral("exposed_data"));
        QCOMPARE(rows("flagTable"), shown);
    }

    void aFlagIsExplainedInFull()
    {
        m_window->showFlag(QStringLiteral("xla_gpu_enable_latency_hiding_scheduler"));
        // Five lines at a glance; the rest for those who ask for it.
        const QString lines = child<QLabel>("flagDetails")->text();
        QCOMPARE(lines.count(QStringLiteral("<p>")), 5);
        for (const char *part : { "What it does:", "Set:", "Cost:", "Conflicts with:",
                 "flag:CUDA_LAUNCH_BLOCKING", "In this release:", "written to XLA_FLAGS" })
            QVERIFY2(lines.contains(QLatin1String(part)), part);
        auto *background = child<QLabel>("flagBackground");
        QVERIFY(!background->isVisible());
        auto *more = child<QToolButton>("flagMore");
        more->setFocus();
        QTest::keyClick(more, Qt::Key_Space);
        QVERIFY(background->isVisible());
        const QString text = background->text();
        for (const char *part : { "When to use it:", "What it costs:", "Watch:",
                 "How to check that it works:", "Where sources disagree:", "Conflicts:",
                 "flag:CUDA_LAUNCH_BLOCKING", "See also:", "Source:", "290 GB" })
            QVERIFY2(text.contains(QLatin1String(part)), part);
        auto *strip = child<DefaultStrip>("defaultStrip");
        QVERIFY(strip->isVisible());
        QCOMPARE(strip->lines().size(), 1); // false in every release

        m_window->showFlag(QStringLiteral("xla_gpu_enable_pipelined_all_gather"));
        const QString effect = child<QLabel>("flagEffect")->text();
        QVERIFY2(
            effect.contains(QLatin1String("step")) && effect.contains(QLatin1String("assumed")),
            qPrintable(effect));

        m_window->showFlag(QStringLiteral("xla_gpu_enable_pipelined_collectives"));
        QVERIFY(background->text().contains(QLatin1String("Known bugs:")));
        QVERIFY(strip->lines().last().contains(QLatin1String("removed")));
    }

    /// What the run writes comes first, each flag with what it does to this plan.
    void eachFlagSaysWhatItBringsHere()
    {
        QCOMPARE(child<QComboBox>("flagShow")->currentIndex(), 0);
        QVERIFY(rows("flagTable") > 0 && rows("flagTable") < 20);
        const auto *model = table("flagTable")->model();
        const auto effect
            = [&](int row) { return model->index(row, FlagModel::EffectColumn).data().toString(); };
        int changes = 0;
        for (int row = 0; row < model->rowCount(); ++row) {
            QCOMPARE(model->index(row, FlagModel::NameColumn).data(Qt::CheckStateRole).toInt(),
                int(Qt::Checked));
            QTRY_VERIFY2(!effect(row).isEmpty(),
                qPrintable(model->index(row, FlagModel::NameColumn).data().toString()));
            changes += effect(row).contains(QRegularExpression(QStringLiteral("[+\u2212][0-9]")));
        }
        QVERIFY(changes > 0);
        QVERIFY(rows("flagTable") > changes); // and some that are not modelled, or bring nothing
    }

    /// A flag that the release does not have is none of the plan's concern.
    void whatTheReleaseLacksIsNotRelevant()
    {
        choose("flagShow", 1);
        const auto *model = table("flagTable")->model();
        QVERIFY(model->rowCount() > 0);
        for (int row = 0; row < model->rowCount(); ++row)
            QVERIFY(model->index(row, 0).data(FlagModel::KindRole).toInt()
                != int(AdviceKind::NotInVersion));
    }

    /// Off by the user: the value is the one that then holds, and the list says whose choice it is.
    void whatIsSwitchedOffSaysSo()
    {
        Plan plan = m_window->controller().plan();
        plan.flags["xla_gpu_enable_pipelined_all_gather"] = "default";
        m_window->controller().replacePlan(plan, QStringLiteral("test"));
        m_window->controller().flush();
        choose("flagShow", 4);
        QCOMPARE(rows("flagTable"), 1);
        const auto *model = table("flagTable")->model();
        QCOMPARE(model->index(0, FlagModel::NameColumn).data(Qt::CheckStateRole).toInt(),
            int(Qt::Unchecked));
        QCOMPARE(
            model->index(0, FlagModel::ValueColumn).data().toString(), QStringLiteral("false"));
        QCOMPARE(model->index(0, FlagModel::AdviceColumn).data().toString(),
            QStringLiteral("Switched off by you"));
    }

    void pastedFlagsAreCheckedImportedAndUndone()
    {
        const Plan before = m_window->controller().plan();
        QTest::keyClick(child<QPushButton>("pasteFlagsButton"), Qt::Key_Space);
        auto *text = child<QPlainTextEdit>("flagText");
        TRY_FOCUS(text);
        QApplication::clipboard()->setText(
            QStringLiteral("export XLA_FLAGS=\"--xla_gpu_enable_pipelined_all_gather=false \\\n"
                           "  --xla_gpu_enable_latency_hidding_scheduler=true\"\n"
                           "export NCCL_DEBUG=INFO\n"));
        QTest::keyClick(text, Qt::Key_V, Qt::ControlModifier);
        QTRY_VERIFY(rows("lintFindings") > 0);
        auto *findings = table("lintFindings");
        const int last = rows("lintFindings") - 1;
        QCOMPARE(findings->model()->index(last, 0).data().toString(), QStringLiteral("Error"));
        QVERIFY(!findings->model()->index(last, 0).data(Qt::DecorationRole).isNull());
        QCOMPARE(findings->model()->index(last, 1).data().toString(), QStringLiteral("2:3"));

        auto *fixSelected = child<QPushButton>("fixSelectedFlag");
        QVERIFY(!fixSelected->isEnabled());
        findings->setFocus();
        findings->setCurrentIndex(findings->model()->index(last, 0));
        QTest::keyClick(fixSelected, Qt::Key_Space);
        QVERIFY(text->toPlainText().contains(QLatin1String("latency_hiding_scheduler")));
        QVERIFY(text->toPlainText().contains(QLatin1String("pipelined_all_gather=false")));
        text->undo();
        QTRY_VERIFY(text->toPlainText().contains(QLatin1String("hidding")));
        QTRY_COMPARE(rows("lintFindings"), last + 1);
        QTest::keyClick(child<QPushButton>("fixFlags"), Qt::Key_Space);
        QVERIFY(text->toPlainText().contains(QLatin1String("latency_hiding_scheduler")));
        QTRY_VERIFY(rows("flagChanges") >= 2);
        QTest::keyClick(child<QPushButton>("importFlags"), Qt::Key_Space);
        const auto &flags = m_window->controller().plan().flags;
        QCOMPARE(flags.at("NCCL_DEBUG"), std::string("INFO"));
        QCOMPARE(flags.at("xla_gpu_enable_latency_hiding_scheduler"), std::string("true"));
        QTRY_VERIFY(!m_window->findChild<QDialog *>(QStringLiteral("pasteFlags")));

        undo();
        QVERIFY(m_window->controller().plan() == before);
        QVERIFY(!m_window->controller().history()->canUndo());
    }

    void anEmptyPasteImportsNothing()
    {
        QTest::keyClick(child<QPushButton>("pasteFlagsButton"), Qt::Key_Space);
        QVERIFY(!child<QPushButton>("importFlags")->isEnabled());
        QTest::keyClick(
            m_window->findChild<QDialog *>(QStringLiteral("pasteFlags")), Qt::Key_Escape);
        QTRY_VERIFY(!m_window->findChild<QDialog *>(QStringLiteral("pasteFlags")));
    }

    void aNamedSetIsAppliedAndUndone_data()
    {
        QTest::addColumn<QString>("plan");
        QTest::addColumn<QString>("set");
        QTest::addColumn<QString>("flag");
        const QString gpu = QStringLiteral("llama3.1-8b-h100-node");
        const QString tpu = QStringLiteral("llama3.1-8b-v6e-16");
        QTest::newRow("JAX-Toolbox") << gpu << QStringLiteral("jax-toolbox-llm")
                                     << QStringLiteral("xla_gpu_enable_nccl_user_buffers");
        QTest::newRow("PGLE") << gpu << QStringLiteral("pgle-recommended")
                              << QStringLiteral("xla_gpu_enable_triton_gemm");
        QTest::newRow("TPU") << tpu << QStringLiteral("REDUCE_SCATTER_FUSION")
                             << QStringLiteral(
                                    "xla_tpu_use_minor_sharding_for_major_trivial_input");
    }
    void aNamedSetIsAppliedAndUndone()
    {
        QFETCH(QString, plan);
        QFETCH(QString, set);
        QFETCH(QString, flag);
        open(plan);
        const Plan before = m_window->controller().plan();
        QTest::keyClick(child<QPushButton>("flagSetsButton"), Qt::Key_Space);
        auto *sets = child<QComboBox>("flagSetChoice");
        TRY_FOCUS(sets);
        const int wanted = sets->findData(set);
        QVERIFY(wanted >= 0);
        while (sets->currentIndex() < wanted)
            QTest::keyClick(sets, Qt::Key_Down);
        QVERIFY(rows("flagChanges") > 0);
        for (int row = 0; row < rows("flagChanges"); ++row) // a reason for each
            QVERIFY(!table("flagChanges")->model()->index(row, 4).data().toString().isEmpty());
        QTest::keyClick(child<QPushButton>("applyFlagSet"), Qt::Key_Space);
        QVERIFY(m_window->controller().plan().flags.contains(flag.toStdString()));
        QTRY_VERIFY(!m_window->findChild<QDialog *>(QStringLiteral("flagSets")));
        undo();
        QVERIFY(m_window->controller().plan() == before);
    }

    void theComparisonShowsWhatDiffers()
    {
        Plan plan = m_window->controller().plan();
        plan.flags["xla_gpu_enable_pipelined_all_gather"] = "default";
        m_window->controller().replacePlan(plan, QStringLiteral("test"));
        m_window->controller().flush();
        auto *tabs = m_window->pageWidget(QStringLiteral("flags"))->findChild<QTabWidget *>();
        tabs->setCurrentIndex(1);
        const int differing = rows("flagComparison");
        QVERIFY(differing > 0);
        auto *search = child<QLineEdit>("flagComparisonSearch");
        search->setFocus();
        QTest::keyClicks(search, QStringLiteral("pipelined_all_gather"));
        QCOMPARE(rows("flagComparison"), 1);
        const auto *model = table("flagComparison")->model();
        QCOMPARE(model->index(0, 1).data().toString(), QStringLiteral("true"));
        QCOMPARE(model->index(0, 2).data().toString(), QStringLiteral("false (not written)"));
        QCOMPARE(model->index(0, 3).data().toString(), QStringLiteral("false"));
        search->clear();
        auto *onlyDifferent = child<QCheckBox>("flagOnlyDifferent");
        onlyDifferent->setFocus();
        QTest::keyClick(onlyDifferent, Qt::Key_Space);
        QVERIFY(rows("flagComparison") >= differing);
    }

    void tickingAFlagIsOneStep()
    {
        const Plan before = m_window->controller().plan();
        QTest::keyClicks(child<QLineEdit>("flagSearch"), QStringLiteral("pipelined_all_gather"));
        QTableView *list = table("flagTable");
        QCOMPARE(list->model()->rowCount(), 1);
        list->setFocus();
        list->setCurrentIndex(list->model()->index(0, 0));
        QTest::keyClick(list, Qt::Key_Space);
        QCOMPARE(m_window->controller().plan().flags.at("xla_gpu_enable_pipelined_all_gather"),
            std::string("default"));
        undo();
        QVERIFY(m_window->controller().plan() == before);
    }

    void everyControlOfTheDialogsHasAName()
    {
        for (const char *button : { "pasteFlagsButton", "flagSetsButton" }) {
            QTest::keyClick(child<QPushButton>(button), Qt::Key_Space);
            auto *dialog = m_window->findChild<QDialog *>();
            QVERIFY(dialog);
            for (QWidget *widget : dialog->findChildren<QWidget *>()) {
                const bool isInner = widget->objectName().startsWith(QLatin1String("qt_"))
                    || (widget->parentWidget()
                        && (widget->parentWidget()->inherits("QAbstractItemView")
                            || widget->parentWidget()->inherits("QComboBox")));
                if (widget->focusPolicy() == Qt::NoFocus || isInner)
                    continue;
                const auto *push = qobject_cast<QAbstractButton *>(widget);
                QVERIFY2(!widget->accessibleName().isEmpty() || (push && !push->text().isEmpty()),
                    qPrintable(QString::fromLatin1(widget->metaObject()->className())
                        + widget->objectName()));
            }
            QTest::keyClick(dialog, Qt::Key_Escape);
            QTRY_VERIFY(!m_window->findChild<QDialog *>());
        }
    }

private:
    void open(const QString &example)
    {
        m_window.reset();
        m_window = m_fixture->makeWindow();
        m_window->files().openExample(example);
        m_window->controller().flush();
        m_window->resize(1280, 720);
        m_window->show();
        m_window->activateWindow();
        m_window->showPage(QStringLiteral("flags"));
        TRY_EXPOSED(m_window.get());
    }
    void undo()
    {
        m_window->activateWindow();
        TRY_ACTIVE(m_window.get());
        QTest::keyClick(m_window.get(), Qt::Key_Z, Qt::ControlModifier);
    }
    template <class Widget> Widget *child(const char *name)
    {
        auto *found = m_window->findChild<Widget *>(QLatin1String(name));
        if (!found)
            qFatal("no %s", name);
        return found;
    }
    QTableView *table(const char *name) { return child<QTableView>(name); }
    int rows(const char *name) { return table(name)->model()->rowCount(); }
    void choose(const char *box, int index) { child<QComboBox>(box)->setCurrentIndex(index); }

    std::unique_ptr<WindowFixture> m_fixture;
    std::unique_ptr<MainWindow> m_window;
};

QTEST_MAIN(FlagPageTest)
#include "tst_flag_page.moc"
