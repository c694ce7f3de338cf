#include "model/base/text/display_line.h"
#include "model/runs/facts/step_profile.h"
#include "model/runs/facts/trace_events.h"
#include "model/runs/readers/file_readers.h"
#include "model/runs/text/scan.h"

#include <algorithm>
#include <map>
#include <set>

// Traces of XProf and of PyTorch's profiler. @source openxla/xla: xplane_to_trace_events.cc,
// trace_events_to_json.cc, xplane_schema.cc; pytorch/kineto: output_json.cpp, ActivityType.h

namespace headroom {
namespace {

constexpr std::size_t maxLanes = 65'536, maxModules = 64, maxModuleRuns = 1'000'000;

/// What a line of XProf's trace holds.
enum class Lane : std::uint8_t { Other, Stream, Operations, Steps, Modules };

Lane laneNamed(std::string_view name)
{
    if (name.starts_with("Stream #"))
        return Lane::Stream;
    if (name == "XLA Ops")
        return Lane::Operations;
    if (name == "Steps")
        return Lane::Steps;
    return name == "XLA Modules" ? Lane::Modules : Lane::Other;
}

struct StepSpan
{
    double start = 0, end = 0;
};

/// Steps without marks of their own: from each start to the next.
void addBetweenStarts(ProfileBuilder &profile, int device, std::vector<StepSpan> spans)
{
    std::ranges::sort(spans, {}, &StepSpan::start);
    for (std::size_t i = 0; i < spans.size(); ++i)
        profile.addStep(
            device, spans[i].start, i + 1 < spans.size() ? spans[i + 1].start : spans[i].end);
}

/// Events of either profiler on their way into steps and kernels.
class TraceSource
{
public:
    explicit TraceSource(RunTrace &run, std::string file)
        : m_run(run)
        , m_file(std::move(file))
    { }

    void take(const TraceEvent &event)
    {
        if (event.phase == "M")
            takeName(event);
        else if (event.phase == "X" && event.duration >= 0)
            event.category.empty() ? takeXprof(event) : takeTorch(event);
    }
    void takeFact(const char *fact, const std::string &value)
    {
        m_run.facts.set(fact, displayLine(value, 80), m_file, 1);
    }

    bool isFull() const { return m_isFull; }
    bool isTorch() const { return m_isTorch; }
    StepProfile finish(int statedSteps);

private:
    using LaneKey = std::pair<std::int64_t, std::int64_t>;

    void takeName(const TraceEvent &event)
    {
        if (event.name == "process_name" && event.given.starts_with("/device:")) {
            const bool isCore = event.given.find("SparseCore") != std::string::npos;
            if (m_devices.size() < ProfileBuilder::maxDevices && !isCore)
                m_devices.try_emplace(event.process, static_cast<int>(m_devices.size()));
            if (event.given.starts_with("/device:TPU"))
                m_run.facts.set("device_family", "TPU", m_file, 1);
        } else if (event.name == "thread_name" && m_lanes.size() < maxLanes) {
            const Lane lane = laneNamed(event.given);
            if (lane == Lane::Stream)
                m_streamed.insert(event.process);
            if (lane != Lane::Other)
                m_lanes[{ event.process, event.thread }] = lane;
        }
    }

    void takeXprof(const TraceEvent &event)
    {
        const auto device = m_devices.find(event.process);
        const auto lane = m_lanes.find({ event.process, event.thread });
        if (device == m_devices.end() || lane == m_lanes.end())
            return;
        const StepSpan span { event.start, event.start + event.duration };
        switch (lane->second) {
        case Lane::Steps:
            return m_profile.addStep(device->second, span.start, span.end);
        case Lane::Modules: {
            // "jit_train_step(1234)": the number tells programs of one name apart.
            auto &modules = m_modules[device->second];
            if (modules.size() < maxModules || modules.contains(event.name))
                if (m_moduleRuns++ < maxModuleRuns)
                    modules[event.name].push_back(span);
            return;
        }
        case Lane::Operations:
            // A line made of the streams' own kernels, where there are streams.
            if (m_streamed.contains(event.process))
                return;
            [[fallthrough]];
        case Lane::Stream:
            return takeKernel(device->second, event);
        case Lane::Other:
            return;
        }
    }

    void takeTorch(const TraceEvent &event)
    {
        m_isTorch = true;
        const std::string &category = event.category;
        if (category == "kernel" || category == "gpu_memcpy" || category == "gpu_memset")
            return takeKernel(event.device >= 0 ? event.device : 0, event);
        if (!category.ends_with("user_annotation"))
            return;
        const auto step = integerBehind(event.name, "ProfilerStep#");
        auto &steps = category.starts_with("gpu_") ? m_deviceSteps : m_hostSteps;
        if (!step || (steps.size() >= ProfileBuilder::maxSteps && !steps.contains(*step)))
            return;
        const StepSpan span { event.start, event.start + event.duration };
        const auto [known, isNew] = steps.try_emplace(*step, span);
        known->second.start = std::min(known->second.start, span.start);
        known->second.end = std::max(known->second.end, span.end);
    }

    void takeKernel(int device, const TraceEvent &event)
    {
        const KernelGroup group = kernelGroup({ event.name, event.hloCategory, event.collective });
        m_isFull = m_isFull || !m_profile.add(device, group, event.start, event.duration);
    }

    RunTrace &m_run;
    std::string m_file;
    ProfileBuilder m_profile;
    std::map<std::int64_t, int> m_devices; ///< by process
    std::map<LaneKey, Lane> m_lanes;
    std::set<std::int64_t> m_streamed; ///< processes with streams
    std::map<int, std::map<std::string, std::vector<StepSpan>>> m_modules; ///< by device
    std::map<std::int64_t, StepSpan> m_deviceSteps, m_hostSteps; ///< of PyTorch, by number
    std::size_t m_moduleRuns = 0;
    bool m_isFull = false, m_isTorch = false;
};

StepProfile TraceSource::finish(int statedSteps)
{
    // Marks of the device are better than those of the host, which runs ahead.
    const auto &steps = m_deviceSteps.empty() ? m_hostSteps : m_deviceSteps;
    std::vector<StepSpan> spans;
    for (const auto &[number, span] : steps)
        spans.push_back(span);
    addBetweenStarts(m_profile, 0, std::move(spans));
    if (!m_profile.hasSteps() && statedSteps == 0)
        for (const auto &[device, modules] : m_modules) {
            // The program that takes most of the time is the step.
            const std::vector<StepSpan> *longest = nullptr;
            double most = 0;
            for (const auto &[name, own] : modules) {
                double sum = 0;
                for (const StepSpan &span : own)
                    sum += span.end - span.start;
                if (sum > most) {
                    most = sum;
                    longest = &own;
                }
            }
            if (longest)
                addBetweenStarts(m_profile, device, *longest);
        }
    return m_profile.finish(statedSteps);
}

} // namespace

void readTraceSource(DigestStream &stream, const std::string &file, TraceCollection &into)
{
    RunTrace run;
    TraceSource source(run, file);
    const TraceListener listener { [&](const TraceEvent &event) { source.take(event); },
        [&](const char *fact, const std::string &value) { source.takeFact(fact, value); } };
    bool isCut = false;
    std::string problem;
    const auto refuse = [&](Message reason) {
        into.add(Unrecognised { file, 1, std::move(reason) });
    };
    if (!readTraceEvents(stream, listener, isCut, problem))
        return refuse({ "run-json-broken", { problem } });
    if (source.isFull())
        return refuse({ "profile-large", { std::to_string(ProfileBuilder::maxEvents) } });
    const StepProfile profile = source.finish(into.profileSteps);
    if (profile.empty())
        return refuse({ "profile-no-steps", {} });
    run.format = source.isTorch() ? "torch-trace" : "xprof-trace";
    run.terms = profile.terms;
    run.profileDevices = profile.devices;
    StepSample sample;
    for (const double seconds : profile.stepSeconds) {
        ++sample.step;
        sample.value = seconds;
        run.steps.add(-1, sample);
    }
    run.note({ "profile-read",
        { std::to_string(profile.stepSeconds.size()), std::to_string(profile.devices) } });
    if (isCut)
        run.note({ "profile-cut", {} });
    run.sources = { { file, stream.digest(), true } };
    into.runs.push_back(std::move(run));
}

} // namespace headroom
