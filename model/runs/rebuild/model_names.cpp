#include "model/runs/rebuild/model_names.h"

#include "model/base/text/ascii.h"
#include "model/base/text/display_line.h"
#include "model/base/text/plain_number.h"
#include "model/library/architecture/parameter_count.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>
#include <tuple>
#include <vector>

namespace headroom {
namespace {

/// What publishers add to the name of a model whose shape stays the same.
constexpr std::array<std::string_view, 22> editions { "-instruct", "-chat", "-hf", "-base", "-it",
    "-pt", "-bf16", "-fp8", "-fp16", "-dequantized", "-unsloth", "-bnb-4bit", "-4bit", "-8bit",
    "-awq", "-gptq", "-sft", "-dpo", "-original", "-2507", "-0324", "-v0.1" };

constexpr std::size_t longestName = 256;

void addUnique(std::vector<std::string> &names, std::string name)
{
    constexpr std::size_t most = 64;
    if (!name.empty() && names.size() < most && std::ranges::find(names, name) == names.end())
        names.push_back(std::move(name));
}

/// The name and what it is without its publisher and additions, the longest first.
std::vector<std::string> spellings(std::string_view name)
{
    std::string whole = asciiLowered(name.substr(0, longestName));
    std::ranges::replace(whole, '_', '-');
    while (!whole.empty() && (whole.back() == '/' || whole.back() == ' '))
        whole.pop_back();
    std::vector<std::string> names;
    addUnique(names, whole);
    if (const std::size_t slash = whole.rfind('/'); slash != std::string::npos)
        addUnique(names, whole.substr(slash + 1));
    for (std::size_t i = 0; i < names.size(); ++i) {
        const std::string own = names[i];
        if (own.starts_with("meta-"))
            addUnique(names, own.substr(5));
        for (const std::string_view edition : editions)
            if (const std::size_t at = own.find(edition); at != std::string::npos && at > 0) {
                const std::size_t end = at + edition.size();
                if (end == own.size() || own[end] == '-')
                    addUnique(names, own.substr(0, at) + own.substr(end));
            }
    }
    return names;
}

/// Words of a name, lowered: letters, digits and points.
std::vector<std::string> wordsOf(std::string_view name)
{
    std::vector<std::string> words(1);
    for (const char letter : name)
        if (isAsciiLetterOrDigit(letter) || letter == '.')
            words.back() += asciiLower(letter);
        else if (!words.back().empty())
            words.emplace_back();
    return words;
}

/// "7b", "1.5b", "360m"; 0: the word is no size.
double sizeOf(std::string_view word)
{
    constexpr double million = 1e6, billion = 1e9;
    if (word.size() < 2 || (word.back() != 'b' && word.back() != 'm'))
        return 0;
    const double number = wholeNumberText(word.substr(0, word.size() - 1)).value_or(0);
    return number > 0 ? number * (word.back() == 'b' ? billion : million) : 0;
}

/// The longest known name that ends in a size and stands in this one: "hermes-3-llama-3.1-8b".
std::string modelInside(std::string_view name, const ProfileLibrary &library)
{
    constexpr std::size_t maxWords = 8; // of a name that is known
    const std::vector<std::string> words = wordsOf(name.substr(0, longestName));
    for (std::size_t count = std::min(words.size(), maxWords); count >= 2; --count)
        for (std::size_t from = 0; from + count <= words.size(); ++from) {
            if (sizeOf(words[from + count - 1]) <= 0)
                continue;
            std::string inside = words[from];
            for (std::size_t i = 1; i < count; ++i)
                inside += '-' + words[from + i];
            if (const auto model = library.model(inside))
                return (*model)->id;
        }
    return {};
}

} // namespace

std::string modelIdOf(std::string_view name, const ProfileLibrary &library)
{
    for (const std::string &spelling : spellings(name))
        if (const auto model = library.model(spelling))
            return (*model)->id;
    return {};
}

std::string familyOf(std::string_view name, const std::vector<std::string> &ids)
{
    constexpr std::size_t minLetters = 3; // "bs" is a batch size
    for (std::string word : wordsOf(name)) {
        word.resize(
            static_cast<std::size_t>(std::ranges::find_if_not(word, isAsciiLetter) - word.begin()));
        if (word.size() >= minLetters && std::ranges::any_of(ids, [&word](const std::string &id) {
                return id.starts_with(word) && id.size() > word.size()
                    && !isAsciiLetter(id[word.size()]);
            }))
            return word;
    }
    return {};
}

double parametersOfName(std::string_view name)
{
    double size = 0;
    for (const std::string &word : wordsOf(name))
        size = std::max(size, sizeOf(word));
    return size;
}

std::string nearestModel(double parameters, std::string_view family, const ProfileLibrary &library)
{
    constexpr double largestRatio = 1.25; // names round: "7b" of Qwen is 7.6
    // Who says "a 7B model" and no family means a Llama more often than a BLOOM. ASSUMED
    constexpr std::string_view usual = "llama";
    constexpr double usualRatio = 1.04; // "7b" of Llama 2 is 6.74
    std::tuple best { true, true, std::numeric_limits<double>::infinity(), std::string {} };
    for (const std::string &id : library.modelIds())
        if (const auto model = library.model(id)) {
            const double distance = std::abs(
                std::log(static_cast<double>(countParameters(**model).total()) / parameters));
            const bool isFamily
                = !family.empty() && id.starts_with(family) && distance <= std::log(largestRatio);
            const bool isUsual = id.starts_with(usual) && distance <= std::log(usualRatio);
            best = std::min(best, std::tuple { !isFamily, !isUsual, distance, id });
        }
    return std::get<std::string>(best);
}

void rebuildNamedModel(PlanRebuild &rebuild, const std::string &name)
{
    if (const std::string id = modelIdOf(name, rebuild.library); !id.empty())
        return void(rebuild.draft.set("model", id, FieldOrigin::Read));
    if (const std::string id = modelInside(name, rebuild.library); !id.empty())
        return void(rebuild.draft.set("model", id, FieldOrigin::Inferred));
    rebuild.draft.note({ "run-model-unlisted", { displayLine(name, 80) } });
    const double size = parametersOfName(name);
    if (size > 0 && !rebuild.hasBase)
        rebuild.draft.set("model",
            nearestModel(size, familyOf(name, rebuild.library.modelIds()), rebuild.library),
            FieldOrigin::Assumed);
}

} // namespace headroom
