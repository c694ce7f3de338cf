// Every chart of every page can be saved by its button and copied by its context menu.
#include "window_test.h"

#include "widgets/charts/chart.h"
#include "widgets/frame/page.h"

#include <QAction>
#include <QApplication>
#include <QClipboard>
#include <QTabWidget>
#include <QTableView>
#include <QToolButton>

using namespace headroom;

class EveryChartTest : public WindowTest
{
    Q_OBJECT

private slots:
    void init() { openWindow(); }
    void cleanup() { closeWindow(); }

    void isSavedAndCopied_data()
    {
        QTest::addColumn<QString>("page");
        QTest::addColumn<int>("charts");
        QTest::newRow("result") << "result" << 4;
        QTest::newRow("timeline") << "timeline" << 1;
        QTest::newRow("levers") << "levers" << 3;
        QTest::newRow("validation") << "validation" << 2;
    }

    void isSavedAndCopied()
    {
        QFETCH(QString, page);
        QFETCH(int, charts);
        open("llama3-70b-h100-32-nodes", qPrintable(page));
        auto *shown = qobject_cast<Page *>(m_window->pageWidget(page));
        const auto *tabs = shown->findChild<QTabWidget *>();
        int found = 0;
        for (int tab = 0; tab < (tabs ? tabs->count() : 1); ++tab) {
            if (tabs)
                const_cast<QTabWidget *>(tabs)->setCurrentIndex(tab);
            for (Chart *chart : shown->findChildren<Chart *>()) {
                if (tabs && tabs->isAncestorOf(chart)
                    && !tabs->currentWidget()->isAncestorOf(chart))
                    continue; // of another tab
                TRY_SHOWN(chart);
                shown->reveal(chart);
                QTRY_VERIFY_WITH_TIMEOUT(!chart->table().rows.isEmpty(), 60000);
                ++found;
                save(*chart);
                copy(*chart);
            }
        }
        QCOMPARE(found, charts);
    }

private:
    /// By the space bar on the button, in each format.
    void save(Chart &chart)
    {
        const QList<std::pair<QString, QByteArray>> kinds { { QStringLiteral("png"), "\x89PNG" },
            { QStringLiteral("svg"), "<?xml" }, { QStringLiteral("pdf"), "%PDF" },
            { QStringLiteral("csv"), {} } };
        auto *button = chart.findChild<QToolButton *>(QStringLiteral("saveChart"));
        for (const auto &[ending, begin] : kinds) {
            m_fixture->dialogs.file = m_fixture->folder.filePath(QStringLiteral("chart.") + ending);
            QFile::remove(m_fixture->dialogs.file);
            button->setFocus();
            QTest::keyClick(button, Qt::Key_Space);
            QFile file(m_fixture->dialogs.file);
            QVERIFY2(file.open(QIODevice::ReadOnly), qPrintable(chart.title() + ending));
            const QByteArray content = file.readAll();
            QVERIFY2(content.size() > 60 && content.startsWith(begin), qPrintable(chart.title()));
            if (ending == QLatin1String("csv"))
                QCOMPARE(content.count('\n'), chart.table().rows.size() + 1);
        }
    }

    /// By the actions of the plot's menu.
    void copy(Chart &chart)
    {
        int copied = 0;
        for (const QWidget *part : chart.findChildren<QWidget *>()) {
            if (part->contextMenuPolicy() != Qt::ActionsContextMenu || part->inherits("QTableView"))
                continue;
            for (QAction *action : part->actions()) {
                QGuiApplication::clipboard()->clear();
                action->trigger();
                const bool hasSomething = !QGuiApplication::clipboard()->image().isNull()
                    || !QGuiApplication::clipboard()->text().isEmpty();
                QVERIFY2(hasSomething, qPrintable(chart.title() + action->text()));
                ++copied;
            }
        }
        QCOMPARE(copied, 2); // picture and numbers
    }
};

QTEST_MAIN(EveryChartTest)
#include "tst_every_chart.moc"
