#include "model/flags/catalogue/rule_files.h"

#include "model/base/document/mapping_reader.h"
#include "model/base/document/schema_version.h"

#include <functional>

namespace headroom {
namespace {

/// Opens a file, checks its head and that the body (member `key`) is there, and hands it over.
void readBody(const std::filesystem::path &file, const char *key, Errors &problems,
    const std::function<void(MappingReader &)> &use)
{
    readSchemaFile(file, problems, [&](MappingReader &reader) {
        reader.requiredText("id");
        reader.requiredText("name");
        if (reader.child(key))
            use(reader);
        else
            reader.report("missing-key", key, { key });
    });
}

FlagSetting readSetting(MappingReader &reader)
{
    return { reader.requiredText("name"), reader.text("value") };
}

FlagSet readSet(const std::string &id, MappingReader &reader)
{
    FlagSet set;
    set.id = id;
    reader.requiredTexts(
        { { "name", &set.name }, { "says", &set.says }, { "source", &set.source } });
    static constexpr const char *targets[] = { "gpu", "tpu" };
    set.isForTpu = reader.oneOf("target", targets, "gpu") == "tpu";
    reader.each("settings", [&set](MappingReader &setting) {
        set.settings.push_back(readSetting(setting));
        set.asksValue = setting.boolean("asks_value", false) || set.asksValue;
    });
    return set;
}

ConflictCondition readCondition(MappingReader &reader)
{
    ConflictCondition condition;
    condition.name = reader.requiredText("name");
    condition.mustBeSet = reader.boolean("set", false);
    condition.mustDiffer = reader.has("is_not");
    condition.comparesValue = condition.mustDiffer || reader.has("is");
    condition.value = reader.text(condition.mustDiffer ? "is_not" : "is");
    condition.mustLackFile = reader.boolean("names_no_file", false);
    condition.atLeast = reader.optionalNumber("at_least", {});
    return condition;
}

FlagConflict readConflict(MappingReader &reader)
{
    FlagConflict conflict;
    conflict.id = reader.requiredText("id");
    conflict.severity = reader.oneOf("severity", severityNames, Severity::Warning);
    if (reader.has("since"))
        conflict.since = parseJaxlibVersion(reader.text("since"));
    if (reader.has("until"))
        conflict.until = parseJaxlibVersion(reader.text("until"));
    conflict.when = reader.list("when", readCondition);
    conflict.why = reader.requiredText("why");
    conflict.fix = reader.requiredText("fix");
    return conflict;
}

FlagReport readReport(MappingReader &reader)
{
    static constexpr const char *chips[] = { "both", "gpu", "tpu" };
    FlagReport report;
    report.flag = reader.requiredText("flag");
    report.state = reader.oneOf("state", reportedStateNames, ReportedState::NoEffect);
    if (const std::string chip = reader.oneOf("chip", chips, "both"); chip != chips[0])
        report.chip = chip;
    report.source = reader.requiredText("source");
    report.rule = readConflict(reader);
    return report;
}

NamedOption readOption(const std::string &name, MappingReader &reader)
{
    NamedOption option;
    option.name = name;
    reader.requiredTexts(
        { { "owner", &option.owner }, { "says", &option.says }, { "use", &option.use } });
    option.watch = reader.text("watch");
    option.instead = reader.texts("instead");
    reader.each("see_also", [&option](MappingReader &link) {
        option.seeAlso.emplace_back(link.requiredText("title"), link.requiredText("url"));
    });
    return option;
}

} // namespace

std::vector<FlagSet> readFlagSets(const std::filesystem::path &file, Errors &problems)
{
    std::vector<FlagSet> sets;
    readBody(file, "sets", problems, [&sets](MappingReader &reader) {
        reader.eachNamed("sets", [&sets](const std::string &id, MappingReader &set) {
            sets.push_back(readSet(id, set));
        });
    });
    return sets;
}

std::vector<FlagConflict> readConflicts(const std::filesystem::path &file, Errors &problems)
{
    std::vector<FlagConflict> conflicts;
    readBody(file, "conflicts", problems, [&conflicts](MappingReader &reader) {
        conflicts = reader.list("conflicts", readConflict);
    });
    return conflicts;
}

std::vector<FlagReport> readReports(const std::filesystem::path &file, Errors &problems)
{
    std::vector<FlagReport> reports;
    readBody(file, "reports", problems,
        [&reports](MappingReader &reader) { reports = reader.list("reports", readReport); });
    return reports;
}

std::vector<NamedOption> readOptions(const std::filesystem::path &file, Errors &problems)
{
    std::vector<NamedOption> options;
    readBody(file, "options", problems, [&options](MappingReader &reader) {
        reader.eachNamed("options", [&options](const std::string &name, MappingReader &option) {
            options.push_back(readOption(name, option));
        });
    });
    return options;
}

std::unordered_map<std::string, std::vector<Replacement>> readReplacements(
    const std::filesystem::path &file, Errors &problems)
{
    std::unordered_map<std::string, std::vector<Replacement>> replacements;
    readBody(file, "replacements", problems, [&replacements](MappingReader &reader) {
        reader.one("replacements", [&replacements](MappingReader &flags) {
            for (const auto &[name, rows] : flags.node().members())
                replacements[name] = flags.list(name, [](MappingReader &row) {
                    return Replacement { row.requiredText("value"),
                        row.list("become", readSetting) };
                });
        });
    });
    return replacements;
}

} // namespace headroom
