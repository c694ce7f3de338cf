#include "model/flags/rule_files.h"

#include "model/base/document/mapping_reader.h"
#include "model/base/document/schema_version.h"

#include <functional>

namespace headroom {
namespace {

/// Opens a file, checks its head and hands the body (member `key`) over.
void readBody(const std::filesystem::path &file, const char *key, Errors &problems,
    const std::function<void(const Document &)> &use)
{
    readSchemaFile(file, problems, [&](MappingReader &reader) {
        reader.requiredText("id");
        reader.requiredText("name");
        if (const Document *body = reader.child(key))
            use(*body);
        else
            reader.report("missing-key", key, { key });
    });
}

FlagSetting readSetting(
    const Document &node, const std::string &file, bool *asksValue, Errors &problems)
{
    MappingReader reader { node, file, problems };
    FlagSetting setting;
    setting.name = reader.requiredText("name");
    setting.value = reader.text("value");
    const bool asks = reader.boolean("asks_value", false);
    if (asksValue)
        *asksValue = *asksValue || asks;
    reader.rejectUnknownKeys();
    return setting;
}

FlagSet readSet(
    const std::string &id, const Document &node, const std::string &file, Errors &problems)
{
    MappingReader reader { node, file, problems };
    FlagSet set;
    set.id = id;
    set.name = reader.requiredText("name");
    static constexpr const char *targets[] = { "gpu", "tpu" };
    set.isForTpu = reader.oneOf("target", targets, "gpu") == "tpu";
    set.says = reader.requiredText("says");
    set.source = reader.requiredText("source");
    if (const Document *settings = reader.child("settings"))
        for (const Document &item : settings->items())
            set.settings.push_back(readSetting(item, file, &set.asksValue, problems));
    reader.rejectUnknownKeys();
    return set;
}

ConflictCondition readCondition(const Document &node, const std::string &file, Errors &problems)
{
    MappingReader reader { node, file, problems };
    ConflictCondition condition;
    condition.name = reader.requiredText("name");
    condition.mustBeSet = reader.boolean("set", false);
    condition.mustDiffer = reader.has("is_not");
    condition.comparesValue = condition.mustDiffer || reader.has("is");
    condition.value = reader.text(condition.mustDiffer ? "is_not" : "is");
    condition.mustLackFile = reader.boolean("names_no_file", false);
    condition.atLeast = reader.optionalNumber("at_least", {});
    reader.rejectUnknownKeys();
    return condition;
}

FlagConflict readConflict(const Document &node, const std::string &file, Errors &problems)
{
    MappingReader reader { node, file, problems };
    FlagConflict conflict;
    conflict.id = reader.requiredText("id");
    static constexpr const char *severities[] = { "error", "warning", "hint" };
    conflict.severity = reader.oneOf("severity", severities, "warning");
    if (reader.has("since"))
        conflict.since = parseJaxlibVersion(reader.text("since"));
    if (reader.has("until"))
        conflict.until = parseJaxlibVersion(reader.text("until"));
    if (const Document *conditions = reader.child("when"))
        for (const Document &item : conditions->items())
            conflict.when.push_back(readCondition(item, file, problems));
    conflict.why = reader.requiredText("why");
    conflict.fix = reader.requiredText("fix");
    reader.rejectUnknownKeys();
    return conflict;
}

NamedOption readOption(
    const std::string &name, const Document &node, const std::string &file, Errors &problems)
{
    MappingReader reader { node, file, problems };
    NamedOption option;
    option.name = name;
    option.owner = reader.requiredText("owner");
    option.says = reader.requiredText("says");
    option.use = reader.requiredText("use");
    option.watch = reader.text("watch");
    option.instead = reader.texts("instead");
    if (const Document *links = reader.child("see_also"))
        for (const Document &item : links->items()) {
            MappingReader link { item, file, problems };
            option.seeAlso.emplace_back(link.requiredText("title"), link.requiredText("url"));
            link.rejectUnknownKeys();
        }
    reader.rejectUnknownKeys();
    return option;
}

} // namespace

std::vector<FlagSet> readFlagSets(const std::filesystem::path &file, Errors &problems)
{
    std::vector<FlagSet> sets;
    readBody(file, "sets", problems, [&](const Document &body) {
        for (const auto &[id, node] : body.members())
            sets.push_back(readSet(id, node, file.string(), problems));
    });
    return sets;
}

std::vector<FlagConflict> readConflicts(const std::filesystem::path &file, Errors &problems)
{
    std::vector<FlagConflict> conflicts;
    readBody(file, "conflicts", problems, [&](const Document &body) {
        for (const Document &node : body.items())
            conflicts.push_back(readConflict(node, file.string(), problems));
    });
    return conflicts;
}

std::vector<NamedOption> readOptions(const std::filesystem::path &file, Errors &problems)
{
    std::vector<NamedOption> options;
    readBody(file, "options", problems, [&](const Document &body) {
        for (const auto &[name, node] : body.members())
            options.push_back(readOption(name, node, file.string(), problems));
    });
    return options;
}

std::unordered_map<std::string, std::vector<Replacement>> readReplacements(
    const std::filesystem::path &file, Errors &problems)
{
    std::unordered_map<std::string, std::vector<Replacement>> replacements;
    readBody(file, "replacements", problems, [&](const Document &body) {
        for (const auto &[name, rows] : body.members())
            for (const Document &row : rows.items()) {
                MappingReader reader { row, file.string(), problems };
                Replacement replacement { reader.requiredText("value"), {} };
                if (const Document *settings = reader.child("become"))
                    for (const Document &item : settings->items())
                        replacement.become.push_back(
                            readSetting(item, file.string(), nullptr, problems));
                reader.rejectUnknownKeys();
                replacements[name].push_back(std::move(replacement));
            }
    });
    return replacements;
}

} // namespace headroom
