#include "model/session/plan_question.h"

#include "model/plan/fields/plan_fields.h"

#include <algorithm>
#include <array>

namespace headroom {
namespace {

/// Facts that decide about an answer and that a command does not choose itself.
constexpr std::array<const char *, 9> askedFields { "hardware.accelerator", "hardware.nodes",
    "hardware.devices_per_node", "workload.sequence_length", "workload.global_batch_sequences",
    "workload.training_tokens", "tuning.method", "framework", "optimizer" };

bool isStated(const LoadedPlan &loaded, const std::string &path)
{
    if (std::ranges::find(loaded.setPaths, path) != loaded.setPaths.end())
        return true;
    const std::string section = path.substr(0, path.find('.'));
    return loaded.lines.contains(path) || (section == path && loaded.lines.contains(section));
}

Document machinesDocument(const Plan &plan, const QuestionLimits &limits)
{
    Document machines = Document::sequence();
    for (const std::string &chip : limits.machines)
        machines.append(Document::mapping({ { "accelerator", chip } }));
    if (limits.machines.empty())
        machines.append(Document::mapping(
            { { "accelerator", plan.hardware.accelerator }, { "nodes", plan.hardware.nodes },
                { "devices_per_node", plan.hardware.devicesPerNode } }));
    return machines;
}

Document optionalNumber(const std::optional<double> &value)
{
    return value ? finiteNumber(*value) : Document {};
}

} // namespace

Document questionDocument(const LoadedPlan &loaded, const QuestionLimits &limits)
{
    const Plan &plan = loaded.plan;
    Document assumed = Document::sequence();
    for (const char *path : askedFields) {
        const bool isMachine = std::string_view(path).starts_with("hardware.");
        const bool isAsked = !(isMachine && !limits.machines.empty());
        if (isAsked && !planFieldText(plan, path).empty() && !isStated(loaded, path))
            assumed.append(Document(path));
    }
    Document work = Document::mapping({ { "mode", planFieldText(plan, "workload.mode") },
        { "method", planFieldText(plan, "tuning.method") }, { "framework", plan.framework },
        { "sequence_length", plan.workload.sequenceLength },
        { "global_batch_sequences", plan.workload.globalBatchSequences } });
    return Document::mapping({ { "model", plan.model.id.empty() ? plan.name : plan.model.id },
        { "machines", machinesDocument(plan, limits) }, { "work", std::move(work) },
        { "tokens", optionalNumber(plan.workload.trainingTokens) },
        { "deadline_days", optionalNumber(limits.deadlineDays) },
        { "budget_usd", optionalNumber(limits.budget) },
        { "target", limits.target.empty() ? Document {} : Document(limits.target) },
        { "assumed", std::move(assumed) } });
}

} // namespace headroom
