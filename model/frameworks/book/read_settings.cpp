#include "model/base/text/plain_number.h"
#include "model/frameworks/book/book.h"
#include "model/plan/fields/plan_fields.h"
#include "model/plan/remat_kind.h"

#include <algorithm>
#include <functional>
#include <mutex>
#include <numeric>

namespace headroom::books {
namespace {

/// One key that was seen outweighs all that were not: no framework has more.
constexpr double seenWeight = 10'000;

std::string_view bare(std::string_view text)
{
    constexpr std::string_view around = " \t'\"[]()";
    const std::size_t first = text.find_first_not_of(around);
    return first == std::string_view::npos
        ? std::string_view {}
        : text.substr(first, text.find_last_not_of(around) - first + 1);
}

/// One word as it is compared: "torch.bfloat16" is bfloat16, "1.0" is 1, "None" is nothing.
std::string comparedWord(const Book &book, std::string_view text)
{
    text = bare(text);
    if (text == "None" || text == "null" || text == "False" || text == "false")
        return {};
    if (text == "true")
        return "True";
    if (const auto number = plainNumber(text))
        return numberText(*number);
    const std::size_t dot = text.rfind('.');
    if (dot != std::string_view::npos && text.find('/') == std::string_view::npos)
        text.remove_prefix(dot + 1);
    for (const auto &[seen, written] : book.synonyms)
        if (seen == text)
            return std::string(written);
    return std::string(text);
}

/// The same for a list: its words, with commas between.
std::string compared(const Book &book, std::string_view text)
{
    std::string words;
    while (!text.empty()) {
        const std::size_t comma = std::min(text.find(','), text.size());
        words += (words.empty() ? "" : ",") + comparedWord(book, text.substr(0, comma));
        text.remove_prefix(std::min(comma + 1, text.size()));
    }
    return words;
}

std::string comparedValue(const Book &book, const Value &value)
{
    std::string words;
    for (const std::string &word : value.words)
        words += (words.empty() ? "" : ",") + compared(book, word);
    return words;
}

const Joint *jointOf(const Book &book, std::string_view path)
{
    for (const Joint &joint : book.joints())
        if (std::ranges::find(joint.fields, path, &Domain::path) != joint.fields.end())
            return &joint;
    return nullptr;
}

/// Keys of one field, found on every probe by every value.
std::vector<const Key *> homesOf(const Book &book, const Domain &domain)
{
    const Values numbers { "1", "2", "4" };
    std::set<const Key *> found;
    for (const ResolvedPlan &probe : book.probes()) {
        const Settings before = book.write(probe, {});
        for (const std::string &value : domain.values.empty() ? numbers : domain.values) {
            ResolvedPlan flipped = probe;
            if (!putField(flipped, domain.path, value, nullptr))
                continue;
            const Settings after = book.write(flipped, {});
            for (const Key &key : book.keys().rows()) {
                const Value *const a = before.find(&key), *const b = after.find(&key);
                if ((a && b) ? *a != *b : (a || b))
                    found.insert(&key);
            }
        }
    }
    return { found.begin(), found.end() }; // of one array: in its order
}

/// Scaling of a recipe, which is all that writers ask of it.
PrecisionRecipe recipeByName(const std::string &id)
{
    PrecisionRecipe recipe;
    recipe.id = id;
    recipe.matmulRate = id == "nvfp4" ? MatmulRate::Fp4 : MatmulRate::Fp8;
    recipe.scales = id == "fp8_current" ? RecipeScales::Current
        : id == "fp8_blockwise"         ? RecipeScales::Blocks
        : id == "mxfp8"                 ? RecipeScales::MicroBlocks
                                        : RecipeScales::Delayed;
    return recipe;
}

} // namespace

bool putField(
    ResolvedPlan &plan, std::string_view path, std::string_view text, const ProfileLibrary *library)
{
    if (!setPlanField(plan.plan, path, text, {}).empty())
        return false;
    if (path == "remat.policy") {
        plan.plan.remat.tensors.clear();
        plan.remat = {};
        plan.remat.id = text;
        if (library)
            if (const auto policy = library->rematPolicy(plan.plan.remat.policy))
                plan.remat = *policy;
    } else if (path == "precision.recipe") {
        plan.recipe = recipeByName(plan.plan.precision.recipe);
        if (library)
            if (const auto recipe = library->recipe(plan.plan.precision.recipe))
                plan.recipe = *recipe;
    }
    return true;
}

const std::vector<const Key *> &homes(const Book &book, std::string_view path)
{
    using Homes = std::map<std::string_view, std::vector<const Key *>>;
    static std::map<const Book *, Homes> found;
    static std::mutex lock;
    const std::scoped_lock guard(lock);
    const auto [entry, isNew] = found.try_emplace(&book);
    if (isNew)
        for (const Joint &joint : book.joints())
            for (const Domain &domain : joint.fields)
                entry->second.emplace(domain.path, homesOf(book, domain));
    static const std::vector<const Key *> none;
    const auto keys = entry->second.find(path);
    return keys == entry->second.end() ? none : keys->second;
}

SettingsReader::SettingsReader(const Book &book, Observed observed, ResolvedPlan start,
    bool isStated, const ProfileLibrary *library)
    : m_book(book)
    , m_observed(std::move(observed))
    , m_isStated(isStated)
    , m_library(library)
    , m_reading { std::move(start), {}, {} }
{
    m_book.translate(m_observed);
}

bool SettingsReader::isSeen(std::string_view path) const
{
    return std::ranges::any_of(homes(m_book, path), [this](const Key *key) {
        return key->part == KeyPart::Decides && m_observed.contains(key->name);
    });
}

bool SettingsReader::agrees(const Settings &settings, const Key &key) const
{
    const Value *const written = settings.find(&key);
    const std::string byDefault = compared(m_book, key.byDefault);
    const auto seen = m_observed.find(key.name);
    std::string said = seen == m_observed.end() ? byDefault : compared(m_book, seen->second);
    if (said.empty() && byDefault != "True") // "None" is the default
        said = byDefault;
    return said == (written ? comparedValue(m_book, *written) : byDefault);
}

double SettingsReader::disagreement(
    const ResolvedPlan &plan, const std::set<const Key *> &keys) const
{
    const Settings settings = m_book.write(plan, {});
    double sum = 0;
    for (const Key *const key : keys) {
        const bool isThere = m_observed.contains(key->name);
        if ((isThere || !m_isStated) && !agrees(settings, *key))
            sum += isThere ? seenWeight : 1;
    }
    return sum;
}

std::vector<Values> SettingsReader::tried(const Joint &joint) const
{
    if (joint.tried)
        return joint.tried(m_reading.plan, m_observed);
    std::vector<Values> all { {} };
    for (const Domain &domain : joint.fields) {
        Values values = domain.values;
        if (values.empty()) {
            for (const Key *const key : homes(m_book, domain.path)) {
                const auto seen = m_observed.find(key->name);
                const auto number
                    = plainNumber(bare(seen == m_observed.end() ? key->byDefault : seen->second));
                if (key->part == KeyPart::Decides && number && *number <= domain.most)
                    values.push_back(numberText(*number));
            }
            values.push_back("0"); // where it is a value, nothing is written for it
            values.push_back(planFieldText(m_reading.plan.plan, domain.path));
        }
        std::vector<Values> longer;
        for (const Values &start : all)
            for (const std::string &value : values) {
                longer.push_back(start);
                longer.back().push_back(value);
            }
        all = std::move(longer);
    }
    return all;
}

void SettingsReader::settle(std::string_view path)
{
    const Joint *const joint = jointOf(m_book, path);
    if (!joint)
        return;
    std::set<const Key *> keys;
    bool isJointSeen = false;
    for (const Domain &domain : joint->fields) {
        isJointSeen = isJointSeen || isSeen(domain.path);
        for (const Key *const key : homes(m_book, domain.path))
            if (key->part == KeyPart::Decides)
                keys.insert(key);
    }
    if (m_isStated && !isJointSeen)
        return;
    std::vector<Scored> all;
    for (const Values &values : tried(*joint)) {
        ResolvedPlan candidate = m_reading.plan;
        bool isTaken = true;
        for (std::size_t i = 0; i < values.size() && isTaken; ++i)
            isTaken = putField(candidate, joint->fields[i].path, values[i], m_library);
        if (isTaken && std::ranges::find(all, values, &Scored::values) == all.end())
            all.push_back({ values, disagreement(candidate, keys) });
    }
    if (!all.empty())
        take(*joint, all);
}

void SettingsReader::take(const Joint &joint, const std::vector<Scored> &all)
{
    Values own;
    for (const Domain &domain : joint.fields)
        own.push_back(planFieldText(m_reading.plan.plan, domain.path));
    const auto [least, largest] = std::ranges::minmax_element(all, {}, &Scored::sum);
    const bool isUntold = least->sum == largest->sum;
    // Of equals the most usual, or what has most of the user's own.
    const auto rank = [&](const Scored &one) {
        const int common = m_isStated ? std::inner_product(one.values.begin(), one.values.end(),
                               own.begin(), 0, std::plus<>(), std::equal_to<>())
                                      : 0;
        return std::pair { one.sum, -common };
    };
    const Scored chosen = *std::ranges::min_element(all, {}, rank);
    for (std::size_t i = 0; i < own.size(); ++i) {
        const std::string_view path = joint.fields[i].path;
        // How much worse each of its other values is, at best.
        std::map<std::string_view, double> others;
        for (const Scored &one : all)
            if (one.values[i] != chosen.values[i]) {
                const double worse = one.sum - chosen.sum;
                const auto [other, isNew] = others.try_emplace(one.values[i], worse);
                other->second = std::min(other->second, worse);
            }
        if (isUntold && !others.empty())
            continue; // any value is as good: it stays
        double margin = seenWeight, most = others.empty() ? 1 : 0;
        for (const auto &[value, worse] : others) {
            margin = std::min(margin, worse);
            most = std::max(most, worse);
        }
        // A choice of which one value alone was tried was never weighed against another.
        const bool isWeighed = !others.empty() || joint.fields[i].values.empty();
        // Nor does a tie of values that are one to the program ("auto" and what it stands for)
        // matter where a key that was seen rules the plan's value out.
        const auto planned = others.find(own[i]);
        const bool isRuledOut = planned != others.end() && planned->second > seenWeight / 2;
        const bool isRead = isWeighed && (margin > seenWeight / 2 || isRuledOut) && isSeen(path);
        if (most > 0 || chosen.values[i] != own[i])
            m_reading.told[std::string(path)] = isRead ? Told::Read : Told::Inferred;
        putField(m_reading.plan, path, chosen.values[i], m_library);
    }
}

/// Whether another choice of this plan would write something else for the key.
bool SettingsReader::isMoved(const Key &key, const Settings &settings) const
{
    const Value *const before = settings.find(&key);
    if (key.part == KeyPart::Follows)
        return before;
    for (const Joint &joint : m_book.joints())
        for (const Domain &domain : joint.fields) {
            const auto &keys = homes(m_book, domain.path);
            if (std::ranges::find(keys, &key) == keys.end())
                continue;
            if (domain.values.empty())
                return before;
            for (const std::string &value : domain.values) {
                ResolvedPlan flipped = m_reading.plan;
                putField(flipped, domain.path, value, m_library);
                const Settings other = m_book.write(flipped, {});
                const Value *const after = other.find(&key);
                if ((before && after) ? *before != *after : (before || after))
                    return true;
            }
        }
    return false;
}

Reading SettingsReader::finish()
{
    const Settings settings = m_book.write(m_reading.plan, {});
    for (const auto &[name, text] : m_observed) {
        const Key *const key = m_book.keys().find(name);
        if (!key || key->part == KeyPart::Fixed || agrees(settings, *key)
            || !isMoved(*key, settings))
            continue;
        m_reading.residue.push_back(name + '=' + text);
        for (auto &[path, told] : m_reading.told) {
            const auto &keys = homes(m_book, path);
            if (told == Told::Read && std::ranges::find(keys, key) != keys.end())
                told = Told::Inferred;
        }
    }
    return std::move(m_reading);
}

} // namespace headroom::books
