#include "model/intake/told_words.h"

#include "model/base/text/ascii.h"
#include "model/base/text/plain_number.h"
#include "model/intake/machine_names.h"
#include "model/intake/word_groups.h"
#include "model/intake/word_list.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>

namespace headroom {
namespace {

/// Reads what the words of a text state, each word for one thing.
class WordReader
{
public:
    WordReader(WordList &words, const std::string &file, RunTrace &trace)
        : m_words(words)
        , m_file(file)
        , m_trace(trace)
    { }

    void read()
    {
        readSlices();
        readNames();
        readCounts();
        readLength();
        readBatches();
        readDegrees();
        readMethods();
    }

private:
    using Words = std::vector<std::string_view>;

    void state(std::string_view path, const std::string &value, std::size_t at)
    {
        m_trace.facts.set(
            std::string(toldPrefix) + std::string(path), value, m_file, m_words.line(at));
    }
    void fact(std::string_view name, double value, std::size_t at)
    {
        if (value >= 1 && value <= 1e6 && value == std::floor(value))
            m_trace.facts.set(name, fmt::format("{:.0f}", value), m_file, m_words.line(at));
    }
    bool isAt(std::size_t at, const Words &words) const { return m_words.isAt(at, words); }
    /// "v5p-128": chip and number in one name.
    void readSlices()
    {
        for (std::size_t i = 0; i + 1 < m_words.size(); ++i) {
            const auto slice = sliceNamed(m_words.text(i) + '-' + m_words.text(i + 1));
            if (!slice || !m_words.isJoined(i) || m_words.isUsed(i))
                continue;
            m_trace.facts.set("device_name", slice->chip, m_file, m_words.line(i));
            fact("devices_per_node", slice->chips, i);
            m_words.use(i, 2);
        }
    }

    void readNames()
    {
        if (const auto model = m_words.findModel(); model && !m_words.isOtherSize(*model)) {
            state("model", model->id, model->at);
            m_words.use(model->at, model->count);
        } else {
            readSize();
        }
        if (const auto chip = m_words.findChip()) {
            m_trace.facts.set("device_name", chip->id, m_file, m_words.line(chip->at));
            m_words.use(chip->at, chip->count);
            m_chip = *chip;
        } else {
            readMachine();
        }
    }

    /// "g5.48xlarge", "a3-highgpu-8g": a machine's type names its chip and how many there are.
    void readMachine()
    {
        for (std::size_t i = 0; i < m_words.size(); ++i)
            if (const auto found = m_words.findMachine(i)) {
                m_trace.facts.set(
                    "device_name", found->machine->accelerator, m_file, m_words.line(i));
                fact("devices_per_node", found->machine->devices, i);
                m_words.use(i, found->count);
                if (const auto at = m_words.countOf(i, found->count)) {
                    fact("nodes", *m_words.number(*at, 1), *at);
                    m_words.use(*at, 1);
                }
                return;
            }
    }

    /// "1.3B", the size of a model that has no known name.
    void readSize()
    {
        for (std::size_t i = 0; i < m_words.size(); ++i) {
            const double size = m_words.parameters(i);
            if (m_words.isUsed(i) || size == 0)
                continue;
            m_trace.facts.set(
                nominalSizeFact, fmt::format("{:.0f}", size), m_file, m_words.line(i));
            if (const auto family = m_words.findFamily(i))
                m_trace.facts.set(familyFact, family->id, m_file, m_words.line(family->at));
            return m_words.use(i, 1);
        }
    }

    /// Whether what is counted there is of one node: "8 GPUs each", "8 per node", "nodes of 8".
    bool isOfNode(std::size_t number, std::size_t behind) const
    {
        for (std::size_t i = behind; i < std::min(behind + 4, m_words.size()); ++i)
            if (isAt(i, { "each", "apiece" })
                || (isAt(i, { "per", "a", "every" }) && isAt(i + 1, nodeWords)))
                return true;
        return number > 1 && isAt(number - 1, { "of", "x", "with", "by" })
            && (isAt(number - 2, nodeWords) || isAt(number - 1, { "x" }));
    }

    void readCounts()
    {
        std::optional<double> nodes, perNode, devices;
        std::size_t at = 0;
        for (std::size_t i = 0; i < m_words.size(); ++i) {
            const auto number = m_words.number(i, 1);
            // "tp8 pp4 dp4 H100": that number is a degree's.
            if (!number || m_words.isUsed(i) || (i > 0 && isAt(i - 1, degreeWords)))
                continue;
            std::size_t next = i + 1;
            if (isAt(next, { "x" }) && next + 1 < m_words.size()) // "8 x H100", "2 x 8 H100"
                ++next;
            const bool isBrand = isAt(next, brandWords); // also of a card that is not known
            if (isBrand && m_chip.at != next)
                ++next;
            const bool isChip = m_chip.count > 0 && next == m_chip.at;
            if (isChip)
                next += m_chip.count;
            if (!isChip && isAt(i + 1, nodeWords)) {
                nodes = number;
                at = i;
                m_words.use(i, 1);
            } else if (isChip || isBrand || isAt(next, deviceWords) || isOfNodeAlone(i)) {
                const bool isNodes = i >= 2 && isAt(i - 1, { "x" }) && m_words.number(i - 2, 1);
                if (isNodes && !nodes)
                    nodes = m_words.number(i - 2, 1);
                (isNodes || isOfNode(i, next) ? perNode : devices) = number;
                at = i;
                m_words.use(i, 1);
            }
        }
        // "MI300X x 8"
        const std::size_t behind = m_chip.at + m_chip.count;
        if (m_chip.count > 0 && !perNode && !devices && isAt(behind, { "x" })
            && !m_words.isUsed(behind + 1)) {
            devices = m_words.number(behind + 1, 1);
            at = behind + 1;
            m_words.use(at, 1);
        }
        if (nodes)
            fact("nodes", *nodes, at);
        if (perNode)
            fact("devices_per_node", *perNode, at);
        else if (devices)
            fact("devices", *devices, at);
        if (nodes && perNode)
            fact("devices", *nodes * *perNode, at);
    }
    /// "8 per node"
    bool isOfNodeAlone(std::size_t at) const
    {
        return isAt(at + 1, { "per", "a" }) && isAt(at + 2, nodeWords);
    }

    void readLength()
    {
        static const Words leads { "length", "len", "of", "is", "size", "a", "window", "to" };
        constexpr double kibi = 1024;
        for (std::size_t i = 0; i < m_words.size(); ++i) {
            const bool isJoint = isAt(i, { "seqlen", "ctx" });
            if (!isJoint && !isAt(i, { "seq", "sequence", "context", "sequences" }))
                continue;
            if (isAt(i + 1, { "parallel", "parallelism" }))
                continue;
            std::size_t at = i + 1;
            auto number = m_words.numberFrom(i + 1, leads, kibi, at);
            if (!number || m_words.isUsed(at)
                || isOfBatch(at)) { // "8k context", "4096 tokens of context"
                for (std::size_t back = i; back-- > 0 && back + 4 > i;) {
                    at = back;
                    number = m_words.number(back, kibi);
                    if (number || !isAt(back, { "tokens", "token", "long", "of" }))
                        break;
                }
            }
            if (number && !m_words.isUsed(at) && *number >= 16) {
                m_length = *number;
                state("workload.sequence_length", fmt::format("{:.0f}", *number), at);
                return m_words.use(at, 1);
            }
        }
    }

    /// "4M tokens per batch", "4M tokens a step"
    bool isOfBatch(std::size_t number) const
    {
        return isAt(number + 1, { "tokens", "token", "tok" })
            && isAt(number + 2, { "per", "a", "each", "every" })
            && isAt(number + 3, { "batch", "step" });
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

    void readBatches()
    {
        static const Words leads { "size", "of", "is", "batch", "bs", "about", "at", "per", "each",
            "device", "gpu" };
        for (std::size_t i = 0; i < m_words.size(); ++i) {
            if (const auto tokens = m_words.number(i, 1000); tokens && isOfBatch(i)) {
                if (const double batch = m_words.isUsed(i) ? 0 : sequencesOf(*tokens); batch >= 1)
                    state("workload.global_batch_sequences", fmt::format("{:.0f}", batch), i);
                m_words.use(i, 4);
            }
            const bool isGlobal = isAt(i, { "gbs" })
                || (isAt(i, { "batch" }) && i > 0
                    && isAt(i - 1, { "global", "total", "effective" }));
            // "per_device_train_batch_size"
            const std::size_t named = i > 1 && isAt(i - 1, { "train" }) ? i - 2 : i - 1;
            const bool isMicroWord = isAt(i, { "mbs", "microbatch", "microbatches" })
                || (isAt(i, { "batch", "batches" }) && i > 0
                    && isAt(named, { "micro", "local", "device", "gpu" }));
            const bool isPasses = (isAt(i, { "accumulation", "accum", "acc" }) && i > 0
                                      && isAt(i - 1, { "gradient", "grad" }))
                || isAt(i, { "ga" });
            if (!isGlobal && !isMicroWord && !isPasses && !isAt(i, { "batch" }))
                continue;
            std::size_t at = i + 1;
            const auto number = m_words.numberFrom(
                i + 1, isPasses ? Words { "steps", "of", "is" } : leads, 1000, at);
            if (!number || m_words.isUsed(at) || *number < 1)
                continue;
            const bool isMicro = isMicroWord || isPerDevice(i + 1) || isPerDevice(i + 2)
                || isPerDevice(at + 1)
                || (isAt(at + 1, { "sequence", "sequences" }) && isPerDevice(at + 2));
            double value = *number;
            if (isAt(at + 1, { "tokens", "token", "tok" }))
                value = sequencesOf(value);
            if (value < 1)
                continue;
            m_words.use(at, 1);
            if (isPasses)
                fact("accumulation", value, at);
            else
                state(isMicro ? "parallelism.micro_batch_sequences"
                              : "workload.global_batch_sequences",
                    fmt::format("{:.0f}", value), at);
        }
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
        for (std::size_t i = 0; i < m_words.size(); ++i)
            for (const Axis &axis : axes) {
                if (!isAt(i, axis.words))
                    continue;
                std::size_t at = i + 1;
                const auto number = m_words.numberFrom(i + 1, leads, 1, at);
                if (number && !m_words.isUsed(at) && *number >= 1 && *number <= 1e6) {
                    state(axis.path, fmt::format("{:.0f}", *number), at);
                    m_words.use(at, 1);
                }
            }
    }

    struct Method
    {
        std::string_view word, path, value;
    };

    void readMethods()
    {
        static constexpr std::array methods {
            Method { "qlora", "tuning.method", "qlora" },
            Method { "lora", "tuning.method", "lora" },
            Method { "bf16", "precision.compute", "bf16" },
            Method { "bfloat16", "precision.compute", "bf16" },
            Method { "fp16", "precision.compute", "fp16" },
            Method { "maxtext", "framework", "maxtext" },
            Method { "megatron", "framework", "megatron" },
            Method { "nemo", "framework", "megatron" },
            Method { "torchtitan", "framework", "torchtitan" },
            Method { "deepspeed", "framework", "deepspeed" },
            Method { "transformers", "framework", "hf" },
            Method { "trl", "framework", "hf" },
            Method { "axolotl", "framework", "hf" },
            Method { "llamafactory", "framework", "hf" },
            Method { "torchtune", "framework", "hf" },
        };
        for (std::size_t i = 0; i < m_words.size(); ++i) // also of what is called LoRA
            if (isAt(i, { "4bit" })
                || (isAt(i, { "bit", "bits" }) && i > 0 && isAt(i - 1, { "4" })))
                state("tuning.method", "qlora", i);
        for (std::size_t i = 0; i < m_words.size(); ++i) {
            for (const Method &method : methods)
                if (!m_words.isUsed(i) && m_words.text(i) == method.word) {
                    if (method.path == "framework" && m_trace.framework.empty())
                        m_trace.framework = method.value;
                    else if (method.path != "framework"
                        && !m_trace.facts.has(std::string(toldPrefix) + std::string(method.path)))
                        state(method.path, std::string(method.value), i);
                }
            if (isAt(i, { "lora", "qlora", "rank", "r" })) {
                std::size_t at = i + 1;
                const auto rank = m_words.numberFrom(i + 1, { "rank", "r", "of", "with" }, 1, at);
                if (rank && !m_words.isUsed(at) && *rank >= 1)
                    state("tuning.rank", fmt::format("{:.0f}", *rank), at);
            }
            if (isAt(i, { "zero" })) {
                std::size_t at = i + 1;
                const auto stage = m_words.numberFrom(i + 1, { "stage" }, 1, at);
                if (stage && *stage <= 3)
                    state("parallelism.zero_stage", fmt::format("{:.0f}", *stage), at);
            }
            readRecomputation(i);
        }
    }

    void readRecomputation(std::size_t at)
    {
        if (!isAt(at, { "recompute", "recomputation", "checkpointing", "remat" }))
            return;
        std::size_t from = at > 2 ? at - 2 : 0;
        for (; from < at; ++from) {
            if (isAt(from, { "no", "without" }))
                return state("remat.policy", "no_recompute", at);
            if (isAt(from, { "full", "gradient", "activation" }))
                return state("remat.policy", "full", at);
            if (isAt(from, { "selective" }))
                return state("remat.policy", "selective", at);
        }
    }

    WordList &m_words;
    const std::string &m_file;
    RunTrace &m_trace;
    FoundName m_chip;
    double m_length = 0;
};

} // namespace

RunTrace readWords(std::string_view text, const std::string &file, const ProfileLibrary &library)
{
    RunTrace trace;
    WordList words(text, library);
    WordReader(words, file, trace).read();
    const bool tells = trace.facts.has("plan.model") || trace.facts.has("device_name");
    if (tells)
        trace.format = "words";
    trace.sources = { { file, {}, false } };
    return trace;
}

} // namespace headroom
