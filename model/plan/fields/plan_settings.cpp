#include "model/base/text/plain_number.h"
#include "model/base/text/utf8.h"
#include "model/plan/fields/plan_fields.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <optional>

namespace headroom {
namespace {

constexpr std::string_view flagsPrefix = "flags.";
constexpr std::string_view tensorsPrefix = "remat.tensors.";
constexpr std::string_view iciPrefix = "parallelism.mesh.ici.";
constexpr std::string_view dcnPrefix = "parallelism.mesh.dcn.";

std::string leaf(std::string_view path)
{
    return std::string { path.substr(path.rfind('.') + 1) };
}

std::optional<Error> numberProblem(
    const PlanField &field, std::string_view text, const std::string &where)
{
    const std::string name = leaf(field.path);
    const std::optional<double> value = plainNumber(text);
    if (!value)
        return Error { "not-a-number", where, { name, std::string { text } } };
    if (!std::isfinite(*value) || *value < field.range.least || *value > field.range.most)
        return Error { "out-of-range", where,
            { name, std::string { text }, fmt::format("{}", field.range.least),
                fmt::format("{}", field.range.most) } };
    if (field.kind != FieldKind::Real && *value != std::floor(*value))
        return Error { "not-an-integer", where, { name, std::string { text } } };
    return std::nullopt;
}

Problems listProblems(const PlanField &field, std::string_view text, const std::string &where)
{
    Problems problems;
    while (!text.empty()) {
        const std::size_t comma = std::min(text.find(','), text.size());
        if (auto problem = numberProblem(field, text.substr(0, comma), where))
            problems.push_back(*problem);
        text.remove_prefix(std::min(comma + 1, text.size()));
    }
    return problems;
}

/// A list of words names at least one, each of them known.
Problems wordProblems(const PlanField &field, std::string_view text, const std::string &where)
{
    Problems problems;
    std::vector<std::string> words = listedWords(text);
    if (words.empty())
        words.emplace_back();
    for (const std::string &word : words)
        if (std::ranges::find(field.choices, word) == field.choices.end())
            problems.push_back({ "not-a-choice", where,
                { leaf(field.path), word, fmt::format("{}", fmt::join(field.choices, ", ")) } });
    return problems;
}

Problems valueProblems(const PlanField &field, std::string_view text, const std::string &where)
{
    if (text.empty() && field.isOptional)
        return {};
    const std::string name = leaf(field.path);
    switch (field.kind) {
    case FieldKind::Integer:
    case FieldKind::Real:
        if (auto problem = numberProblem(field, text, where))
            return { *problem };
        return {};
    case FieldKind::Boolean:
        if (text == "true" || text == "false")
            return {};
        return { { "not-a-boolean", where, { name, std::string { text } } } };
    case FieldKind::Choice:
        if (std::ranges::find(field.choices, text) != field.choices.end())
            return {};
        return { { "not-a-choice", where,
            { name, std::string { text }, fmt::format("{}", fmt::join(field.choices, ", ")) } } };
    case FieldKind::IntegerList:
        return listProblems(field, text, where);
    case FieldKind::WordList:
        return wordProblems(field, text, where);
    case FieldKind::Text:
        break;
    }
    return {};
}

/// Integers are assigned from their plain digits: "8.0" and "1e3" are whole numbers too.
std::string canonicalNumber(const PlanField &field, std::string_view text)
{
    const std::optional<double> value = plainNumber(text);
    if (!value || field.kind == FieldKind::IntegerList)
        return std::string { text };
    return field.kind == FieldKind::Integer ? fmt::format("{:.0f}", *value)
                                            : fmt::format("{}", *value);
}

Problems setAxis(std::map<std::string, int> &axes, std::string_view path, const std::string &name,
    std::string_view text, const std::string &where)
{
    if (text.empty()) {
        axes.erase(name);
        return {};
    }
    PlanField field;
    field.path = std::string { path };
    field.kind = FieldKind::Integer;
    field.range = { 1, maxDevices };
    if (auto problem = numberProblem(field, text, where))
        return { *problem };
    axes[name] = static_cast<int>(*plainNumber(text));
    return {};
}

bool isPlainText(std::string_view text)
{
    return isUtf8(text) && text.find('\0') == std::string_view::npos;
}

Problems unknownPath(std::string_view path, const std::string &where)
{
    std::vector<std::string> paths;
    for (const PlanField &field : planFields())
        paths.push_back(field.path);
    if (const auto nearest = nearestName(path, paths))
        return { { "unknown-key-near", where, { std::string { path }, *nearest } } };
    return { { "unknown-key", where, { std::string { path } } } };
}

} // namespace

std::vector<std::string> listedWords(std::string_view text)
{
    std::vector<std::string> words;
    while (!text.empty()) {
        const std::size_t comma = std::min(text.find(','), text.size());
        std::string_view word = text.substr(0, comma);
        while (!word.empty() && word.front() == ' ')
            word.remove_prefix(1);
        while (!word.empty() && word.back() == ' ')
            word.remove_suffix(1);
        if (!word.empty())
            words.emplace_back(word);
        text.remove_prefix(std::min(comma + 1, text.size()));
    }
    return words;
}

std::string planFieldText(const Plan &plan, std::string_view path)
{
    if (const PlanField *field = planField(path))
        return field->get(plan);
    const auto text = [](const auto &entries, std::string_view key, auto worded) {
        const auto entry = entries.find(std::string { key });
        return entry == entries.end() ? std::string {} : worded(entry->second);
    };
    const auto degree = [](int count) { return std::to_string(count); };
    if (path.starts_with(flagsPrefix))
        return text(plan.flags, path.substr(flagsPrefix.size()), std::identity {});
    if (path.starts_with(tensorsPrefix))
        return text(plan.remat.tensors, path.substr(tensorsPrefix.size()),
            [](TensorPlace place) { return nameOf(place); });
    if (path.starts_with(iciPrefix))
        return text(plan.parallelism.mesh.ici, path.substr(iciPrefix.size()), degree);
    if (path.starts_with(dcnPrefix))
        return text(plan.parallelism.mesh.dcn, path.substr(dcnPrefix.size()), degree);
    return path == "model.config_json" ? plan.model.configJson : std::string {};
}

Problems setPlanField(
    Plan &plan, std::string_view path, std::string_view text, const std::string &where)
{
    // Names and texts go into files, scripts and system calls.
    if (!isPlainText(path) || !isPlainText(text))
        return { { "text-not-utf8", where, {} } };
    if (const PlanField *field = planField(path)) {
        Problems problems = valueProblems(*field, text, where);
        if (problems.empty()) {
            const bool isNumber
                = field->kind == FieldKind::Integer || field->kind == FieldKind::Real;
            field->assign(plan,
                isNumber && !text.empty() ? canonicalNumber(*field, text) : std::string { text });
            if (field->path == "model" && !text.empty())
                plan.model = { std::string { text }, {}, {} };
        }
        return problems;
    }
    if (path.starts_with(flagsPrefix) && path.size() > flagsPrefix.size()) {
        plan.flags[std::string { path.substr(flagsPrefix.size()) }] = text;
        return {};
    }
    if (path.starts_with(tensorsPrefix) && path.size() > tensorsPrefix.size()) {
        const std::string tensor { path.substr(tensorsPrefix.size()) };
        if (text.empty()) {
            plan.remat.tensors.erase(tensor);
            return {};
        }
        const auto place = std::ranges::find(tensorPlaceNames, text);
        if (place == tensorPlaceNames.end())
            return { { "not-a-choice", where,
                { tensor, std::string { text }, "device, offload, remat" } } };
        plan.remat.tensors[tensor] = static_cast<TensorPlace>(place - tensorPlaceNames.begin());
        return {};
    }
    if (path.starts_with(iciPrefix) && path.size() > iciPrefix.size())
        return setAxis(plan.parallelism.mesh.ici, path,
            std::string { path.substr(iciPrefix.size()) }, text, where);
    if (path.starts_with(dcnPrefix) && path.size() > dcnPrefix.size())
        return setAxis(plan.parallelism.mesh.dcn, path,
            std::string { path.substr(dcnPrefix.size()) }, text, where);
    if (path == "model.config_json") {
        plan.model = { {}, {}, std::string { text } };
        return {};
    }
    return unknownPath(path, where);
}

} // namespace headroom
