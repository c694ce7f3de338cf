#include "model/runs/text/adapter_names.h"

#include "model/base/text/ascii.h"

#include <algorithm>
#include <set>
#include <string_view>
#include <vector>

namespace headroom {
namespace {

struct Names
{
    std::string_view targets; ///< letters: q, k, v, o, g(ate), u(p), d(own), m: a first product
                              ///< that may be gate and up, or up alone
    std::vector<std::string_view> modules;
};

const std::vector<Names> &nameTable()
{
    static const std::vector<Names> table {
        { "q",
            { "q_proj", "q_a_proj", "q_b_proj", "wq", "wq_a", "wq_b", "linear_q", "query",
                "linear_q_down_proj", "linear_q_up_proj", "linear_q_proj" } },
        { "k", { "k_proj", "wk", "linear_k", "key" } },
        { "v", { "v_proj", "wv", "linear_v", "value" } },
        { "kv",
            { "kv_a_proj_with_mqa", "kv_b_proj", "wkv", "wkv_a", "wkv_b", "linear_kv_down_proj",
                "linear_kv_up_proj" } },
        { "qkv", { "qkv_proj", "query_key_value", "c_attn", "wqkv", "linear_qkv" } },
        { "qkvo", { "attn", "attention" } },
        { "o", { "o_proj", "out_proj", "output_proj", "wo", "linear_proj", "dense" } },
        { "g", { "gate_proj", "w1", "linear_fc1_gate" } },
        { "u", { "up_proj", "w3", "linear_fc1_up" } },
        { "m", { "gate_up_proj", "fc1", "c_fc", "dense_h_to_4h", "linear_fc1" } },
        { "d", { "down_proj", "w2", "fc2", "dense_4h_to_h", "linear_fc2" } },
        { "gud", { "mlp" } },
    };
    return table;
}

/// "c_proj" ends attention and MLP in GPT-2.
void addModule(std::string_view module, std::set<char> &found, bool isPath)
{
    if (module == "c_proj")
        found.insert({ 'o', 'd' });
    const bool isPart = isPath && (module == "mlp" || module == "attn" || module == "attention");
    for (const Names &row : nameTable())
        if (!isPart && std::ranges::find(row.modules, module) != row.modules.end())
            found.insert(row.targets.begin(), row.targets.end());
}

/// Words of letters, digits and underscores: the parts of a path or a pattern.
std::vector<std::string> wordsOf(std::string_view text)
{
    std::vector<std::string> words(1);
    for (const char c : text)
        if (isAsciiDigit(c) || c == '_' || (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z'))
            words.back() += c;
        else if (!words.back().empty())
            words.emplace_back();
    if (words.back().empty())
        words.pop_back();
    return words;
}

} // namespace

std::string adapterTargets(std::span<const std::string> modules)
{
    std::set<char> found;
    bool hasExperts = false;
    for (const std::string &module : modules) {
        const std::vector<std::string> words = wordsOf(asciiLowered(module));
        for (const std::string &word : words)
            if (word.find("all") == 0)
                return "all";
        const auto experts = std::ranges::find(words, "experts"); // what follows is theirs
        hasExperts = hasExperts || experts != words.end();
        for (auto word = words.begin(); word != experts; ++word)
            addModule(*word, found, words.size() > 1);
    }
    const auto has = [&found](std::string_view letters) {
        return std::ranges::all_of(letters, [&](char letter) { return found.contains(letter); });
    };
    if (found.contains('m')) // with "down" the whole MLP, whatever it holds
        found.insert({ 'g', 'u' });
    if (has("qkvogud"))
        return "all";
    std::string text;
    const auto add
        = [&text](std::string_view word) { text.append(text.empty() ? "" : ", ").append(word); };
    if (has("qkvo"))
        add("attention");
    if (has("gud"))
        add("mlp");
    if (hasExperts)
        add("experts");
    for (const char letter : std::string_view("qkvo"))
        if (!has("qkvo") && found.contains(letter))
            add(std::string_view(&letter, 1));
    for (const std::string_view word : { "gate", "up", "down" })
        if (!has("gud") && found.contains(word.front()))
            add(word);
    return text;
}

} // namespace headroom
