// The steps in the rail: their order, their marks, and where they end.
#include "window_fixture.h"

#include "widgets/fields/field_editor.h"
#include "widgets/frame/window_context.h"
#include "widgets/window/step_rail.h"

#include <QApplication>
#include <QClipboard>
#include <QComboBox>
#include <QDir>
#include <QLabel>
#include <QPushButton>
#include <QTest>
#include <QToolButton>

using namespace headroom;

class WizardTest : public QObject
{
    Q_OBJECT

private slots:
    void init()
    {
        QTest::failOnWarning(
            QRegularExpression(QStringLiteral("^(?!This plugin does not support).*")));
        m_fixture = std::make_unique<WindowFixture>();
        m_window = m_fixture->makeWindow();
        m_window->resize(1280, 720);
        m_window->show();
        QVERIFY(QTest::qWaitForWindowExposed(m_window.get()));
    }

    void cleanup() { m_window.reset(); }

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

    void everyStepHasItsDigit()
    {
        QTest::keyClick(m_window.get(), Qt::Key_4, Qt::ControlModifier);
        QCOMPARE(m_window->currentPage(), QStringLiteral("parallelism"));
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
        QTRY_VERIFY(framework->hasFocus());
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
        QCOMPARE(m_window->currentPage(), QStringLiteral("levers"));
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
        QVERIFY2(product->text().endsWith(QStringLiteral("= 8 of 8 devices ✓")),
            qPrintable(product->text()));
        type(QStringLiteral("parallelism.tensor"), QStringLiteral("2"));
        QVERIFY2(product->text().endsWith(QStringLiteral("= 16 of 8 devices")),
            qPrintable(product->text()));
    }

private:
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

    void press(const char *name)
    {
        auto *button = m_window->findChild<QPushButton *>(QLatin1String(name));
        QVERIFY(button && button->isVisible());
        button->setFocus();
        QTest::keyClick(button, Qt::Key_Space);
    }

    void type(const QString &path, const QString &text)
    {
        m_window->showField(path);
        auto *box = m_window->findChild<QWidget *>(path);
        QTRY_VERIFY(box->hasFocus());
        QTest::keyClick(box, Qt::Key_A, Qt::ControlModifier);
        QTest::keyClicks(box, text);
        m_window->controller().flush();
    }

    std::unique_ptr<WindowFixture> m_fixture;
    std::unique_ptr<MainWindow> m_window;
};

QTEST_MAIN(WizardTest)
#include "tst_wizard.moc"
