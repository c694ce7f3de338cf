#include "model/incidents/incident_verdict.h"

#include "model/base/text/plain_number.h"
#include "model/base/wording/messages.h"
#include "model/lessons/course.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

namespace headroom {
namespace {

FaultPlace asNamed(FaultPlace place)
{
    return place == FaultPlace::Adapter ? FaultPlace::Device : place;
}

/// Two that look alike wherever one looks.
bool isAlike(const FaultKind &one, const FaultKind &other)
{
    return one.apply == other.apply && one.place == other.place;
}

/// The fault whose place one has to find: the one on the smallest part.
const Fault *locatedFault(const Incident &incident)
{
    const auto found = std::ranges::max_element(incident.faults, {},
        [](const Fault &fault) { return static_cast<int>(asNamed(fault.kind->place)); });
    return found == incident.faults.end() ? nullptr : &*found;
}

bool isPlaceOf(const Fault *fault, const IncidentGuess &guess)
{
    // Measurements lead to the node of a slow adapter: none of them tells its adapters apart.
    if (fault && fault->kind->place == FaultPlace::Adapter && guess.place == FaultPlace::Node)
        return guess.node == fault->node;
    const FaultPlace place = fault ? asNamed(fault->kind->place) : FaultPlace::Cluster;
    if (place == FaultPlace::Cluster || asNamed(guess.place) != place)
        return asNamed(guess.place) == place;
    return guess.node == fault->node
        && (place == FaultPlace::Node || guess.device == fault->device);
}

} // namespace

Problems parsePlace(const std::string &text, const Plan &plan, IncidentGuess &guess)
{
    const auto number = [](std::string_view digits, int count) {
        const auto value = plainNumber(digits);
        return value && *value >= 0 && *value < count && *value == std::floor(*value)
            ? static_cast<int>(*value)
            : -1;
    };
    guess.place = FaultPlace::Cluster;
    if (text.empty() || text == "run")
        return {};
    const std::size_t dot = text.find('.');
    guess.place = dot == std::string::npos ? FaultPlace::Node : FaultPlace::Device;
    guess.node = number(text.substr(0, dot), plan.hardware.nodes);
    guess.device
        = dot == std::string::npos ? 0 : number(text.substr(dot + 1), plan.hardware.devicesPerNode);
    if (guess.node >= 0 && guess.device >= 0)
        return {};
    return { Error { "incident-place", "--where",
        { text, std::to_string(plan.hardware.nodes - 1),
            std::to_string(plan.hardware.devicesPerNode - 1) } } };
}

IncidentVerdict judgeGuess(const Incident &incident, const IncidentGuess &guess)
{
    IncidentVerdict verdict;
    for (const Fault &fault : incident.faults)
        verdict.found += std::ranges::any_of(guess.causes, [&](const std::string &id) {
            const FaultKind *kind = faultKind(id);
            return kind && isAlike(*kind, *fault.kind);
        });
    for (const std::string &id : guess.causes) {
        const FaultKind *kind = faultKind(id);
        verdict.wrong += !kind || std::ranges::none_of(incident.faults, [&](const Fault &fault) {
            return isAlike(*kind, *fault.kind);
        });
    }
    verdict.isCauseRight
        = verdict.wrong == 0 && verdict.found == static_cast<int>(incident.faults.size());
    verdict.isPlaceRight = isPlaceOf(locatedFault(incident), guess);
    return verdict;
}

std::vector<const FaultKind *> nameableFaults(const Plan &plan)
{
    std::vector<const FaultKind *> kinds;
    for (const FaultKind &kind : faultKinds())
        if (kind.isListed && kind.runsOn(plan.framework))
            kinds.push_back(&kind);
    return kinds;
}

std::string incidentProgressId(const Incident &incident)
{
    return IncidentLink { incident.seed, incident.level, incident.story }.id();
}

LessonState incidentProgress(const IncidentRound &round, const IncidentVerdict &verdict)
{
    LessonState state;
    state.taskCount = incidentTasks;
    if (verdict.isCauseRight)
        state.solved.insert("cause");
    if (verdict.isPlaceRight)
        state.solved.insert("place");
    for (const MeasurementAnswer &answer : round.answers())
        ++state.hints[measurementWords[static_cast<std::size_t>(answer.measured.kind)]];
    state.isFinished = verdict.isRight();
    return state;
}

std::string measurementText(const IncidentRound &round)
{
    std::string text;
    for (const MeasurementAnswer &answer : round.answers()) {
        text += fmt::format("{} ({:.2f} device-hours)\n\n", messageText(answer.measured.title()),
            answer.deviceHours);
        for (const Message &fact : answer.facts)
            text += messageText(fact) + '\n';
        text += answer.printed + '\n';
    }
    return text
        + fmt::format("{:.2f} of {:.2f} device-hours spent\n", round.spent(), round.budget());
}

Document measurementDocument(const IncidentRound &round)
{
    Document measurements = Document::sequence();
    for (const MeasurementAnswer &answer : round.answers()) {
        Document facts = Document::sequence();
        for (const Message &fact : answer.facts)
            facts.append(messageText(fact));
        measurements.append(Document::mapping(
            { { "measurement", measurementWords[static_cast<std::size_t>(answer.measured.kind)] },
                { "title", messageText(answer.measured.title()) },
                { "device_hours", answer.deviceHours }, { "minutes", answer.minutes },
                { "facts", std::move(facts) }, { "printed", answer.printed } }));
    }
    return Document::mapping({ { "seed", static_cast<std::int64_t>(round.incident().seed) },
        { "level", round.incident().level }, { "plan", round.incident().plan.name },
        { "budget_device_hours", round.budget() }, { "spent_device_hours", round.spent() },
        { "measurements", std::move(measurements) } });
}

std::string verdictText(const IncidentVerdict &verdict, const Incident &incident)
{
    const auto words = [](bool isRight) { return isRight ? "right" : "wrong"; };
    return fmt::format("Cause: {} ({} of {} found, {} named that is none)\nPlace: {}\n",
        words(verdict.isCauseRight), verdict.found, incident.faults.size(), verdict.wrong,
        words(verdict.isPlaceRight));
}

Document verdictDocument(const IncidentVerdict &verdict)
{
    return Document::mapping(
        { { "cause_right", verdict.isCauseRight }, { "place_right", verdict.isPlaceRight },
            { "found", verdict.found }, { "wrong", verdict.wrong } });
}

} // namespace headroom
