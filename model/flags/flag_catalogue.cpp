#include "model/flags/flag_catalogue.h"

#include "model/flags/flag_files.h"
#include "model/flags/flag_value.h"
#include "model/flags/rule_files.h"

#include <algorithm>
#include <set>

namespace headroom {
namespace {

std::string_view withoutDashes(std::string_view name)
{
    const std::size_t start = name.find_first_not_of('-');
    return start == std::string_view::npos ? std::string_view {} : name.substr(start);
}

bool existsAt(const FlagEntry &entry, const JaxlibVersion &version)
{
    return statusAt(entry, version).presence == FlagPresence::Present;
}

} // namespace

Result<std::shared_ptr<const FlagCatalogue>> FlagCatalogue::load(const DataDirectories &directories)
{
    const std::filesystem::path releaseFile = directories.find("flags/releases.yaml");
    if (releaseFile.empty())
        return Error { "profile-file-missing",
            (directories.shipped / "flags/releases.yaml").string(), {} };
    Result<JaxlibReleases> releases = JaxlibReleases::load(releaseFile);
    if (!releases)
        return releases.errors();
    auto catalogue = std::make_shared<FlagCatalogue>();
    catalogue->m_releases = *std::move(releases);
    Errors problems;
    for (const std::filesystem::path &file : profileFiles(directories, "flags/facts"))
        readFlagFile(file, catalogue->m_entries, problems);
    readVariableFile(directories.find("flags/environment.yaml"), catalogue->m_entries, problems);
    catalogue->m_sets = readFlagSets(directories.find("flags/sets.yaml"), problems);
    catalogue->m_conflicts = readConflicts(directories.find("flags/conflicts.yaml"), problems);
    catalogue->m_options = readOptions(directories.find("flags/options.yaml"), problems);
    catalogue->m_replacements
        = readReplacements(directories.find("flags/replacements.yaml"), problems);
    if (!problems.empty())
        return problems;
    std::ranges::sort(catalogue->m_entries, {}, &FlagEntry::name);
    std::vector<std::string> names;
    for (const FlagEntry &entry : catalogue->m_entries) {
        catalogue->m_byName.emplace(entry.name, &entry);
        names.push_back(entry.name);
    }
    catalogue->m_names = NameIndex { std::move(names) };
    return std::shared_ptr<const FlagCatalogue> { std::move(catalogue) };
}

const FlagEntry *FlagCatalogue::find(std::string_view name) const
{
    const auto entry = m_byName.find(withoutDashes(name));
    return entry == m_byName.end() ? nullptr : entry->second;
}

std::vector<std::string> FlagCatalogue::nearest(std::string_view name, std::size_t count) const
{
    return m_names.nearest(withoutDashes(name), count);
}

std::vector<std::string> FlagCatalogue::successors(
    std::string_view name, const JaxlibVersion &version) const
{
    std::vector<std::string> found;
    std::set<std::string, std::less<>> seen { std::string { name } };
    std::vector<std::string> waiting { std::string { name } };
    while (!waiting.empty()) {
        const std::string current = waiting.front();
        waiting.erase(waiting.begin());
        const FlagEntry *entry = find(current);
        if (!entry)
            continue;
        if (current != name && existsAt(*entry, version)) {
            found.push_back(current);
            continue;
        }
        for (const std::string &next : entry->replacedBy)
            if (seen.insert(next).second)
                waiting.push_back(next);
    }
    return found;
}

std::vector<FlagSetting> FlagCatalogue::replacement(
    const FlagSetting &setting, const JaxlibVersion &version, bool *isDropped) const
{
    if (isDropped)
        *isDropped = false;
    const FlagEntry *entry = find(setting.name);
    if (const auto rows = m_replacements.find(setting.name);
        rows != m_replacements.end() && entry) {
        for (const Replacement &row : rows->second) {
            if (row.value != "*" && !sameValue(*entry, row.value, setting.value)
                && row.value != setting.value)
                continue;
            const bool allExist = std::ranges::all_of(row.become, [&](const FlagSetting &next) {
                const FlagEntry *successor = find(next.name);
                return successor && existsAt(*successor, version)
                    && checkValue(*successor, next.value, version).fault == ValueFault::None;
            });
            if (allExist)
                return row.become;
        }
    }
    for (const std::string &name : successors(setting.name, version)) {
        const FlagEntry *successor = find(name);
        const bool fits = entry && successor->type == entry->type
            && checkValue(*successor, setting.value, version).fault == ValueFault::None;
        if (fits)
            return { { name, setting.value } };
    }
    if (isDropped)
        *isDropped = true;
    return {};
}

const FlagSet *FlagCatalogue::set(std::string_view id) const
{
    const auto found = std::ranges::find(m_sets, id, &FlagSet::id);
    return found == m_sets.end() ? nullptr : &*found;
}

const NamedOption *FlagCatalogue::option(std::string_view name) const
{
    const auto found = std::ranges::find(m_options, name, &NamedOption::name);
    return found == m_options.end() ? nullptr : &*found;
}

} // namespace headroom
