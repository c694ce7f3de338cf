// Prints how quickly the real window answers: start, edit to repainted window, lessons, panning of
// the step timeline, memory.
#include "../widgets/window_fixture.h"

#include "model/rules/checked_plan.h"
#include "widgets/lessons/lesson_session.h"
#include "widgets/timeline/timeline_chart.h"

#include <QApplication>
#include <QElapsedTimer>
#include <QFile>
#include <QTest>

#include <algorithm>
#include <cstdio>
#include <ctime>
#include <vector>

using namespace headroom;

namespace {

constexpr int edits = 200;
constexpr double nanosecondsPerMillisecond = 1e6;

/// Notices when the window has painted.
class PaintWatcher : public QObject
{
public:
    bool painted = false;

protected:
    bool eventFilter(QObject *watched, QEvent *event) override
    {
        if (event->type() == QEvent::UpdateRequest || event->type() == QEvent::Paint)
            painted = true;
        return QObject::eventFilter(watched, event);
    }
};

double residentMiB()
{
    QFile file(QStringLiteral("/proc/self/statm"));
    if (!file.open(QIODevice::ReadOnly))
        return 0;
    constexpr double pageBytes = 4096;
    return file.readAll().split(' ').value(1).toDouble() * pageBytes / bytesPerMib;
}

double at(std::vector<double> values, double share)
{
    std::ranges::sort(values);
    return values[static_cast<std::size_t>(share * static_cast<double>(values.size() - 1))];
}

/// Of this thread. On a machine that others use, only this tells how much there is to do.
double processorMilliseconds()
{
    timespec now {};
    clock_gettime(CLOCK_THREAD_CPUTIME_ID, &now);
    return double(now.tv_sec) * 1e3 + double(now.tv_nsec) / nanosecondsPerMillisecond;
}

void waitForPaint(PaintWatcher &watcher)
{
    while (!watcher.painted)
        QApplication::processEvents();
    QApplication::processEvents(); // what the paint itself queued
}

} // namespace

class GuiBenchmark : public QObject
{
    Q_OBJECT

private slots:
    void startToFirstPaint()
    {
        QElapsedTimer timer;
        timer.start();
        WindowFixture fixture;
        auto window = std::make_unique<MainWindow>(fixture.services(), fixture.dialogs,
            fixture.settings, fixture.folder.path().toStdString());
        window->controller().setPaused(true); // as the program does
        window->files().openExample(QString::fromStdString(fixture.library.planIds().front()));
        window->showPage(QStringLiteral("start"));
        PaintWatcher watcher;
        window->installEventFilter(&watcher);
        window->show();
        waitForPaint(watcher);
        window->controller().setPaused(false);
        std::printf("start to first painted window: %.1f ms\n",
            double(timer.nsecsElapsed()) / nanosecondsPerMillisecond);
    }

    void editToRepaint_data()
    {
        QTest::addColumn<QString>("pageId");
        for (const char *id : { "parallelism", "flags", "result", "export", "timeline", "levers",
                 "compare", "learn", "cluster", "runs", "suggest", "validation" })
            QTest::newRow(id) << QString::fromLatin1(id);
    }
    void editToRepaint()
    {
        QFETCH(QString, pageId);
        WindowFixture fixture;
        auto window = fixture.makeWindow();
        window->resize(1280, 720);
        window->show();
        for (const QString &id : window->pageIds())
            window->showPage(id);
        window->showPage(pageId);
        QApplication::processEvents();
        PaintWatcher watcher;
        window->installEventFilter(&watcher);
        std::vector<double> times, busy;
        QBENCHMARK_ONCE
        {
            for (int i = 0; i < edits; ++i) {
                watcher.painted = false;
                QElapsedTimer timer;
                timer.start();
                const double before = processorMilliseconds();
                window->controller().endEdit();
                window->controller().edit(QStringLiteral("parallelism.micro_batch_sequences"),
                    i % 2 ? QStringLiteral("1") : QStringLiteral("2"));
                waitForPaint(watcher);
                times.push_back(double(timer.nsecsElapsed()) / nanosecondsPerMillisecond);
                busy.push_back(processorMilliseconds() - before);
            }
        }
        std::printf(
            "edit to repaint, page %s: median %.1f ms, p95 %.1f ms; of the processor median "
            "%.1f ms, p95 %.1f ms\n",
            qPrintable(pageId), at(times, 0.5), at(times, 0.95), at(busy, 0.5), at(busy, 0.95));
        std::printf("resident memory: %.0f MiB\n", residentMiB());
    }

    void lessonsOpen()
    {
        WindowFixture fixture;
        auto window = fixture.makeWindow();
        window->resize(1280, 720);
        window->show();
        window->showPage(QStringLiteral("learn"));
        QApplication::processEvents();
        auto *session = window->findChild<LessonSession *>();
        PaintWatcher watcher;
        window->installEventFilter(&watcher);
        std::vector<double> times;
        for (const Lesson *lesson : session->library().lessons()) {
            watcher.painted = false;
            QElapsedTimer timer;
            timer.start();
            session->open(QString::fromStdString(lesson->id));
            waitForPaint(watcher);
            times.push_back(double(timer.nsecsElapsed()) / nanosecondsPerMillisecond);
            session->leave();
            QApplication::processEvents();
        }
        std::printf("lesson opened and painted: median %.1f ms, slowest %.1f ms of %zu\n",
            at(times, 0.5), at(times, 1), times.size());
    }

    /// 126 layers on 16 stages, all in view.
    void timelinePans()
    {
        WindowFixture fixture;
        auto window = fixture.makeWindow();
        const auto plan = openCheckedPlan("llama3.1-405b-h100-128-nodes",
            { "parallelism.pipeline=16", "parallelism.pipeline_chunks=1", "parallelism.data=4",
                "workload.global_batch_sequences=2048" },
            fixture.library);
        QVERIFY(plan.hasValue());
        window->resize(1280, 720);
        window->show();
        window->controller().replacePlan(plan->loaded.plan, QStringLiteral("405B"));
        window->controller().flush();
        window->showPage(QStringLiteral("timeline"));
        QApplication::processEvents();
        auto *chart = window->findChild<TimelineChart *>();
        QVERIFY(chart);
        std::vector<double> times;
        for (int i = 0; i < edits; ++i) {
            QElapsedTimer timer;
            timer.start();
            chart->pan(i % 20 < 10 ? 0.01 : -0.01);
            chart->repaintNow();
            times.push_back(double(timer.nsecsElapsed()) / nanosecondsPerMillisecond);
        }
        std::printf("timeline pan, frame: median %.1f ms, p95 %.1f ms (60 frames a second: 16.7)\n",
            at(times, 0.5), at(times, 0.95));
    }
};

QTEST_MAIN(GuiBenchmark)
#include "bench_gui.moc"
