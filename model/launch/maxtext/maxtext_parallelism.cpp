#include "model/frameworks/maxtext/maxtext_keys.h"
#include "model/launch/maxtext/maxtext_config.h"

#include <fmt/format.h>

#include <algorithm>

namespace headroom {
namespace {

/// The plan's axis in MaxText's words.
std::string axisKey(const LaunchSpec &spec, const std::string &axis)
{
    if (axis == "tensor" && spec.plan().parallelism.sequenceParallel)
        return "tensor_sequence";
    return axis;
}

/// Below stage 3 weights are whole on every rank, which MaxText's fsdp axis never leaves them: all
/// such ranks lie on its data axis.
bool leavesWeightsWhole(const LaunchSpec &spec)
{
    const Parallelism &degrees = spec.plan().parallelism;
    return degrees.zeroStage < 3 && degrees.data * degrees.fsdp > 1;
}

void addAxes(const LaunchSpec &spec, MaxTextConfig &config)
{
    LaunchMesh mesh = spec.mesh;
    if (leavesWeightsWhole(spec)) {
        MeshAxis &data = mesh.axis("data");
        MeshAxis &fsdp = mesh.axis("fsdp");
        data.ici *= fsdp.ici;
        data.dcn *= fsdp.dcn;
        fsdp.ici = fsdp.dcn = 1;
    }
    // Both sides have an axis that takes whatever is left (-1) by default: always name them.
    const auto isNamed = [](const MeshAxis &axis, int degree) {
        return degree > 1 || axis.name == "data" || axis.name == "fsdp";
    };
    MaxTextSection ici { fmt::format("Mesh inside the fast domain: {} devices", mesh.domainDevices),
        {} };
    MaxTextSection dcn { fmt::format("Mesh over the network: {} domain{}", mesh.domains,
                             mesh.domains == 1 ? "" : "s"),
        {} };
    for (const MeshAxis &axis : mesh.axes) {
        const std::string key = axisKey(spec, axis.name);
        if (isNamed(axis, axis.ici))
            ici.settings.push_back({ fmt::format("ici_{}_parallelism", key), axis.ici });
        if (isNamed(axis, axis.dcn))
            dcn.settings.push_back({ fmt::format("dcn_{}_parallelism", key), axis.dcn });
    }
    config.sections.push_back(std::move(ici));
    config.sections.push_back(std::move(dcn));
}

void addZeroStage(const LaunchSpec &spec, MaxTextSection &section, ExportDraft &draft)
{
    const Parallelism &degrees = spec.plan().parallelism;
    if (!leavesWeightsWhole(spec) || degrees.zeroStage == 0)
        return;
    section.settings.push_back({ "shard_optimizer_over_data", true });
    if (degrees.data > 1 && degrees.fsdp > 1)
        draft.note(fmt::format("MaxText shards the optimizer over all {} ranks that see other "
                               "sequences, not over groups of {}.",
            degrees.data * degrees.fsdp, degrees.fsdp));
    if (degrees.zeroStage == 2)
        draft.lose("parallelism.zero_stage", "2",
            "MaxText shards the optimizer alone over data; the compiler reduces and scatters "
            "gradients, but keeps no sharded copy of its own");
}

void addContext(const LaunchSpec &spec, MaxTextSection &section)
{
    const Parallelism &degrees = spec.plan().parallelism;
    if (degrees.context == 1)
        return;
    std::string strategy = "all_gather";
    if (degrees.contextStrategy == ContextStrategy::Ring)
        strategy = "ring";
    if (degrees.contextStrategy == ContextStrategy::Ulysses)
        strategy = "ulysses";
    const bool isOddRing = strategy == "ring" && spec.isTpu() && degrees.context % 2 != 0;
    section.settings.push_back(
        { "context_parallel_load_balance", strategy != "ulysses" && !isOddRing });
    if (maxtextKnowsKey("context_parallel_strategy", spec.resolved().releases.maxtext))
        section.settings.push_back({ "context_parallel_strategy", strategy });
    if (strategy != "all_gather" && spec.isTpu())
        section.settings.push_back({ "use_tokamax_splash", true });
}

void addPipeline(const LaunchSpec &spec, MaxTextSection &section, ExportDraft &draft)
{
    const Parallelism &degrees = spec.plan().parallelism;
    if (degrees.pipeline == 1)
        return;
    const ModelShape &model = spec.model();
    const int dense = model.moe ? model.moe->firstDenseLayers : 0;
    const int chunks = degrees.pipeline * degrees.chunks;
    const int perStage = (model.layers - dense) / chunks;
    const int pipelined = perStage * chunks;
    section.settings.push_back({ "num_layers_per_pipeline_stage", perStage });
    section.settings.push_back({ "num_pipeline_repeats", degrees.chunks });
    section.settings.push_back({ "num_pipeline_microbatches", spec.batch.pipelineMicroBatches });
    if (pipelined != model.layers) {
        section.settings.push_back({ "pipeline_parallel_layers", pipelined });
        draft.note(fmt::format("{} of {} layers are pipelined; the others run on every stage.",
            pipelined, model.layers));
    }
    if (degrees.fsdp > 1 && degrees.zeroStage == 3) {
        const bool isOnce = spec.gathersOnce();
        section.settings.push_back({ "pipeline_fsdp_ag_once", isOnce });
        draft.note(isOnce
                ? "Stages gather their weights once a step and keep them (pipeline_fsdp_ag_once), "
                  "as the prediction counts it. `bash run.sh pipeline_fsdp_ag_once=false` gathers "
                  "them with every micro-batch: slower, with less memory."
                : "Every micro-batch gathers the weights of its stage again, as the prediction "
                  "counts it. `bash run.sh pipeline_fsdp_ag_once=true` gathers them once a step "
                  "and keeps them all, where memory is left.");
    }
}

void addExperts(const LaunchSpec &spec, MaxTextSection &section, ExportDraft &draft)
{
    if (!spec.model().moe)
        return;
    const Plan &plan = spec.plan();
    const double capacity = plan.options.moeCapacityFactor;
    const bool isDropless = capacity <= 0;
    section.settings.push_back({ "sparse_matmul", isDropless });
    if (isDropless) {
        // The Megablox kernel is written for TPU; elsewhere XLA's ragged dot does the grouped
        // matmul.
        section.settings.push_back({ "megablox", spec.isTpu() });
    } else {
        section.settings.push_back({ "megablox", false });
        section.settings.push_back({ "capacity_factor", capacity });
    }
    const Parallelism &degrees = plan.parallelism;
    if (degrees.expertTensor == 1 && degrees.tensor > 1)
        draft.note(
            fmt::format("MaxText also shards each expert's hidden width over the tensor axis "
                        "of {}; the plan leaves experts whole.",
                degrees.tensor));
}

} // namespace

void addMaxTextParallelism(
    const LaunchSpec &spec, MaxTextHardware hardware, MaxTextConfig &config, ExportDraft &draft)
{
    addAxes(spec, config);
    MaxTextSection section { "How axes are used", {} };
    addZeroStage(spec, section, draft);
    addContext(spec, section);
    addPipeline(spec, section, draft);
    addExperts(spec, section, draft);
    config.sections.push_back(std::move(section));
    if (hardware == MaxTextHardware::GpuPerNode && spec.plan().hardware.nodes > 1)
        draft.note("One process drives all GPUs of a node. Some NCCL releases hang that way; "
                   "NCCL_LAUNCH_MODE=GROUP is set against it.");
}

} // namespace headroom
