#include "window_fixture.h"

#include "model/advice/plan_tables.h"
#include "widgets/charts/chart.h"
#include "widgets/results/lever_models.h"

#include <QComboBox>
#include <QDir>
#include <QMap>
#include <QStackedWidget>
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
        QCOMPARE(tabs->count(), 4);
        const PlanTables tables
            = window->controller().services().tables(*window->controller().resolved());
        const QMap<QString, std::size_t> rows { { QStringLiteral("Micro-batches"),
                                                    tables.policies.size() },
            { QStringLiteral("Dimensions"), tables.dimensions.size() },
            { QStringLiteral("Tiles"), tables.tiles.size() },
            { QStringLiteral("Axes"), tables.axes.size() },
            { QStringLiteral("Rates"), tables.network.points.size() },
            { QStringLiteral("Operations"), tables.groups.size() } };
        int counted = 0, tablesInAll = 0;
        for (int i = 0; i < tabs->count(); ++i) {
            tabs->setCurrentIndex(i);
            auto *choice = tabs->widget(i)->findChild<QComboBox *>();
            QVERIFY(choice);
            for (int which = 0; which < choice->count(); ++which, ++tablesInAll) {
                choice->setFocus();
                if (which > 0)
                    QTest::keyClick(choice, Qt::Key_Down);
                QCOMPARE(choice->currentIndex(), which);
                auto *table = shownTable(*tabs);
                QVERIFY(table);
                QCOMPARE(table->accessibleName(), choice->currentText());
                QVERIFY2(table->model()->rowCount() > 0, qPrintable(choice->currentText()));
                if (const auto known = rows.find(choice->currentText()); known != rows.end()) {
                    QCOMPARE(static_cast<std::size_t>(table->model()->rowCount()), known.value());
                    ++counted;
                }
                for (int column = 0; column < table->model()->columnCount(); ++column)
                    QVERIFY(
                        !table->model()->headerData(column, Qt::Horizontal).toString().isEmpty());
            }
            if (auto *chart = tabs->widget(i)->findChild<Chart *>())
                QVERIFY2(!chart->table().rows.empty(), qPrintable(chart->title()));
            leavePicture(*window, i);
        }
        QCOMPARE(counted, static_cast<int>(rows.size()));
        QCOMPARE(tablesInAll, 11);
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
        auto *choice = tabs->currentWidget()->findChild<QComboBox *>();
        choice->setCurrentIndex(choice->findText(QStringLiteral("Micro-batches")));
        QCoreApplication::processEvents();
        auto *table = shownTable(*tabs);
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

    /// Methods that bring this plan nothing are listed and say so, under the same heading.
    void methodsWithNothingToTrySaySo()
    {
        WindowFixture fixture;
        const auto window = fixture.makeWindow();
        window->files().openExample(QStringLiteral("llama3-70b-h100-32-nodes"));
        window->controller().flush();
        const auto &controller = window->controller();
        const std::vector<Lever> methods = levers(controller.plan(), controller.bestChanges());
        const std::vector<ChangeTable::Row> rows = leverRows(controller);
        QCOMPARE(rows.size(), methods.size());
        int idle = 0;
        for (std::size_t i = 0; i < rows.size(); ++i) {
            QCOMPARE(rows[i].cells.at(0).text, QString::fromStdString(methods[i].label));
            QCOMPARE(rows[i].plan.has_value(), methods[i].estimate.has_value());
            QVERIFY(!rows[i].toolTip.isEmpty());
            QVERIFY(rows[i].cells.size() > 2);
            QCOMPARE(
                rows[i].cells.at(2).text == QLatin1String("nothing to try"), !methods[i].estimate);
            idle += !methods[i].estimate;
        }
        QVERIFY(idle > 0);
    }

private:
    static QTableView *shownTable(const QTabWidget &tabs)
    {
        return tabs.currentWidget()
            ->findChild<QStackedWidget *>(QString(), Qt::FindDirectChildrenOnly)
            ->currentWidget()
            ->findChild<QTableView *>();
    }

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
