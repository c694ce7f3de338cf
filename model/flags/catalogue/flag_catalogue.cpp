#include "model/flags/catalogue/flag_catalogue.h"

#include "model/flags/catalogue/flag_files.h"
#include "model/flags/catalogue/flag_value.h"
#include "model/flags/catalogue/rule_files.h"

#include <algorithm>
#include <iterator>
#include <set>

namespace headroom {
namespace {

std::string_view withoutDashes(std::string_view name)
{
    const std::size_t start = name.find_first_not_of('-');
    return start == std::string_view::npos ? std::string_view {} : name.substr(start);
}

JaxlibReleases readReleases(const std::filesystem::path &file, Errors &problems)
{
    Result<JaxlibReleases> releases = JaxlibReleases::load(file);
    if (releases)
        return *std::move(releases);
    problems = releases.errors();
    return {};
}

bool existsAt(const FlagEntry &entry, const JaxlibVersion &version)
{
    return statusAt(entry, version).presence == FlagPresence::Present;
}

} // namespace

Result<std::shared_ptr<const FlagCatalogue>> FlagCatalogue::load(const DataDirectories &directories)
{
    auto catalogue = std::make_shared<FlagCatalogue>();
    Errors problems;
    const std::filesystem::path folder = "flags";
    const auto read = [&](const char *name, auto reader) {
        return requireOverlaid(directories, folder / name, catalogue->m_skipped, problems, reader);
    };
    catalogue->m_releases = read("releases.yaml", readReleases);
    const auto take = [&catalogue](std::vector<FlagEntry> entries) {
        catalogue->m_entries.insert(catalogue->m_entries.end(),
            std::make_move_iterator(entries.begin()), std::make_move_iterator(entries.end()));
    };
    for (const std::string &name : overlaidNames(directories, folder / "facts", isFlagFile)) {
        auto entries = readOverlaid(
            directories, folder / "facts" / name, catalogue->m_skipped, readFlagFile);
        if (!entries)
            problems.insert(problems.end(), entries.errors().begin(), entries.errors().end());
        else if (*entries)
            take(**std::move(entries));
    }
    take(read("environment.yaml", readVariableFile));
    catalogue->m_nccl = read("nccl.yaml", readNcclVariables);
    catalogue->m_sets = read("sets.yaml", readFlagSets);
    catalogue->m_conflicts = read("conflicts.yaml", readConflicts);
    catalogue->m_reports = read("reports.yaml", readReports);
    catalogue->m_options = read("options.yaml", readOptions);
    catalogue->m_replacements = read("replacements.yaml", readReplacements);
    if (!problems.empty())
        return problems;
    std::ranges::sort(catalogue->m_entries, {}, &FlagEntry::name);
    std::vector<std::string> names;
    for (const FlagEntry &entry : catalogue->m_entries) {
        catalogue->m_byName.emplace(entry.name, &entry);
        names.push_back(entry.name);
    }
    for (const auto &[name, variable] : catalogue->m_nccl.read)
        if (!catalogue->m_byName.contains(name))
            names.push_back(name);
    catalogue->m_names = NameIndex { std::move(names) };
    return std::shared_ptr<const FlagCatalogue> { std::move(catalogue) };
}

Result<std::shared_ptr<const FlagCatalogue>> FlagCatalogue::of(const ProfileLibrary &library)
{
    return library.kept<FlagCatalogue>(load);
}

std::vector<FlagReport> FlagCatalogue::reportsOf(const FlagEntry &entry) const
{
    std::vector<FlagReport> found;
    for (const FlagReport &report : m_reports)
        if (report.flag == entry.name)
            found.push_back(report);
    if (const auto &from = entry.noopFrom ? entry.noopFrom : entry.unreadFrom) {
        FlagReport report { entry.name, ReportedState::NoEffect, {}, entry.source, {} };
        report.rule.since = from;
        report.rule.until = entry.removed;
        found.push_back(std::move(report));
    }
    return found;
}

const FlagReport *FlagCatalogue::reportAgainst(
    std::string_view flag, const JaxlibVersion &version) const
{
    for (const FlagReport &report : m_reports)
        if (report.flag == flag && report.state != ReportedState::Works
            && report.rule.holdsAt(version))
            return &report;
    return nullptr;
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
