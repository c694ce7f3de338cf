// A run given on the start page: chosen, or dropped on the window.
#include "window_test.h"

#include "widgets/look/application_style.h"

#include <QApplication>
#include <QDropEvent>
#include <QLabel>
#include <QMimeData>
#include <QPushButton>
#include <QRadioButton>
#include <QSignalSpy>
#include <QTableView>
#include <QTest>
#include <QUrl>

using namespace headroom;

class StartRunsTest : public WindowTest
{
    Q_OBJECT

private slots:
    void init()
    {
        openWindow();
        m_window->showPage(QStringLiteral("start"));
    }

    void cleanup() { closeWindow(); }

    /// A run that is slow is asked for its files, and for nothing else.
    void aSlowRunIsAskedForItsFiles()
    {
        const auto isShown = [this](const char *name) {
            return m_window->findChild<QWidget *>(QLatin1String(name))->isVisible();
        };
        QVERIFY(!isShown("askRun") && isShown("findPlan"));
        choose(QStringLiteral("askSlow"));
        QVERIFY(isShown("askRun") && isShown("askPaste"));
        QVERIFY(!isShown("findPlan") && !isShown("finderModel") && !isShown("askCluster"));
    }

    void aLogBecomesAPlan()
    {
        m_fixture->dialogs.file = QStringLiteral(HEADROOM_TEST_DATA "/runs/torchtitan-2026.log");
        choose(QStringLiteral("askSlow"));
        press("askRun");
        QTRY_COMPARE(m_window->controller().plan().framework, std::string("torchtitan"));
        QCOMPARE(m_window->currentPage(), QStringLiteral("runs"));
        auto *message = m_window->findChild<QLabel *>(QStringLiteral("message"));
        QVERIFY2(message->text().contains(QStringLiteral("assumed")), qPrintable(message->text()));
        auto *runs = m_window->findChild<QTableView *>(QStringLiteral("runTable"));
        QTRY_COMPARE_WITH_TIMEOUT(runs->model()->rowCount(), 1, 60000);
    }

    void aManifestWithItsCommandGoesToItsChange()
    {
        m_fixture->dialogs.file = QStringLiteral(HEADROOM_TEST_DATA "/intake/jobset.yaml");
        choose(QStringLiteral("askSlow"));
        press("askRun");
        QTRY_COMPARE(m_window->controller().plan().framework, std::string("torchtitan"));
        QCOMPARE(m_window->currentPage(), QStringLiteral("your_file"));
    }

    void aFileThatIsNoRunIsExplained()
    {
        const Plan before = m_window->controller().plan();
        m_fixture->dialogs.file = QStringLiteral(HEADROOM_TEST_DATA "/runs/nothing.log");
        choose(QStringLiteral("askSlow"));
        press("askRun");
        QTRY_VERIFY(!m_fixture->dialogs.problem.isEmpty());
        QVERIFY(m_window->controller().plan() == before);
    }

    void aDroppedPlanIsOpened()
    {
        drop(QStringLiteral(HEADROOM_PROFILES "/plans/mixtral-8x7b-h100-8-nodes.headroom.yaml"));
        QTRY_COMPARE(m_window->controller().plan().model.id, std::string("mixtral-8x7b"));
    }

    void aDroppedLogIsRead()
    {
        drop(QStringLiteral(HEADROOM_TEST_DATA "/runs/torchtitan-2026.log"));
        QTRY_COMPARE(m_window->controller().plan().framework, std::string("torchtitan"));
    }

    /// In the program's own style; last, since the style stays.
    void returnPressesTheButtonWithTheFocus()
    {
        QApplication::setStyle(new ApplicationStyle);
        choose(QStringLiteral("askSlow"));
        auto *button = m_window->findChild<QPushButton *>(QStringLiteral("askRun"));
        const QSignalSpy pressed(button, &QPushButton::clicked);
        button->setFocus();
        QTest::keyClick(button, Qt::Key_Return);
        QCOMPARE(pressed.size(), 1);
    }

private:
    /// Answers the first question, as keys do it.
    void choose(const QString &task)
    {
        auto *answer = m_window->findChild<QRadioButton *>(task);
        QVERIFY(answer->isVisible());
        answer->setFocus();
        QTest::keyClick(answer, Qt::Key_Space);
        QVERIFY(answer->isChecked());
    }

    void drop(const QString &file)
    {
        QMimeData data;
        data.setUrls({ QUrl::fromLocalFile(file) });
        QDragEnterEvent enter(
            QPoint(50, 50), Qt::CopyAction, &data, Qt::LeftButton, Qt::NoModifier);
        QApplication::sendEvent(m_window.get(), &enter);
        QVERIFY(enter.isAccepted());
        QDropEvent event(QPointF(50, 50), Qt::CopyAction, &data, Qt::LeftButton, Qt::NoModifier);
        QApplication::sendEvent(m_window.get(), &event);
    }
};

QTEST_MAIN(StartRunsTest)
#include "tst_start_runs.moc"
