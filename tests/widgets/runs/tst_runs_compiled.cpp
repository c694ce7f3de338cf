#include "runs_fixture.h"

#include "model/diagnosis/run_project.h"
#include "model/estimate/change.h"
#include "widgets/text/quantity_text.h"

#include <QDir>
#include <QLabel>
#include <QPushButton>
#include <QTest>
#include <QUndoStack>

using namespace headroom;

/// What a compiler planned, next to the estimate and in its place.
class RunsCompiledTest : public RunsTest
{
    Q_OBJECT

private slots:
    void init() { openRuns(); }
    void cleanup() { closeWindow(); }

    void aCompiledStepStandsBesideTheEstimate()
    {
        add("prove.json");
        QCOMPARE(table().model()->rowCount(), 1);
        auto *card = child<QWidget>("compiledStep");
        QVERIFY(card->isVisible());
        const QAbstractItemModel *figures = child<QTableView>("compiledStepTable")->model();
        QCOMPARE(figures->rowCount(), 8); // state, the rest, peak, five kinds of collectives
        const auto text
            = [&](int row, int column) { return figures->index(row, column).data().toString(); };
        QVERIFY(text(2, 0).contains(QStringLiteral("Peak")));
        QCOMPARE(text(2, 1), bytesText(Bytes { 61 * bytesPerGib + 1000 }));
        QCOMPARE(text(3, 4), QStringLiteral("256"));
        QVERIFY(text(7, 4).contains(QStringLiteral("at least")));
        page().reveal(card);
        QApplication::processEvents();
        if (const QString pictures = qEnvironmentVariable("HEADROOM_PICTURES"); !pictures.isEmpty())
            QVERIFY(m_window->grab().save(QDir(pictures).filePath(QStringLiteral("compiled.png"))));
        add("slow.log");
        QVERIFY(!card->isVisible());
    }

    void theCompilersMemoryReplacesTheEstimateOnRequest()
    {
        add("prove.json");
        auto *use = child<QPushButton>("useCompiled");
        QVERIFY(use && !use->isEnabled()); // of another plan, and it says in what
        QVERIFY(child<QLabel>("compiledState")
                    ->text()
                    .contains(QStringLiteral("hardware.accelerator")));
        const auto runs = listProject(project().toStdString());
        QVERIFY(runs);
        const auto compiled = parsePlan(runs->front().plan, "prove");
        QVERIFY(compiled);
        controller().replacePlan(compiled->plan, QStringLiteral("the compiled plan"));
        QTRY_VERIFY_WITH_TIMEOUT(page().isIdle() && use->isEnabled(), patience);
        const Estimate estimated = *controller().estimate();

        press("useCompiled");
        controller().flush();
        const Bytes planned { 61 * bytesPerGib + 1000 };
        QCOMPARE(controller().estimate()->memory.peak.value(), planned.value());
        QCOMPARE(controller().derivation(QStringLiteral("peak_bytes"))->value, planned.value());
        QCOMPARE(controller().estimate()->time.step.value(), estimated.time.step.value());
        QVERIFY(std::ranges::any_of(controller().estimate()->findings,
            [](const Finding &finding) { return finding.id == "memory-compiled"; }));

        // The plan keeps it: saved and opened again, in the window and by the command alike.
        QCOMPARE(controller().plan().compiled, std::string("mine.runs.csv"));
        QVERIFY(m_window->files().save() && m_window->files().open(m_plan.toStdString()));
        controller().flush();
        QCOMPARE(controller().estimate()->memory.peak.value(), planned.value());
        QTRY_VERIFY_WITH_TIMEOUT(page().isIdle() && use->isEnabled(), patience);

        // Whole for that plan alone: what an edit makes of it is the estimate with its ratio, and
        // so are what-ifs, so that a change without bytes has none.
        const auto free = controller().answer()(
            *controller().planWith({ { "hardware.price_per_device_hour", "9" } }));
        QVERIFY(free && planChange(*controller().estimate(), *free).peak.isNothing());
        controller().edit(QStringLiteral("optimizer"), QStringLiteral("sgd_momentum"));
        controller().flush();
        QVERIFY(controller().estimate()->memory.peak != planned);
        QVERIFY(std::ranges::any_of(controller().estimate()->findings,
            [](const Finding &finding) { return finding.id == "memory-carried"; }));
        const Bytes lion = controller().estimate()->memory.peak;
        Plan unnamed = controller().plan();
        unnamed.compiled.clear();
        QVERIFY(lion != controller().answer()(unnamed)->memory.peak);
        QTRY_VERIFY_WITH_TIMEOUT(page().isIdle()
                && child<QLabel>("compiledState")->text().contains(QStringLiteral("optimizer")),
            patience);
        controller().history()->undo();
        controller().flush();
        QCOMPARE(controller().estimate()->memory.peak.value(), planned.value());
        QTRY_VERIFY_WITH_TIMEOUT(page().isIdle() && use->isEnabled(), patience);

        press("useCompiled");
        controller().flush();
        QCOMPARE(controller().estimate()->memory.peak.value(), estimated.memory.peak.value());
    }
};

QTEST_MAIN(RunsCompiledTest)
#include "tst_runs_compiled.moc"
