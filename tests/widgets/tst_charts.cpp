#include "window_fixture.h"

#include "widgets/charts/curve_chart.h"
#include "widgets/charts/roofline_chart.h"
#include "widgets/charts/row_chart.h"
#include "widgets/charts/term_bar.h"
#include "widgets/charts/term_chart.h"
#include "widgets/charts/term_rows.h"
#include "widgets/charts/term_segments.h"
#include "widgets/compare/compare_model.h"
#include "widgets/export/line_difference.h"
#include "widgets/flags/flag_model.h"
#include "widgets/look/series_colours.h"
#include "widgets/look/theme.h"
#include "widgets/report/plan_report.h"
#include "widgets/results/derivation_model.h"
#include "widgets/results/lever_models.h"
#include "widgets/text/quantity_text.h"

#include <qcustomplot.h>

#include <QAbstractItemModelTester>
#include <QAction>
#include <QApplication>
#include <QClipboard>
#include <QFile>
#include <QSignalSpy>
#include <QSvgRenderer>
#include <QTest>
#include <QUndoStack>

#include <cmath>
#include <set>

using namespace headroom;
using Tester = QAbstractItemModelTester;

class ChartsTest : public QObject
{
    Q_OBJECT

private slots:
    void initTestCase()
    {
        m_fixture = std::make_unique<WindowFixture>();
        m_controller = std::make_unique<PlanController>(m_fixture->services());
        Plan plan;
        plan.parallelism.fsdp = 8;
        m_controller->open(plan, {});
        m_controller->flush();
        QVERIFY(m_controller->estimate());
    }

    void everyTermHasItsOwnColour()
    {
        for (const Appearance appearance : { Appearance::Light, Appearance::Dark }) {
            const QPalette palette = themePalette(appearance, {});
            std::set<QString> memory, time;
            for (std::size_t i = 0; i < memoryTermCount; ++i)
                memory.insert(seriesColour(static_cast<MemoryTerm>(i), palette).name());
            for (std::size_t i = 0; i < timeTermCount; ++i)
                time.insert(seriesColour(static_cast<TimeTerm>(i), palette).name());
            QCOMPARE(memory.size(), memoryTermCount);
            QCOMPARE(time.size(), timeTermCount);
        }
    }

    void textStandsOutFromItsGround()
    {
        // WCAG contrast of at least 4.5 for text, in both appearances.
        const auto luminance = [](const QColor &colour) {
            const auto channel = [](double value) {
                return value <= 0.03928 ? value / 12.92 : std::pow((value + 0.055) / 1.055, 2.4);
            };
            return 0.2126 * channel(double(colour.redF()))
                + 0.7152 * channel(double(colour.greenF()))
                + 0.0722 * channel(double(colour.blueF()));
        };
        const auto contrast = [&](const QColor &a, const QColor &b) {
            const double first = luminance(a) + 0.05, second = luminance(b) + 0.05;
            return std::max(first, second) / std::min(first, second);
        };
        for (const Appearance appearance : { Appearance::Light, Appearance::Dark }) {
            const QPalette palette = themePalette(appearance, {});
            const ThemeColours colours = themeColours(palette);
            for (const QColor &ground : { colours.card, palette.color(QPalette::Window) }) {
                for (const QColor &ink : { palette.color(QPalette::WindowText), colours.muted,
                         colours.good, colours.warning, colours.bad })
                    QVERIFY2(contrast(ink, ground) >= 4.5,
                        qPrintable(QStringLiteral("%1 on %2: %3")
                                       .arg(ink.name(), ground.name())
                                       .arg(contrast(ink, ground))));
            }
        }
    }

    void barsAnswerToTheKeyboard()
    {
        TermBar bar;
        bar.setSegments(memorySegments(*m_controller->estimate(), bar.palette()));
        bar.resize(400, bar.sizeHint().height());
        bar.show();
        QSignalSpy entered(&bar, &TermBar::segmentEntered);
        QSignalSpy activated(&bar, &TermBar::segmentActivated);
        QTest::keyClick(&bar, Qt::Key_Right);
        QCOMPARE(entered.count(), 1);
        QTest::keyClick(&bar, Qt::Key_Return);
        QCOMPARE(activated.first().first(), entered.first().first());
    }

    void chartsExportInEveryFormat_data()
    {
        QTest::addColumn<int>("format");
        QTest::addColumn<QString>("name");
        QTest::newRow("png") << int(Chart::Format::Png) << "c.png";
        QTest::newRow("svg") << int(Chart::Format::Svg) << "c.svg";
        QTest::newRow("pdf") << int(Chart::Format::Pdf) << "c.pdf";
        QTest::newRow("csv") << int(Chart::Format::Csv) << "c.csv";
    }
    void chartsExportInEveryFormat()
    {
        QFETCH(int, format);
        QFETCH(QString, name);
        TermChart chart(TermChart::Kind::Memory, nullptr);
        chart.setBars({ { QStringLiteral("plan"), *m_controller->estimate() } });
        const QString file = m_fixture->folder.filePath(name);
        QVERIFY(chart.exportTo(file, static_cast<Chart::Format>(format)));
        QFile written(file);
        QVERIFY(written.open(QIODevice::ReadOnly));
        const QByteArray content = written.readAll();
        switch (static_cast<Chart::Format>(format)) {
        case Chart::Format::Png:
            QVERIFY(!QImage::fromData(content, "PNG").isNull());
            break;
        case Chart::Format::Svg:
            QVERIFY(QSvgRenderer(content).isValid());
            break;
        case Chart::Format::Pdf:
            QVERIFY(content.startsWith("%PDF"));
            break;
        case Chart::Format::Csv: {
            double sum = 0;
            const QList<QByteArray> lines = content.trimmed().split('\n');
            for (qsizetype i = 1; i < lines.size(); ++i)
                sum += lines.at(i).split(',').last().toDouble();
            const double peak = m_controller->estimate()->memory.peak.value();
            QVERIFY(std::abs(sum / peak - 1) < 1e-9);
            break;
        }
        }
        QVERIFY(!chart.exportTo(
            QStringLiteral("/proc/none/") + name, static_cast<Chart::Format>(format)));
    }

    void aChartIsCopiedByItsMenu()
    {
        TermRows chart(TermRows::Kind::Time, nullptr);
        chart.setEstimate(*m_controller->estimate());
        QWidget *plot = nullptr;
        for (QWidget *child : chart.findChildren<QWidget *>())
            if (child->actions().size() == 2)
                plot = child;
        QVERIFY(plot && plot->contextMenuPolicy() == Qt::ActionsContextMenu);
        plot->actions().at(1)->trigger();
        QCOMPARE(QGuiApplication::clipboard()->text(), chart.table().csv());
        plot->actions().at(0)->trigger();
        QVERIFY(!QGuiApplication::clipboard()->image().isNull());
    }

    void rowsStandByTheirSize()
    {
        for (const auto kind : { TermRows::Kind::Time, TermRows::Kind::Memory }) {
            TermRows chart(kind, nullptr);
            chart.setEstimate(*m_controller->estimate());
            const auto &rows = chart.table().rows;
            QVERIFY(rows.size() >= 4);
            double sum = rows.front().at(1).toDouble();
            for (qsizetype i = 1; i < rows.size(); ++i) {
                QVERIFY(rows.at(i).at(1).toDouble() <= rows.at(i - 1).at(1).toDouble());
                sum += rows.at(i).at(1).toDouble();
            }
            const double total = kind == TermRows::Kind::Time
                ? m_controller->estimate()->time.step.value()
                : m_controller->estimate()->memory.peak.value();
            QVERIFY(std::abs(sum / total - 1) < 1e-9);
        }
    }

    /// A page is painted while its workers are still at it: a chart without data is blank, and one
    /// whose data comes when it is on show draws what a chart draws that had it from the start.
    void chartsDrawDataThatComesLate()
    {
        const Estimate &estimate = *m_controller->estimate();
        const Accelerator &chip = m_controller->resolved()->accelerator;
        TermRows rows(TermRows::Kind::Time, nullptr), early(TermRows::Kind::Time, nullptr);
        RooflineChart roofline(nullptr), roofs(nullptr);
        early.setEstimate(estimate);
        roofs.setResult(estimate, chip);
        const auto picture = [](Chart &chart) {
            chart.resize(700, 500);
            chart.show();
            QApplication::processEvents();
            return chart.grab().toImage();
        };
        const QImage withoutRows = picture(rows), withoutRoofs = picture(roofline);
        rows.setEstimate(estimate);
        roofline.setResult(estimate, chip);
        QVERIFY(picture(rows) != withoutRows && picture(roofline) != withoutRoofs);
        QTRY_COMPARE(picture(rows), picture(early));
        QTRY_COMPARE(picture(roofline), picture(roofs));
    }

    /// Bars that go to the left begin at a line, as those to the right do.
    void barsToTheLeftHaveTheirLine()
    {
        for (const double sign : { 1.0, -1.0 }) {
            RowChart chart(QStringLiteral("changes"), nullptr);
            RowChart::Data data { QStringLiteral("row"), QStringLiteral("value"), {}, {} };
            for (const double value : { 3.0, 1.0 })
                data.rows.push_back(
                    { QStringLiteral("name"), QStringLiteral("text"), sign * value });
            chart.setData(data);
            const auto *plot = chart.findChild<QCustomPlot *>();
            int lines = 0;
            for (int i = 0; i < plot->itemCount(); ++i)
                lines += qobject_cast<QCPItemLine *>(plot->item(i)) != nullptr;
            QCOMPARE(lines, sign < 0 ? 1 : 0);
            QCOMPARE(plot->yAxis->basePen().style() == Qt::NoPen, sign < 0);
        }
    }

    void noColourMeansTwoThings()
    {
        // The optimizer, and head and loss, are one thing in bytes and in seconds.
        for (const Appearance appearance : { Appearance::Light, Appearance::Dark }) {
            const QPalette palette = themePalette(appearance, {});
            std::set<QString> all;
            for (std::size_t i = 0; i < memoryTermCount; ++i)
                all.insert(seriesColour(static_cast<MemoryTerm>(i), palette).name());
            for (std::size_t i = 0; i < timeTermCount; ++i)
                all.insert(seriesColour(static_cast<TimeTerm>(i), palette).name());
            QCOMPARE(all.size(), memoryTermCount + timeTermCount - 2);
        }
    }

    void modelsKeepTheRulesOfItemModels()
    {
        const auto mode = Tester::FailureReportingMode::QtTest;
        DerivationModel derivation;
        const Tester first(&derivation, mode);
        derivation.setDerivation(*m_controller->derivation(QStringLiteral("mfu")));
        QVERIFY(derivation.rowCount(derivation.index(0, 0)) > 1);
        FlagModel flags(*m_controller, nullptr);
        const Tester second(&flags, mode);
        flags.setRows(flagRows(*m_controller, nullptr, true));
        QVERIFY(flags.rowCount() > 100);
        CompareModel compare { nullptr };
        const Tester third(&compare, mode);
        Plan other = m_controller->plan();
        other.parallelism.microBatch = 2;
        compare.setColumns(
            { { QStringLiteral("A"), m_controller->plan(), *m_controller->estimate() },
                { QStringLiteral("B"), other, m_controller->estimateOf(other).value() } });
        QCOMPARE(compare.index(0, 0).data().toString(), QStringLiteral("Micro-batch"));
        ChartTable table { { QStringLiteral("a") }, { { 1.0 } } };
        ChartTableModel chart { nullptr };
        const Tester fourth(&chart, mode);
        chart.setTable(table);
        for (const auto rows :
            { &leverRows, &sensitivityRows, &otherJobRows, &rematRows, &tensorRows }) {
            ChangeTable changes({ QStringLiteral("a"), QStringLiteral("b") }, nullptr);
            const Tester tester(&changes, mode);
            changes.setRows(rows(*m_controller));
            QVERIFY(changes.rowCount() > 0);
        }
    }

    /// Inference, a smaller batch or another chip are not a way to do the same faster.
    void whatChangesTheJobStandsApart()
    {
        const Plan &now = m_controller->plan();
        const auto check = [&now](const std::vector<ChangeTable::Row> &rows, bool isOther) {
            QVERIFY(!rows.empty());
            for (const ChangeTable::Row &row : rows) {
                const Plan &then = row.plan.value();
                const bool changesJob = then.model != now.model || then.hardware != now.hardware
                    || then.workload != now.workload || then.tuning != now.tuning;
                QVERIFY2(changesJob == isOther, qPrintable(row.title));
                QCOMPARE(then.framework, now.framework);
            }
        };
        check(sensitivityRows(*m_controller), false);
        check(otherJobRows(*m_controller), true);
    }

    /// One row a setting, its best value, and nothing but what the ladder of changes knows.
    void eachSettingIsShownAtItsBest()
    {
        const auto rows = sensitivityRows(*m_controller);
        QStringList names;
        for (const ChangeTable::Row &row : rows) {
            const QString name = row.title.section(QStringLiteral(" →"), 0, 0);
            QVERIFY2(!names.contains(name), qPrintable(row.title));
            names.append(name);
        }
        QVERIFY(std::ranges::is_sorted(rows, {}, [](const ChangeTable::Row &row) {
            return std::pair(row.cells.at(3).direction < 0, row.cells.at(2).number.toDouble());
        }));
        for (const Remedy &change : m_controller->bestChanges()) {
            const auto then = m_controller->planWith(change.changes);
            QVERIFY(then && change.estimate == m_controller->estimateOf(*then));
        }
    }

    void tickingAFlagIsAStepOfThePlan()
    {
        FlagModel model(*m_controller, nullptr);
        model.setRows(flagRows(*m_controller, nullptr, false));
        const Plan before = m_controller->plan();
        int row = 0;
        while (row < model.rowCount() && !model.row(row).isOn)
            ++row;
        QVERIFY(row < model.rowCount());
        const std::string name = model.row(row).name.toStdString();
        QVERIFY(model.setData(model.index(row, 0), Qt::Unchecked, Qt::CheckStateRole));
        QCOMPARE(m_controller->plan().flags.at(name), std::string("default"));
        m_controller->history()->undo();
        QVERIFY(m_controller->plan() == before);
        m_controller->flush();
    }

    void differencesAreTheLinesThatChanged()
    {
        QCOMPARE(changedLines(QStringLiteral("a\nb\nc"), QStringLiteral("a\nx\nb\nc\ny")),
            (QList<int> { 1, 4 }));
        QCOMPARE(changedLines(QStringLiteral("a\nb"), QStringLiteral("a\nb")), QList<int>());
        QCOMPARE(changedLines(QString(), QStringLiteral("a")), QList<int> { 0 });
    }

    void quantitiesReadWell_data()
    {
        QTest::addColumn<QString>("shown");
        QTest::addColumn<QString>("expected");
        QTest::newRow("GiB") << gibText(gib(61.42)) << QStringLiteral("61.4\u00a0GiB");
        QTest::newRow("MiB") << bytesText(Bytes { 436207616 }) << QStringLiteral("416.0\u00a0MiB");
        QTest::newRow("zero bytes") << bytesText(Bytes { 0 }) << QStringLiteral("0\u00a0B");
        QTest::newRow("seconds") << secondsText(Seconds { 3.2141 })
                                 << QStringLiteral("3.21\u00a0s");
        QTest::newRow("milliseconds")
            << secondsText(Seconds { 0.0412 }) << QStringLiteral("41.20\u00a0ms");
        QTest::newRow("share") << shareText(0.4131) << QStringLiteral("41.3\u00a0%");
        QTest::newRow("fewer bytes")
            << bytesChangeText(gib(-2)) << QStringLiteral("\u22122.00\u00a0GiB");
        QTest::newRow("hardly a change") << shareChangeText(-0.0001) << QStringLiteral("±0");
        QTest::newRow("no change") << secondsChangeText(Seconds { 0 }) << QStringLiteral("±0");
        QTest::newRow("TFLOP/s") << flopRateText(tflopPerSecond(989.4))
                                 << QStringLiteral("989.4\u00a0TFLOP/s");
    }
    void quantitiesReadWell()
    {
        QFETCH(QString, shown);
        QTEST(shown, "expected");
    }

    void theReportIsAPdfWithContent()
    {
        const QString file = m_fixture->folder.filePath(QStringLiteral("report.pdf"));
        QVERIFY(saveReport(*m_controller, {}, file));
        QFile written(file);
        QVERIFY(written.open(QIODevice::ReadOnly));
        QVERIFY(written.readAll().startsWith("%PDF"));
        QVERIFY(written.size() > 10000);
    }

private:
    std::unique_ptr<WindowFixture> m_fixture;
    std::unique_ptr<PlanController> m_controller;
};

QTEST_MAIN(ChartsTest)
#include "tst_charts.moc"
