#include "model/base/document/mapping_reader.h"

#include "model/base/wording/name_distance.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

namespace headroom {
namespace {

std::string rangeText(double limit)
{
    return fmt::format("{}", limit);
}

} // namespace

std::optional<std::string> nearestName(
    std::string_view name, std::span<const std::string> candidates)
{
    std::size_t best = std::max<std::size_t>(2, name.size() / 3) + 1;
    const std::string *nearest = nullptr;
    for (const std::string &candidate : candidates) {
        const std::size_t gap = candidate.size() > name.size() ? candidate.size() - name.size()
                                                               : name.size() - candidate.size();
        if (gap >= best)
            continue;
        const std::size_t distance = editDistance(name, candidate);
        if (distance < best) {
            best = distance;
            nearest = &candidate;
        }
    }
    return nearest ? std::optional { *nearest } : std::nullopt;
}

MappingReader::MappingReader(const Document &node, std::string file, Errors &problems)
    : m_node(node)
    , m_file(std::move(file))
    , m_problems(problems)
{
    if (!node.isMapping())
        report("not-a-mapping", {}, {});
}

bool MappingReader::has(std::string_view key) const
{
    return m_node.find(key) != nullptr;
}

const Document *MappingReader::child(std::string_view key)
{
    m_known.emplace(key);
    const Document *node = m_node.find(key);
    return node && !node->isNull() ? node : nullptr;
}

std::string MappingReader::where(std::string_view key) const
{
    const Document *node = m_node.find(key);
    const int line = node && node->line() > 0 ? node->line() : m_node.line();
    return line > 0 ? m_file + ":" + std::to_string(line) : m_file;
}

void MappingReader::report(std::string id, std::string_view key, Operands args)
{
    addProblem(m_problems, { std::move(id), where(key), std::move(args) });
}

void MappingReader::add(const Errors &problems)
{
    m_problems.insert(m_problems.end(), problems.begin(), problems.end());
}

const Document *MappingReader::required(std::string_view key)
{
    const Document *node = child(key);
    if (!node)
        report("missing-key", key, { std::string { key } });
    return node;
}

std::string MappingReader::requiredText(std::string_view key)
{
    const Document *node = required(key);
    std::string read = node ? text(key) : std::string {};
    if (key == "id" && read.empty() && node && node->isScalar())
        report("missing-key", key, { std::string { key } }); // nothing could name it
    return read;
}

void MappingReader::requiredTexts(
    std::initializer_list<std::pair<const char *, std::string *>> texts)
{
    for (const auto &[key, text] : texts)
        *text = requiredText(key);
}

std::string MappingReader::text(std::string_view key, std::string fallback)
{
    const Document *node = child(key);
    if (!node)
        return fallback;
    if (node->isScalar())
        return node->text();
    report("not-a-text", key, { std::string { key } });
    return fallback;
}

std::optional<double> MappingReader::optionalNumber(std::string_view key, NumberRange range)
{
    const Document *node = child(key);
    if (!node)
        return std::nullopt;
    if (!node->isScalar()) {
        report("not-a-text", key, { std::string { key } });
        return std::nullopt;
    }
    if (!node->isNumber()) {
        report("not-a-number", key, { std::string { key }, node->text() });
        return std::nullopt;
    }
    const double value = node->number();
    if (std::isfinite(value) && value >= range.least && value <= range.most)
        return value;
    report("out-of-range", key,
        { std::string { key }, node->text(), rangeText(range.least), rangeText(range.most) });
    return std::nullopt;
}

double MappingReader::requiredNumber(std::string_view key, NumberRange range)
{
    return required(key) ? optionalNumber(key, range).value_or(range.least) : range.least;
}

double MappingReader::number(std::string_view key, NumberRange range, double fallback)
{
    return optionalNumber(key, range).value_or(fallback);
}

std::int64_t MappingReader::requiredInteger(std::string_view key, NumberRange range)
{
    const auto least = static_cast<std::int64_t>(range.least);
    return required(key) ? integer(key, range, least) : least;
}

std::int64_t MappingReader::integer(std::string_view key, NumberRange range, std::int64_t fallback)
{
    const Document *node = child(key);
    if (node && node->kind() == Document::Kind::Real) {
        report("not-an-integer", key, { std::string { key }, node->text() });
        return fallback;
    }
    const std::optional<double> value = optionalNumber(key, range);
    return value ? node->integer() : fallback;
}

bool MappingReader::boolean(std::string_view key, bool fallback)
{
    const Document *node = child(key);
    if (!node)
        return fallback;
    if (node->kind() == Document::Kind::Boolean)
        return node->boolean();
    report("not-a-boolean", key, { std::string { key }, node->text() });
    return fallback;
}

std::string MappingReader::oneOf(
    std::string_view key, std::span<const char *const> allowed, std::string fallback)
{
    std::string value = text(key, std::move(fallback));
    if (value.empty() || std::ranges::find(allowed, value) != allowed.end())
        return value;
    std::string list;
    for (const char *choice : allowed)
        list += (list.empty() ? "" : ", ") + std::string { choice };
    report("not-a-choice", key, { std::string { key }, value, list });
    return value;
}

std::vector<std::string> MappingReader::texts(std::string_view key)
{
    std::vector<std::string> values;
    const Document *node = child(key);
    if (!node)
        return values;
    if (!node->isSequence()) {
        report("not-a-list", key, { std::string { key } });
        return values;
    }
    for (const Document &item : node->items())
        values.push_back(item.text());
    return values;
}

bool MappingReader::one(std::string_view key, const std::function<void(MappingReader &)> &read)
{
    const Document *node = child(key);
    if (!node)
        return false;
    MappingReader reader = inside(*node);
    read(reader);
    reader.rejectUnknownKeys();
    return true;
}

void MappingReader::each(std::string_view key, const std::function<void(MappingReader &)> &read)
{
    const Document *list = child(key);
    if (list && !list->isSequence())
        report("not-a-list", key, { std::string { key } });
    else if (list)
        for (const Document &node : list->items()) {
            MappingReader reader = inside(node);
            read(reader);
            reader.rejectUnknownKeys();
        }
}

void MappingReader::eachNamed(
    std::string_view key, const std::function<void(const std::string &, MappingReader &)> &read)
{
    const Document *group = child(key);
    if (group && !group->isMapping())
        report("not-a-mapping", key, {});
    else if (group)
        for (const auto &[name, node] : group->members()) {
            MappingReader reader = inside(node);
            read(name, reader);
            reader.rejectUnknownKeys();
        }
}

void MappingReader::rejectUnknownKeys()
{
    const std::vector<std::string> known(m_known.begin(), m_known.end());
    for (const auto &[key, value] : m_node.members()) {
        if (m_problems.size() > maxProblems)
            return;
        if (m_known.contains(key))
            continue;
        if (const auto nearest = nearestName(key, known))
            report("unknown-key-near", key, { key, *nearest });
        else
            report("unknown-key", key, { key });
    }
}

} // namespace headroom
