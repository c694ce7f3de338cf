#include "model/runs/rebuild/rebuild_plan.h"

#include "model/base/text/display_line.h"
#include "model/launch/common/launch_mesh.h"
#include "model/runs/rebuild/maxtext_mesh.h"
#include "model/runs/rebuild/maxtext_shape.h"
#include "model/runs/text/adapter_names.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>

// MaxText's configuration as a plan: what model/launch/maxtext_*.cpp write, read backwards. The
// keys' defaults are those of configs/base.yml.

namespace headroom {
namespace {

int &degreeOf(Parallelism &degrees, std::string_view axis)
{
    return axis == "data"   ? degrees.data
        : axis == "fsdp"    ? degrees.fsdp
        : axis == "tensor"  ? degrees.tensor
        : axis == "context" ? degrees.context
        : axis == "expert"  ? degrees.expert
                            : degrees.pipeline;
}

/// Whether an export of the draft would print this mesh.
bool givesMesh(PlanRebuild &rebuild, const ReadMesh &wanted)
{
    const Result<ResolvedPlan> resolved = resolvePlan(rebuild.plan(), rebuild.library);
    if (!resolved)
        return false;
    const Result<LaunchMesh> mesh = launchMesh(*resolved);
    return mesh && std::ranges::all_of(planAxes, [&](const char *name) {
        const MeshAxis &axis = mesh->axis(name);
        return axis.ici == wanted.ici.degree(name) && axis.dcn == wanted.dcn.degree(name);
    });
}

/// Degrees of a plan count chips; where a chip shows two JAX devices, one axis is halved: the one
/// that an export would have doubled.
void setDegrees(PlanRebuild &rebuild, const ReadMesh &mesh)
{
    Parallelism &degrees = rebuild.plan().parallelism;
    for (const char *axis : planAxes) {
        degreeOf(degrees, axis) = mesh.ici.degree(axis) * mesh.dcn.degree(axis);
        const bool isStated = mesh.ici.isStated(axis) || mesh.dcn.isStated(axis);
        rebuild.draft.mark(fmt::format("parallelism.{}", axis),
            isStated ? FieldOrigin::Read : rebuild.weaker(mesh.origin, FieldOrigin::Inferred));
    }
    const bool isSequence
        = mesh.ici.ofMaxText("tensor_sequence") * mesh.dcn.ofMaxText("tensor_sequence") > 1;
    degrees.sequenceParallel = isSequence;
    rebuild.draft.mark(
        "parallelism.sequence_parallel", rebuild.weaker(mesh.origin, FieldOrigin::Inferred));
    if (rebuild.hasBase && !rebuild.config().has("shard_optimizer_over_data"))
        return;
    if (rebuild.config().flag("shard_optimizer_over_data").value_or(false)) {
        // Which of stages 1 and 2 the plan had does not show.
        degrees.zeroStage = 1;
        rebuild.draft.mark("parallelism.zero_stage", FieldOrigin::Inferred);
    } else {
        degrees.zeroStage = 3;
        rebuild.draft.mark("parallelism.zero_stage", FieldOrigin::Inferred);
    }
}

void setNodes(PlanRebuild &rebuild, const ReadMesh &mesh, int perChip)
{
    const std::int64_t chips = std::max<std::int64_t>(mesh.devices / perChip, 1);
    const std::int64_t domain = std::max<std::int64_t>(mesh.ici.product() / perChip, 1);
    const bool isTpu = rebuild.chip && rebuild.chip->kind == AcceleratorKind::Tpu;
    const bool isTold = rebuild.facts().has("devices_per_node") || rebuild.facts().has("nodes");
    const int usual = rebuild.chip ? rebuild.chip->devicesPerNode : 8;
    // The fast side of the mesh is a slice, or a node where it is no larger than one.
    if (!isTpu && (isTold || domain > usual))
        return rebuildNodes(rebuild, chips, mesh.origin);
    const FieldOrigin origin = rebuild.weaker(mesh.origin, FieldOrigin::Inferred);
    rebuild.draft.devices = mesh.origin;
    rebuild.draft.set("hardware.devices_per_node", static_cast<double>(domain), origin);
    rebuild.draft.set("hardware.nodes", static_cast<double>(chips / domain), origin);
}

void setBatch(PlanRebuild &rebuild, const ReadMesh &mesh)
{
    const ConfigFacts &config = rebuild.config();
    constexpr double defaultLength = 2048; // of base.yml
    if (!rebuild.read("workload.sequence_length", "max_target_length") && !rebuild.hasBase)
        rebuild.draft.set("workload.sequence_length", defaultLength, FieldOrigin::Inferred);
    const auto perDevice = config.number("per_device_batch_size");
    const double accumulation
        = std::max(config.number("gradient_accumulation_steps").value_or(1), 1.0);
    const auto told = config.number("global_batch_size_to_train_on");
    if (!perDevice && !told)
        return;
    const double computed
        = perDevice.value_or(0) * static_cast<double>(mesh.devices) * accumulation;
    const double global = told && *told > 0 ? *told : std::round(computed);
    const FieldOrigin origin
        = told ? FieldOrigin::Read : rebuild.weaker(mesh.origin, FieldOrigin::Inferred);
    if (!rebuild.draft.set("workload.global_batch_sequences", global, origin))
        return;
    const Parallelism &degrees = rebuild.plan().parallelism;
    const double ranks = static_cast<double>(degrees.data) * degrees.fsdp * degrees.expert;
    double parts = 1;
    if (degrees.pipeline > 1) {
        const double cut = config.number("num_pipeline_microbatches").value_or(-1);
        parts = cut > 0 ? cut : degrees.pipeline;
    }
    rebuild.draft.set("parallelism.micro_batch_sequences", global / (ranks * accumulation * parts),
        rebuild.weaker(origin, FieldOrigin::Inferred));
    // Evaluations have a batch of their own, of training's size unless told.
    // @source MaxText configs/types.py (eval_per_device_batch_size)
    const double evaluated = config.number("eval_per_device_batch_size").value_or(0);
    const double each = evaluated > 0 ? evaluated : perDevice.value_or(0);
    if (config.number("eval_interval").value_or(0) > 0 && each > 0)
        rebuild.draft.set("workload.evaluation.micro_batch",
            each * static_cast<double>(mesh.devices) / (ranks * parts),
            rebuild.weaker(mesh.origin, FieldOrigin::Inferred));
}

/// Where a chip shows two JAX devices, halves the axis whose export gives the mesh that was read:
/// of several, one that no device is left on, so that the plan has the fewest axes.
void halveAxis(PlanRebuild &rebuild, const ReadMesh &mesh, int perChip)
{
    if (perChip == 1)
        return;
    Parallelism &degrees = rebuild.plan().parallelism;
    const Parallelism whole = degrees;
    std::array axes { "fsdp", "data", "tensor", "context", "expert" };
    std::stable_partition(axes.begin(), axes.end(),
        [&](const char *axis) { return degreeOf(degrees, axis) == perChip; });
    for (const char *axis : axes) {
        degrees = whole;
        int &degree = degreeOf(degrees, axis);
        if (degree % perChip != 0)
            continue;
        degree /= perChip;
        setBatch(rebuild, mesh);
        rebuild.draft.mark(fmt::format("parallelism.{}", axis),
            rebuild.weaker(mesh.origin, FieldOrigin::Inferred));
        if (givesMesh(rebuild, mesh))
            return;
    }
}

/// The plan's own mesh, only where it is not the one that the inner axes fill first.
void setMesh(PlanRebuild &rebuild, const ReadMesh &mesh, int perChip)
{
    Mesh &own = rebuild.plan().parallelism.mesh;
    own = {};
    if (perChip != 1 || givesMesh(rebuild, mesh))
        return;
    for (const char *axis : planAxes) {
        if (mesh.ici.degree(axis) > 1)
            own.ici[axis] = mesh.ici.degree(axis);
        if (mesh.dcn.degree(axis) > 1)
            own.dcn[axis] = mesh.dcn.degree(axis);
    }
    if (!givesMesh(rebuild, mesh))
        own = {}; // an inner side larger than a node: nothing that a plan can say
    if (!own.ici.empty() || !own.dcn.empty())
        rebuild.draft.mark("parallelism.mesh", FieldOrigin::Read);
}

void setMaxtextPipeline(PlanRebuild &rebuild)
{
    const ConfigFacts &config = rebuild.config();
    if (rebuild.plan().parallelism.pipeline == 1)
        return;
    if (const auto repeats = config.integer("num_pipeline_repeats"); repeats && *repeats > 0)
        rebuild.draft.set(
            "parallelism.pipeline_chunks", static_cast<double>(*repeats), FieldOrigin::Read);
    if (const auto once = rebuild.config().flag("pipeline_fsdp_ag_once"))
        rebuild.draft.set("options.pipeline_gather", *once ? "once" : "each", FieldOrigin::Read);
}

void setContext(PlanRebuild &rebuild)
{
    if (rebuild.plan().parallelism.context > 1)
        rebuild.read("parallelism.context_strategy", "context_parallel_strategy");
}

std::string planFormat(const std::string &word)
{
    return word == "bfloat16" ? "bf16" : word == "float16" ? "fp16" : "fp32";
}

void setMaxtextPrecision(PlanRebuild &rebuild)
{
    const ConfigFacts &config = rebuild.config();
    struct Row
    {
        const char *key, *path;
    };
    for (const Row &row :
        { Row { "dtype", "precision.compute" }, Row { "weight_dtype", "precision.weights" },
            Row { "grad_dtype", "precision.gradients" } })
        if (config.has(row.key))
            rebuild.draft.set(row.path, planFormat(config.text(row.key)), FieldOrigin::Read);
    if (config.all().contains("quantization")) {
        const std::string recipe = config.text("quantization");
        rebuild.draft.set("precision.recipe", recipe.empty() ? "none" : recipe, FieldOrigin::Read);
    }
    const std::string optimizer = config.text("opt_type");
    if (optimizer == "sgd" || optimizer == "muon")
        rebuild.draft.set(
            "optimizer", optimizer == "sgd" ? "sgd_momentum" : "muon", FieldOrigin::Read);
    else if (!optimizer.empty())
        rebuild.draft.set(
            "optimizer", "adamw", optimizer == "adamw" ? FieldOrigin::Read : FieldOrigin::Inferred);
    // The first moment's format; the second follows the weights, so fp32 weights with bf16 moments
    // are told as the plan's bf16 optimizer state.
    const std::string moments = config.text("mu_dtype");
    const bool is16Bit = moments.empty() ? rebuild.plan().precision.weights == NumberFormat::Bf16
                                         : moments == "bfloat16";
    if (!moments.empty())
        rebuild.draft.set(
            "precision.optimizer_state", is16Bit ? "bf16" : "fp32", FieldOrigin::Read);
}

void setMaxtextRemat(PlanRebuild &rebuild)
{
    const ConfigFacts &config = rebuild.config();
    if (!config.has("remat_policy"))
        return;
    const std::string policy = config.text("remat_policy");
    if (!rebuild.library.rematPolicy(policy))
        return rebuild.draft.note(
            { "run-field-refused", { "remat.policy", displayLine(policy, 80) } });
    rebuild.draft.set("remat.policy", policy, FieldOrigin::Read);
    rebuild.plan().remat.tensors.clear();
    if (policy != "custom")
        return;
    for (const std::string &tensor : rebuild.library.rematTensorIds()) {
        const std::string place = config.text(tensor);
        // What base.yml says already is no choice of the run.
        const char *usual = tensor == "decoder_layer_input" ? "device" : "remat";
        if (!place.empty() && place != usual)
            rebuild.draft.set("remat.tensors." + tensor, place, FieldOrigin::Read);
    }
    rebuild.draft.mark("remat.tensors", FieldOrigin::Read);
}

void setAttention(PlanRebuild &rebuild)
{
    const std::string kernel = rebuild.config().text("attention");
    const bool isTpu = rebuild.chip && rebuild.chip->kind == AcceleratorKind::Tpu;
    if (kernel == "dot_product")
        rebuild.draft.set("attention", "unfused", FieldOrigin::Read);
    else if (kernel.starts_with("cudnn_flash"))
        rebuild.draft.set("attention", "cudnn-flash", FieldOrigin::Read);
    else if (kernel == "flash")
        rebuild.draft.set("attention", isTpu ? "splash" : "flash", FieldOrigin::Read);
}

/// Adapters: MaxText's paths of modules in the words of PEFT, whose groups are known.
/// @source MaxText configs/types.py (LoRA), configs/post_train/lora_module_path.yml
void setAdapters(PlanRebuild &rebuild)
{
    const ConfigFacts &config = rebuild.config();
    if (!config.flag("lora.enable_lora").value_or(false))
        return;
    const std::string base = config.text("lora.lora_weight_qtype");
    rebuild.draft.set("tuning.method", base.empty() ? "lora" : "qlora", FieldOrigin::Read);
    if (!base.empty())
        rebuild.draft.set("tuning.base", base, FieldOrigin::Read);
    rebuild.read("tuning.rank", "lora.lora_rank");
    struct Name
    {
        std::string_view path, module;
    };
    static constexpr std::array names { Name { "query", "q_proj" }, Name { "key", "k_proj" },
        Name { "value", "v_proj" }, Name { "out", "o_proj" }, Name { "wi", "gate_up_proj" },
        Name { "wi_0", "gate_proj" }, Name { "wi_1", "up_proj" }, Name { "wo", "down_proj" } };
    // The last part of each path is one of "(a|b|c)".
    std::vector<std::string> modules;
    const std::string paths = config.text("lora.lora_module_path");
    for (const Name &name : names)
        for (std::size_t at = paths.find(name.path); at != std::string::npos;
             at = paths.find(name.path, at + 1)) {
            const std::size_t end = at + name.path.size();
            const bool begins = at > 0 && (paths[at - 1] == '(' || paths[at - 1] == '|');
            if (begins && end < paths.size() && (paths[end] == ')' || paths[end] == '|'))
                modules.emplace_back(name.module);
        }
    if (const std::string targets = adapterTargets(modules); !targets.empty())
        rebuild.draft.set("tuning.targets", targets, FieldOrigin::Read);
}

void setOptions(PlanRebuild &rebuild)
{
    const ConfigFacts &config = rebuild.config();
    rebuildOptions(rebuild, config);
    rebuild.read("options.vocab_tiling", "num_vocab_tiling");
    if (const auto isDropless = config.flag("sparse_matmul")) {
        const double capacity = std::max(config.number("capacity_factor").value_or(0), 0.0);
        rebuild.draft.set(
            "options.moe_capacity_factor", *isDropless ? 0 : capacity, FieldOrigin::Read);
    }
}

} // namespace

void rebuildMaxText(PlanRebuild &rebuild)
{
    if (rebuild.config().empty())
        return;
    rebuildMaxTextModel(rebuild);
    const ReadMesh mesh = readMesh(rebuild);
    const int perChip = rebuild.chip ? rebuild.chip->jaxDevicesPerChip : 1;
    const HardwareChoice &own = rebuild.plan().hardware;
    const bool isOwnMesh = rebuild.hasBase && !mesh.ici.isRead() && !mesh.dcn.isRead()
        && mesh.devices == std::int64_t { own.nodes } * own.devicesPerNode * perChip;
    if (!isOwnMesh) {
        setDegrees(rebuild, mesh);
        setNodes(rebuild, mesh, perChip);
    }
    setMaxtextPipeline(rebuild);
    setContext(rebuild);
    setBatch(rebuild, mesh);
    setMaxtextPrecision(rebuild);
    setMaxtextRemat(rebuild);
    setAttention(rebuild);
    setAdapters(rebuild);
    setOptions(rebuild);
    if (isOwnMesh)
        return;
    halveAxis(rebuild, mesh, perChip);
    setMesh(rebuild, mesh, perChip);
}

} // namespace headroom
