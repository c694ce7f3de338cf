#include "model/incidents/incident_answer.h"

#include "model/base/units/format_quantity.h"
#include "model/base/wording/messages.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

namespace headroom {
namespace {

std::string seconds(double value)
{
    return formatSeconds(Seconds { value });
}

} // namespace

std::string incidentAnswerText(const Incident &incident, const IncidentRun &run)
{
    std::string text = fmt::format("{}: {}\n\n", incidentName(incident), incident.plan.name);
    if (incident.faults.empty())
        text += "Nothing is wrong.\n";
    for (const Fault &fault : incident.faults)
        text += fmt::format("{}: {}\n  {}\n", messageText(fault.title()),
            messageText(fault.where()), messageText(fault.explanation()));
    return text
        + fmt::format(
            "\nAn ordinary step takes {}; without this fault it would take {}, and the plan "
            "says {}.\n",
            formatSeconds(run.ordinaryStep), formatSeconds(run.healthyStep),
            seconds(run.plannedEstimate.time.step.value()));
}

Document incidentAnswerDocument(const Incident &incident, const IncidentRun &run)
{
    Document faults = Document::sequence();
    for (const Fault &fault : incident.faults)
        faults.append(Document::mapping({ { "id", fault.kind->id },
            { "title", messageText(fault.title()) }, { "where", messageText(fault.where()) },
            { "strength", fault.strength }, { "why", messageText(fault.explanation()) } }));
    return Document::mapping(
        { { "seed", static_cast<std::int64_t>(incident.seed) }, { "level", incident.level },
            { "plan", incident.plan.name }, { "framework", incident.plan.framework },
            { "faults", std::move(faults) }, { "step_seconds", run.ordinaryStep.value() },
            { "healthy_seconds", run.healthyStep.value() },
            { "planned_seconds", run.plannedEstimate.time.step.value() } });
}

Document incidentDocument(const Incident &incident, const std::vector<ExportFile> &files)
{
    Document names = Document::sequence();
    for (const ExportFile &file : files)
        names.append(file.name);
    return Document::mapping({ { "seed", static_cast<std::int64_t>(incident.seed) },
        { "level", incident.level }, { "plan", incident.plan.name },
        { "framework", incident.plan.framework }, { "files", std::move(names) } });
}

bool isCauseOf(const RunCause &cause, const FaultKind &kind)
{
    const bool isNamed = std::ranges::any_of(
        kind.causes, [&](const char *id) { return id != nullptr && cause.id == id; });
    if (!isNamed || cause.id != "other-plan" || kind.field.empty())
        return isNamed;
    // The field stands first among what the evidence says.
    const auto *path = cause.evidence.operands.empty()
        ? nullptr
        : std::get_if<std::string>(&cause.evidence.operands.front());
    return path && path->starts_with(kind.field);
}

IncidentScore scoreOf(
    const IncidentEngine &engine, const Incident &incident, const RunDiagnosis &diagnosis)
{
    IncidentScore score;
    const std::vector<RunCause> &causes = diagnosis.causes;
    if (incident.faults.empty()) {
        score.isFirst = score.isAmongThree = diagnosis.conclusion != Conclusion::Named;
        return score;
    }
    const auto isFault = [&](const RunCause &cause) {
        return std::ranges::any_of(
            incident.faults, [&](const Fault &fault) { return isCauseOf(cause, *fault.kind); });
    };
    score.isFirst = !causes.empty() && isFault(causes.front());
    const std::size_t reach = std::min(causes.size(), incident.faults.size() + 2);
    score.isAmongThree = std::ranges::all_of(incident.faults, [&](const Fault &fault) {
        return std::any_of(causes.begin(), causes.begin() + static_cast<std::ptrdiff_t>(reach),
            [&](const RunCause &cause) { return isCauseOf(cause, *fault.kind); });
    });
    for (const Fault &fault : incident.faults) {
        const auto cause = std::ranges::find_if(
            causes, [&](const RunCause &one) { return isCauseOf(one, *fault.kind); });
        if (cause == causes.end() || !cause->seconds)
            continue;
        Incident alone = incident;
        std::erase_if(alone.faults, [&](const Fault &other) { return other.kind != fault.kind; });
        Incident others = incident;
        std::erase_if(others.faults, [&](const Fault &other) { return other.kind == fault.kind; });
        // Two faults hide parts of each other: what one costs lies between its cost alone and what
        // it adds to the other.
        const IncidentRun single = engine.run(alone);
        const Seconds cost = single.faultTime();
        const Seconds added = engine.run(incident).ordinaryStep - engine.run(others).ordinaryStep;
        const Seconds least = std::min(cost, added), most = std::max(cost, added);
        constexpr double felt = 0.005; // of a step; less is no difference to explain
        if (least <= felt * single.healthyStep)
            continue;
        const double nearest = std::clamp(*cause->seconds, least.value(), most.value());
        score.shareError
            = std::max(score.shareError.value_or(0), std::abs(*cause->seconds / nearest - 1));
    }
    return score;
}

} // namespace headroom
