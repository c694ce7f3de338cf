#include "model/advice/remedies.h"

#include "model/base/text/display_line.h"
#include "model/base/units/format_quantity.h"
#include "model/base/wording/messages.h"
#include "model/estimate/figure_intervals.h"

#include <fmt/format.h>

namespace headroom {
namespace {

constexpr std::size_t maxMove = 2000; ///< letters; names of flags are the user's

Document changesDocument(const PlanMove &move)
{
    Document set = Document::sequence();
    for (const FieldChange &change : move)
        set.append(Document(change.path + '=' + change.value));
    return set;
}

Document remedyDocument(const Remedy &remedy)
{
    const auto change = [](const char *unit, const Change &of) {
        return Document::mapping({ { unit, finiteNumber(of.middle) },
            { "p10", finiteNumber(of.p10) }, { "p90", finiteNumber(of.p90) } });
    };
    return Document::mapping({ { "set", changesDocument(remedy.changes) },
        { "cures", Document::texts(remedy.cures) },
        { "step_change", change("seconds", remedy.change.step) },
        { "peak_change_bytes", change("bytes", remedy.change.peak) },
        { "fit_probability", finiteNumber(remedy.estimate.memory.fitProbability) },
        { "alters", altersName(remedy.reach) }, { "exports", Document::texts(remedy.targets) } });
}

} // namespace

std::string remediesText(const Remedies &remedies, const Estimate &now)
{
    std::string text;
    for (const Remedy &remedy : remedies.all) {
        const Estimate &then = remedy.estimate;
        text += fmt::format(
            "  {}\n      {} per step instead of {}, {} instead of {} per device, fits "
            "with {}{}\n",
            displayLine(moveText(remedy.changes), maxMove), formatSeconds(then.time.step),
            formatSeconds(now.time.step), formatBytes(then.memory.peak),
            formatBytes(now.memory.peak), amountText(fitAmount(then.memory)),
            std::string_view(altersName(remedy.reach)) == "numerics" ? "; alters numerics"
                : std::string_view(altersName(remedy.reach)) == "work"
                ? "; alters what is trained, or on what"
                : "");
    }
    if (remedies.nearest)
        text += fmt::format("  Nothing found makes the plan fit. The nearest, {}, lacks {} per "
                            "device.\n",
            remedies.nearest->changes.empty()
                ? "the plan itself"
                : displayLine(moveText(remedies.nearest->changes), maxMove),
            formatBytes(remedies.nearest->lacks));
    return text.empty() ? text : "\nWhat helps, nearest first:\n" + text;
}

void addRemedies(Document &document, const Remedies &remedies)
{
    Document list = Document::sequence();
    for (const Remedy &remedy : remedies.all)
        list.append(remedyDocument(remedy));
    document.set("remedies", std::move(list));
    if (remedies.nearest)
        document.set("nearest",
            Document::mapping({ { "set", changesDocument(remedies.nearest->changes) },
                { "lacks_bytes", finiteNumber(remedies.nearest->lacks.value()) } }));
    const Document *findings = document.find("findings");
    if (!findings)
        return;
    Document named = Document::sequence();
    for (Document finding : findings->items()) {
        Document places = Document::sequence();
        for (const std::size_t place : remedies.of(finding.find("id")->text()))
            places.append(Document(static_cast<std::int64_t>(place)));
        if (!places.items().empty())
            finding.set("remedies", std::move(places));
        named.append(std::move(finding));
    }
    document.set("findings", std::move(named));
}

} // namespace headroom
