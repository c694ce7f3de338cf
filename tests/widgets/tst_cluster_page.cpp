#include "widgets/cluster/cluster_chart.h"
#include "widgets/cluster/cluster_model.h"
#include "widgets/cluster/cluster_page.h"
#include "widgets/fields/number_box.h"
#include "window_fixture.h"

#include <qcustomplot.h>

#include <QApplication>
#include <QComboBox>
#include <QDialog>
#include <QLabel>
#include <QLineEdit>
#include <QPushButton>
#include <QScrollBar>
#include <QSortFilterProxyModel>
#include <QTableView>
#include <QTest>

using namespace headroom;

/// The second question of the start page, asked with the keys of a user.
class ClusterPageTest : public QObject
{
    Q_OBJECT

private:
    template <class Widget> Widget *find(const char *name) const
    {
        auto *widget = m_window->findChild<Widget *>(QLatin1String(name));
        if (!widget)
            qFatal("%s is not there", name);
        return widget;
    }
    void press(const char *name) { QTest::mouseClick(find<QPushButton>(name), Qt::LeftButton); }
    void write(const char *name, const char *text)
    {
        auto *line = find<QWidget>(name)->findChild<QLineEdit *>();
        line->setFocus();
        line->selectAll();
        QTest::keyClick(line, Qt::Key_Delete);
        QTest::keyClicks(line, QLatin1String(text));
    }
    const ClusterModel &machines() const
    {
        return m_window->findChild<ClusterPage *>()->machines();
    }
    /// Few chips are enough, and quicker than all.
    void tryChips(const QStringList &ids)
    {
        for (const std::string &id : m_fixture->library.acceleratorIds())
            if (const QString name = QString::fromStdString(id); !ids.contains(name))
                m_fixture->settings.setValue(QStringLiteral("chipsLeftOut/") + name, true);
    }
    void openPage()
    {
        m_window = m_fixture->makeWindow();
        m_window->show();
        TRY_EXPOSED(m_window.get());
        m_window->showPage(QStringLiteral("start"));
        press("askCluster");
        QCOMPARE(m_window->currentPage(), QStringLiteral("cluster"));
    }
    void ask()
    {
        press("findMachines");
        waitForAnswer();
    }
    void waitForAnswer()
    {
        const auto *page = m_window->findChild<ClusterPage *>();
        QVERIFY(page->isSearching());
        QTRY_VERIFY_WITH_TIMEOUT(!page->isSearching(), 120000);
        QVERIFY(!machines().items().empty());
    }

private slots:
    void init()
    {
        QTest::failOnWarning(
            QRegularExpression(QStringLiteral("^(?!This plugin does not support).*")));
        m_fixture = std::make_unique<WindowFixture>();
        // The last has no bf16, which plans compute in.
        tryChips({ QStringLiteral("h100-sxm"), QStringLiteral("b200"), QStringLiteral("v100") });
        openPage();
    }
    void cleanup()
    {
        m_window.reset();
        m_fixture.reset();
    }

    /// Words that name a model alone mean the same here as on the command line: a step of typical
    /// size. A plan that is open for its own sake brings its batch.
    void theBatchOfAnOpenPlanIsTaken()
    {
        const auto batch
            = [this] { return find<QWidget>("clusterBatch")->findChild<QLineEdit *>()->text(); };
        const std::int64_t sequence = m_window->controller().plan().workload.sequenceLength;
        QCOMPARE(batch(), QString::number(typicalBatch(sequence)));
        m_window->files().openExample(QStringLiteral("bloom-176b-a100-48-nodes"));
        QCOMPARE(
            batch(), QString::number(m_window->controller().plan().workload.globalBatchSequences));
    }

    /// The batch is the question's for its model, a step of typical size for another one, and
    /// whatever is typed instead.
    void theBatchIsShownAndAsked()
    {
        const auto text = [this](const char *name) {
            return find<QWidget>(name)->findChild<QLineEdit *>()->text();
        };
        const Workload &own = m_window->controller().plan().workload;
        QCOMPARE(text("clusterBatch"), QString::number(typicalBatch(own.sequenceLength)));
        QCOMPARE(text("clusterSequence"), QString::number(own.sequenceLength));
        write("clusterModel", "llama3.2-1b");
        QCOMPARE(text("clusterBatch"), QString::number(typicalBatch(own.sequenceLength)));
        write("clusterSequence", "4096");
        QCOMPARE(text("clusterBatch"), QString::number(typicalBatch(4096)));
        write("clusterBatch", "256");
        write("clusterTokens", "1e11");
        ask();
        const Workload &asked = machines().request().plan.workload;
        QCOMPARE(asked.sequenceLength, std::int64_t(4096));
        QCOMPARE(asked.globalBatchSequences, std::int64_t(256));
        write("clusterBatch", "1.5");
        press("findMachines");
        QVERIFY(find<QLabel>("clusterProblem")->isVisible());
    }

    /// Every line of the chart carries the name of its chip, none over another.
    void linesOfTheChartAreNamed()
    {
        write("clusterModel", "llama3.2-1b");
        write("clusterTokens", "1e11");
        ask();
        auto *chart = m_window->findChild<ClusterChart *>();
        auto *plot = chart->findChild<QCustomPlot *>();
        const auto names = [&] {
            QList<QCPItemText *> texts;
            for (int i = 0; i < plot->itemCount(); ++i)
                if (auto *text = qobject_cast<QCPItemText *>(plot->item(i)))
                    texts.append(text);
            return texts;
        };
        QTRY_COMPARE(names().size(), 2); // b200 and h100
        QVERIFY(names().first()->text() != names().last()->text());
        plot->replot();
        const QPointF first = names().first()->left->pixelPosition();
        const QPointF last = names().last()->left->pixelPosition();
        QVERIFY(std::abs(first.y() - last.y()) >= QFontMetrics(names().first()->font()).height());
        for (int i = 0; i < plot->graphCount(); ++i)
            for (const QCPGraphData &point : *plot->graph(i)->data())
                QVERIFY(plot->xAxis->coordToPixel(point.key) < first.x());
    }

    /// Before that the page says what its answer will be; without limits it is the cheapest
    /// machine.
    void returnInTheModelAsks()
    {
        m_window.reset(); // nothing is asked on Start this time
        m_window = m_fixture->makeWindow();
        m_window->show();
        TRY_EXPOSED(m_window.get());
        m_window->showPage(QStringLiteral("cluster"));
        auto *nothing = find<QWidget>("clusterNothing");
        QVERIFY(nothing->isVisible());
        write("clusterModel", "llama3.1-8b");
        auto *line = find<QWidget>("clusterModel")->findChild<QLineEdit *>();
        QTest::keyClick(line, Qt::Key_Return);
        const auto *page = m_window->findChild<ClusterPage *>();
        QTRY_VERIFY(!nothing->isVisible());
        QTRY_VERIFY_WITH_TIMEOUT(!page->isSearching(), 120000);
        const auto &choice = machines().outcome().recommended;
        QVERIFY(choice);
        const auto costOf = [](const ClusterPoint &point) { return point.run().cost; };
        const auto &chips = machines().outcome().chips;
        const double least = costOf(chips[choice->chip].points[choice->point]);
        for (const ClusterChip &chip : chips)
            for (const ClusterPoint &point : chip.points)
                QVERIFY(costOf(point) >= least);
    }

    void aDeadlineLeadsToAMachineAndItsPlan()
    {
        write("clusterModel", "llama3.1-8b");
        write("clusterTokens", "1e12");
        write("clusterDays", "60");
        auto *line = find<QWidget>("clusterDays")->findChild<QLineEdit *>();
        QTest::keyClick(line, Qt::Key_Return);
        waitForAnswer();
        const auto &choice = machines().outcome().recommended;
        QVERIFY(choice && choice->keepsLimits);
        const ClusterPoint &chosen = machines().outcome().chips[choice->chip].points[choice->point];
        QVERIFY(chosen.run().days <= 60);
        // The recommended machine stands in the card; Enter in the table opens its plan.
        auto *table = find<QTableView>("clusterTable");
        takeOver(m_window.get());
        TRY_FOCUS(table);
        QVERIFY(find<QWidget>("clusterCard")->isVisible());
        // No column is out of sight: of a small screen, and of the same at 150 %.
        for (const QSize &size : { QSize(1280, 720), QSize(853, 480) }) {
            m_window->resize(size);
            QTRY_COMPARE(m_window->size(), size);
            QTRY_COMPARE(table->horizontalScrollBar()->maximum(), 0);
        }
        QTest::keyClick(table, Qt::Key_Return);
        QTRY_COMPARE(m_window->currentPage(), QStringLiteral("result"));
        QVERIFY(m_window->controller().plan() == chosen.plan);
        QTRY_VERIFY(m_window->controller().estimate());
        QVERIFY(m_window->controller().estimate()->memory.fits);
        QVERIFY(!find<QPushButton>("clusterApply")->isEnabled()); // it is the plan now
    }

    /// Each chip is there as soon as it is solved; the same answer stands there at the end.
    void chipsAreShownAsTheyAreSolved()
    {
        m_fixture->settings.setValue(
            QStringLiteral("prices/b200"), 1000); // the first is no bargain
        openPage();
        write("clusterDays", "60");
        std::vector<std::size_t> known;
        connect(&machines(), &QAbstractItemModel::modelReset, this, [&] {
            const auto &chips = machines().outcome().chips;
            known.push_back(
                static_cast<std::size_t>(std::ranges::count_if(chips, &ClusterChip::isSolved)));
            QCOMPARE(machines().outcome().recommended.has_value(), !machines().items().empty());
        });
        press("findMachines");
        QVERIFY(find<QPushButton>("cancelMachines")->isVisible());
        QVERIFY(!find<QPushButton>("findMachines")->isVisible());
        waitForAnswer();
        QCOMPARE(known, (std::vector<std::size_t> { 0, 1, 2, 3, 3 }));
        // What came first does not stay selected.
        const auto *table = find<QTableView>("clusterTable");
        QVERIFY(machines().items()[static_cast<std::size_t>(machines().firstRow())].chip > 0);
        QCOMPARE(qobject_cast<const QSortFilterProxyModel *>(table->model())
                     ->mapToSource(table->currentIndex())
                     .row(),
            machines().firstRow());
        QVERIFY(find<QPushButton>("findMachines")->isVisible());
    }

    void whatWasFoundBeforeCancelStays()
    {
        press("findMachines");
        QTRY_VERIFY_WITH_TIMEOUT(!machines().items().empty(), 120000);
        const auto *page = m_window->findChild<ClusterPage *>();
        if (page->isSearching())
            press("cancelMachines");
        QVERIFY(!page->isSearching());
        const std::size_t found = machines().items().size();
        QTest::qWait(200); // nothing comes afterwards
        QCOMPARE(machines().items().size(), found);
        QVERIFY(find<QWidget>("clusterCard")->isVisible());
        ask();
        QVERIFY(machines().items().size() >= found);
    }

    void wordsThatAreNoNumberAreRefused()
    {
        write("clusterTokens", "many");
        press("findMachines");
        QVERIFY(find<QLabel>("clusterProblem")->isVisible());
        QVERIFY(machines().items().empty());
        write("clusterTokens", "1T");
        write("clusterBudget", "-5");
        press("findMachines");
        QVERIFY(find<QLabel>("clusterProblem")->isVisible());
        QVERIFY(find<QLabel>("clusterProblem")->text().contains(QStringLiteral("Budget")));
        TRY_FOCUS(find<NumberBox>("clusterBudget"));
        QVERIFY(machines().items().empty());
    }

    void aPriceTypedOverIsKeptAndCounts()
    {
        ask();
        const double before = costOf("b200");
        press("clusterPrices");
        auto *dialog = m_window->findChild<QDialog *>(QStringLiteral("priceDialog"));
        QVERIFY(dialog);
        takeOver(dialog);
        auto *table = dialog->findChild<QTableView *>(QStringLiteral("priceTable"));
        const double profile = (*m_fixture->library.accelerator("b200"))->pricePerDeviceHour;
        for (int row = 0; row < table->model()->rowCount(); ++row)
            if (table->model()->index(row, 0).data().toString()
                == QString::fromStdString((*m_fixture->library.accelerator("b200"))->name))
                table->setCurrentIndex(table->model()->index(row, 1));
        table->setFocus();
        TRY_FOCUS(table);
        const auto type = [table](const QString &text) {
            QTest::keyClick(table, Qt::Key_F2);
            QLineEdit *editor = nullptr;
            QTRY_VERIFY((editor = qobject_cast<QLineEdit *>(QApplication::focusWidget())));
            editor->selectAll();
            QTest::keyClicks(editor, text);
            QTest::keyClick(editor, Qt::Key_Return);
            TRY_FOCUS(table); // an editor is closed by the event loop
        };
        const auto *problem = dialog->findChild<QLabel *>(QStringLiteral("priceProblem"));
        type(QStringLiteral("cheap"));
        QVERIFY(problem->isVisible());
        QVERIFY(!m_fixture->settings.contains(QStringLiteral("prices/b200")));
        type(QString::number(2 * profile));
        QVERIFY(!problem->isVisible());
        QTest::keyClick(dialog, Qt::Key_Escape);
        waitForAnswer();
        QVERIFY(qAbs(costOf("b200") / before - 2) < 1e-9);
        QCOMPARE(m_fixture->settings.value(QStringLiteral("prices/b200")).toDouble(), 2 * profile);
    }

    /// What was not typed here is the open plan's, whichever that is.
    void theQuestionFollowsThePlanUntilItIsTyped()
    {
        const auto model = [this] { return find<QComboBox>("clusterModel")->currentText(); };
        QVERIFY(m_window->files().openExample(QStringLiteral("mixtral-8x7b-h100-8-nodes")));
        QTRY_COMPARE(model(), QString::fromStdString(m_window->controller().plan().model.id));
        QVERIFY(model().startsWith(QStringLiteral("mixtral")));
        write("clusterModel", "llama3.1-8b");
        QVERIFY(m_window->files().openExample(QStringLiteral("llama3.1-70b-qlora-node")));
        QCOMPARE(model(), QStringLiteral("llama3.1-8b"));
    }

    /// A chip that cannot train the model is named with the reason.
    void aChipThatIsLeftOutIsNamed()
    {
        ask();
        const auto *missing = find<QLabel>("clusterMissing");
        QVERIFY(missing->isVisible());
        QVERIFY2(missing->text().contains(QStringLiteral("V100")), qPrintable(missing->text()));
        for (std::size_t i = 0; i < machines().items().size(); ++i)
            QVERIFY(machines().point(i).chip != "v100");
    }

    /// The table beside the chart has every machine of it with its interval.
    void theChartHasATable()
    {
        ask();
        const auto *chart = m_window->findChild<ClusterChart *>();
        QCOMPARE(chart->table().rows.size(), qsizetype(machines().items().size()));
        for (const QVariantList &row : chart->table().rows) {
            QVERIFY(row[3].toDouble() < row[2].toDouble() && row[2].toDouble() < row[4].toDouble());
            QVERIFY(row[6].toDouble() < row[5].toDouble() && row[5].toDouble() < row[7].toDouble());
        }
    }

    /// Links and Gb/s in, GB/s per device into the plan; the profile's own rate is no override.
    void networkIsTypedAsSitesStateIt()
    {
        m_window->showPage(QStringLiteral("hardware"));
        const auto rate
            = [this] { return m_window->controller().plan().hardware.nicGbytesPerSecondPerDevice; };
        write("networkLinks", "8");
        write("networkGigabits", "200");
        QCOMPARE(rate(), std::optional(25.0));
        QVERIFY(find<QLabel>("networkRate")->text().contains(QStringLiteral("25")));
        write("networkGigabits", "400");
        QVERIFY(!rate());
    }

private:
    /// As a window manager does with a window that comes up, or comes back when a dialog goes: only
    /// then has one of its fields the focus.
    static void takeOver(QWidget *window)
    {
        window->activateWindow();
        TRY_ACTIVE(window);
    }
    double costOf(const char *chip) const
    {
        for (std::size_t i = 0; i < machines().items().size(); ++i)
            if (machines().point(i).chip == chip)
                return machines().point(i).run().cost;
        return 0;
    }

    std::unique_ptr<WindowFixture> m_fixture;
    std::unique_ptr<MainWindow> m_window;
};

QTEST_MAIN(ClusterPageTest)
#include "tst_cluster_page.moc"
