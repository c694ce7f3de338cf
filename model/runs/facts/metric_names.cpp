#include "model/runs/facts/metric_names.h"

#include "model/base/text/ascii.h"
#include "model/base/units/quantity.h"
#include "model/runs/facts/metric_rows.h"
#include "model/runs/text/scan.h"

#include <algorithm>
#include <array>
#include <string>
#include <unordered_map>

namespace headroom {
namespace {

const std::unordered_map<std::string_view, Metric> &names()
{
    static const std::unordered_map<std::string_view, Metric> all = [] {
        std::unordered_map<std::string_view, Metric> rows;
        for (const NameRow &row : nameRows)
            rows.emplace(row.name, row.metric);
        return rows;
    }();
    return all;
}

/// Names too common for the last words of another: "data time" is no step time.
bool standsAlone(std::string_view name)
{
    static constexpr std::array<std::string_view, 21> words { "steps", "batch", "time", "time_s",
        "seconds", "it", "update", "elapsed", "runtime", "speed", "took", "throughput", "dt",
        "iters", "mem", "max_length", "it_s", "s_it", "ups", "micro_num", "gpu_count" };
    return std::ranges::find(words, name) != words.end();
}

std::string plainName(std::string_view name)
{
    std::string plain;
    for (const char letter : name) {
        const char lower = asciiLower(letter);
        const bool isWord = (lower >= 'a' && lower <= 'z') || (lower >= '0' && lower <= '9');
        if (isWord)
            plain += lower;
        else if (!plain.empty() && plain.back() != '_')
            plain += '_';
    }
    while (!plain.empty() && plain.back() == '_')
        plain.pop_back();
    return plain;
}

/// Without the unit at its end, of which bytesOf knows: "peak_memory_allocated_mb".
std::string_view withoutMemoryUnit(std::string_view plain)
{
    for (const std::string_view unit : { "_mb", "_mib", "_gb", "_gib", "_bytes" })
        if (plain.ends_with(unit))
            return plain.substr(0, plain.size() - unit.size());
    return {};
}

bool isMemory(Metric metric)
{
    return metric >= Metric::Allocated && metric <= Metric::InUse;
}

Metric lookUpPlain(std::string_view name, std::string_view plain)
{
    for (std::string_view rest = plain; !rest.empty();) {
        if (const auto row = names().find(rest); row != names().end()) {
            // "Batch size = 8" of an evaluation is not the argument of that name.
            const bool isArgument = row->first != "batch_size" || trimmed(name) == "batch_size"
                || name.ends_with(".batch_size");
            const bool isWhole = rest.size() == plain.size();
            return isArgument && (isWhole || !standsAlone(rest)) ? row->second : Metric::Nothing;
        }
        const std::size_t next = rest.find('_');
        rest.remove_prefix(next == std::string_view::npos ? rest.size() : next + 1);
    }
    return Metric::Nothing;
}

Metric lookUp(std::string_view name)
{
    const std::string plain = plainName(name);
    const Metric metric = lookUpPlain(name, plain);
    if (metric != Metric::Nothing)
        return metric;
    const Metric bare = lookUpPlain(name, withoutMemoryUnit(plain));
    return isMemory(bare) ? bare : Metric::Nothing;
}

struct TextHash
{
    using is_transparent = void;
    std::size_t operator()(std::string_view text) const
    {
        return std::hash<std::string_view> {}(text);
    }
};

/// Whether the name ends with the word, whatever marks stand behind it: "memory(GiB)" has "gib".
bool hasWord(std::string_view name, std::string_view word)
{
    while (!name.empty() && !isAsciiLetterOrDigit(name.back()))
        name.remove_suffix(1);
    return name.size() >= word.size()
        && std::ranges::equal(name.substr(name.size() - word.size()), word, {}, asciiLower);
}

} // namespace

Metric metricOf(std::string_view name)
{
    constexpr std::size_t longest = 96, maxKept = 4096;
    if (name.empty() || name.size() > longest)
        return Metric::Nothing;
    thread_local std::unordered_map<std::string, Metric, TextHash, std::equal_to<>> known;
    if (const auto found = known.find(name); found != known.end())
        return found->second;
    const Metric metric = lookUp(name);
    if (known.size() >= maxKept)
        known.clear();
    known.emplace(name, metric);
    return metric;
}

Metric metricOfUnit(std::string_view unit)
{
    if (unit.starts_with("s/") || unit.starts_with("sec/"))
        return Metric::StepSeconds;
    if (unit == "it/s" || unit == "step/s" || unit == "steps/s")
        return Metric::StepsPerSecond;
    if (unit.starts_with("samples/s"))
        return Metric::SamplesPerSecond;
    return unit.starts_with("tokens/s") || unit.starts_with("tok/s") ? Metric::TokensPerSecond
                                                                     : Metric::Nothing;
}

const char *factOf(Metric metric)
{
    switch (metric) {
    case Metric::GlobalBatch:
        return "total_batch";
    case Metric::MicroBatch:
        return "per_device_train_batch_size";
    case Metric::Accumulation:
        return "gradient_accumulation_steps";
    case Metric::MaybeBatch:
        return "batch_size";
    case Metric::Length:
        return "sequence_length";
    case Metric::MaybeLength:
        return "max_length";
    case Metric::Devices:
        return "devices";
    case Metric::MaybeDevices:
        return "devices_inferred";
    case Metric::DevicesPerNode:
        return "devices_per_node";
    case Metric::Nodes:
        return "nodes";
    case Metric::TokensPerStep:
        return "batch_tokens";
    case Metric::Tensor:
        return "tensor";
    case Metric::Pipeline:
        return "pipeline";
    case Metric::Data:
        return "data";
    case Metric::Context:
        return "context";
    case Metric::Expert:
        return "expert";
    case Metric::Parameters:
        return "model_parameters";
    case Metric::Trainable:
        return "trainable_parameters";
    default:
        return nullptr;
    }
}

std::optional<double> secondsOf(std::string_view name, double value, std::string_view unit)
{
    if (unit == "ms" || (unit.empty() && hasWord(name, "ms")))
        return value / millisecondsPerSecond;
    if (unit.empty() || unit == "s" || unit == "sec" || unit == "secs" || unit == "seconds"
        || unit.starts_with("s/") || unit.starts_with("sec/"))
        return value;
    return std::nullopt;
}

double bytesOf(std::string_view name, double value, std::string_view unit)
{
    const auto is = [&](std::string_view spelt, std::string_view word) {
        return unit == spelt || (unit.empty() && hasWord(name, word));
    };
    if (is("GiB", "gib"))
        return value * bytesPerGib;
    if (is("MiB", "mib"))
        return value * bytesPerMib;
    // litgpt and MLX divide by 10^9; most programs of PyTorch divide by 2^30 and write GB as well.
    if (is("GB", "gb") || is("G", "g")) {
        const std::string plain = plainName(name);
        const bool isDecimal = plain.ends_with("memory_used") || plain.ends_with("peak_mem")
            || plain.ends_with("peak_memory_gb");
        return value * (isDecimal ? bytesPerGb : bytesPerGib);
    }
    constexpr double bytesPerMb = 1e6; // OLMo's; the others that write MB divide by 2^20
    if (is("MB", "mb"))
        return value * (plainName(name).ends_with("peak_gpu_memory_mb") ? bytesPerMb : bytesPerMib);
    constexpr double minBytes = 1e6; // plain numbers above are bytes
    if (value >= minBytes)
        return value;
    // torchtune counts GiB, Composer GB.
    return value * (hasWord(name, "mem") ? bytesPerGb : bytesPerGib);
}

} // namespace headroom
