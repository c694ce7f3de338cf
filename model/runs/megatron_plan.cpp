#include "model/runs/megatron_settings.h"

#include "model/base/text/display_line.h"
#include "model/runs/model_match.h"
#include "model/runs/scan.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>

// Megatron-LM's arguments as a plan: what model/launch/render_megatron.cpp writes, read backwards,
// in the names of the program's own dump (argparse destinations).

namespace headroom {
namespace {

constexpr std::int64_t mostDegree = 1'000'000;

int megatronDegree(const ConfigFacts &config, std::string_view key)
{
    const auto value = config.integer(key);
    return value && *value >= 1 && *value <= mostDegree ? static_cast<int>(*value) : 1;
}

/// Replicas and shards among so many data-parallel ranks, and the ZeRO stage.
void setSharding(PlanRebuild &rebuild, int ranks, FieldOrigin origin)
{
    const ConfigFacts &config = rebuild.config();
    Parallelism &degrees = rebuild.plan().parallelism;
    const int instances = megatronDegree(config, "num_distributed_optimizer_instances");
    const int replicas = ranks % instances == 0 ? instances : 1;
    const bool isTold = originOf(config,
                            { "use_megatron_fsdp", "use_custom_fsdp", "use_torch_fsdp2",
                                "use_distributed_optimizer" })
        == FieldOrigin::Read;
    if (rebuild.hasBase && !isTold && degrees.data * degrees.fsdp == ranks)
        return;
    degrees.data = ranks;
    degrees.fsdp = 1;
    if (isOn(config, "use_megatron_fsdp") || isOn(config, "use_custom_fsdp")) {
        const std::string strategy = config.text("data_parallel_sharding_strategy", "optim");
        degrees.zeroStage = strategy == "optim_grads_params" ? 3
            : strategy == "optim_grads"                      ? 2
                                                             : 1;
        degrees.data = replicas;
        degrees.fsdp = ranks / replicas;
    } else if (isOn(config, "use_torch_fsdp2")) {
        degrees.zeroStage = 3;
        degrees.data = replicas;
        degrees.fsdp = ranks / replicas;
    } else if (isOn(config, "use_distributed_optimizer")) {
        degrees.zeroStage = 1;
        if (replicas > 1) {
            degrees.data = replicas;
            degrees.fsdp = ranks / replicas;
        }
    } else {
        degrees.zeroStage = 0;
    }
    rebuild.draft.mark("parallelism.data", origin);
    rebuild.draft.mark("parallelism.fsdp", origin);
    rebuild.draft.mark("parallelism.zero_stage", FieldOrigin::Inferred);
}

/// "E|t*2|ttL" or "Ettt|(tt|)*6ttL": layers stage by stage. Empty: not understood.
std::vector<int> layoutLayers(std::string_view layout)
{
    constexpr std::size_t mostStages = 4096;
    std::string flat;
    for (std::size_t i = 0; i < layout.size() && flat.size() < mostStages * 64; ++i) {
        if (layout[i] != '(') {
            flat += layout[i];
            continue;
        }
        const std::size_t close = layout.find(')', i);
        if (close == std::string_view::npos)
            return {};
        Scan scan { layout.substr(close + 1) };
        const auto times = scan.accept("*") ? scan.integer() : std::optional<std::int64_t> { 1 };
        if (!times || *times < 1 || *times > 1000)
            return {};
        for (std::int64_t k = 0; k < *times; ++k)
            flat += layout.substr(i + 1, close - i - 1);
        i = layout.size() - scan.rest().size() - 1;
    }
    std::vector<int> stages { 0 };
    Scan scan { flat };
    while (!scan.rest().empty() && stages.size() <= mostStages) {
        if (scan.accept("|")) {
            stages.push_back(0);
        } else if (scan.accept("t")) {
            const auto times
                = scan.accept("*") ? scan.integer() : std::optional<std::int64_t> { 1 };
            if (!times || *times < 0 || *times > 10000)
                return {};
            stages.back() += static_cast<int>(*times);
        } else if (!scan.accept("E") && !scan.accept("L") && !scan.accept("m") && !scan.accept(",")
            && !scan.accept(" ")) {
            return {};
        }
    }
    return stages;
}

/// Layers by stage where first and last hold other numbers than those between.
std::vector<int> endedStages(const ConfigFacts &config, int layers, int pipeline)
{
    const int first = megatronDegree(config, "decoder_first_pipeline_num_layers");
    const int last = megatronDegree(config, "decoder_last_pipeline_num_layers");
    const bool hasFirst = config.has("decoder_first_pipeline_num_layers");
    const bool hasLast = config.has("decoder_last_pipeline_num_layers");
    const int between = pipeline - (hasFirst ? 1 : 0) - (hasLast ? 1 : 0);
    const int rest = layers - (hasFirst ? first : 0) - (hasLast ? last : 0);
    if ((!hasFirst && !hasLast) || between < 0 || rest < 0 || (between > 0 && rest % between != 0))
        return {};
    std::vector<int> stages;
    if (hasFirst)
        stages.push_back(first);
    for (int i = 0; i < between; ++i)
        stages.push_back(rest / between);
    if (hasLast)
        stages.push_back(last);
    return stages;
}

void setMegatronPipeline(PlanRebuild &rebuild)
{
    const ConfigFacts &config = rebuild.config();
    if (rebuild.hasBase && !config.has("pipeline_model_parallel_size"))
        return;
    Parallelism &degrees = rebuild.startStages();
    if (degrees.pipeline == 1)
        return;
    rebuild.draft.mark("parallelism.pipeline_chunks",
        originOf(config,
            { "pipeline_model_parallel_layout", "virtual_pipeline_model_parallel_size",
                "num_virtual_stages_per_pipeline_rank", "num_layers_per_virtual_pipeline_stage" }));
    rebuild.draft.mark("parallelism.stage_layers",
        originOf(config,
            { "pipeline_model_parallel_layout", "decoder_first_pipeline_num_layers",
                "decoder_last_pipeline_num_layers" }));
    const int layers = megatronDegree(config, "num_layers");
    std::vector<int> stages;
    if (config.has("pipeline_model_parallel_layout"))
        stages = layoutLayers(config.text("pipeline_model_parallel_layout"));
    if (const auto entries = static_cast<int>(stages.size());
        entries > degrees.pipeline && entries % degrees.pipeline == 0)
        degrees.chunks = entries / degrees.pipeline;
    else if (config.has("virtual_pipeline_model_parallel_size"))
        degrees.chunks = megatronDegree(config, "virtual_pipeline_model_parallel_size");
    else if (config.has("num_virtual_stages_per_pipeline_rank"))
        degrees.chunks = megatronDegree(config, "num_virtual_stages_per_pipeline_rank");
    else if (config.has("num_layers_per_virtual_pipeline_stage"))
        degrees.chunks = std::max(1,
            layers / degrees.pipeline
                / megatronDegree(config, "num_layers_per_virtual_pipeline_stage"));
    if (stages.empty())
        stages = endedStages(config, layers, degrees.pipeline);
    if (!stages.empty() && !isLeftOverSplit(stages, layers))
        degrees.stageLayers = stages;
}

void setDegrees(PlanRebuild &rebuild)
{
    const ConfigFacts &config = rebuild.config();
    Parallelism &degrees = rebuild.plan().parallelism;
    struct Row
    {
        const char *key, *path;
        int Parallelism::*megatronDegree;
    };
    static constexpr std::array rows {
        Row { "tensor_model_parallel_size", "parallelism.tensor", &Parallelism::tensor },
        Row { "pipeline_model_parallel_size", "parallelism.pipeline", &Parallelism::pipeline },
        Row { "context_parallel_size", "parallelism.context", &Parallelism::context },
    };
    for (const Row &row : rows) {
        if (rebuild.hasBase && !config.has(row.key))
            continue;
        degrees.*row.megatronDegree = megatronDegree(config, row.key);
        rebuild.draft.mark(row.path, originOf(config, { row.key }));
    }
    if (config.integer("num_experts").value_or(0) > 1) {
        rebuild.read("parallelism.expert", "expert_model_parallel_size");
        rebuild.read("parallelism.expert_tensor", "expert_tensor_parallel_size");
    }
    setByKeys(rebuild, "parallelism.sequence_parallel", switchText(config, "sequence_parallel"),
        { "sequence_parallel" });
    if (degrees.context > 1 && (config.has("cp_comm_type") || !rebuild.hasBase)) {
        const std::vector<std::string> types = config.list("cp_comm_type");
        const std::string type = types.empty() ? "p2p" : types.front(); // the program's default
        rebuild.draft.set("parallelism.context_strategy",
            type == "all_gather" ? "all_gather"
                : type == "a2a"  ? "ulysses"
                                 : "ring",
            types.empty() ? FieldOrigin::Inferred : FieldOrigin::Read);
    }
}

/// The world, and the data-parallel ranks in it.
void setRanks(PlanRebuild &rebuild)
{
    const ConfigFacts &config = rebuild.config();
    const ConfigFacts &facts = rebuild.facts();
    const Parallelism &degrees = rebuild.plan().parallelism;
    const std::int64_t inner = std::int64_t { degrees.tensor } * degrees.pipeline * degrees.context;
    std::int64_t world = config.integer("world_size").value_or(0);
    FieldOrigin origin = FieldOrigin::Read;
    if (world <= 0 && config.integer("data_parallel_size").value_or(0) > 0) {
        world = inner * *config.integer("data_parallel_size");
    } else if (world <= 0) {
        origin = FieldOrigin::Inferred;
        world = facts.integer("devices").value_or(
            facts.integer("nodes").value_or(1) * facts.integer("devices_per_node").value_or(0));
    }
    if (world <= 0 && rebuild.hasBase)
        world = std::int64_t { rebuild.plan().hardware.nodes }
            * rebuild.plan().hardware.devicesPerNode;
    if (world < inner || world % inner != 0 || world > mostDegree) {
        if (world > 0)
            rebuild.draft.note(
                { "run-devices-differ", { std::to_string(world), std::to_string(inner) } });
        world = inner;
        origin = FieldOrigin::Assumed;
    }
    setSharding(rebuild, static_cast<int>(world / inner), origin);
    rebuildNodes(rebuild, world, origin);
}

void setBatch(PlanRebuild &rebuild)
{
    rebuild.read("workload.sequence_length", "seq_length");
    rebuild.read("workload.global_batch_sequences", "global_batch_size");
    rebuild.read("parallelism.micro_batch_sequences", "micro_batch_size");
    const Parallelism &degrees = rebuild.plan().parallelism;
    // Without a global batch the program takes one micro-batch of each rank.
    if (!rebuild.config().has("global_batch_size") && rebuild.config().has("micro_batch_size"))
        rebuild.draft.set("workload.global_batch_sequences",
            degrees.microBatch * degrees.data * degrees.fsdp,
            rebuild.weaker(rebuild.draft.origin("parallelism.data"), FieldOrigin::Inferred));
}

/// The batch that lines of steps print; while it grows, that of the largest steps, which are used.
void setPrintedBatch(PlanRebuild &rebuild)
{
    double batch = 0;
    for (const StepSample &sample : rebuild.trace.steps.samples())
        batch = std::max(batch, sample.batch);
    if (batch > 0)
        rebuild.draft.set("workload.global_batch_sequences", batch, FieldOrigin::Read);
}

} // namespace

bool isOn(const ConfigFacts &config, std::string_view key)
{
    return config.has(key) && config.flag(key).value_or(true);
}

const char *switchText(const ConfigFacts &config, std::string_view key)
{
    return isOn(config, key) ? "true" : "false";
}

FieldOrigin originOf(const ConfigFacts &config, std::initializer_list<const char *> keys)
{
    const bool isTold
        = std::ranges::any_of(keys, [&](const char *key) { return config.all().contains(key); });
    return isTold ? FieldOrigin::Read : FieldOrigin::Inferred;
}

void setByKeys(PlanRebuild &rebuild, std::string_view path, std::string_view value,
    std::initializer_list<const char *> keys)
{
    const FieldOrigin origin = originOf(rebuild.config(), keys);
    if (origin == FieldOrigin::Read || !rebuild.hasBase)
        rebuild.draft.set(path, value, origin);
}

bool isLeftOverSplit(const std::vector<int> &stages, int layers)
{
    const int count = static_cast<int>(stages.size());
    // Where layers, or layers with embedding and loss, come out even, an export names no stages.
    if (layers % count == 0 || (layers + 2) % count == 0)
        return false;
    const int least = layers / count, most = (layers + count - 1) / count;
    int sum = 0;
    bool isEven = true;
    for (const int stage : stages) {
        sum += stage;
        isEven = isEven && stage >= least && stage <= most;
    }
    if (sum != layers || !isEven)
        return false;
    // What is left over lies in the middle, where an export puts it; elsewhere it was chosen.
    const int left = layers % count;
    const int first = (count - left) / 2;
    for (int i = 0; i < count && left > 0; ++i)
        if ((stages[static_cast<std::size_t>(i)] == most) != (i >= first && i < first + left))
            return false;
    return true;
}

void rebuildMegatron(PlanRebuild &rebuild)
{
    setPrintedBatch(rebuild);
    if (rebuild.config().empty())
        return;
    // Logs of NeMo and MLPerf name the batch and nothing of the mesh.
    if (!rebuild.config().has("tensor_model_parallel_size") && !rebuild.config().has("num_layers"))
        return setBatch(rebuild);
    rebuildMegatronModel(rebuild);
    setDegrees(rebuild);
    setMegatronPipeline(rebuild);
    setRanks(rebuild);
    setBatch(rebuild);
    rebuildMegatronTraining(rebuild);
}

} // namespace headroom
