// Prints what the step timeline costs: building the events of large steps, and panning and zooming
// through 126 layers on 16 stages. Figures only; nothing is asserted.
#include "model/rules/checked_plan.h"
#include "model/timeline/build_timeline.h"
#include "widgets/timeline/timeline_chart.h"

#include <QApplication>
#include <QElapsedTimer>

#include <algorithm>
#include <cstdio>

using namespace headroom;

namespace {

/// Events that the compact form stands for.
double eventCount(const Timeline &timeline)
{
    double count = 0;
    for (const StageTimeline &stage : timeline.stages) {
        count += double(stage.next.size() + stage.previous.size());
        for (const Pass &pass : stage.passes)
            count += pass.pattern < 0
                ? 1
                : double(timeline.templates[static_cast<std::size_t>(pass.pattern)].blocks.size());
    }
    return count;
}

void print(const char *what, std::vector<double> milliseconds)
{
    std::ranges::sort(milliseconds);
    const auto at = [&](double share) {
        return milliseconds[static_cast<std::size_t>(
            share * static_cast<double>(milliseconds.size() - 1))];
    };
    std::printf("%-44s median %7.2f ms   p95 %7.2f ms   worst %7.2f ms\n", what, at(0.5), at(0.95),
        milliseconds.back());
}

template <class Work> std::vector<double> measure(int times, const Work &work)
{
    std::vector<double> milliseconds;
    for (int i = 0; i < times; ++i) {
        QElapsedTimer timer;
        timer.start();
        work(i);
        milliseconds.push_back(static_cast<double>(timer.nsecsElapsed()) / 1e6);
    }
    return milliseconds;
}

} // namespace

int main(int argc, char **argv)
{
    qputenv("QT_QPA_PLATFORM", "offscreen");
    QApplication application(argc, argv);
    const ProfileLibrary library(DataDirectories { HEADROOM_PROFILES, {} });
    const Result<Estimator> estimator = Estimator::make(library);
    const std::vector<std::string> settings { "parallelism.pipeline=16",
        "parallelism.pipeline_chunks=1", "parallelism.data=4",
        "workload.global_batch_sequences=2048" };
    const Result<CheckedPlan> plan
        = openCheckedPlan("llama3.1-405b-h100-128-nodes", settings, library);
    if (!estimator || !plan)
        return 1;
    print("build, 126 layers, 16 stages, 512 micro-batches",
        measure(50, [&](int) { buildTimeline(plan->resolved, *estimator); }));

    TimelineChart chart(nullptr);
    chart.resize(1600, 800);
    chart.show();
    const Timeline timeline = buildTimeline(plan->resolved, *estimator);
    std::printf("%.0f events, %zu stages\n", eventCount(timeline), timeline.stages.size());
    for (const int stage : { -1, 3 }) {
        chart.setTimeline(timeline, stage);
        for (const double share : { 1.0, 0.1, 0.01, 0.001 }) {
            const double span = share * timeline.makespan;
            chart.setRange(0.3 * timeline.makespan, 0.3 * timeline.makespan + span);
            const std::string what
                = std::string(stage < 0 ? "pan all stages, " : "pan one device, ")
                + std::to_string(share) + " of the step in view";
            print(what.c_str(), measure(120, [&](int) {
                chart.pan(0.01);
                chart.repaintNow();
            }));
        }
    }
    return 0;
}
