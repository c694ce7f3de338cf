#include "model/intake/words/told_words.h"

#include "model/intake/words/told_counts.h"
#include "model/intake/words/told_settings.h"
#include "model/intake/words/told_text.h"
#include "model/intake/words/word_groups.h"

#include <algorithm>
#include <array>
#include <bit>
#include <cmath>

namespace headroom {
namespace {

constexpr double kibi = 1024; ///< what "k" of a length is
/// A longer text holds numbers of many things, those of a log among them. ASSUMED
constexpr std::size_t wordsOfSentence = 96;

/// Reads what the words of a text state, each word for one thing.
class WordReader
{
public:
    explicit WordReader(ToldText &told)
        : m_told(told)
        , m_words(told.words)
    { }

    void read()
    {
        readModel();
        readMachines(m_told);
        readLength();
        readBatches();
        readDegrees();
        readSettings(m_told);
        if (!(m_length > 0) && m_words.size() <= wordsOfSentence)
            readBareLength();
    }

private:
    using Words = ToldText::Words;

    bool isAt(std::size_t at, const Words &words) const { return m_words.isAt(at, words); }

    void readModel()
    {
        if (const auto model = m_words.findModel(); model && !m_words.isOtherSize(*model)) {
            m_told.field("model", model->id, model->at);
            m_words.use(model->at, model->count);
        } else {
            readSize();
        }
    }

    /// "1.3B", the size of a model that has no known name.
    void readSize()
    {
        for (std::size_t i = 0; i < m_words.size(); ++i) {
            const double size = m_words.parameters(i);
            if (m_words.isUsed(i) || size == 0)
                continue;
            m_told.trace.facts.set(
                nominalSizeFact, fmt::format("{:.0f}", size), m_told.file, m_words.line(i));
            if (const auto family = m_words.findFamily(i))
                m_told.trace.facts.set(
                    familyFact, family->id, m_told.file, m_words.line(family->at));
            return m_words.use(i, 1);
        }
    }

    /// Whether a word leads to a length: "seq", "context", "max length", "cutoff_len".
    bool leadsToLength(std::size_t at) const
    {
        if (isAt(at, { "seqlen", "ctx", "seq", "sequence", "context", "sequences" }))
            return !isAt(at + 1, { "parallel", "parallelism" });
        return (isAt(at, { "length", "len" }) && isAt(at - 1, { "max", "maximum", "cutoff" }))
            || (isAt(at, { "size" }) && isAt(at - 1, { "block" }));
    }

    /// The number of "16 sequences"; "8k sequences" are as long as that.
    std::optional<double> countedSequences(std::size_t at) const
    {
        constexpr double fewestOfLength = 1024; // ASSUMED: batches are smaller, lengths are not
        if (at == 0 || !isAt(at, { "sequences" }) || m_words.isUsed(at - 1))
            return std::nullopt;
        const auto number = m_words.number(at - 1, kibi);
        return number && *number >= 1 && *number < fewestOfLength ? number : std::nullopt;
    }

    void readLength()
    {
        static const Words leads { "length", "len", "of", "is", "size", "a", "window", "to" };
        for (std::size_t i = 0; i < m_words.size(); ++i) {
            if (!leadsToLength(i))
                continue;
            std::size_t at = i + 1;
            auto number = m_words.numberFrom(i + 1, leads, kibi, at);
            if (!number || m_words.isUsed(at)
                || isOfBatch(at)) { // "8k context", "4096 tokens of context"
                for (std::size_t back = i; back-- > 0 && back + 4 > i;) {
                    at = back;
                    number = countedSequences(i) ? std::nullopt : m_words.number(back, kibi);
                    if (number || !isAt(back, { "tokens", "token", "long", "of" }))
                        break;
                }
            }
            if (number && !m_words.isUsed(at) && *number >= 16)
                return takeLength(*number, at);
        }
        // "2048 tokens", but no data set and no batch of so many
        for (std::size_t i = 0; m_words.size() <= wordsOfSentence && i < m_words.size(); ++i) {
            constexpr double shortest = 64, longest = 1 << 20;
            const auto number = m_words.number(i, kibi);
            if (number && !m_words.isUsed(i) && isAt(i + 1, { "tokens", "token", "tok" })
                && !isOfBatch(i) && !isRate(i + 2) && !isOfBatchBefore(i) && *number >= shortest
                && *number <= longest)
                return takeLength(*number, i);
        }
    }
    void takeLength(double tokens, std::size_t at)
    {
        m_length = tokens;
        m_told.field("workload.sequence_length", tokens, at);
        m_words.use(at, 1);
    }

    /// "a single 5090, qwen3 8b, lora, 4k", "phi-4 on a T4, 2048": a power of two that nothing else
    /// has taken, and that no word beside it names.
    void readBareLength()
    {
        static const Words others { "hidden", "dim", "dimension", "dimensions", "layers", "heads",
            "steps", "step", "gb", "gib", "mb", "samples", "examples", "rows", "epochs", "hours",
            "vocab", "vocabulary", "alpha", "rank", "r", "lora", "lr", "warmup", "batch", "size",
            "documents", "images", "tokens", "token", "tflops", "of", "to", "experts" };
        constexpr unsigned shortest = 512, longest = 1u << 20;
        const auto isOther = [&](std::size_t at) {
            return isAt(at, others) || isAt(at, deviceWords) || isAt(at, nodeWords);
        };
        for (std::size_t i = 0; i < m_words.size(); ++i) {
            const double number = m_words.number(i, kibi).value_or(0);
            const bool isSize = number >= shortest && number <= longest
                && number == std::floor(number)
                && std::has_single_bit(static_cast<unsigned>(number));
            if (m_words.isUsed(i) || !isSize || (!m_words.endsClause(i - 1) && isOther(i - 1))
                || (!m_words.endsClause(i) && isOther(i + 1)))
                continue;
            return takeLength(number, i);
        }
    }

    /// "4M tokens per batch", "4M tokens a step"
    bool isOfBatch(std::size_t number) const
    {
        return isAt(number + 1, { "tokens", "token", "tok" })
            && isAt(number + 2, { "per", "a", "each", "every" })
            && isAt(number + 3, { "batch", "step" });
    }
    /// "tokens/s", "tokens per second", "tokens per GPU", but "tokens, per-device batch 1"
    bool isRate(std::size_t at) const
    {
        return isAt(at, { "s", "sec" })
            || (isAt(at, { "per", "a" }) && !isAt(at + 2, { "batch", "train", "micro" }));
    }
    /// "batch of 4M tokens", "batch size 55000 tokens"
    bool isOfBatchBefore(std::size_t number) const
    {
        for (std::size_t i = number; i-- > 0 && i + 4 > number && !m_words.number(i, 1);)
            if (isAt(i, batchWords) || isAt(i, { "batches" }))
                return true;
        return false;
    }

    /// Sequences of so many tokens; "4M" of whole sequences is 4 x 2^20. 0: no length is known.
    double sequencesOf(double tokens) const
    {
        if (!(m_length > 0))
            return 0;
        constexpr double million = 1e6, mebi = 1048576;
        const double binary = tokens / million * mebi / m_length;
        const bool isBinary = std::fmod(tokens, m_length) != 0 && binary == std::floor(binary);
        return isBinary ? binary : std::round(tokens / m_length);
    }

    /// "per GPU", "on each device"
    bool isPerDevice(std::size_t at) const
    {
        return isAt(at, { "per", "each", "a", "every" }) && isAt(at + 1, deviceWords);
    }

    enum class Batch { None, Passes, Micro, Global, Plain };

    /// What a word says that a number behind it is.
    Batch batchAt(std::size_t i) const
    {
        if (isAt(i, { "ga" })
            || (isAt(i, { "accumulation", "accum", "acc" }) && isAt(i - 1, { "gradient", "grad" })))
            return Batch::Passes;
        if (isAt(i, { "mbs", "microbatch", "microbatches" }))
            return Batch::Micro;
        if (isAt(i, { "gbs" }))
            return Batch::Global;
        if (!isAt(i, { "batch", "batches", "bs" }))
            return Batch::None;
        // "per_device_train_batch_size"
        const std::size_t named = isAt(i - 1, { "train" }) ? i - 2 : i - 1;
        if (isAt(named, { "micro", "local", "device", "gpu" }))
            return Batch::Micro;
        const bool isWhole = isAt(i - 1, { "global", "total", "effective" });
        return isWhole ? Batch::Global : isAt(i, { "batches" }) ? Batch::None : Batch::Plain;
    }

    void readBatches()
    {
        static const Words leads { "size", "of", "is", "batch", "bs", "about", "at", "per", "each",
            "device", "gpu" };
        std::optional<std::pair<double, std::size_t>> plain;
        for (std::size_t i = 0; i < m_words.size(); ++i) {
            if (const auto tokens = m_words.number(i, 1000); tokens && isOfBatch(i)) {
                if (const double batch = m_words.isUsed(i) ? 0 : sequencesOf(*tokens); batch >= 1)
                    m_told.field("workload.global_batch_sequences", batch, i);
                m_words.use(i, 4);
            }
            if (const auto counted = countedSequences(i)) {
                if (isPerDevice(i + 1))
                    m_told.field("parallelism.micro_batch_sequences", *counted, i - 1);
                else
                    plain = { *counted, i - 1 };
                m_words.use(i - 1, 1);
            }
            Batch kind = batchAt(i);
            if (kind == Batch::None)
                continue;
            std::size_t at = i + 1;
            const auto number = m_words.numberFrom(
                i + 1, kind == Batch::Passes ? Words { "steps", "of", "is" } : leads, 1000, at);
            if (!number || m_words.isUsed(at) || *number < 1)
                continue;
            if (kind != Batch::Passes
                && (isPerDevice(i + 1) || isPerDevice(i + 2) || isPerDevice(at + 1)
                    || (isAt(at + 1, { "sequence", "sequences" }) && isPerDevice(at + 2))))
                kind = Batch::Micro;
            double value = *number;
            if (isAt(at + 1, { "tokens", "token", "tok" }))
                value = sequencesOf(value);
            if (value < 1)
                continue;
            m_words.use(at, 1);
            if (kind == Batch::Passes)
                m_told.fact("accumulation", value, at);
            else if (kind == Batch::Plain)
                plain = { value, at };
            else
                m_told.field(kind == Batch::Micro ? "parallelism.micro_batch_sequences"
                                                  : "workload.global_batch_sequences",
                    value, at);
        }
        if (!plain)
            return;
        // "bs 1, grad accum 16": what is accumulated is the batch of one pass.
        const bool isPass = m_told.trace.facts.has("accumulation")
            && !m_told.hasField("parallelism.micro_batch_sequences");
        if (!isPass)
            m_told.fact(plainBatchFact, plain->first, plain->second);
        m_told.field(
            isPass ? "parallelism.micro_batch_sequences" : "workload.global_batch_sequences",
            plain->first, plain->second);
    }

    struct Axis
    {
        std::string_view path;
        Words words;
    };

    void readDegrees()
    {
        static const std::array axes {
            Axis { "parallelism.tensor", { "tp", "tensor" } },
            Axis { "parallelism.pipeline", { "pp", "pipeline" } },
            Axis { "parallelism.data", { "dp", "replicas" } },
            Axis { "parallelism.context", { "cp" } },
            Axis { "parallelism.expert", { "ep", "expert" } },
            Axis { "parallelism.fsdp", { "fsdp", "shard" } },
        };
        static const Words leads { "parallel", "parallelism", "degree", "size", "of", "is",
            "model" };
        constexpr double most = 1e6;
        for (std::size_t i = 0; i < m_words.size(); ++i)
            for (const Axis &axis : axes) {
                if (!isAt(i, axis.words))
                    continue;
                std::size_t at = i + 1;
                const auto number = m_words.numberFrom(i + 1, leads, 1, at);
                if (number && !m_words.isUsed(at) && *number >= 1 && *number <= most) {
                    m_told.field(axis.path, *number, at);
                    m_words.use(at, 1);
                }
            }
    }

    ToldText &m_told;
    WordList &m_words;
    double m_length = 0;
};

} // namespace

RunTrace readWords(std::string_view text, const std::string &file, const ProfileLibrary &library)
{
    RunTrace trace;
    WordList words(text, library);
    ToldText told { words, file, trace };
    WordReader(told).read();
    // A size alone may be that of anything; with devices or a method beside it, it is a model's.
    const bool namesModel = told.hasField("model")
        || (trace.facts.has(nominalSizeFact)
            && (trace.facts.has("devices") || trace.facts.has("nodes")
                || told.hasField("tuning.method")));
    if (namesModel || trace.facts.has("device_name"))
        trace.format = wordsFormat;
    trace.sources = { { file, {}, false } };
    return trace;
}

} // namespace headroom
