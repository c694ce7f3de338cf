#include "chinese_texts.h"
#include "window_test.h"

#include "model/plan/fields/plan_file.h"
#include "model/runs/project_file.h"

#include "widgets/look/theme.h"
#include "widgets/text/quantity_text.h"
#include "widgets/text/wording.h"
#include "widgets/timeline/timeline_legend.h"
#include "widgets/timeline/timeline_overview.h"
#include "widgets/timeline/timeline_page.h"
#include "widgets/timeline/timeline_switches.h"
#include "widgets/timeline/timeline_text.h"

#include <qcustomplot.h>

#include <QAbstractItemModelTester>
#include <QApplication>
#include <QCheckBox>
#include <QComboBox>
#include <QDir>
#include <QFile>
#include <QLabel>
#include <QPushButton>
#include <QTableView>
#include <QTest>
#include <QToolButton>
#include <QUndoStack>
#include <QWheelEvent>

using namespace headroom;

namespace {

constexpr auto lhs = "xla_gpu_enable_latency_hiding_scheduler";

} // namespace

class TimelinePageTest : public WindowTest
{
    Q_OBJECT

private slots:
    void init()
    {
        openWindow();
        openTimeline("llama3.1-8b-h100-node");
    }

    void cleanup() { closeWindow(); }

    void saysTheResultInASentence()
    {
        QVERIFY(chart().accessibleDescription().contains(QStringLiteral("One step takes")));
    }

    void aFlagMovesBlocksAndUndoMovesThemBack()
    {
        // Later releases hide latency without being told.
        m_window->controller().edit(QStringLiteral("software.jaxlib"), QStringLiteral("0.6.2"));
        QTRY_VERIFY(m_window->controller().estimate());
        const Plan before = m_window->controller().plan();
        const double step = chart().timeline().makespan;
        auto *box = m_window->findChild<QCheckBox *>(QLatin1String(lhs));
        QVERIFY(box && box->isEnabled());
        QVERIFY(box->isChecked());
        box->setFocus();
        QTest::keyClick(box, Qt::Key_Space);
        QTRY_VERIFY(chart().timeline().makespan > 1.01 * step);
        QVERIFY(!box->isChecked());
        auto *change = m_window->findChild<QLabel *>(QStringLiteral("timelineChange"));
        QVERIFY(change->isVisibleTo(page()));
        m_window->controller().history()->undo();
        QTRY_COMPARE(chart().timeline().makespan, step);
        QVERIFY(m_window->controller().plan() == before);
        QVERIFY(box->isChecked());
    }

    void backToTheAdviceTakesTheFlagsOut()
    {
        const double step = chart().timeline().makespan;
        auto *threshold = m_window->findChild<QComboBox *>(QStringLiteral("combineThreshold"));
        threshold->setFocus();
        QTest::keyClick(threshold, Qt::Key_Home);
        QTRY_VERIFY(chart().timeline().makespan > step);
        QTest::mouseClick(
            m_window->findChild<QPushButton *>(QStringLiteral("backToAdvice")), Qt::LeftButton);
        QTRY_COMPARE(chart().timeline().makespan, step);
        QVERIFY(m_window->controller().plan().flags.empty());
    }

    /// What overlaps is seen in a few layers; the strip below shows where they lie in the step.
    void itOpensOnAFewLayersWithAnOverview()
    {
        QCOMPARE(chart().preset(), TimelineChart::Preset::Layers);
        const double span = chart().rangeTo() - chart().rangeFrom();
        QVERIFY(span < 0.2 * chart().timeline().makespan);
        auto *overview = m_window->findChild<TimelineOverview *>();
        QVERIFY(overview->isVisibleTo(page()));
        const QPoint late(overview->width() * 3 / 4, overview->height() / 2);
        QTest::mouseClick(overview, Qt::LeftButton, {}, late);
        const double middle = (chart().rangeFrom() + chart().rangeTo()) / 2;
        QVERIFY(std::abs(middle / chart().timeline().makespan - 0.75) < 0.01);
        QVERIFY(std::abs(chart().rangeTo() - chart().rangeFrom() - span) < 1e-9);
        auto *table = m_window->findChild<QTableView *>(QStringLiteral("timelineComparison"));
        QVERIFY(!table->isVisibleTo(page()));
        m_window->findChild<QToolButton *>(QStringLiteral("timelineFold"))->click();
        QVERIFY(table->isVisibleTo(page()));
    }

    /// Ticks are milliseconds where they lie nearer than one, and as exact as tells them apart.
    void ticksHaveUnits()
    {
        auto *plot = chart().findChild<QCustomPlot *>();
        const auto labels = [&](double from, double to) {
            plot->xAxis->setRange(from, to);
            plot->replot(QCustomPlot::rpImmediateRefresh);
            return plot->xAxis->tickVectorLabels();
        };
        for (const auto &[from, to, unit, size] :
            { std::tuple { 1.0, 1.0005, "ms", 1e-3 }, std::tuple { 1.0, 5.0, "s", 1.0 } }) {
            const QVector<QString> texts = labels(from, to);
            QVERIFY(texts.size() >= 2);
            const QVector<double> ticks = plot->xAxis->tickVector();
            QSet<QString> all;
            for (qsizetype i = 0; i < texts.size(); ++i) {
                QCOMPARE(texts[i].section(' ', -1), QLatin1String(unit));
                const double shown = QLocale().toDouble(texts[i].section(' ', 0, -2)) * size;
                QVERIFY2(std::abs(shown - ticks[i]) < 0.01 * (to - from), qPrintable(texts[i]));
                all << texts[i];
            }
            QCOMPARE(all.size(), texts.size());
        }
    }

    void keysZoomAndPan()
    {
        QWidget *plot = focusPlot();
        chart().setPreset(TimelineChart::Preset::Step);
        const double whole = chart().rangeTo() - chart().rangeFrom();
        QTest::keyClick(plot, Qt::Key_Plus);
        QTest::keyClick(plot, Qt::Key_Plus);
        QVERIFY(chart().rangeTo() - chart().rangeFrom() < 0.7 * whole);
        const double from = chart().rangeFrom();
        QTest::keyClick(plot, Qt::Key_Right);
        QVERIFY(chart().rangeFrom() > from);
        QTest::keyClick(plot, Qt::Key_Home);
        QCOMPARE(chart().rangeTo() - chart().rangeFrom(), whole);
    }

    void theBareWheelDoesNotZoom()
    {
        QWidget *plot = focusPlot();
        const auto turn = [&](Qt::KeyboardModifiers modifiers) {
            QWheelEvent wheel(QPointF(200, 60), plot->mapToGlobal(QPointF(200, 60)), {},
                QPoint(0, 240), Qt::NoButton, modifiers, Qt::NoScrollPhase, false);
            QApplication::sendEvent(plot, &wheel);
        };
        const double whole = chart().rangeTo() - chart().rangeFrom();
        turn(Qt::NoModifier);
        QCOMPARE(chart().rangeTo() - chart().rangeFrom(), whole);
        turn(Qt::ControlModifier);
        QVERIFY(chart().rangeTo() - chart().rangeFrom() < whole);
    }

    void keysWalkFromBlockToBlock()
    {
        QWidget *plot = focusPlot();
        chart().setPreset(TimelineChart::Preset::Layers);
        auto *facts = m_window->findChild<QLabel *>(QStringLiteral("timelineFacts"));
        QStringList seen;
        for (int i = 0; i < 6; ++i) {
            QTest::keyClick(plot, Qt::Key_Right, Qt::ShiftModifier);
            QVERIFY(!facts->text().isEmpty());
            seen << facts->text();
        }
        QCOMPARE(seen.removeDuplicates(), 0);
        QTest::keyClick(plot, Qt::Key_Down);
        QVERIFY(facts->text().contains(QStringLiteral("collectives")));
    }

    void theTableTwinListsWhatIsInView()
    {
        chart().setPreset(TimelineChart::Preset::Layers);
        QTRY_VERIFY(chart().table().rows.size() > 20);
        const ChartTable few = chart().table();
        chart().setPreset(TimelineChart::Preset::Step);
        QTRY_VERIFY(!(chart().table() == few));
        const QAbstractItemModelTester tester(
            m_window->findChild<QTableView *>(QStringLiteral("timelineComparison"))->model());
    }

    void everyFormatIsWritten_data()
    {
        QTest::addColumn<QString>("ending");
        for (const char *ending : { "png", "svg", "pdf", "csv" })
            QTest::addRow("%s", ending) << QString::fromLatin1(ending);
    }
    void everyFormatIsWritten()
    {
        QFETCH(QString, ending);
        m_fixture->dialogs.file = m_fixture->folder.filePath(QStringLiteral("timeline.") + ending);
        emit chart().exportRequested(&chart());
        QFile file(m_fixture->dialogs.file);
        QVERIFY(file.open(QIODevice::ReadOnly));
        QVERIFY(file.size() > 500);
    }

    void aPipelineShowsStagesAndOneDevice()
    {
        openTimeline("llama3.1-405b-h100-128-nodes");
        auto *stage = m_window->findChild<QComboBox *>(QStringLiteral("timelineStage"));
        QCOMPARE(stage->count(), 9);
        QCOMPARE(chart().stage(), -1);
        auto *legend = m_window->findChild<TimelineLegend *>();
        QVERIFY(legend->entries().contains(QStringLiteral("Pipeline bubble")));
        stage->setFocus();
        QTest::keyClick(stage, Qt::Key_Down);
        QTRY_COMPARE(chart().stage(), 0);
        QVERIFY(!m_window->findChild<QCheckBox *>(QLatin1String(lhs))->isEnabled());
    }

    /// Drawing costs what the picture shows, not what the step contains.
    void paintsNoMoreThanThePictureShows()
    {
        openTimeline("llama3.1-405b-h100-128-nodes");
        for (const double share : { 1.0, 0.1, 0.01, 0.001 }) {
            const double makespan = chart().timeline().makespan;
            chart().setRange(0.4 * makespan, (0.4 + share) * makespan);
            chart().repaintNow();
            const auto most = static_cast<std::size_t>(8 * chart().width() * 2);
            QVERIFY(chart().paintedRects() > 8);
            QVERIFY2(
                chart().paintedRects() < most, qPrintable(QString::number(chart().paintedRects())));
        }
    }

    /// The profile of a run of this plan lies beneath the predicted lanes, on their axis.
    void aProfileLiesBeneath_data()
    {
        QTest::addColumn<bool>("isChinese");
        QTest::newRow("english") << false;
        QTest::newRow("chinese") << true;
    }
    void aProfileLiesBeneath()
    {
        QFETCH(bool, isChinese);
        QTranslator translator;
        if (isChinese) {
            closeWindow();
            QVERIFY(installChinese(translator));
            init();
        }
        const QString plan = m_fixture->folder.filePath(QStringLiteral("mine.headroom.yaml"));
        QVERIFY(savePlan(controller().plan(), plan.toStdString()).empty());
        const double step = chart().timeline().makespan;
        RunRecord run;
        run.id = "profiled";
        run.format = "xprof";
        run.plan = controller().plan();
        run.sources = { { "host.trace.json.gz", "00112233", false } };
        run.terms = { { "gemm", 0.55 * step }, { "attention", 0.2 * step },
            { "elementwise", 0.15 * step }, { "exposed_all_gather", 0.2 * step },
            { "hidden_reduce_scatter", 0.3 * step }, { "idle", 0.1 * step } };
        QVERIFY(addToProject(projectFileBeside(plan.toStdString()), { run }, controller().library())
                    .hasValue());
        QVERIFY(m_window->files().open(plan.toStdString()));
        m_window->showPage(QStringLiteral("timeline"));
        QTRY_VERIFY(chart().measured());
        const MeasuredStep &measured = *chart().measured();
        QCOMPARE(measured.felt.size(), 5u);
        QCOMPARE(measured.hidden.size(), 1u);
        QVERIFY(std::abs(measured.step.value() / (1.2 * step) - 1) < 1e-5);
        QCOMPARE(measured.felt[1].start, measured.felt[0].end);
        QCOMPARE(measured.felt[0].term, std::optional(TimeTerm::Gemm));
        QVERIFY(!measured.felt[3].term); // which axis gathers is not told
        QVERIFY(chart().rangeTo() >= 1.2 * step * (1 - 1e-5)); // the longer of both is in view
        auto *note = m_window->findChild<QLabel *>(QStringLiteral("timelineProfile"));
        QVERIFY(note->isVisibleTo(page()) && note->text().contains(QStringLiteral("profiled")));
        const QString pictures = qEnvironmentVariable("HEADROOM_PICTURES");
        for (const Appearance appearance : { Appearance::Light, Appearance::Dark }) {
            applyAppearance(appearance);
            QApplication::processEvents();
            chart().repaintNow();
            if (!pictures.isEmpty())
                QVERIFY(m_window->grab().save(QDir(pictures).filePath(
                    QStringLiteral("timeline-%1-%2.png")
                        .arg(QLatin1String(QTest::currentDataTag()))
                        .arg(appearance == Appearance::Dark ? "dark" : "light"))));
        }
        // Another program has no measured lanes.
        controller().edit(QStringLiteral("parallelism.micro_batch_sequences"), QStringLiteral("2"));
        QTRY_VERIFY(!chart().measured());
        QVERIFY(note->isVisibleTo(page()) && note->text().contains(QStringLiteral("profiled")));
        QVERIFY(
            note->text().contains(pathLabel(QStringLiteral("parallelism.micro_batch_sequences"))));
        applyAppearance(Appearance::System);
        m_window.reset(); // before its language goes
    }

private:
    void openTimeline(const char *plan)
    {
        open(plan, "timeline");
        QTRY_VERIFY(chart().timeline().makespan > 0);
    }
    TimelinePage *page()
    {
        return qobject_cast<TimelinePage *>(m_window->pageWidget(QStringLiteral("timeline")));
    }
    TimelineChart &chart() { return *page()->chart(); }
    QWidget *focusPlot()
    {
        QWidget *plot = chart().findChild<QWidget *>(QStringLiteral("timelinePlot"));
        plot->setFocus();
        return plot;
    }
};

QTEST_MAIN(TimelinePageTest)
#include "tst_timeline_page.moc"
