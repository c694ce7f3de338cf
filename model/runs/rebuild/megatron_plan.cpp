#include "model/base/text/display_line.h"
#include "model/frameworks/megatron/megatron_book.h"
#include "model/plan/fields/plan_fields.h"
#include "model/runs/rebuild/megatron_shape.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <numeric>

// Megatron-LM's settings as a plan: what its book would write, found again.

namespace headroom {
namespace {

using books::SettingsReader;
using books::Told;

constexpr std::int64_t maxDegree = 1'000'000;

/// The world where nothing tells it: a node, or what stages, tensors and experts need at least.
/// Sharding means nothing on one rank, so that settings of it would not come back from that.
std::int64_t assumedWorld(const PlanRebuild &rebuild, const Plan &settled, std::int64_t inner)
{
    const Parallelism &degrees = settled.parallelism;
    const std::int64_t experts
        = std::int64_t { degrees.expert } * degrees.expertTensor * degrees.pipeline;
    if (experts > maxDegree || inner > maxDegree)
        return inner;
    const std::int64_t need = std::lcm(inner, std::max<std::int64_t>(experts, 1));
    const std::int64_t node = rebuild.chip ? rebuild.chip->devicesPerNode : 8;
    const bool fillsNode = node % need == 0;
    const double batch = static_cast<double>(settled.workload.globalBatchSequences);
    const auto takesBatch = [&](std::int64_t world) {
        const double ranks = static_cast<double>(world / inner) * degrees.microBatch;
        return !(batch > 0) || std::fmod(batch, ranks) == 0;
    };
    return fillsNode && takesBatch(node) ? node : need;
}

/// The world, and the data-parallel ranks in it. Returns how surely they are known.
FieldOrigin setRanks(PlanRebuild &rebuild, const Plan &settled)
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
    if (world < inner || world % inner != 0 || world > maxDegree) {
        if (world > 0)
            rebuild.draft.note(
                { "run-devices-differ", { std::to_string(world), std::to_string(inner) } });
        world = assumedWorld(rebuild, settled, inner);
        origin = FieldOrigin::Assumed;
    }
    Parallelism &split = rebuild.plan().parallelism;
    const int ranks = static_cast<int>(world / inner);
    if (!rebuild.hasBase || split.data * split.fsdp != ranks) {
        split.data = ranks;
        split.fsdp = 1;
    }
    rebuildNodes(rebuild, world, origin);
    return origin;
}

/// The batch that lines of steps print; while it grows, that of the largest steps, which are used.
void setPrintedBatch(PlanRebuild &rebuild)
{
    if (const double batch = rebuild.trace.steps.largestBatch(); batch > 0)
        rebuild.draft.set("workload.global_batch_sequences", batch, FieldOrigin::Read);
}

/// What the log says, in the names of the program's own dump (argparse destinations).
books::Observed observedSettings(const PlanRebuild &rebuild)
{
    books::Observed observed;
    for (const ConfigFacts *facts : { &rebuild.config(), &rebuild.facts() })
        for (const auto &[key, fact] : facts->all())
            observed.emplace(key, fact.value);
    return observed;
}

/// What the reading starts from. Its model is that of the log, as far as it names one.
ResolvedPlan startOf(const PlanRebuild &rebuild, const std::optional<ModelShape> &shape)
{
    const Plan &plan = rebuild.draft.plan;
    ResolvedPlan start {};
    start.plan = plan;
    start.model = std::make_shared<const ModelShape>(shape.value_or(ModelShape {}));
    if (const auto known = rebuild.library.model(plan.model.id); known && !shape)
        start.model = *known;
    if (const auto policy = rebuild.library.rematPolicy(plan.remat.policy))
        start.remat = *policy;
    if (const auto recipe = rebuild.library.recipe(plan.precision.recipe))
        start.recipe = *recipe;
    return start;
}

/// Degrees, then the ranks that are left for replicas and shards.
void settleMesh(SettingsReader &reader, PlanRebuild &rebuild)
{
    for (const char *path : { "parallelism.tensor", "parallelism.pipeline", "parallelism.context",
             "options.overlap_grad_reduce" })
        reader.settle(path);
    rebuild.plan().parallelism = reader.plan().plan.parallelism;
    if (!rebuild.hasBase || reader.isSeen("parallelism.pipeline"))
        reader.plan().plan.parallelism = rebuild.startStages();
    const Parallelism &degrees = reader.plan().plan.parallelism;
    if (degrees.pipeline > 1)
        reader.settle("parallelism.pipeline_chunks");
    reader.settle("parallelism.sequence_parallel");
    if (reader.plan().model->moe)
        for (const char *path : { "parallelism.expert", "parallelism.expert_tensor" })
            reader.settle(path);
    rebuild.plan().parallelism = degrees;
    const Parallelism before = degrees;
    const FieldOrigin origin = setRanks(rebuild, reader.plan().plan);
    reader.plan().plan.parallelism = rebuild.plan().parallelism;
    reader.settle("parallelism.zero_stage");
    if (!rebuild.hasBase || !(before == reader.plan().plan.parallelism))
        for (const char *path : { "parallelism.data", "parallelism.fsdp" })
            rebuild.draft.mark(path, origin);
}

/// Options of sharding are settled with the mesh; those of experts say nothing without any.
void settleTraining(SettingsReader &reader)
{
    for (const std::string_view path :
        { "precision.compute", "precision.recipe", "remat.policy", "attention" })
        reader.settle(path);
    constexpr std::array<std::string_view, 3> ofMesh { "options.overlap_grad_reduce",
        "options.overlap_param_gather", "options.offload_optimizer" };
    for (const PlanField &field : planFields())
        if (frameworkTraits(Framework::Megatron).hasOption(field.path)
            && std::ranges::find(ofMesh, field.path) == ofMesh.end())
            reader.settle(field.path);
}

/// Without a global batch the program takes one micro-batch of each rank.
void setOpenBatch(PlanRebuild &rebuild, const SettingsReader &reader)
{
    const Parallelism &degrees = rebuild.plan().parallelism;
    if (!reader.isSeen("workload.global_batch_sequences")
        && reader.isSeen("parallelism.micro_batch_sequences"))
        rebuild.draft.set("workload.global_batch_sequences",
            degrees.microBatch * degrees.data * degrees.fsdp,
            rebuild.weaker(rebuild.draft.origin("parallelism.data"), FieldOrigin::Inferred));
}

/// The fields and how they came back; what is left over is noted.
void takeReading(PlanRebuild &rebuild, books::Reading reading)
{
    PlanDraft &draft = rebuild.draft;
    const HardwareChoice hardware = draft.plan.hardware;
    draft.plan = std::move(reading.plan.plan);
    draft.plan.hardware = hardware;
    for (const auto &[path, told] : reading.told)
        if (path != "parallelism.data" && path != "parallelism.fsdp")
            draft.mark(path, told == Told::Read ? FieldOrigin::Read : FieldOrigin::Inferred);
    constexpr std::size_t most = 8;
    if (reading.residue.size() > most)
        reading.residue.resize(most);
    if (!reading.residue.empty())
        draft.note({ "run-settings-left",
            { displayLine(fmt::format("{}", fmt::join(reading.residue, ", ")), 400) } });
}

} // namespace

void rebuildMegatron(PlanRebuild &rebuild)
{
    setPrintedBatch(rebuild);
    const ConfigFacts &config = rebuild.config();
    if (config.empty())
        return;
    // Logs of NeMo and MLPerf name the batch and nothing of the mesh.
    const bool hasMesh = config.has("tensor_model_parallel_size") || config.has("num_layers");
    const std::optional<ModelShape> shape = hasMesh ? rebuildMegatronModel(rebuild) : std::nullopt;
    SettingsReader reader(books::megatron::book(), observedSettings(rebuild),
        startOf(rebuild, shape), rebuild.hasBase, &rebuild.library);
    for (const char *path : { "workload.sequence_length", "workload.global_batch_sequences",
             "parallelism.micro_batch_sequences" })
        if (reader.isSeen(path))
            reader.settle(path);
    if (hasMesh) {
        settleMesh(reader, rebuild);
        settleTraining(reader);
    }
    takeReading(rebuild, reader.finish());
    setOpenBatch(rebuild, reader);
}

} // namespace headroom
