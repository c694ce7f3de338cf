// Every chart of every page can be saved by its button and copied by its context menu.
#include "window_test.h"

#include "widgets/charts/chart.h"
#include "widgets/cluster/cluster_chart.h"
#include "widgets/frame/page.h"

#include <qcustomplot.h>

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

    /// Limits of Cluster's question are lines by their names, each along its own axis; one beyond
    /// the axes is none.
    void limitsAreDrawn_data()
    {
        QTest::addColumn<double>("days");
        QTest::addColumn<double>("cost");
        QTest::addColumn<QStringList>("names");
        QTest::newRow("both") << 6.0 << 3000.0 << QStringList { "budget", "deadline" };
        QTest::newRow("deadline") << 6.0 << 0.0 << QStringList { "deadline" };
        QTest::newRow("budget") << 0.0 << 3000.0 << QStringList { "budget" };
    }
    void limitsAreDrawn()
    {
        QFETCH(double, days);
        QFETCH(double, cost);
        QFETCH(QStringList, names);
        ClusterChart chart(m_window.get());
        chart.resize(600, 400);
        const auto limit
            = [](double value) { return value > 0 ? std::optional { value } : std::nullopt; };
        ClusterChart::Point slow { "1 × 8", "a", 10, 2000, 9, 11, 1800, 2200, true };
        ClusterChart::Point fast { "2 × 8", "b", 4, 4000, 3, 5, 3600, 4400, false };
        chart.setSeries({ { "h100", { slow, fast } } }, { limit(days), limit(cost) });
        auto *plot = chart.findChild<QCustomPlot *>();
        QStringList found;
        int upright = 0, level = 0;
        for (int i = 0; i < plot->itemCount(); ++i) {
            if (const auto *text = qobject_cast<QCPItemText *>(plot->item(i)))
                found << text->text();
            if (const auto *line = qobject_cast<QCPItemLine *>(plot->item(i))) {
                upright += line->start->coords().x() == days && line->end->coords().x() == days;
                level += line->start->coords().y() == cost && line->end->coords().y() == cost;
            }
        }
        found.removeAll(QStringLiteral("h100"));
        found.sort();
        QCOMPARE(found, names);
        QCOMPARE(upright, names.contains("deadline") ? 1 : 0);
        QCOMPARE(level, names.contains("budget") ? 1 : 0);
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
