#include "model/flags/catalogue/flag_files.h"

#include "model/base/document/mapping_reader.h"
#include "model/base/document/schema_version.h"

#include <fmt/format.h>

#include <algorithm>
#include <iterator>
#include <map>

namespace headroom {
namespace {

std::vector<std::string> splitText(std::string_view text, char separator)
{
    std::vector<std::string> parts;
    while (!text.empty()) {
        const std::size_t end = std::min(text.find(separator), text.size());
        parts.emplace_back(text.substr(0, end));
        text.remove_prefix(std::min(end + 1, text.size()));
    }
    return parts;
}

std::optional<JaxlibVersion> readVersion(MappingReader &reader, std::string_view key)
{
    const std::string text = reader.text(key);
    if (text.empty())
        return std::nullopt;
    const std::optional<JaxlibVersion> version = parseJaxlibVersion(text);
    if (!version)
        reader.report("no-jaxlib-version", key, { text });
    return version;
}

/// "0.4.7:false;0.5.1:true" or "unversioned:kAuto".
std::vector<DefaultSince> readDefaults(MappingReader &reader, std::string_view key)
{
    std::vector<DefaultSince> defaults;
    for (const std::string &part : splitText(reader.text(key), ';')) {
        const std::size_t colon = part.find(':');
        const std::string release = part.substr(0, colon);
        std::string value = colon == std::string::npos ? std::string {} : part.substr(colon + 1);
        if (value == "(empty)")
            value.clear();
        const bool isUnversioned = release == "unversioned" || release.starts_with("main-");
        const auto version
            = isUnversioned ? std::optional { JaxlibVersion {} } : parseJaxlibVersion(release);
        if (version && colon != std::string::npos)
            defaults.push_back({ *version, std::move(value) });
        else
            reader.report("no-jaxlib-version", key, { release });
    }
    return defaults;
}

std::vector<ValueVersion> readValueVersions(MappingReader &reader, std::string_view key)
{
    std::vector<ValueVersion> values;
    const Document *node = reader.child(key);
    if (!node)
        return values;
    for (const auto &[word, release] : node->members()) {
        if (const auto version = parseJaxlibVersion(release.text()))
            values.push_back({ word, *version });
        else
            reader.report("no-jaxlib-version", key, { release.text() });
    }
    return values;
}

void readType(MappingReader &reader, FlagEntry &entry)
{
    static constexpr const char *names[]
        = { "bool", "int", "int32", "int64", "float", "string", "enum", "repeated", "list" };
    const std::string name = reader.oneOf("type", names, "string");
    entry.type = name == "bool"                ? FlagType::Bool
        : name.starts_with("int")              ? FlagType::Integer
        : name == "float"                      ? FlagType::Real
        : name == "enum"                       ? FlagType::Enum
        : name == "repeated" || name == "list" ? FlagType::List
                                               : FlagType::Text;
    entry.integerBits = name == "int32" ? 32 : 64;
}

void readValues(MappingReader &reader, FlagEntry &entry)
{
    entry.valuesText = reader.text("values");
    const bool isEnum = entry.type == FlagType::Enum;
    // The values of a variable may be a sentence.
    const bool isWordList = entry.isVariable()
        ? isEnum && entry.valuesText.find_first_of(" ;(") == std::string::npos
        : isEnum || entry.type == FlagType::List;
    if (isWordList)
        entry.values = splitText(entry.valuesText, '|');
    entry.valueSince = readValueVersions(reader, "value_since");
    entry.valueUntil = readValueVersions(reader, "value_until");
    entry.emptySince = readVersion(reader, "empty_since");
    entry.anyCase = reader.boolean("any_case", false);
}

/// What flags and variables have in common.
void readCommon(MappingReader &reader, FlagEntry &entry)
{
    readType(reader, entry);
    const std::string area = reader.requiredText("area");
    if (const auto known = areaById(area))
        entry.area = *known;
    else
        reader.report("not-a-choice", "area",
            { "area", area, "codegen, communication, memory, kernels, scheduling, debug" });
    static constexpr std::array statuses { "released", "unreleased", "never_released", "libtpu",
        "never_existed" };
    entry.existence = reader.oneOf("status", statuses, FlagExistence::Released);
    entry.sinceOrEarlier = reader.boolean("since_or_earlier", false);
    entry.removed = readVersion(reader, "removed");
    entry.replacedBy = reader.texts("replaced_by");
    readValues(reader, entry);
    entry.needs = reader.texts("needs");
    entry.says = reader.requiredText("says");
    entry.note = reader.text("note");
}

/// Short words of the catalogue for where a flag was read.
struct SourceWord
{
    std::string_view word, source;
};
constexpr std::string_view maxtextLibrary = "MaxText benchmarks/xla_flags_library.py (2026-01-27)";
constexpr std::string_view xlaGuide = "openxla/xla docs/flags_guidance.md (2026-07-15)";
constexpr SourceWord sourceWords[] { { "maxtext", maxtextLibrary }, { "xla-guide", xlaGuide } };

std::string flagSource(const FlagEntry &entry, const std::string &given, const std::string &file)
{
    if (const auto *const known = std::ranges::find(sourceWords, given, &SourceWord::word);
        known != std::end(sourceWords))
        return std::string(known->source);
    if (!given.empty())
        return fmt::format("{} and {}", maxtextLibrary, xlaGuide);
    return entry.existence == FlagExistence::Unreleased
        ? "openxla/xla xla/debug_options_flags.cc at ef77379bd1 (2026-08-22)"
        : file;
}

FlagEntry readFlag(
    const std::string &name, MappingReader &reader, FlagCarrier carrier, const std::string &source)
{
    FlagEntry entry;
    entry.name = name;
    entry.carrier = carrier;
    entry.owner = carrier == FlagCarrier::LibtpuArgs ? "libtpu" : "xla";
    entry.sinceOf = VersionOwner::Jaxlib;
    readCommon(reader, entry);
    entry.since = readVersion(reader, "since");
    entry.defaults = readDefaults(reader, "default");
    entry.noopFrom = readVersion(reader, "noop_from");
    entry.unreadFrom = readVersion(reader, "unread_from");
    entry.isStable = reader.boolean("stable", false);
    entry.next = reader.text("next");
    entry.source = flagSource(entry, reader.text("source"), source);
    return entry;
}

FlagEntry readVariable(const std::string &name, MappingReader &reader,
    const std::map<std::string, std::string> &sources)
{
    FlagEntry entry;
    entry.name = name;
    entry.carrier = FlagCarrier::Environment;
    entry.owner = reader.requiredText("owner");
    readCommon(reader, entry);
    if (reader.has("since_of"))
        entry.sinceOf = reader.oneOf("since_of", versionOwnerWords, VersionOwner::Jaxlib);
    const bool followsJax
        = entry.sinceOf == VersionOwner::Jaxlib || entry.sinceOf == VersionOwner::Jax;
    if (followsJax)
        entry.since = readVersion(reader, "since");
    if (const std::string since = reader.text("since"); entry.sinceOf && !since.empty())
        entry.sinceText = fmt::format(
            "{} {}", versionOwnerWords[static_cast<std::size_t>(*entry.sinceOf)], since);
    if (!followsJax && entry.existence == FlagExistence::Released)
        entry.existence = FlagExistence::Unversioned;
    entry.defaults = readDefaults(reader, "default_history");
    entry.defaultText = reader.text("default");
    const auto source = sources.find(entry.owner);
    entry.source = reader.text("source", source == sources.end() ? std::string {} : source->second);
    return entry;
}

/// The head that all flag files share; the mapping of entries has to be there.
void readHead(MappingReader &reader, std::string_view key)
{
    reader.requiredText("id");
    reader.requiredText("name");
    if (!reader.child(key))
        reader.report("missing-key", key, { std::string { key } });
}

} // namespace

bool isFlagFile(const std::filesystem::path &name)
{
    return name.extension() == ".yaml" && name.stem().extension().empty();
}

std::vector<FlagEntry> readFlagFile(const std::filesystem::path &file, Errors &problems)
{
    std::vector<FlagEntry> entries;
    readSchemaFile(file, problems, [&](MappingReader &reader) {
        static constexpr const char *carriers[] = { "XLA_FLAGS", "LIBTPU_INIT_ARGS" };
        const bool isTpu = reader.oneOf("carrier", carriers, "XLA_FLAGS") == "LIBTPU_INIT_ARGS";
        const std::string source = reader.requiredText("source");
        const FlagCarrier carrier = isTpu ? FlagCarrier::LibtpuArgs : FlagCarrier::XlaFlags;
        readHead(reader, "flags");
        reader.eachNamed("flags", [&](const std::string &name, MappingReader &flag) {
            entries.push_back(readFlag(name, flag, carrier, source));
        });
    });
    return entries;
}

std::vector<FlagEntry> readVariableFile(const std::filesystem::path &file, Errors &problems)
{
    std::vector<FlagEntry> entries;
    readSchemaFile(file, problems, [&](MappingReader &reader) {
        std::map<std::string, std::string> sources;
        if (const Document *node = reader.child("sources"))
            for (const auto &[owner, text] : node->members())
                sources.emplace(owner, text.text());
        readHead(reader, "variables");
        reader.eachNamed("variables", [&](const std::string &name, MappingReader &variable) {
            entries.push_back(readVariable(name, variable, sources));
        });
    });
    return entries;
}

} // namespace headroom
