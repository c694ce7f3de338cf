#include "model/flags/advice/flag_comparison.h"

#include "model/flags/catalogue/flag_value.h"

#include <map>
#include <set>

namespace headroom {
namespace {

using Values = std::map<std::string, std::string>;

Values valuesOf(const FlagAdvisor &advisor, const ResolvedPlan &resolved)
{
    Values values;
    for (const EffectiveFlag &flag : advisor.effective(resolved).flags)
        values[flag.name] = flag.value;
    return values;
}

FlagComparison::Value valueOf(
    const Values &values, const std::string &name, const std::string &byDefault)
{
    const auto found = values.find(name);
    return found == values.end() ? FlagComparison::Value { byDefault, false }
                                 : FlagComparison::Value { found->second, true };
}

bool isSame(const FlagEntry &entry, const std::string &a, const std::string &b)
{
    return a == b || (!a.empty() && !b.empty() && sameValue(entry, a, b));
}

} // namespace

std::vector<FlagComparison> compareFlags(
    const std::shared_ptr<const FlagCatalogue> &catalogue, const ResolvedPlan &resolved)
{
    const Result<FlagAdvisor> own = FlagAdvisor::make(catalogue, resolved);
    const Result<FlagAdvisor> advisor = FlagAdvisor::make(catalogue, resolved.releases.jaxlib, {});
    if (!own || !advisor)
        return {};
    const Values advised = valuesOf(*advisor, resolved);
    const Values current = valuesOf(*own, resolved);
    std::set<std::string> names;
    for (const auto &[name, value] : advised)
        names.insert(name);
    for (const auto &[name, value] : current)
        names.insert(name);
    std::vector<FlagComparison> rows;
    for (const std::string &name : names) {
        const FlagEntry *entry = catalogue->find(name);
        if (!entry)
            continue;
        const FlagStatus status = statusAt(*entry, own->jaxlib().answers);
        FlagComparison row;
        row.name = name;
        row.byDefault = status.hasDefault ? status.defaultValue : entry->defaultText;
        row.advised = valueOf(advised, name, row.byDefault);
        row.current = valueOf(current, name, row.byDefault);
        row.differs = !isSame(*entry, row.advised.text, row.current.text)
            || !isSame(*entry, row.current.text, row.byDefault);
        rows.push_back(std::move(row));
    }
    return rows;
}

} // namespace headroom
