#include "model/base/units/format_quantity.h"
#include "model/search/report/search_report.h"

#include <fmt/format.h>

#include <cmath>

namespace headroom {
namespace {

Document comparisonDocument(const Comparison &comparison)
{
    Document settings = Document::sequence();
    for (const SettingDifference &setting : comparison.settings)
        settings.append(Document::mapping(
            { { "path", setting.path }, { "from", settingValue({ setting.path, setting.from }) },
                { "to", settingValue({ setting.path, setting.to }) } }));
    Document terms = Document::sequence();
    for (const TermDifference &term : comparison.terms)
        terms.append(Document::mapping({ { "id", term.id },
            { term.isTime ? "seconds_change" : "bytes_change", term.change() } }));
    return Document::mapping({ { "text", comparisonText(comparison) }, { "knobs", settings },
        { "step_seconds_change", comparison.step.value() },
        { "peak_bytes_change", comparison.peak.value() }, { "terms", terms } });
}

std::string signedText(double value, const std::string &size)
{
    return (value < 0 ? "-" : "+") + size;
}

std::string changesText(const std::vector<FieldChange> &changes)
{
    std::string text;
    for (const FieldChange &change : changes)
        text += fmt::format("{}{} {}", text.empty() ? "" : ", ",
            change.path.substr(change.path.rfind('.') + 1), change.value);
    return text;
}

std::string sensitivityText(const SensitivityRow &row)
{
    return fmt::format("  {:<10} {:<12} {}{}\n",
        signedText(
            row.stepChange.value(), formatSeconds(Seconds { std::abs(row.stepChange.value()) })),
        signedText(row.peakChange.value(), formatBytes(Bytes { std::abs(row.peakChange.value()) })),
        changesText(row.changes), row.fits ? "" : " (does not fit)");
}

} // namespace

Document reasonsDocument(const SearchReasons &reasons)
{
    Document others = Document::sequence();
    for (const Comparison &comparison : reasons.othersAgainstBest)
        others.append(comparisonDocument(comparison));
    Document sensitivity = Document::sequence();
    for (const SensitivityRow &row : reasons.sensitivity)
        sensitivity.append(
            Document::mapping({ { "path", row.path }, { "direction", row.isUp ? "up" : "down" },
                { "settings", settingsDocument(row.changes) }, { "step_seconds", row.step.value() },
                { "step_seconds_change", row.stepChange.value() },
                { "peak_bytes_change", row.peakChange.value() }, { "fits", row.fits } }));
    Document prices = Document::sequence();
    for (const ChoicePrice &price : reasons.prices)
        prices.append(Document::mapping(
            { { "path", price.path }, { "value", settingValue({ price.path, price.value }) },
                { "fixed_step_seconds", price.fixed.value() },
                { "freed_step_seconds", price.freed.value() },
                { "settings", settingsDocument(price.best) } }));
    Document document = Document::mapping();
    if (reasons.bestAgainstOwn)
        document.set("best_against_own", comparisonDocument(*reasons.bestAgainstOwn));
    document.set("others_against_best", std::move(others));
    document.set("sensitivity", std::move(sensitivity));
    document.set("best_change",
        reasons.bestChange ? Document(static_cast<std::int64_t>(*reasons.bestChange))
                           : Document {});
    document.set("prices", std::move(prices));
    return document;
}

std::string reasonsText(const SearchReasons &reasons)
{
    std::string text;
    if (reasons.bestAgainstOwn)
        text += "\nAgainst the plan as it stands\n  " + comparisonText(*reasons.bestAgainstOwn)
            + "\n";
    if (!reasons.othersAgainstBest.empty())
        text += "\nThe others against the first\n";
    for (std::size_t i = 0; i < reasons.othersAgainstBest.size(); ++i)
        text += fmt::format("  {}: {}\n", i + 2, comparisonText(reasons.othersAgainstBest[i]));
    if (reasons.bestChange)
        text += "\nThe one step that helps the plan most\n"
            + sensitivityText(reasons.sensitivity[*reasons.bestChange]);
    if (!reasons.sensitivity.empty())
        text += "\nEffect of changing one setting of the plan: step time, peak\n";
    for (const SensitivityRow &row : reasons.sensitivity)
        text += sensitivityText(row);
    if (!reasons.prices.empty())
        text += "\nWhat fixed settings cost\n";
    for (const ChoicePrice &price : reasons.prices)
        text += fmt::format("  {} {}: {} with it, {} when freed\n", price.path, price.value,
            formatSeconds(price.fixed), formatSeconds(price.freed));
    return text;
}

} // namespace headroom
