#include "model/base/wording/messages.h"
#include "model/plan/fields/plan_difference.h"
#include "model/search/report/cluster_report.h"
#include "model/search/report/search_report.h"

namespace headroom {
namespace {

Document pointDocument(const ClusterReport &report, const ClusterPoint &point)
{
    const Estimate &estimate = point.estimate;
    const RunInterruptions &run = point.run();
    Document document
        = Document::mapping({ { "devices", point.devices }, { "nodes", point.plan.hardware.nodes },
            { "devices_per_node", point.plan.hardware.devicesPerNode },
            { "days", finiteNumber(run.days) }, { "days_p10", finiteNumber(point.days.low) },
            { "days_p90", finiteNumber(point.days.high) }, { "cost_usd", finiteNumber(run.cost) },
            { "cost_usd_p10", finiteNumber(point.cost.low) },
            { "cost_usd_p90", finiteNumber(point.cost.high) },
            { "device_hours", finiteNumber(run.deviceHours) },
            { "energy_kwh", finiteNumber(estimate.run->energyKwh) },
            { "goodput", finiteNumber(run.goodput) },
            { "step_seconds", finiteNumber(estimate.time.step.value()) },
            { "p10_seconds", finiteNumber(estimate.time.p10.value()) },
            { "p90_seconds", finiteNumber(estimate.time.p90.value()) },
            { "tokens_per_second_per_device",
                finiteNumber(estimate.throughput.tokensPerSecondPerDevice) },
            { "mfu", finiteNumber(estimate.throughput.mfu) },
            { "peak_bytes", finiteNumber(estimate.memory.peak.value()) },
            { "headroom_bytes", finiteNumber(estimate.memory.headroom.value()) },
            { "fit_probability", finiteNumber(estimate.memory.fitProbability) },
            { "front", point.isOnFront } });
    if (report.request.deadlineDays)
        document.set("deadline_probability", finiteNumber(point.deadlineProbability));
    document.set("settings", settingsDocument(clusterSettings(report.request.plan, point.plan)));
    return document;
}

Document chipDocument(const ClusterReport &report, const ClusterChip &chip)
{
    Document points = Document::sequence();
    for (const ClusterPoint &point : chip.points)
        points.append(pointDocument(report, point));
    Document without = Document::sequence();
    for (const std::int64_t devices : chip.withoutPlan)
        without.append(Document(devices));
    Document document = Document::mapping({ { "id", chip.id }, { "name", chip.name },
        { "usd_per_device_hour", finiteNumber(chip.price) },
        { "price_is", chip.priceSource.empty() ? "given" : "profile" } });
    if (!chip.priceSource.empty()) {
        document.set("price_date", chip.priceDate);
        document.set("price_source", chip.priceSource);
    }
    if (chip.refusal)
        document.set("refused", errorText(*chip.refusal));
    document.set("points", std::move(points));
    document.set("devices_without_plan", std::move(without));
    return document;
}

} // namespace

std::vector<FieldChange> clusterSettings(const Plan &asked, const Plan &found)
{
    std::vector<FieldChange> settings = changesBetween(asked, found);
    std::erase_if(settings, [](const FieldChange &change) { return change.path == "name"; });
    return settings;
}

Document clusterDocument(const ClusterReport &report)
{
    const ClusterRequest &request = report.request;
    const ClusterOutcome &outcome = report.outcome;
    const Workload &workload = request.plan.workload;
    Document document
        = Document::mapping({ { "plan", request.plan.name }, { "model", request.plan.model.id },
            { "training_tokens", finiteNumber(workload.trainingTokens.value_or(0)) },
            { "sequence_length", workload.sequenceLength },
            { "global_batch_sequences", workload.globalBatchSequences },
            { "global_batch_is", "the same on every machine" },
            { "minimum_fit_probability", finiteNumber(request.minFit) },
            { "most_devices", request.maxDevices } });
    if (request.deadlineDays)
        document.set("deadline_days", finiteNumber(*request.deadlineDays));
    if (request.budget)
        document.set("budget_usd", finiteNumber(*request.budget));
    document.set("enumerated", static_cast<std::int64_t>(outcome.counts.enumerated));
    document.set("evaluated", static_cast<std::int64_t>(outcome.counts.evaluated));
    document.set("seconds", finiteNumber(outcome.seconds));
    Document chips = Document::sequence();
    for (const ClusterChip &chip : outcome.chips)
        chips.append(chipDocument(report, chip));
    document.set("chips", std::move(chips));
    if (const auto &choice = outcome.recommended) {
        const ClusterChip &chip = outcome.chips[choice->chip];
        document.set("recommended",
            Document::mapping(
                { { "chip", chip.id }, { "devices", chip.points[choice->point].devices },
                    { "keeps_limits", choice->keepsLimits },
                    { "reason", messageText(choice->reason) } }));
    }
    return document;
}

} // namespace headroom
