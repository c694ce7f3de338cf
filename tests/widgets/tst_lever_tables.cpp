#include "window_fixture.h"

#include "model/advice/plan_tables.h"

#include <QDir>
#include <QTabWidget>
#include <QTableView>
#include <QTest>
#include <QUndoStack>

using namespace headroom;

/// The tables beside an estimate as the Levers page shows them. With HEADROOM_SCREENSHOTS=FOLDER it
/// leaves a picture of each.
class LeverTablesTest : public QObject
{
    Q_OBJECT

private slots:
    void everyTableHasItsRows()
    {
        WindowFixture fixture;
        const auto window = fixture.makeWindow();
        window->resize(1400, 900);
        window->files().openExample(QStringLiteral("llama3-70b-h100-32-nodes"));
        window->controller().flush();
        window->show();
        window->showPage(QStringLiteral("levers"));
        auto *page = window->findChild<QWidget *>(QStringLiteral("page_levers"));
        QVERIFY(page);
        auto *tabs = page->findChild<QTabWidget *>();
        QVERIFY(tabs);
        QVERIFY(tabs->count() >= 10);
        const PlanTables tables
            = window->controller().services().tables(*window->controller().resolved());
        const std::vector<std::size_t> rows { tables.policies.size(), tables.dimensions.size(),
            tables.tiles.size(), tables.axes.size(), tables.network.points.size(),
            tables.groups.size() };
        const int first = tabs->count() - static_cast<int>(rows.size());
        for (int i = 0; i < tabs->count(); ++i) {
            tabs->setCurrentIndex(i);
            QCoreApplication::processEvents();
            auto *table = tabs->widget(i)->findChild<QTableView *>();
            QVERIFY(table);
            QVERIFY(!table->accessibleName().isEmpty());
            QVERIFY2(table->model()->rowCount() > 0, qPrintable(tabs->tabText(i)));
            if (i >= first)
                QCOMPARE(static_cast<std::size_t>(table->model()->rowCount()),
                    rows[static_cast<std::size_t>(i - first)]);
            for (int column = 0; column < table->model()->columnCount(); ++column)
                QVERIFY(!table->model()->headerData(column, Qt::Horizontal).toString().isEmpty());
            leavePicture(*window, i);
        }
    }

    void aRowOfThePolicyTableIsTaken()
    {
        WindowFixture fixture;
        const auto window = fixture.makeWindow();
        window->files().openExample(QStringLiteral("llama3-70b-h100-32-nodes"));
        window->controller().flush();
        window->show();
        window->showPage(QStringLiteral("levers"));
        auto *tabs = window->findChild<QWidget *>(QStringLiteral("page_levers"))
                         ->findChild<QTabWidget *>();
        tabs->setCurrentIndex(tabs->count() - 6);
        QCoreApplication::processEvents();
        auto *table = tabs->currentWidget()->findChild<QTableView *>();
        const PlanTables tables
            = window->controller().services().tables(*window->controller().resolved());
        const PolicyFit &best = tables.policies.front();
        QVERIFY(!best.isPlan && best.microBatch > 0);
        const Plan before = window->controller().plan();
        table->setCurrentIndex(table->model()->index(0, 0));
        QTest::keyClick(table, Qt::Key_Return);
        window->controller().flush();
        QCOMPARE(window->controller().plan().remat.policy, best.policy);
        QCOMPARE(window->controller().plan().parallelism.microBatch, best.microBatch);
        QCOMPARE(window->controller().estimate()->time.step.value(), best.step.value());
        QVERIFY(window->controller().estimate()->memory.fits);
        window->controller().history()->undo();
        window->controller().flush();
        QVERIFY(window->controller().plan() == before);
    }

private:
    static void leavePicture(QWidget &window, int index)
    {
        const QString folder = qEnvironmentVariable("HEADROOM_SCREENSHOTS");
        if (!folder.isEmpty())
            QVERIFY(window.grab().save(
                QDir(folder).filePath(QStringLiteral("levers-%1.png").arg(index))));
    }
};

QTEST_MAIN(LeverTablesTest)
#include "tst_lever_tables.moc"
