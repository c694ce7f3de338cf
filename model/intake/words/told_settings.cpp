#include "model/intake/words/told_settings.h"

#include <array>
#include <span>

namespace headroom {
namespace {

/// Words that say what a field is.
struct Saying
{
    std::string_view words; ///< with blanks between them, as a word list takes them apart
    std::string_view path, value;
};

constexpr std::array sayings {
    Saying { "qlora", "tuning.method", "qlora" },
    Saying { "lora", "tuning.method", "lora" },
    Saying { "dora", "tuning.dora", "true" },
    Saying { "rslora", "tuning.rank_stabilized", "true" },
    Saying { "dpo", "tuning.objective", "dpo" },
    Saying { "bf16", "precision.compute", "bf16" },
    Saying { "bfloat16", "precision.compute", "bf16" },
    Saying { "fp16", "precision.compute", "fp16" },
};

/// Of what a person writes; the lines of a log name programs that the run may not use. Longer
/// sayings stand before those that they begin with.
constexpr std::array sayingsOfPosts {
    Saying { "paged adamw 8bit", "options.paged_optimizer", "true" },
    Saying { "paged adamw", "options.paged_optimizer", "true" },
    Saying { "paged optimizer", "options.paged_optimizer", "true" },
    Saying { "adamw 8bit", "optimizer", "adamw_8bit" },
    Saying { "adamw bnb 8bit", "optimizer", "adamw_8bit" },
    Saying { "adamw8bit", "optimizer", "adamw_8bit" },
    Saying { "adam8bit", "optimizer", "adamw_8bit" },
    Saying { "8bit adamw", "optimizer", "adamw_8bit" },
    Saying { "8bit adam", "optimizer", "adamw_8bit" },
    Saying { "8 bit adamw", "optimizer", "adamw_8bit" },
    Saying { "8 bit adam", "optimizer", "adamw_8bit" },
    Saying { "8bit optimizer", "optimizer", "adamw_8bit" },
    Saying { "8 bit optimizer", "optimizer", "adamw_8bit" },
    Saying { "adafactor", "optimizer", "adafactor" },
    Saying { "muon", "optimizer", "muon" },
    Saying { "flash attention 3", "attention", "flash-3" },
    Saying { "fa3", "attention", "flash-3" },
    Saying { "flash attention 2", "attention", "flash-2" },
    Saying { "flash attention2", "attention", "flash-2" },
    Saying { "flashattention 2", "attention", "flash-2" },
    Saying { "flashattention2", "attention", "flash-2" },
    Saying { "flash attn 2", "attention", "flash-2" },
    Saying { "fa2", "attention", "flash-2" },
    Saying { "eager attention", "attention", "unfused" },
    Saying { "torch compile", "options.compile", "true" },
    Saying { "liger", "options.cross_entropy", "fused_linear" },
    Saying { "ulysses", "parallelism.context_strategy", "ulysses" },
    Saying { "ring attention", "parallelism.context_strategy", "ring" },
    Saying { "deepep", "options.expert_dispatcher", "deepep" },
};

struct Program
{
    std::string_view word, framework;
};
constexpr std::array programs {
    Program { "maxtext", "maxtext" },
    Program { "megatron", "megatron" },
    Program { "nemo", "megatron" },
    Program { "torchtitan", "torchtitan" },
    Program { "deepspeed", "deepspeed" },
    Program { "transformers", "hf" },
    Program { "trl", "hf" },
    Program { "axolotl", "hf" },
    Program { "llamafactory", "hf" },
    Program { "torchtune", "hf" },
};

constexpr std::size_t wordsOfPost = 256; ///< ASSUMED: a longer text holds a log

class SettingReader
{
public:
    explicit SettingReader(ToldText &told)
        : m_told(told)
        , m_words(told.words)
    { }

    void read()
    {
        readBits();
        for (std::size_t i = 0; i < m_words.size(); ++i) {
            readSayings(sayings, i);
            if (m_words.size() <= wordsOfPost)
                readSayings(sayingsOfPosts, i);
            for (const Program &program : programs)
                if (m_words.text(i) == program.word && m_told.trace.framework.empty())
                    m_told.trace.framework = program.framework;
            readRank(i);
            readStage(i);
            readRecomputation(i);
        }
        readOtherMethods();
        if (m_told.hasField("tuning.dora") && !m_told.hasField("tuning.method"))
            m_told.field("tuning.method", std::string("lora"), 0);
        for (std::size_t i = 0; i < m_words.size() && m_words.size() <= wordsOfPost; ++i)
            readOffloading(i);
    }

private:
    bool isAt(std::size_t at, const ToldText::Words &any) const { return m_told.isAt(at, any); }

    void readSayings(std::span<const Saying> some, std::size_t at)
    {
        for (const Saying &saying : some)
            if (isSaid(saying.words, at) && !isDenied(at) && !m_told.hasField(saying.path))
                m_told.field(saying.path, std::string(saying.value), at);
    }

    /// Whether the words from there on are these, none of them used for something else.
    bool isSaid(std::string_view saying, std::size_t at) const
    {
        while (true) {
            const std::size_t blank = saying.find(' ');
            if (m_words.isUsed(at) || m_words.text(at) != saying.substr(0, blank))
                return false;
            if (blank == std::string_view::npos)
                return true;
            saying.remove_prefix(blank + 1);
            ++at;
        }
    }
    /// "no liger", "without LoRA", "not paged"
    bool isDenied(std::size_t at) const { return isAt(at - 1, { "no", "not", "without" }); }

    /// "4-bit", also of what is called LoRA beside it.
    void readBits()
    {
        for (std::size_t i = 0; i < m_words.size(); ++i)
            if (isAt(i, { "4bit" }) || (isAt(i, { "bit", "bits" }) && isAt(i - 1, { "4" })))
                return m_told.field("tuning.method", std::string("qlora"), i);
    }

    /// Methods that generate as well as train are not what a plan estimates.
    void readOtherMethods()
    {
        for (std::size_t i = 0; i < m_words.size() && m_words.size() <= wordsOfPost; ++i)
            if (isAt(i, { "grpo", "ppo", "rlhf", "rloo" }) && !isDenied(i))
                return m_told.trace.note({ "words-of-reinforcement", {} });
    }

    void readRank(std::size_t at)
    {
        if (!isAt(at, { "lora", "qlora", "rank", "r" }))
            return;
        std::size_t place = at + 1;
        const auto rank = m_words.numberFrom(at + 1, { "rank", "r", "of", "with" }, 1, place);
        // "lora, 4k": a length
        const bool isPlain = place < m_words.size()
            && m_words.text(place).find_first_not_of("0123456789") == std::string::npos;
        constexpr double most = 1024;
        if (rank && isPlain && !m_words.isUsed(place) && *rank >= 1 && *rank <= most) {
            m_told.field("tuning.rank", *rank, place);
            m_words.use(place, 1);
        }
    }

    void readStage(std::size_t at)
    {
        if (!isAt(at, { "zero" }))
            return;
        std::size_t place = at + 1;
        const auto stage = m_words.numberFrom(at + 1, { "stage" }, 1, place);
        if (stage && *stage <= 3) {
            m_told.field("parallelism.zero_stage", *stage, place);
            m_words.use(place, 1);
        }
    }

    void readRecomputation(std::size_t at)
    {
        if (!isAt(at, { "recompute", "recomputation", "checkpointing", "remat", "ac" }))
            return;
        std::size_t from = at > 2 ? at - 2 : 0;
        for (; from < at; ++from) {
            if (isAt(from, { "no", "without" }))
                return m_told.field("remat.policy", std::string("no_recompute"), at);
            if (isAt(from, { "full", "gradient", "activation" }))
                return m_told.field("remat.policy", std::string("full"), at);
            if (isAt(from, { "selective" }))
                return m_told.field("remat.policy", std::string("selective"), at);
        }
    }

    /// "ZeRO-3 offload", "optimizer offload", "offload the parameters to CPU": of stage 3 without a
    /// word for it both weights and optimizer, as the examples of DeepSpeed and FSDP do it.
    void readOffloading(std::size_t at)
    {
        if (!isAt(at, { "offload", "offloading", "offloaded" }) || isDenied(at))
            return;
        const auto isNear = [&](const ToldText::Words &any) {
            for (std::size_t i = at > 2 ? at - 2 : 0; i <= at + 2; ++i)
                if (isAt(i, any))
                    return true;
            return false;
        };
        const bool ofActivations = isNear({ "activation", "activations" });
        const bool ofWeights = isNear({ "param", "params", "parameter", "parameters", "weights" });
        const bool ofState = isNear({ "optimizer", "optim", "optimiser", "adam" });
        if (ofActivations)
            m_told.field("options.offload_activations", std::string("true"), at);
        if (ofActivations && !ofWeights && !ofState)
            return;
        const auto &stage = m_told.trace.facts.text(ToldText::factOf("parallelism.zero_stage"));
        const bool isFull = stage.empty() ? mentions("fsdp") : stage == "3";
        if (ofState || !ofWeights)
            m_told.field("options.offload_optimizer", std::string("true"), at);
        if (ofWeights || (!ofState && isFull))
            m_told.field("options.offload_parameters", std::string("true"), at);
    }
    bool mentions(std::string_view word) const
    {
        for (std::size_t i = 0; i < m_words.size(); ++i)
            if (m_words.text(i) == word)
                return true;
        return false;
    }

    ToldText &m_told;
    WordList &m_words;
};

} // namespace

void readSettings(ToldText &told)
{
    SettingReader(told).read();
}

} // namespace headroom
