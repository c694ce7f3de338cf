#pragma once

#include "model/base/text/plain_number.h"
#include "model/plan/fields/plan_fields.h"

#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <cmath>
#include <sstream>

namespace headroom {

// Makers of PlanField rows. `member` is a generic function from a plan, const or not, to a
// reference of the field, so that one lambda serves reading and writing.

template <class Number> Number numberFrom(std::string_view text)
{
    Number value {};
    std::from_chars(text.data(), text.data() + text.size(), value);
    return value;
}

inline PlanField baseField(
    FieldKind kind, std::string path, std::string label, std::string purpose, std::string unit)
{
    PlanField field;
    field.path = std::move(path);
    field.label = std::move(label);
    field.purpose = std::move(purpose);
    field.unit = std::move(unit);
    field.kind = kind;
    return field;
}

template <class Member>
PlanField textField(
    std::string path, std::string label, std::string purpose, std::string unit, Member member)
{
    PlanField field = baseField(
        FieldKind::Text, std::move(path), std::move(label), std::move(purpose), std::move(unit));
    field.get = [member](const Plan &plan) { return member(plan); };
    field.assign
        = [member](Plan &plan, std::string_view text) { member(plan) = std::string { text }; };
    return field;
}

inline PlanField asRelease(PlanField field)
{
    field.isRelease = true;
    return field;
}

/// An empty text means that nothing is set.
inline PlanField asOptional(PlanField field)
{
    field.isOptional = true;
    return field;
}

inline PlanField withIds(IdSource ids, PlanField field)
{
    field.ids = ids;
    return field;
}

template <class Member>
PlanField integerField(std::string path, std::string label, std::string purpose, std::string unit,
    NumberRange range, Member member)
{
    PlanField field = baseField(
        FieldKind::Integer, std::move(path), std::move(label), std::move(purpose), std::move(unit));
    field.range = range;
    field.get = [member](const Plan &plan) { return std::to_string(member(plan)); };
    field.assign = [member](Plan &plan, std::string_view text) {
        auto &target = member(plan);
        target = numberFrom<std::remove_reference_t<decltype(target)>>(text);
    };
    return field;
}

template <class Member>
PlanField realField(std::string path, std::string label, std::string purpose, std::string unit,
    NumberRange range, Member member)
{
    PlanField field = baseField(
        FieldKind::Real, std::move(path), std::move(label), std::move(purpose), std::move(unit));
    field.range = range;
    field.get = [member](const Plan &plan) { return numberText(member(plan)); };
    field.assign
        = [member](Plan &plan, std::string_view text) { member(plan) = numberFrom<double>(text); };
    return field;
}

template <class Member>
PlanField optionalField(std::string path, std::string label, std::string purpose, std::string unit,
    NumberRange range, Member member)
{
    PlanField field = baseField(
        FieldKind::Real, std::move(path), std::move(label), std::move(purpose), std::move(unit));
    field.range = range;
    field.isOptional = true;
    field.get = [member](const Plan &plan) {
        return member(plan) ? numberText(*member(plan)) : std::string {};
    };
    field.assign = [member](Plan &plan, std::string_view text) {
        if (text.empty())
            member(plan).reset();
        else
            member(plan) = numberFrom<double>(text);
    };
    return field;
}

template <class Member>
PlanField booleanField(std::string path, std::string label, std::string purpose, Member member)
{
    PlanField field
        = baseField(FieldKind::Boolean, std::move(path), std::move(label), std::move(purpose), {});
    field.get
        = [member](const Plan &plan) { return std::string { member(plan) ? "true" : "false" }; };
    field.assign = [member](Plan &plan, std::string_view text) { member(plan) = text == "true"; };
    return field;
}

template <class Member>
PlanField choiceField(std::string path, std::string label, std::string purpose,
    std::vector<std::string> choices, Member member)
{
    PlanField field = textField(std::move(path), std::move(label), std::move(purpose), {}, member);
    field.kind = FieldKind::Choice;
    field.choices = std::move(choices);
    return field;
}

/// An enum whose enumerators stand in the order of `choices`.
template <class Member>
PlanField enumField(std::string path, std::string label, std::string purpose,
    const std::vector<std::string> &choices, Member member)
{
    PlanField field
        = baseField(FieldKind::Choice, std::move(path), std::move(label), std::move(purpose), {});
    field.choices = choices;
    field.get = [member, choices](
                    const Plan &plan) { return choices[static_cast<std::size_t>(member(plan))]; };
    field.assign = [member, choices](Plan &plan, std::string_view text) {
        auto &target = member(plan);
        for (std::size_t i = 0; i < choices.size(); ++i)
            if (choices[i] == text)
                target = static_cast<std::remove_reference_t<decltype(target)>>(i);
    };
    return field;
}

/// A value whose words stand in a table of traits, in the order of its enumeration; `offered` are
/// those that the field takes, in the order of lists.
template <class Row, class Ids, class Member>
PlanField traitField(std::string path, std::string label, std::string purpose,
    std::span<const Row> rows, const Ids &offered, Member member)
{
    PlanField field
        = baseField(FieldKind::Choice, std::move(path), std::move(label), std::move(purpose), {});
    for (const auto id : offered)
        field.choices.emplace_back(rows[static_cast<std::size_t>(id)].name);
    field.get = [member](const Plan &plan) { return nameOf(member(plan)); };
    field.assign = [member, rows](Plan &plan, std::string_view text) {
        for (const auto &row : rows)
            if (row.name == text)
                member(plan) = row.id;
    };
    return field;
}

/// "12, 12, 11"
template <class Member>
PlanField integerListField(
    std::string path, std::string label, std::string purpose, NumberRange range, Member member)
{
    PlanField field = baseField(
        FieldKind::IntegerList, std::move(path), std::move(label), std::move(purpose), {});
    field.range = range;
    field.get = [member](const Plan &plan) {
        std::string text;
        for (const int item : member(plan))
            text += (text.empty() ? "" : ", ") + std::to_string(item);
        return text;
    };
    field.assign = [member](Plan &plan, std::string_view text) {
        member(plan).clear();
        std::istringstream stream { std::string { text } };
        for (std::string item; std::getline(stream >> std::ws, item, ',');)
            member(plan).push_back(static_cast<int>(numberFrom<double>(item)));
    };
    return field;
}

/// "attention, mlp": several values of an enum whose enumerators stand in the order of `choices`;
/// kept in that order, each once.
template <class Member>
PlanField enumListField(std::string path, std::string label, std::string purpose,
    const std::vector<std::string> &choices, Member member)
{
    PlanField field
        = baseField(FieldKind::WordList, std::move(path), std::move(label), std::move(purpose), {});
    field.choices = choices;
    field.get = [member, choices](const Plan &plan) {
        std::string text;
        for (const auto item : member(plan))
            text += (text.empty() ? "" : ", ") + choices[static_cast<std::size_t>(item)];
        return text;
    };
    field.assign = [member, choices](Plan &plan, std::string_view text) {
        auto &target = member(plan);
        target.clear();
        const std::vector<std::string> words = listedWords(text);
        for (std::size_t i = 0; i < choices.size(); ++i)
            if (std::ranges::find(words, choices[i]) != words.end())
                target.push_back(
                    static_cast<typename std::remove_reference_t<decltype(target)>::value_type>(i));
    };
    return field;
}

} // namespace headroom
