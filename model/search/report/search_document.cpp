#include "model/search/report/search_report.h"

#include "model/base/wording/messages.h"
#include "model/plan/fields/plan_fields.h"

#include <charconv>
#include <cmath>

namespace headroom {
namespace {

Document count(std::uint64_t value)
{
    return Document(static_cast<std::int64_t>(value));
}

Document rowDocument(const SearchRow &row)
{
    const Estimate &estimate = row.estimate;
    Document document = Document::mapping({ { "settings", settingsDocument(row.settings) },
        { "step_seconds", finiteNumber(estimate.time.step.value()) },
        { "p10_seconds", finiteNumber(estimate.time.p10.value()) },
        { "p90_seconds", finiteNumber(estimate.time.p90.value()) },
        { "peak_bytes", finiteNumber(estimate.memory.peak.value()) },
        { "headroom_bytes", finiteNumber(estimate.memory.headroom.value()) },
        { "mfu", finiteNumber(estimate.throughput.mfu) },
        { "tokens_per_second_per_device",
            finiteNumber(estimate.throughput.tokensPerSecondPerDevice) },
        { "fit_probability", finiteNumber(estimate.memory.fitProbability) },
        { "axes", row.simplicity.axes }, { "bottleneck", estimate.bottleneck },
        { "tie", row.isTie } });
    if (estimate.run) {
        document.set("days", finiteNumber(estimate.run->days));
        document.set("cost", finiteNumber(estimate.run->cost));
    }
    return document;
}

Document missDocument(const NearestMiss &miss)
{
    Document remedies = Document::sequence();
    for (const NearestMiss::Remedy &remedy : miss.remedies) {
        Document changes = Document::mapping();
        for (const FieldChange &change : remedy.changes)
            changes.set(
                change.path, change.value.empty() ? Document("free") : settingValue(change));
        remedies.append(Document::mapping({ { "id", remedy.id }, { "changes", changes },
            { "step_seconds", finiteNumber(remedy.step.value()) } }));
    }
    Document document = rowDocument(miss.row);
    document.set("budget_bytes", finiteNumber(miss.row.estimate.memory.budget.value()));
    document.set("short_bytes", finiteNumber(miss.shortBytes.value()));
    document.set("short_days", finiteNumber(miss.shortDays));
    document.set("remedies", std::move(remedies));
    return document;
}

} // namespace

Document settingValue(const FieldChange &setting)
{
    const PlanField *field = planField(setting.path);
    const std::string &text = setting.value;
    if (!field || text.empty())
        return Document(text);
    if (field->kind == FieldKind::Boolean)
        return Document(text == "true");
    double value = 0;
    const auto [rest, status] = std::from_chars(text.data(), text.data() + text.size(), value);
    const bool isNumber = (field->kind == FieldKind::Integer || field->kind == FieldKind::Real)
        && status == std::errc {} && rest == text.data() + text.size();
    if (!isNumber)
        return Document(text);
    return value == std::floor(value) ? Document(static_cast<std::int64_t>(value))
                                      : Document(value);
}

Document settingsDocument(const std::vector<FieldChange> &settings)
{
    Document document = Document::mapping();
    for (const FieldChange &setting : settings)
        document.set(setting.path, settingValue(setting));
    return document;
}

Document searchDocument(const SearchReport &report)
{
    const SearchOutcome &outcome = report.outcome;
    Document free = Document::sequence();
    for (const std::string &path : report.request.free)
        free.append(Document(path));
    Document results = Document::sequence();
    for (const SearchRow &row : outcome.rows)
        results.append(rowDocument(row));
    Document pareto = Document::sequence();
    for (const SearchRow &row : outcome.pareto)
        pareto.append(Document::mapping({ { "settings", settingsDocument(row.settings) },
            { "step_seconds", finiteNumber(row.estimate.time.step.value()) },
            { "peak_bytes", finiteNumber(row.estimate.memory.peak.value()) } }));
    Document document = Document::mapping({ { "plan", report.request.plan.name },
        { "objective", objectiveName(report.request.objective) }, { "free", std::move(free) },
        { "exhaustive", report.request.isExhaustive },
        { "enumerated", count(outcome.counts.enumerated) },
        { "evaluated", count(outcome.counts.evaluated) },
        { "feasible", count(outcome.counts.feasible) },
        { "seconds", finiteNumber(outcome.seconds) }, { "results", std::move(results) } });
    document.set("recommended",
        outcome.recommended ? Document(static_cast<std::int64_t>(*outcome.recommended))
                            : Document {});
    document.set("kept", outcome.isKept);
    if (outcome.reason)
        document.set("recommended_reason", messageText(*outcome.reason));
    if (outcome.simplest)
        document.set("simplest_tie", rowDocument(*outcome.simplest));
    if (outcome.own) {
        Document own = rowDocument(*outcome.own);
        own.set("fits", outcome.own->estimate.memory.fits);
        document.set("own", std::move(own));
    }
    document.set("pareto", std::move(pareto));
    if (!outcome.methods.empty()) {
        Document methods = Document::sequence();
        for (const MethodResult &one : outcome.methods) {
            Document row = rowDocument(one.row);
            row.set("method", one.method);
            row.set("fits", one.fits);
            methods.append(std::move(row));
        }
        document.set("methods", std::move(methods));
    }
    if (outcome.nearestMiss)
        document.set("nearest_miss", missDocument(*outcome.nearestMiss));
    if (report.reasons)
        document.set("reasons", reasonsDocument(*report.reasons));
    return document;
}

} // namespace headroom
