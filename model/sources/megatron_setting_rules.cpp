#include "model/sources/setting_sink.h"

#include <fmt/format.h>

namespace headroom {
namespace {

// @source Megatron-LM megatron/training/arguments.py, validate_args(), core_v0.9.0 to core_v0.19.0;
// megatron/core/transformer/transformer_config.py, __post_init__()
void checkMegatronDegrees(RuleSink &sink, const RunMachine &machine)
{
    const SettingView &own = sink.settings;
    const auto tensor = own.count("tensor-model-parallel-size", 1);
    const auto pipeline = own.count("pipeline-model-parallel-size", 1);
    const auto context = own.count("context-parallel-size", 1);
    if (!tensor || !pipeline || !context || *tensor < 1 || *pipeline < 1 || *context < 1)
        return;
    const std::int64_t inner = *tensor * *pipeline * *context;
    const std::string_view degree = firstOf(own,
        { "tensor-model-parallel-size", "pipeline-model-parallel-size", "context-parallel-size" });
    const bool isWhole = !machine.devices || *machine.devices % inner == 0;
    if (!isWhole)
        sink.add("lint-key-not-divisible", degree,
            { std::string("devices"), countText(*machine.devices),
                std::string("tensor × pipeline × context"), countText(inner) });
    const auto micro = own.count("micro-batch-size", 0);
    const auto global = own.count("global-batch-size", 0);
    if (machine.devices && isWhole && micro && own.lacks("rampup-batch-size"))
        sink.divide("global-batch-size", "--global-batch-size", global,
            "--micro-batch-size × data-parallel ranks", *micro * (*machine.devices / inner));
    else if (micro)
        sink.divide(
            "global-batch-size", "--global-batch-size", global, "--micro-batch-size", *micro);
    const auto heads = own.count("num-attention-heads", 0);
    sink.divide("num-attention-heads", "--num-attention-heads", heads,
        "--tensor-model-parallel-size", tensor);
    const auto groups = own.count("num-query-groups", 0);
    if (own.isTrue("group-query-attention") && groups && *groups > 0 && *tensor > 1
        && *groups % *tensor != 0 && *tensor % *groups != 0)
        sink.divide("num-query-groups", "--num-query-groups", groups,
            "--tensor-model-parallel-size", tensor);
    if (own.isTrue("group-query-attention"))
        sink.divide(
            "num-query-groups", "--num-attention-heads", heads, "--num-query-groups", groups);
    if (own.lacks("kv-channels") && own.lacks("multi-latent-attention"))
        sink.divide("hidden-size", "--hidden-size", own.count("hidden-size", 0),
            "--num-attention-heads", heads);
    if (own.isTrue("sequence-parallel"))
        sink.divide("seq-length", "--seq-length", own.count("seq-length", 0),
            "--tensor-model-parallel-size", tensor);
    if (*context > 1)
        sink.divide("seq-length", "--seq-length", own.count("seq-length", 0),
            "2 × --context-parallel-size", 2 * *context);
    const auto expert = own.count("expert-model-parallel-size", 1);
    sink.divide("num-experts", "--num-experts", own.count("num-experts", 0),
        "--expert-model-parallel-size", expert);
    if (expert && *expert > 1 && own.lacks("num-experts"))
        sink.add("lint-key-needs-key", "expert-model-parallel-size",
            { "--expert-model-parallel-size", "--num-experts" });
    if (expert && *expert > 1 && *tensor > 1 && own.has("num-experts")
        && own.lacks("sequence-parallel"))
        sink.add("lint-key-needs-key", "expert-model-parallel-size",
            { "--expert-model-parallel-size with tensor parallelism", "--sequence-parallel" });
}

void checkMegatronPipeline(RuleSink &sink)
{
    const SettingView &own = sink.settings;
    const auto pipeline = own.count("pipeline-model-parallel-size", 1);
    const auto layers = own.count("num-layers", 0);
    const bool isUneven = !own.lacks("decoder-first-pipeline-num-layers")
        || !own.lacks("decoder-last-pipeline-num-layers")
        || !own.lacks("pipeline-model-parallel-layout")
        || !own.lacks("account-for-embedding-in-pipeline-split")
        || !own.lacks("account-for-loss-in-pipeline-split") || !own.lacks("hybrid-override-pattern")
        || !own.lacks("standalone-embedding-stage");
    if (!isUneven)
        sink.divide(
            "num-layers", "--num-layers", layers, "--pipeline-model-parallel-size", pipeline);
    const auto chunk = own.count("num-layers-per-virtual-pipeline-stage", 0);
    if (chunk && *chunk > 0 && pipeline && *pipeline == 1
        && own.lacks("pipeline-model-parallel-size"))
        sink.add("lint-key-needs-key", "num-layers-per-virtual-pipeline-stage",
            { "--num-layers-per-virtual-pipeline-stage", "--pipeline-model-parallel-size" });
    if (!isUneven && chunk && layers && pipeline && *pipeline > 1 && *layers % *pipeline == 0)
        sink.divide("num-layers-per-virtual-pipeline-stage", "layers of a pipeline stage",
            *layers / *pipeline, "--num-layers-per-virtual-pipeline-stage", chunk);
}

void checkMegatronSwitches(RuleSink &sink)
{
    const SettingView &own = sink.settings;
    sink.excludes("bf16", "fp16", "--");
    if (own.isTrue("overlap-param-gather")) {
        const bool isSharded = !own.lacks("use-distributed-optimizer")
            || !own.lacks("use-megatron-fsdp") || !own.lacks("use-custom-fsdp");
        if (!isSharded)
            sink.needs("overlap-param-gather", "use-distributed-optimizer");
        else if (own.lacks("use-megatron-fsdp") && own.lacks("use-custom-fsdp"))
            sink.needs("overlap-param-gather", "overlap-grad-reduce");
    }
    sink.needs("overlap-param-gather-with-optimizer-step", "overlap-param-gather");
    sink.needs("tp-comm-overlap", "sequence-parallel");
    sink.needs("optimizer-cpu-offload", "use-precision-aware-optimizer");
    if (own.isTrue("use-precision-aware-optimizer") && own.lacks("use-megatron-fsdp"))
        sink.needs("use-precision-aware-optimizer", "use-distributed-optimizer");
    sink.needs("save", "save-interval");
    const auto tensor = own.count("tensor-model-parallel-size", 1);
    if (own.isTrue("sequence-parallel") && tensor && *tensor == 1)
        sink.add("lint-key-no-effect", "sequence-parallel",
            { "--sequence-parallel", "--tensor-model-parallel-size 1" }, Severity::Warning);
    const std::string grain = own.word("recompute-granularity");
    if (grain == "selective" && own.has("recompute-method"))
        sink.add("lint-keys-exclude", "recompute-method",
            { "--recompute-method", "--recompute-granularity selective" });
    if (grain == "full" && own.lacks("recompute-method"))
        sink.add("lint-key-needs-key", "recompute-granularity",
            { "--recompute-granularity full", "--recompute-method" });
    if (grain == "full" && own.has("recompute-method") && own.lacks("recompute-num-layers"))
        sink.add("lint-key-needs-key", "recompute-granularity",
            { "--recompute-granularity full", "--recompute-num-layers" });
    if (own.has("recompute-method") && own.lacks("recompute-granularity")
        && own.lacks("recompute-activations"))
        sink.add("lint-key-needs-key", "recompute-method",
            { "--recompute-method", "--recompute-granularity" }, Severity::Warning);
    const auto length = own.number("seq-length"), most = own.number("max-position-embeddings");
    if (length && most && *most < *length)
        sink.add("lint-key-below-key", "max-position-embeddings",
            { "--max-position-embeddings", fmt::format("{:g}", *most), "--seq-length",
                fmt::format("{:g}", *length) });
    const auto least = own.number("min-lr"), rate = own.number("lr");
    if (least && rate && *rate < *least)
        sink.add("lint-key-below-key", "lr",
            { "--lr", fmt::format("{:g}", *rate), "--min-lr", fmt::format("{:g}", *least) });
    if (own.has("train-iters"))
        for (const char *samples : { "train-samples", "lr-decay-samples", "lr-warmup-samples" })
            if (own.has(samples))
                sink.add(
                    "lint-keys-exclude", samples, { "--" + std::string(samples), "--train-iters" });
    if (own.has("train-samples"))
        for (const char *iters : { "lr-decay-iters", "lr-warmup-iters" })
            if (own.has(iters))
                sink.add(
                    "lint-keys-exclude", iters, { "--" + std::string(iters), "--train-samples" });
}

/// One hardware queue orders communication before the products that it overlaps with.
void checkConnections(RuleSink &sink, const RunMachine &machine)
{
    const SettingView &own = sink.settings;
    const auto tensor = own.count("tensor-model-parallel-size", 1);
    const auto context = own.count("context-parallel-size", 1);
    const bool isWanted = (tensor && *tensor > 1) || (context && *context > 1);
    const bool isFsdp
        = own.has("use-megatron-fsdp") || own.has("use-torch-fsdp2") || own.has("use-custom-fsdp");
    if (!isWanted || isFsdp || !machine.isScript || machine.connections == "1")
        return;
    sink.add(machine.connections.empty() ? "lint-connections-unset" : "lint-connections-many",
        tensor && *tensor > 1 ? "tensor-model-parallel-size" : "context-parallel-size",
        { machine.connections }, Severity::Warning);
}

} // namespace

void checkMegatronSettings(RuleSink &sink, const RunMachine &machine)
{
    checkMegatronDegrees(sink, machine);
    checkMegatronPipeline(sink);
    checkMegatronSwitches(sink);
    checkConnections(sink, machine);
}

} // namespace headroom
