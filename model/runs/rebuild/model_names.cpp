#include "model/runs/rebuild/model_names.h"

#include "model/base/text/ascii.h"
#include "model/base/text/display_line.h"

#include <algorithm>
#include <array>
#include <vector>

namespace headroom {
namespace {

/// What publishers add to the name of a model whose shape stays the same.
constexpr std::array<std::string_view, 22> editions { "-instruct", "-chat", "-hf", "-base", "-it",
    "-pt", "-bf16", "-fp8", "-fp16", "-dequantized", "-unsloth", "-bnb-4bit", "-4bit", "-8bit",
    "-awq", "-gptq", "-sft", "-dpo", "-original", "-2507", "-0324", "-v0.1" };

void addUnique(std::vector<std::string> &names, std::string name)
{
    constexpr std::size_t most = 64;
    if (!name.empty() && names.size() < most && std::ranges::find(names, name) == names.end())
        names.push_back(std::move(name));
}

/// The name and what it is without its publisher and additions, the longest first.
std::vector<std::string> spellings(std::string_view name)
{
    constexpr std::size_t longestName = 256;
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

} // namespace

std::string modelIdOf(std::string_view name, const ProfileLibrary &library)
{
    for (const std::string &spelling : spellings(name))
        if (const auto model = library.model(spelling))
            return (*model)->id;
    return {};
}

void rebuildNamedModel(PlanRebuild &rebuild, const std::string &name)
{
    const std::string id = modelIdOf(name, rebuild.library);
    if (id.empty())
        rebuild.draft.note({ "run-model-unlisted", { displayLine(name, 80) } });
    else
        rebuild.draft.set("model", id, FieldOrigin::Read);
}

} // namespace headroom
