#include "model/runs/readers/config_files.h"
#include "model/runs/readers/python_calls.h"
#include "model/runs/text/adapter_names.h"
#include "model/runs/text/scan.h"

#include <array>
#include <charconv>
#include <vector>

// A recipe of torchtitan's later sources, as exports write it, read as the tables of its TOML.

namespace headroom {
namespace {

/// Sections that kept the names of their keys.
constexpr std::array<std::string_view, 4> keptSections { "training", "parallelism", "compile",
    "checkpoint" };

/// What stands between two words; empty: they do not stand there.
std::string_view textBetween(std::string_view text, std::string_view before, std::string_view after)
{
    const std::size_t start = text.find(before);
    if (start == std::string_view::npos)
        return {};
    const std::string_view rest = text.substr(start + before.size());
    const std::size_t end = rest.find(after);
    return end == std::string_view::npos ? std::string_view {} : rest.substr(0, end);
}

class RecipeReader
{
public:
    RecipeReader(std::string_view text, const TextPlace &place, ConfigFacts &settings)
        : m_text(text)
        , m_place(place)
        , m_settings(settings)
        , m_fields(callFields(text))
    { }

    bool read(ConfigFacts &facts)
    {
        const std::string_view family
            = textBetween(m_text, "from torchtitan.models.", ".config_registry import ");
        if (family.empty())
            return false;
        addKept();
        addBatch();
        set("model.name", std::string(family));
        const std::string_view flavor = textBetween(m_text, "= model_registry(\"", "\"");
        if (!flavor.empty())
            set("model.flavor", std::string(flavor));
        addRemat();
        addConverters();
        addAdapters(facts);
        if (m_text.find("= default_adamw(") != std::string_view::npos)
            set("optimizer.name", "AdamW");
        return true;
    }

private:
    void set(const std::string &key, const std::string &value, std::int64_t line = 1)
    {
        m_settings.set(key, value, m_place.file, m_place.line + line - 1);
    }

    void addKept()
    {
        for (const auto &[name, field] : m_fields)
            for (const std::string_view section : keptSections)
                if (name.first == section) {
                    const bool isMoved = name.second == "enable_async_tensor_parallel";
                    set((isMoved ? "parallelism" : name.first) + '.' + name.second,
                        unquotedPython(field.value), field.line);
                }
    }

    /// Later sources count tokens, and name the length of a sequence.
    void addBatch()
    {
        const std::int64_t length = number("max_context_length");
        if (length <= 0)
            return;
        set("training.seq_len", std::to_string(length));
        for (const auto &[later, older] :
            { std::pair { "num_tokens_per_microbatch_per_dp_rank", "training.local_batch_size" },
                std::pair { "num_tokens_per_train_step", "training.global_batch_size" } })
            if (const std::int64_t tokens = number(later); tokens >= length)
                set(older, std::to_string(tokens / length));
    }

    std::int64_t number(const char *name) const
    {
        const auto field = m_fields.find({ "training", name });
        std::int64_t value = 0;
        if (field != m_fields.end()) {
            const std::string &text = field->second.value;
            std::from_chars(text.data(), text.data() + text.size(), value);
        }
        return value;
    }

    void addRemat()
    {
        const std::string_view kind = textBetween(m_text, "config.activation_checkpoint = ", "\n");
        if (!kind.empty())
            set("activation_checkpoint.mode",
                kind.starts_with("FullAC")            ? "full"
                    : kind.starts_with("SelectiveAC") ? "selective"
                                                      : "none");
    }

    /// Low precision. @source torchtitan at 2026-08-21, components/quantization
    void addConverters()
    {
        if (m_text.find("MXFP8LinearConverter.Config(") != std::string_view::npos)
            set("model.converters", "[quantize.linear.mx]");
        else if (m_text.find("NVFP4LinearConverter.Config(") != std::string_view::npos)
            set("model.converters", "[quantize.linear.nvfp4]");
        else if (m_text.find("Float8LinearConverter.Config(") != std::string_view::npos) {
            set("model.converters", "[quantize.linear.float8]");
            set("quantize.linear.float8.recipe_name",
                std::string(textBetween(m_text, "recipe_name=\"", "\"")));
        }
    }

    void addAdapters(ConfigFacts &facts)
    {
        const std::string_view call = textBetween(m_text, "LoRAConverter.Config(rank=", ")");
        if (call.empty())
            return;
        const auto tell = [&](const char *key, const std::string &value) {
            facts.set(key, value, m_place.file, m_place.line);
        };
        tell("adapters", "true");
        tell("adapter_rank", std::string(call.substr(0, call.find(','))));
        std::vector<std::string> names;
        for (Scan list { textBetween(call, "target_modules=[", "]") }; !list.rest().empty();)
            for (std::string &name : parts(unquotedPython(trimmed(list.until(",")))))
                names.push_back(std::move(name));
        if (const std::string targets = adapterTargets(names); !targets.empty())
            tell("adapter_targets", targets);
    }

    /// torchtitan's layers in the names of others: a fused one is several.
    /// @source torchtitan at 2026-08-21, models/common/attention.py, feed_forward.py
    static std::vector<std::string> parts(const std::string &layer)
    {
        if (layer == "wqkv")
            return { "q_proj", "k_proj", "v_proj" };
        if (layer == "wkv")
            return { "k_proj", "v_proj" };
        struct Name
        {
            std::string_view own, known;
        };
        for (const Name &name : { Name { "wq", "q_proj" }, Name { "wo", "o_proj" },
                 Name { "w1", "gate_proj" }, Name { "w2", "down_proj" }, Name { "w3", "up_proj" } })
            if (layer == name.own)
                return { std::string(name.known) };
        return { layer };
    }

    std::string_view m_text;
    const TextPlace &m_place;
    ConfigFacts &m_settings;
    CallFields m_fields;
};

} // namespace

bool addTitanProgram(
    std::string_view text, const TextPlace &place, ConfigFacts &settings, ConfigFacts &facts)
{
    if (!RecipeReader(text, place, settings).read(facts))
        return false;
    addMachineComment(text, place, facts);
    return true;
}

} // namespace headroom
