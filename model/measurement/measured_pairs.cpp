#include "model/measurement/measured_pairs.h"

#include "model/base/document/mapping_reader.h"
#include "model/base/document/schema_version.h"
#include "model/base/text/plain_number.h"
#include "model/measurement/kept_plan.h"
#include "model/rules/checked_plan.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

namespace headroom {
namespace {

std::optional<MeasuredChange> readChange(MappingReader &reader, std::string_view key)
{
    const Document *list = reader.child(key);
    if (!list)
        return std::nullopt;
    std::vector<double> ends;
    for (const Document &item : list->items())
        if (const auto number = plainNumber(item.text()))
            ends.push_back(*number);
    if (ends.empty() || ends.size() > 2 || ends.front() > ends.back()) {
        reader.report("not-a-number", key, { std::string { key } });
        return std::nullopt;
    }
    return MeasuredChange { ends.front(), ends.back() };
}

MeasuredPair readPair(const std::string &id, MappingReader &reader)
{
    MeasuredPair pair;
    pair.id = id;
    pair.change = reader.requiredText("change");
    pair.where = reader.requiredText("where");
    pair.source = reader.requiredText("source");
    pair.step = readChange(reader, "step");
    pair.peak = readChange(reader, "peak");
    pair.plan = reader.text("plan");
    pair.set = reader.texts("set");
    pair.off = reader.texts("off");
    pair.on = reader.texts("on");
    pair.standIn = reader.text("stand_in");
    pair.vary = reader.texts("vary");
    pair.notExpressed = reader.text("not_expressed");
    const bool isWhole = pair.plan.empty()
        ? !pair.notExpressed.empty()
        : !pair.off.empty() && !pair.on.empty() && pair.step.has_value() != pair.peak.has_value();
    if (!isWhole)
        reader.report("missing-key", "not_expressed", { "not_expressed" });
    return pair;
}

Result<Estimate> estimateOf(const MeasuredPair &pair, const std::vector<std::string> &variant,
    const std::vector<std::string> &end, const Estimator &estimator)
{
    std::vector<std::string> settings = pair.set;
    settings.insert(settings.end(), variant.begin(), variant.end());
    settings.insert(settings.end(), end.begin(), end.end());
    const Result<CheckedPlan> plan = openPlan(pair.plan, settings, estimator.library());
    if (!plan)
        return plan.errors();
    const Result<ResolvedPlan> resolved
        = resolveKept(plan->loaded.plan, estimator.library()); // somebody ran it
    if (!resolved)
        return resolved.errors();
    return estimator.estimate(*resolved);
}

Change asShare(const Change &change, double whole)
{
    return { change.middle / whole, change.p10 / whole, change.p90 / whole };
}

int signOf(double share)
{
    return std::abs(share) < nilShare ? 0 : share < 0 ? -1 : 1;
}

Result<Change> modelledChange(
    const MeasuredPair &pair, const std::vector<std::string> &variant, const Estimator &estimator)
{
    const Result<Estimate> off = estimateOf(pair, variant, pair.off, estimator);
    if (!off)
        return off.errors();
    const Result<Estimate> on = estimateOf(pair, variant, pair.on, estimator);
    if (!on)
        return on.errors();
    TermDoubts doubts;
    const bool movesFlags = std::ranges::any_of(
        pair.on, [](const std::string &assignment) { return assignment.starts_with("flags."); });
    if (movesFlags)
        doubts.fill(assumedSizeDoubt);
    const PlanChange change = planChange(*off, *on, doubts);
    return pair.step ? asShare(change.step, off->time.step.value())
                     : asShare(change.peak, off->memory.peak.value());
}

Result<PairComparison> compared(const MeasuredPair &pair, const Estimator &estimator)
{
    PairComparison row { pair, {}, false, false };
    if (pair.plan.empty())
        return row;
    const Result<Change> own = modelledChange(pair, {}, estimator);
    if (!own)
        return own.errors();
    row.modelled = *own;
    for (const std::string &setting : pair.vary) {
        const Result<Change> other = modelledChange(pair, { setting }, estimator);
        if (!other)
            return other.errors();
        row.modelled->p10 = std::min(row.modelled->p10, other->p10);
        row.modelled->p90 = std::max(row.modelled->p90, other->p90);
    }
    const MeasuredChange measured = pair.step ? *pair.step : *pair.peak;
    row.hasRightSign = signOf(measured.middle()) == signOf(row.modelled->middle);
    row.isInside = measured.most >= row.modelled->p10 - nilShare
        && measured.least <= row.modelled->p90 + nilShare;
    return row;
}

std::string percentText(double share)
{
    return fmt::format("{:+.1f} %", 100 * share);
}

std::string measuredText(const MeasuredPair &pair)
{
    const auto &measured = pair.step ? pair.step : pair.peak;
    if (!measured)
        return "-";
    const std::string ends = measured->least == measured->most
        ? percentText(measured->least)
        : percentText(measured->least) + " to " + percentText(measured->most);
    return ends + (pair.peak ? " of the peak" : "");
}

std::string modelledText(const PairComparison &row)
{
    return fmt::format("{} ({} to {})", percentText(row.modelled->middle),
        percentText(row.modelled->p10), percentText(row.modelled->p90));
}

} // namespace

Result<std::vector<MeasuredPair>> loadMeasuredPairs(const DataDirectories &directories)
{
    const std::filesystem::path file = directories.find("measurements/pairs.yaml");
    Errors problems;
    std::vector<MeasuredPair> pairs;
    readSchemaFile(file, problems, [&](MappingReader &reader) {
        reader.requiredText("id");
        reader.requiredText("name");
        reader.eachNamed("pairs", [&pairs](const std::string &id, MappingReader &pair) {
            pairs.push_back(readPair(id, pair));
        });
    });
    if (!problems.empty())
        return problems;
    return pairs;
}

Result<PairTable> comparePairs(const std::vector<MeasuredPair> &pairs, const Estimator &estimator)
{
    PairTable table;
    for (const MeasuredPair &pair : pairs) {
        Result<PairComparison> row = compared(pair, estimator);
        if (!row)
            return row.errors();
        table.expressed += row->modelled ? 1 : 0;
        table.rightSign += row->hasRightSign ? 1 : 0;
        table.inside += row->isInside ? 1 : 0;
        table.rows.push_back(*std::move(row));
    }
    return table;
}

std::string pairTableText(const PairTable &table, bool isMarkdown)
{
    std::string text = isMarkdown ? "\n## Measured pairs\n\n" : "\nMeasured pairs\n";
    text += fmt::format(
        "{}{} of {} can be expressed by a plan; of these {} have the right sign, {} "
        "lie in the interval.\n",
        isMarkdown ? "" : "  ", table.expressed, table.rows.size(), table.rightSign, table.inside);
    if (isMarkdown)
        text
            += "\n| Pair | Measured | By the estimate | Sign | Inside |\n| --- | --- | --- | --- | "
               "--- |\n";
    for (const PairComparison &row : table.rows) {
        if (!row.modelled)
            continue;
        const char *sign = row.hasRightSign ? "right" : "wrong";
        const char *inside = row.isInside ? "inside" : "outside";
        text += isMarkdown
            ? fmt::format("| {} ({}) | {} | {} | {} | {} |\n", row.pair.change, row.pair.source,
                measuredText(row.pair), modelledText(row), sign, inside)
            : fmt::format("  {:<26} measured {:<18} estimate {:<34} {} sign, {}\n", row.pair.id,
                measuredText(row.pair), modelledText(row), sign, inside);
    }
    text += isMarkdown ? "\n" : "";
    for (const PairComparison &row : table.rows)
        if (!row.modelled)
            text += isMarkdown ? fmt::format("- {}: {}; {}\n", row.pair.id, measuredText(row.pair),
                        row.pair.notExpressed)
                               : fmt::format("  {:<26} measured {:<18} {}\n", row.pair.id,
                                   measuredText(row.pair), row.pair.notExpressed);
    return text;
}

Document pairTableDocument(const PairTable &table)
{
    Document rows = Document::sequence();
    for (const PairComparison &row : table.rows) {
        Document entry = Document::mapping({ { "id", row.pair.id }, { "change", row.pair.change },
            { "where", row.pair.where }, { "source", row.pair.source } });
        for (const auto &[key, measured] :
            { std::pair { "step", row.pair.step }, std::pair { "peak", row.pair.peak } })
            if (measured) {
                entry.set("of", key);
                entry.set("measured", measured->middle());
                entry.set("measured_least", measured->least);
                entry.set("measured_most", measured->most);
            }
        if (row.modelled) {
            entry.set("modelled", row.modelled->middle);
            entry.set("p10", row.modelled->p10);
            entry.set("p90", row.modelled->p90);
            entry.set("right_sign", row.hasRightSign);
            entry.set("inside", row.isInside);
            entry.set("stand_in", row.pair.standIn);
        } else {
            entry.set("not_expressed", row.pair.notExpressed);
        }
        rows.append(std::move(entry));
    }
    return Document::mapping({ { "expressed", static_cast<std::int64_t>(table.expressed) },
        { "right_sign", static_cast<std::int64_t>(table.rightSign) },
        { "inside", static_cast<std::int64_t>(table.inside) }, { "rows", std::move(rows) } });
}

} // namespace headroom
