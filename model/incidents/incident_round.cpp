#include "model/incidents/incident_round.h"

#include "model/base/text/plain_number.h"
#include "model/incidents/incident_files.h"
#include "model/incidents/log_lines.h"
#include "model/timeline/build_timeline.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

namespace headroom {
namespace {

// Minutes that each takes, from the moment that somebody asks to the answer (ASSUMED: starting a
// container, a few warm steps, collecting what was written).
constexpr double allReduceMinutes = 4, devicesMinutes = 1, memoryMinutes = 2, traceMinutes = 6,
                 trialMinutes = 12;
/// Minutes of the whole cluster by level (ASSUMED: enough for the dearest measurement twice, and
/// on harder levels for one more of each kind).
constexpr std::array budgetMinutes { 25.0, 35.0, 50.0 };
constexpr double minutesOfHour = 60;
constexpr int trialSteps = 20, warmSteps = 2;

double minutesOf(MeasurementKind kind)
{
    static constexpr std::array minutes { allReduceMinutes, devicesMinutes, memoryMinutes,
        traceMinutes, trialMinutes };
    return minutes[static_cast<std::size_t>(kind)];
}

/// Devices that do nothing else meanwhile.
int devicesOf(const Incident &incident, const IncidentMeasurement &measurement)
{
    const HardwareChoice &hardware = incident.plan.hardware;
    const bool isWhole
        = measurement.kind == MeasurementKind::Trace || measurement.kind == MeasurementKind::Trial;
    const bool isPair
        = measurement.kind == MeasurementKind::AllReduce && measurement.node != measurement.other;
    return hardware.devicesPerNode * (isWhole ? hardware.nodes : isPair ? 2 : 1);
}

bool isPossible(const IncidentMeasurement &measurement, const Plan &plan)
{
    const auto isBelow = [](int value, int count) { return value >= 0 && value < count; };
    if (!isBelow(measurement.node, plan.hardware.nodes)
        || !isBelow(measurement.other, plan.hardware.nodes)
        || !isBelow(measurement.device, plan.hardware.devicesPerNode))
        return false;
    return measurement.kind != MeasurementKind::Trial
        || std::ranges::any_of(trialsOf(plan),
            [&](const IncidentTrial *trial) { return measurement.trial == trial->id; });
}

Error impossible(const std::string &text, const Plan &plan)
{
    std::string trials;
    for (const IncidentTrial *trial : trialsOf(plan))
        trials += (trials.empty() ? "" : ", ") + std::string(trial->id);
    return { "incident-measure", "--measure",
        { text, std::to_string(plan.hardware.nodes - 1),
            std::to_string(plan.hardware.devicesPerNode - 1), trials } };
}

/// Median, fastest and slowest of some steps behind the first ones.
Message stepsSeen(const char *id, const std::vector<PlayedStep> &steps)
{
    std::vector<double> seconds;
    for (int i = warmSteps; i < warmSteps + trialSteps; ++i)
        seconds.push_back(steps[static_cast<std::size_t>(i)].time.value());
    std::ranges::sort(seconds);
    const auto at = [](double value) { return Amount { Amount::Duration, value }; };
    return { id, { at(seconds[trialSteps / 2]), at(seconds.front()), at(seconds.back()) } };
}

/// What a profiler sums up of an ordinary step of the rank that works most.
std::string traceTable(const IncidentEngine &engine, const IncidentRun &run)
{
    const Timeline timeline = engine.faultyTimeline(run);
    const double batch = run.steps[warmSteps].batch.value();
    const double whole = timeline.makespan * run.bias + batch;
    std::string text = fmt::format("{:<40} {:>10} {:>7}\n", "one step", "seconds", "share");
    const auto line = [&](const char *name, double seconds) {
        if (seconds > 0)
            text += fmt::format(
                "{:<40} {:>10.3f} {:>5.1f} %\n", name, seconds, 100 * seconds / whole);
    };
    const TimeTerms &terms = timeline.reference().terms;
    for (std::size_t i = 0; i < timeTermCount; ++i)
        line(termLabel(static_cast<TimeTerm>(i)), terms.values[i].value() * run.bias);
    line("Waiting for the next batch", batch);
    return text + fmt::format("{:<40} {:>10.3f}\n", "sum", whole);
}

/// As torch.cuda.memory_stats() and JAX's memory_stats() name them.
std::string memoryTable(const Incident &incident, const IncidentRun &run, int node, int device)
{
    const MemoryEstimate &memory = run.actualEstimate.memory;
    const auto bytes = [](Bytes amount) { return fmt::format("{:.0f}", amount.value()); };
    std::string text = fmt::format(
        "{} rank {}\n", hostName(node), node * incident.plan.hardware.devicesPerNode + device);
    const auto line = [&](const char *name, const std::string &value) {
        text += fmt::format("{:<32} {:>16}\n", name, value);
    };
    if (run.actual.framework().runsXla) {
        line("peak_bytes_in_use", bytes(memory.allocated.bytes));
        line("bytes_limit", bytes(memory.budget));
        return text;
    }
    line("allocated_bytes.all.peak", bytes(memory.allocated.bytes));
    line("reserved_bytes.all.peak", bytes(memory.reserved.bytes));
    line("num_alloc_retries", std::to_string(run.machine.retries));
    return text;
}

} // namespace

Message IncidentMeasurement::title() const
{
    const std::string first = std::to_string(node);
    switch (kind) {
    case MeasurementKind::AllReduce:
        if (node == other)
            return { "measured-all-reduce-inside", { first } };
        return { "measured-all-reduce", { first, std::to_string(other) } };
    case MeasurementKind::Devices:
        return { "measured-devices", { first } };
    case MeasurementKind::Memory:
        return { "measured-memory", { first, std::to_string(device) } };
    case MeasurementKind::Trial:
        if (const IncidentTrial *made = incidentTrial(trial))
            return { "measured-trial", { made->title() } };
        break;
    case MeasurementKind::Trace:
        break;
    }
    return { "measured-trace", {} };
}

Result<IncidentMeasurement> parseMeasurement(const std::string &text, const Plan &plan)
{
    const std::size_t colon = std::min(text.find(':'), text.size());
    const auto word = std::ranges::find(measurementWords, text.substr(0, colon));
    if (word == measurementWords.end())
        return impossible(text, plan);
    IncidentMeasurement measurement;
    measurement.kind = measurementKinds[static_cast<std::size_t>(word - measurementWords.begin())];
    const std::string place = colon < text.size() ? text.substr(colon + 1) : std::string();
    const auto whole = [](std::string_view digits) {
        const auto number = plainNumber(digits);
        return number && *number >= 0 && *number < 1e6 && *number == std::floor(*number)
            ? static_cast<int>(*number)
            : -1;
    };
    // The two numbers of a pair; -1 is no place.
    const auto pair = [&](char between) {
        const std::size_t at = place.find(between);
        return std::pair { whole(place.substr(0, at)),
            at == std::string::npos ? whole(place) : whole(place.substr(at + 1)) };
    };
    if (measurement.kind == MeasurementKind::Trial)
        measurement.trial = place;
    else if (measurement.kind == MeasurementKind::AllReduce && place.empty())
        measurement.other = plan.hardware.nodes > 1 ? 1 : 0;
    else if (measurement.kind == MeasurementKind::AllReduce)
        std::tie(measurement.node, measurement.other) = pair(',');
    else if (measurement.kind == MeasurementKind::Devices && !place.empty())
        measurement.node = measurement.other = whole(place);
    else if (measurement.kind == MeasurementKind::Memory && !place.empty())
        std::tie(measurement.node, measurement.device)
            = place.find('.') == std::string::npos ? std::pair { whole(place), 0 } : pair('.');
    else if (!place.empty())
        return impossible(text, plan);
    if (!isPossible(measurement, plan))
        return impossible(text, plan);
    return measurement;
}

double incidentBudget(const Incident &incident)
{
    const HardwareChoice &hardware = incident.plan.hardware;
    const int level = std::clamp(incident.level, 1, maxIncidentLevel);
    return budgetMinutes[static_cast<std::size_t>(level - 1)] / minutesOfHour * hardware.nodes
        * hardware.devicesPerNode;
}

double measurementDeviceHours(const Incident &incident, const IncidentMeasurement &measurement)
{
    return minutesOf(measurement.kind) / minutesOfHour * devicesOf(incident, measurement);
}

Result<IncidentRound> IncidentRound::begin(const IncidentEngine &engine, Incident incident)
{
    Problems problems = engine.problems(incident);
    if (!problems.empty())
        return problems;
    return IncidentRound(engine, std::move(incident));
}

IncidentRound::IncidentRound(const IncidentEngine &engine, Incident incident)
    : m_engine(&engine)
    , m_incident(std::move(incident))
    , m_run(engine.run(m_incident))
{ }

double IncidentRound::spent() const
{
    double hours = 0;
    for (const MeasurementAnswer &answer : m_answers)
        hours += answer.deviceHours;
    return hours;
}

double IncidentRound::minutes() const
{
    double sum = 0;
    for (const MeasurementAnswer &answer : m_answers)
        sum += answer.minutes;
    return sum;
}

void IncidentRound::addTrial(MeasurementAnswer &answer) const
{
    const auto changed
        = m_engine->changedRun(m_incident, incidentTrial(answer.measured.trial)->apply);
    if (!changed || !changed->actualEstimate.memory.fits) {
        answer.facts.push_back({ "trial-out-of-memory", {} });
        return;
    }
    answer.facts.push_back(stepsSeen("trial-steps", changed->steps));
    answer.facts.push_back(stepsSeen("trial-steps-before", m_run.steps));
}

void IncidentRound::addAllReduce(MeasurementAnswer &answer) const
{
    const int node = answer.measured.node, other = answer.measured.other;
    std::vector<int> nodes { node };
    if (other != node)
        nodes.push_back(other);
    TimedAllReduce table = collectiveTable(*m_engine, m_incident, m_run, nodes);
    answer.facts.push_back(
        { "measured-bus-rate", { fmt::format("{:.1f}", table.busGbytesPerSecond) } });
    answer.printed = std::move(table.text);
}

Result<MeasurementAnswer> IncidentRound::measure(const IncidentMeasurement &measurement)
{
    if (!isPossible(measurement, m_incident.plan))
        return impossible(
            measurementWords[static_cast<std::size_t>(measurement.kind)], m_incident.plan);
    MeasurementAnswer answer { measurement, measurementDeviceHours(m_incident, measurement),
        minutesOf(measurement.kind), {}, {} };
    constexpr double rounding = 1e-9;
    if (answer.deviceHours > left() + rounding)
        return Error { "incident-budget", "--measure",
            { fmt::format("{:.1f}", answer.deviceHours), fmt::format("{:.1f}", left()) } };
    switch (measurement.kind) {
    case MeasurementKind::AllReduce:
        addAllReduce(answer);
        break;
    case MeasurementKind::Devices:
        answer.printed = deviceTable(m_incident, m_run, measurement.node);
        break;
    case MeasurementKind::Memory:
        answer.printed = memoryTable(m_incident, m_run, measurement.node, measurement.device);
        break;
    case MeasurementKind::Trace:
        answer.printed = traceTable(*m_engine, m_run);
        break;
    case MeasurementKind::Trial:
        addTrial(answer);
        break;
    }
    m_answers.push_back(answer);
    return answer;
}

} // namespace headroom
