#include "model/measurement/measurement_words.h"

#include "model/base/document/schema_version.h"
#include "model/base/text/ascii.h"
#include "model/library/profiles/overlay.h"
#include "model/plan/fields/plan_fields.h"

#include <algorithm>
#include <charconv>

namespace headroom {
namespace {

bool isListed(const std::vector<std::string> &names, std::string_view name)
{
    return std::ranges::find(names, name) != names.end();
}

bool saysYes(std::string_view cell)
{
    return cell == "y" || cell.starts_with("y ") || cell == "yes" || cell == "true";
}

bool saysNo(std::string_view cell)
{
    return cell == "n" || cell == "no" || cell == "none" || cell == "false";
}

/// The number that `text` begins with, as it is written; empty: none.
std::string_view numberAtStart(std::string_view text)
{
    double number = 0;
    const auto [end, failure] = std::from_chars(text.data(), text.data() + text.size(), number);
    return failure == std::errc {} ? std::string_view { text.data(), end } : std::string_view {};
}

/// `value` with the number that matched in place of '#'.
std::string filled(const std::string &value, const std::string &number)
{
    return value == "#" ? number : value;
}

} // namespace

MeasurementWords::Pattern MeasurementWords::patternOf(std::string text)
{
    if (text == "=yes" || text == "=no")
        return { text == "=yes" ? Match::Yes : Match::No, {} };
    if (text.starts_with('='))
        return { Match::Is, text.substr(1) };
    if (text.starts_with('^'))
        return { Match::Starts, text.substr(1) };
    if (text.ends_with('#'))
        return { Match::Number, text.substr(0, text.size() - 1) };
    return { Match::Contains, std::move(text) };
}

bool MeasurementWords::matches(const Pattern &pattern, std::string_view cell, std::string &number)
{
    const std::size_t at = cell.find(pattern.text);
    switch (pattern.match) {
    case Match::Yes:
        return saysYes(cell);
    case Match::No:
        return saysNo(cell);
    case Match::Is:
        return cell == pattern.text;
    case Match::Starts:
        return at == 0;
    case Match::Contains:
        return at != std::string_view::npos;
    case Match::Number:
        if (at == std::string_view::npos)
            return false;
        number = numberAtStart(cell.substr(at + pattern.text.size()));
        return !number.empty();
    }
    return false;
}

bool MeasurementWords::holds(
    const Condition &condition, const std::vector<std::string> &cells, std::string &number)
{
    const std::string &cell = cells[condition.column];
    return !cell.empty() && std::ranges::any_of(condition.any, [&](const Pattern &pattern) {
        return matches(pattern, cell, number);
    });
}

std::vector<MeasurementWords::Condition> MeasurementWords::conditions(
    MappingReader &reader, const char *key)
{
    std::vector<Condition> found;
    reader.one(key, [&](MappingReader &columns) {
        for (const auto &[name, patterns] : columns.node().members()) {
            const auto known = std::ranges::find(m_columns, name);
            Condition condition { static_cast<std::size_t>(known - m_columns.begin()), {} };
            if (known == m_columns.end())
                m_columns.push_back(name);
            for (std::string &pattern : columns.texts(name))
                condition.any.push_back(patternOf(std::move(pattern)));
            found.push_back(std::move(condition));
        }
    });
    return found;
}

MeasurementWords::Rule MeasurementWords::readRule(MappingReader &reader, bool isSetting)
{
    Rule rule;
    rule.isSetting = isSetting;
    rule.when = conditions(reader, "when");
    rule.unless = conditions(reader, "unless");
    reader.one("set", [&](MappingReader &fields) {
        for (const auto &[path, value] : fields.node().members())
            rule.set.push_back({ path, fields.child(path)->text() });
    });
    if (isSetting && !rule.when.empty())
        m_settings.push_back(m_columns[rule.when.front().column]);
    return rule;
}

Result<MeasurementWords> MeasurementWords::load(const DataDirectories &directories)
{
    return loadOverlaid(directories, "measurements/words.yaml", nullptr,
        [](const std::filesystem::path &path, Errors &problems) {
            MeasurementWords words;
            readSchemaFile(path, problems, [&](MappingReader &reader) {
                for (const bool isSetting : { false, true })
                    reader.each(isSetting ? "settings" : "words", [&](MappingReader &rule) {
                        words.m_rules.push_back(words.readRule(rule, isSetting));
                    });
                words.m_notModelled = reader.texts("not_modelled");
            });
            return words;
        });
}

SettingUse MeasurementWords::use(std::string_view column) const
{
    if (isListed(m_settings, column))
        return SettingUse::Applied;
    if (isListed(m_notModelled, column))
        return SettingUse::NotModelled;
    const bool isField = column.find('.') != std::string_view::npos && planField(column) != nullptr;
    return isField ? SettingUse::Applied : SettingUse::Unknown;
}

void MeasurementWords::read(const std::vector<std::string> &cells, Measurement &row) const
{
    std::vector<bool> isUnderstood(m_columns.size(), false);
    const auto isTold = [&](const std::string &path, bool isSetting) {
        return std::ranges::any_of(row.told, [&](const ToldField &told) {
            return told.path == path && told.isSetting == isSetting;
        });
    };
    std::string number;
    const auto isMet = [&](const Condition &condition) { return holds(condition, cells, number); };
    for (const Rule &rule : m_rules) {
        if (!std::ranges::all_of(rule.when, isMet) || std::ranges::any_of(rule.unless, isMet))
            continue;
        const std::size_t column = rule.when.front().column;
        isUnderstood[column] = true;
        for (const FieldChange &field : rule.set)
            if (!isTold(field.path, rule.isSetting))
                row.told.push_back(
                    { field.path, filled(field.value, number), m_columns[column], rule.isSetting });
    }
    for (std::size_t i = 0; i < cells.size(); ++i)
        if (!cells[i].empty() && !isUnderstood[i] && isListed(m_settings, m_columns[i]))
            row.notUnderstood.emplace_back(m_columns[i], cells[i]);
}

} // namespace headroom
