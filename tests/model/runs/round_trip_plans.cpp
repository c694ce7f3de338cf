#include "round_trip_plans.h"

#include "model/plan/fields/plan_fields.h"

#include <functional>
#include <map>
#include <utility>

namespace headroom {
namespace {

const std::string megatron = "framework=megatron";
const std::string titan = "framework=torchtitan";
const std::string whole = "remat.policy=no_recompute";

std::vector<std::string> with(std::vector<std::string> settings, const std::string &more)
{
    settings.push_back(more);
    return settings;
}

} // namespace

const std::vector<RoundTripCase> &roundTripCases()
{
    static const std::vector<std::string> dense { megatron, whole, "attention=flash",
        "precision.weights=bf16" };
    static const std::vector<std::string> pytorch { titan, "remat.policy=selective" };
    static const std::vector<RoundTripCase> all {
        { "maxtext node", "llama3.1-8b-h100-node", "maxtext-gpu", {} },
        { "maxtext many nodes", "llama3-70b-h100-32-nodes", "maxtext-slurm", {} },
        { "maxtext slice", "llama2-70b-v5p-64", "maxtext-tpu", {} },
        { "maxtext v6e", "llama3.1-8b-v6e-16", "maxtext-tpu", {} },
        { "maxtext experts", "mixtral-8x7b-h100-8-nodes", "maxtext-gpu", {},
            // The plan's mesh is the one that the inner axes fill anyway.
            { "parallelism.mesh.ici.expert=", "parallelism.mesh.dcn.fsdp=" } },
        { "maxtext other mesh", "mixtral-8x7b-h100-8-nodes", "maxtext-gpu",
            { "parallelism.mesh.ici.expert=4", "parallelism.mesh.ici.fsdp=2",
                "parallelism.mesh.dcn.expert=2", "parallelism.mesh.dcn.fsdp=4" } },
        { "maxtext capacity", "mixtral-8x7b-h100-8-nodes", "maxtext-gpu",
            { "options.moe_capacity_factor=1.25" },
            { "parallelism.mesh.ici.expert=", "parallelism.mesh.dcn.fsdp=" } },
        { "maxtext tensor and sequence", "llama3-70b-h100-32-nodes", "maxtext-gpu",
            { "parallelism.tensor=8", "parallelism.sequence_parallel=true", "parallelism.fsdp=32",
                "parallelism.data=1", "parallelism.micro_batch_sequences=1",
                "workload.global_batch_sequences=256" } },
        { "maxtext ring", "llama3.1-8b-h100-node", "maxtext-gpu",
            { "parallelism.context=4", "parallelism.context_strategy=ring", "parallelism.fsdp=2",
                "workload.sequence_length=32768" } },
        { "maxtext pipeline", "llama3-70b-h100-32-nodes", "maxtext-gpu",
            { "parallelism.pipeline=4", "parallelism.pipeline_chunks=2", "parallelism.fsdp=64",
                "parallelism.data=1", "parallelism.micro_batch_sequences=1",
                "workload.global_batch_sequences=512", "options.pipeline_gather=once" } },
        { "maxtext optimizer sharding", "llama3.1-8b-h100-node", "maxtext-gpu",
            { "parallelism.fsdp=1", "parallelism.data=8", "parallelism.zero_stage=1" } },
        { "maxtext custom remat", "llama3.1-8b-h100-node", "maxtext-gpu",
            { "remat.policy=custom", "remat.tensors.query_proj=device",
                "remat.tensors.mlpwo=offload", "remat.tensors.decoder_layer_input=offload" } },
        { "maxtext fp8", "llama3.1-8b-h100-node", "maxtext-gpu",
            { "precision.recipe=fp8", "parallelism.micro_batch_sequences=16" } },
        { "maxtext formats", "llama3.1-8b-h100-node", "maxtext-gpu",
            { "precision.weights=bf16", "precision.gradients=bf16", "options.scan_layers=false",
                "options.vocab_tiling=4", "options.offload_optimizer=true", "attention=unfused" } },
        { "maxtext accumulation", "llama3.1-8b-h100-node", "maxtext-gpu",
            { "parallelism.micro_batch_sequences=0.5", "parallelism.tensor=2",
                "parallelism.fsdp=4" } },
        { "maxtext own shape", "llama3.1-8b-h100-node", "maxtext-gpu", { "model=qwen2.5-7b" } },
        { "maxtext latent attention", "mixtral-8x7b-h100-8-nodes", "maxtext-gpu",
            { "model=deepseek-v3", "parallelism.micro_batch_sequences=1" },
            { "parallelism.mesh.ici.expert=", "parallelism.mesh.dcn.fsdp=" } },
        { "maxtext two devices a chip", "llama3.1-8b-v6e-16", "maxtext-tpu",
            { "hardware.accelerator=tpu-v7x", "hardware.topology=" } },
        { "megatron 2021", "gpt3-175b-a100-1024", "megatron", {} },
        { "megatron 405b", "llama3.1-405b-h100-128-nodes", "megatron", {} },
        { "megatron node", "llama3.1-8b-h100-node", "megatron",
            with(dense, "parallelism.zero_stage=3") },
        { "megatron fsdp 2", "llama3.1-8b-h100-node", "megatron",
            with(dense, "parallelism.zero_stage=2") },
        { "megatron replicas of shards", "llama3-70b-h100-32-nodes", "megatron",
            { megatron, whole, "attention=flash", "precision.weights=bf16", "parallelism.tensor=8",
                "parallelism.sequence_parallel=true", "parallelism.data=4", "parallelism.fsdp=8",
                "parallelism.zero_stage=1", "parallelism.micro_batch_sequences=1" } },
        { "megatron uneven stages", "llama3.1-405b-h100-128-nodes", "megatron",
            { "parallelism.pipeline_chunks=1",
                "parallelism.stage_layers=15,16,16,16,16,16,16,15" } },
        { "megatron left over layers", "llama3.1-405b-h100-128-nodes", "megatron",
            { "parallelism.pipeline=4", "parallelism.data=16", "parallelism.pipeline_chunks=1" } },
        { "megatron mixture", "mixtral-8x7b-h100-8-nodes", "megatron",
            { megatron, "remat.policy=selective", "attention=flash", "precision.weights=bf16",
                "parallelism.mesh.ici.expert=", "parallelism.mesh.dcn.fsdp=", "parallelism.fsdp=1",
                "parallelism.data=32", "parallelism.zero_stage=1", "parallelism.tensor=2",
                "parallelism.sequence_parallel=true", "options.moe_capacity_factor=1.5",
                "parallelism.micro_batch_sequences=2" } },
        { "megatron latent attention", "mixtral-8x7b-h100-8-nodes", "megatron",
            { megatron, "model=deepseek-v3", "remat.policy=full", "precision.weights=bf16",
                "parallelism.mesh.ici.expert=", "parallelism.mesh.dcn.fsdp=", "parallelism.fsdp=1",
                "parallelism.data=64", "parallelism.zero_stage=1", "parallelism.expert=64",
                "parallelism.micro_batch_sequences=1" } },
        { "megatron fp8 and ulysses", "llama3.1-8b-h100-node", "megatron",
            { megatron, whole, "attention=cudnn-flash", "precision.weights=bf16",
                "precision.recipe=mxfp8", "hardware.accelerator=b200", "parallelism.context=2",
                "parallelism.context_strategy=ulysses", "parallelism.fsdp=1", "parallelism.data=4",
                "parallelism.zero_stage=1", "precision.gradients=bf16", "optimizer=adamw_bf16",
                "options.overlap_param_gather=false", "options.cross_entropy=fused" } },
        { "megatron muon", "llama3.1-8b-h100-node", "megatron",
            { megatron, whole, "attention=unfused", "precision.compute=fp16",
                "precision.weights=fp16", "precision.gradients=fp16", "optimizer=muon",
                "parallelism.fsdp=1", "parallelism.data=8", "parallelism.zero_stage=0",
                "options.overlap_grad_reduce=false" } },
        { "torchtitan node", "llama3.1-8b-h100-node", "torchtitan", pytorch },
        { "torchtitan replicas", "llama3-70b-h100-32-nodes", "torchtitan",
            { titan, "remat.policy=full", "parallelism.data=2", "parallelism.fsdp=16",
                "parallelism.tensor=8", "parallelism.sequence_parallel=true",
                "parallelism.micro_batch_sequences=2", "options.tensor_overlap=on" } },
        { "torchtitan keeps weights", "llama3.1-8b-h100-node", "torchtitan",
            with(pytorch, "parallelism.zero_stage=2") },
        { "torchtitan pipeline", "llama3.1-405b-h100-128-nodes", "torchtitan",
            { titan, "remat.policy=full", "precision.weights=fp32", "precision.gradients=fp32",
                "precision.recipe=fp8_current", "parallelism.fsdp=8", "parallelism.data=1",
                "parallelism.zero_stage=3", "options.tensor_overlap=auto" } },
        { "torchtitan ring and fp8", "llama3.1-8b-h100-node", "torchtitan",
            { titan, whole, "parallelism.context=2", "parallelism.context_strategy=ring",
                "parallelism.fsdp=4", "precision.recipe=fp8_blockwise", "options.compile=true" } },
        { "torchtitan experts", "mixtral-8x7b-h100-8-nodes", "torchtitan",
            { titan, "model=deepseek-v3", "remat.policy=full",
                "parallelism.mesh.ici.expert=", "parallelism.mesh.dcn.fsdp=", "parallelism.fsdp=64",
                "parallelism.expert=8", "parallelism.micro_batch_sequences=1" } },
        { "torchtitan in backward", "llama3.1-8b-h100-node", "torchtitan",
            { titan, "remat.policy=full", "precision.weights=bf16", "options.compile=false",
                "options.optimizer_in_backward=true", "workload.global_batch_sequences=8" } },
    };
    return all;
}

namespace {

using PickField = std::function<void(const char *, std::vector<std::string>)>;

/// DeepSpeed and the Trainer shard over all ranks, or over none, beside tensor groups or Ulysses;
/// what cuts a sequence under the Trainer stands in the environment, which nothing prints.
void drawTorchAxes(std::map<std::string, int> &degrees, bool isTrainer)
{
    int &data = degrees["parallelism.data"], &fsdp = degrees["parallelism.fsdp"];
    int &tensor = degrees["parallelism.tensor"], &context = degrees["parallelism.context"];
    fsdp *= std::exchange(degrees["parallelism.pipeline"], 1);
    if (isTrainer || tensor > 1)
        fsdp *= std::exchange(context, 1);
    if (isTrainer)
        fsdp *= std::exchange(tensor, 1);
    if (fsdp > data)
        fsdp *= std::exchange(data, 1);
    else
        data *= std::exchange(fsdp, 1);
}

void drawTorch(const Plan &plan, bool isTrainer, const PickField &pick)
{
    const bool isSharded = plan.parallelism.fsdp > 1;
    pick("parallelism.zero_stage",
        isSharded ? std::vector<std::string> { "1", "2", "3" } : std::vector<std::string> { "0" });
    if (plan.parallelism.context > 1)
        pick("parallelism.context_strategy", { "ulysses" });
    if (plan.parallelism.tensor > 1) {
        pick("parallelism.sequence_parallel", { "false" });
        pick("options.tensor_overlap", { "auto", "on" });
    }
    if (isSharded) {
        pick("options.overlap_grad_reduce", { "true", "false" });
        pick("options.offload_optimizer", { "true", "false" });
    }
    pick("precision.compute", { "bf16", "fp16" });
    pick("precision.weights", { planFieldText(plan, "precision.compute") });
    pick("precision.gradients", { "fp32", planFieldText(plan, "precision.compute") });
    if (isTrainer) {
        pick("optimizer", { "adamw", "adamw_8bit", "lion", "adafactor" });
        pick("remat.policy", { "full", "no_recompute" });
        pick("options.cross_entropy", { "auto", "fused_linear" });
        pick("options.compile", { "true", "false" });
    } else {
        pick("optimizer", { "adamw", "lion" });
    }
    pick("attention", { "flash" });
}

void drawMaxText(const Plan &plan, bool isTpu, const PickField &pick)
{
    pick("remat.policy",
        { "full", "minimal", "minimal_with_context", "save_dot_except_mlp", "save_qkv_proj" });
    pick("options.vocab_tiling", { "1", "2", "4" });
    pick("options.scan_layers", { "true", "false" });
    if (plan.parallelism.pipeline > 1 && plan.parallelism.fsdp > 1)
        pick("options.pipeline_gather", { "once", "each" }); // "auto" is written as one of them
    pick("precision.weights", { "fp32", "bf16" });
    pick("optimizer", { "adamw" });
    pick("attention", { isTpu ? "splash" : "cudnn-flash", "unfused" });
}

void drawMegatron(Plan &plan, const PickField &pick)
{
    pick("remat.policy", { "full", "selective", "no_recompute" });
    pick("options.overlap_grad_reduce", { "true", "false" });
    if (plan.options.overlapGradReduce) // else no parameter is gathered beside anything
        pick("options.overlap_param_gather", { "true", "false" });
    else
        plan.options.overlapParamGather = true;
    if (plan.parallelism.tensor > 1 && plan.parallelism.sequenceParallel)
        pick("options.tensor_overlap", { "auto", "on" });
    pick("options.cross_entropy", { "auto", "fused" });
    pick("precision.gradients", { "fp32", "bf16" });
    pick("attention", { "flash", "cudnn-flash", "unfused" });
    plan.precision.weights = NumberFormat::Bf16;
}

void drawTitan(const PickField &pick)
{
    pick("remat.policy", { "full", "selective", "no_recompute" });
    pick("precision.recipe", { "none", "fp8_current", "mxfp8" });
    pick("precision.weights", { "fp32", "bf16" });
    pick("options.compile", { "true", "false" });
}

} // namespace

Plan drawnPlan(Plan plan, const std::string &target, std::mt19937 &engine)
{
    const auto set = [&plan](const char *path, const std::string &value) {
        setPlanField(plan, path, value, {});
    };
    const auto pick = [&](const char *path, std::vector<std::string> values) {
        set(path, values[engine() % values.size()]);
    };
    const bool isMaxText = target.starts_with("maxtext"), isMegatron = target == "megatron";
    const bool isTrainer = target == "hf-trainer", isTorch = isTrainer || target == "deepspeed";
    set("framework", isMaxText ? "maxtext" : isTrainer ? "hf" : target);
    // Degrees: the factors of two of all devices, dealt out.
    std::vector<const char *> axes { "parallelism.data", "parallelism.fsdp", "parallelism.tensor",
        "parallelism.context", "parallelism.pipeline" };
    std::map<std::string, int> degrees;
    for (const char *axis : axes)
        degrees[axis] = 1;
    for (int left = plan.hardware.nodes * plan.hardware.devicesPerNode; left > 1; left /= 2)
        degrees[axes[engine() % 3 == 0 ? engine() % axes.size() : engine() % 2]] *= 2;
    if (isTorch)
        drawTorchAxes(degrees, isTrainer);
    if (isMegatron) // one axis for both
        degrees["parallelism.data"] *= std::exchange(degrees["parallelism.fsdp"], 1);
    for (const auto &[axis, degree] : degrees)
        set(axis.c_str(), std::to_string(degree));
    plan.parallelism.mesh = {};
    plan.parallelism.stageLayers.clear();
    plan.parallelism.chunks = 1;
    set("parallelism.zero_stage", isMegatron ? "1" : "3");
    // torchtitan's tensor parallelism is sequence parallel, always.
    const bool isTitan = target == "torchtitan", isTensor = plan.parallelism.tensor > 1;
    set("parallelism.sequence_parallel",
        isTensor && (isTitan || engine() % 2 == 0) ? "true" : "false");
    set("options.tensor_overlap", "auto");
    set("parallelism.context_strategy", "all_gather");
    if (plan.parallelism.context > 1)
        pick("parallelism.context_strategy", { "all_gather", "ring" });
    pick("parallelism.micro_batch_sequences", { "1", "2", "4" });
    pick("workload.sequence_length", { "2048", "4096", "8192", "16384" });
    pick("workload.global_batch_sequences", { "256", "512", "1024", "2048" });
    if (isMaxText)
        drawMaxText(plan, target == "maxtext-tpu", pick);
    else if (isTorch)
        drawTorch(plan, isTrainer, pick);
    else if (isMegatron)
        drawMegatron(plan, pick);
    else
        drawTitan(pick);
    return plan;
}

} // namespace headroom
