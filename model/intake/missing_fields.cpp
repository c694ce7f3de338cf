#include "model/intake/missing_fields.h"

#include "model/intake/words/told_words.h"
#include "model/plan/fields/plan_fields.h"
#include "model/plan/framework_traits.h"

#include <fmt/format.h>

#include <algorithm>
#include <tuple>

namespace headroom {
namespace {

const Message *noteOf(const PlanDraft &draft, std::string_view id)
{
    const auto note = std::ranges::find(draft.notes, id, &Message::id);
    return note == draft.notes.end() ? nullptr : &*note;
}

std::string count(double value)
{
    return fmt::format("{:g}", value);
}

Message modelReason(const PlanDraft &draft, const RunTrace &trace)
{
    if (const Message *note = noteOf(draft, "run-model-unlisted"))
        return { "missing-model-unlisted", note->operands };
    if (const auto size = trace.facts.number(nominalSizeFact);
        size && !trace.facts.has("plan.model"))
        return { "missing-model-size", { fmt::format("{:.4g}", *size / 1e9) } };
    return { "missing-model", {} };
}

Message chipReason(const PlanDraft &draft, const RunTrace &trace)
{
    if (const Message *note = noteOf(draft, "run-device-unknown"))
        return { "missing-chip-unlisted", note->operands };
    const FrameworkTraits *const framework = findFramework(trace.framework);
    return { framework && framework->runsXla ? "missing-chip" : "missing-gpu", {} };
}

Message devicesReason(const PlanDraft &draft, const RunTrace &trace)
{
    const auto &hardware = draft.plan.hardware;
    const std::string all = count(double { 1 } * hardware.nodes * hardware.devicesPerNode);
    if (const Message *note = noteOf(draft, "run-devices-differ"))
        return { "missing-devices-differ", note->operands };
    if (trace.facts.has("nodes"))
        return { "missing-devices-of-node",
            { std::to_string(hardware.nodes), std::to_string(hardware.devicesPerNode) } };
    if (hardware.nodes > 1)
        return { "missing-devices-of-degrees", { all } };
    return { "missing-devices", { all } };
}

Message batchReason(const PlanDraft &draft)
{
    const Parallelism &degrees = draft.plan.parallelism;
    if (draft.origin("parallelism.micro_batch_sequences") == FieldOrigin::Assumed)
        return { "missing-batch", {} };
    if (draft.devices != FieldOrigin::Assumed)
        return { "missing-batch-passes",
            { count(degrees.microBatch),
                count(double { 1 } * draft.plan.hardware.nodes
                    * draft.plan.hardware.devicesPerNode) } };
    return { "missing-batch-of-devices",
        { count(degrees.microBatch),
            count(
                double { 1 } * draft.plan.hardware.nodes * draft.plan.hardware.devicesPerNode) } };
}

} // namespace

std::vector<MissingField> missingFields(
    const PlanDraft &draft, const RunTrace &trace, const ProfileLibrary &library)
{
    std::vector<MissingField> missing;
    const auto isAssumed
        = [&](const char *path) { return draft.origin(path) == FieldOrigin::Assumed; };
    const auto ask
        = [&](const char *path, const std::string &fact, const char *question, Message reason) {
              missing.push_back({ path, fact.empty() ? std::string(toldPrefix) + path : fact, true,
                  { question, {} }, planFieldText(draft.plan, path), std::move(reason) });
          };
    if (isAssumed("model")) {
        ask("model", {}, "ask-model", modelReason(draft, trace));
        missing.back().guess = draft.plan.model.id;
    }
    if (isAssumed("hardware.accelerator")) {
        const auto chip = library.accelerator(draft.plan.hardware.accelerator);
        const bool isTpu = chip && (*chip)->kind == AcceleratorKind::Tpu;
        ask("hardware.accelerator", "device_name", isTpu ? "ask-tpu" : "ask-gpu",
            chipReason(draft, trace));
    }
    if (draft.devices == FieldOrigin::Assumed) {
        const bool hasNodes = trace.facts.has("nodes"),
                   hasNode = trace.facts.has("devices_per_node");
        ask(hasNodes ? "hardware.devices_per_node" : "hardware.nodes",
            hasNodes      ? "devices_per_node"
                : hasNode ? "nodes"
                          : "devices",
            hasNodes      ? "ask-devices-of-node"
                : hasNode ? "ask-nodes"
                          : "ask-devices",
            devicesReason(draft, trace));
        if (!hasNodes && !hasNode)
            missing.back().guess = count(
                double { 1 } * draft.plan.hardware.nodes * draft.plan.hardware.devicesPerNode);
    }
    if (isAssumed("workload.global_batch_sequences"))
        ask("workload.global_batch_sequences", {}, "ask-batch", batchReason(draft));
    for (const auto &[path, question, reason] :
        { std::tuple { "workload.sequence_length", "ask-length", "missing-length" },
            std::tuple {
                "parallelism.micro_batch_sequences", "ask-micro-batch", "missing-micro-batch" } })
        if (isAssumed(path)) {
            ask(path, {}, question, { reason, {} });
            missing.back().decides = false;
        }
    return missing;
}

} // namespace headroom
