#include "model/launch/megatron_arguments.h"

#include "model/base/text/release_number.h"

namespace headroom {
namespace {

// Releases of Megatron-Core from which on its arguments are these.
// @source megatron/training/arguments.py and transformer_config.py, core_v0.12.0 to core_v0.19.0
constexpr const char *overlapRelease = "0.14.0"; ///< exchanges beside another micro-batch
constexpr const char *backendRelease = "0.16.0"; ///< a named flex backend; graphs of layer parts
constexpr const char *modulesRelease
    = "0.18.0"; ///< --cuda-graph-modules, full_iteration; fused grouped MLP

constexpr const char *graphField = "options.cuda_graphs";
constexpr const char *overlapField = "options.expert_overlap";
constexpr const char *fusedField = "options.fused_expert_mlp";
constexpr const char *dispatcherField = "options.expert_dispatcher";

bool isFromRelease(const LaunchSpec &spec, const char *release)
{
    return isRelease(spec.plan().software.megatron, release);
}

/// Refuses what the plan's release cannot be told yet.
bool refusesRelease(const LaunchSpec &spec, const char *field, const char *what,
    const char *release, ExportDraft &draft)
{
    if (isFromRelease(spec, release))
        return false;
    draft.refuse(field,
        { "megatron-release", { spec.plan().software.megatron, Message { what }, release } });
    return true;
}

void addOverlap(const LaunchSpec &spec, ArgumentGroups &arguments, ExportDraft &draft)
{
    const Plan &plan = spec.plan();
    const Parallelism &degrees = plan.parallelism;
    if (plan.options.expertOverlap != Switch::On
        || refusesRelease(spec, overlapField, "megatron-expert-overlap", overlapRelease, draft))
        return;
    if (degrees.expert == 1)
        draft.refuse(overlapField, { "megatron-overlap-experts" });
    if (degrees.pipeline > 1 && degrees.chunks == 1)
        draft.refuse(overlapField, { "megatron-overlap-chunks" });
    if (isFullRemat(spec.resolved().rematKind()))
        draft.refuse(overlapField, { "megatron-overlap-remat" });
    if (plan.precision.compute == NumberFormat::Fp32)
        draft.refuse(overlapField, { "megatron-overlap-precision" });
    if (spec.model().mtpLayers > 1)
        draft.refuse(overlapField, { "megatron-overlap-heads" });
    arguments.flag("--overlap-moe-expert-parallel-comm");
}

/// Experts that take a fixed number of tokens, which whole graphs need.
bool padsExperts(const LaunchSpec &spec)
{
    const PlanOptions &options = spec.plan().options;
    const bool isWhole
        = options.cudaGraphs == CudaGraphs::Layer || options.cudaGraphs == CudaGraphs::Full;
    return isWhole && spec.model().moe && options.moeCapacityFactor > 0;
}

/// The parts of a layer that are recorded: attention, and the router up to the exchange. What
/// follows depends on how many tokens each expert got.
std::vector<std::string> graphModules(const LaunchSpec &spec)
{
    if (!spec.model().moe)
        return { "attn" };
    // With a capacity the all-to-all's preparation waits for the host.
    if (spec.plan().options.moeCapacityFactor > 0)
        return { "attn", "moe_router" };
    return { "attn", "moe_router", "moe_preprocess" };
}

} // namespace

void addMegatronDispatch(const LaunchSpec &spec, ArgumentGroups &arguments, ExportDraft &draft)
{
    const Plan &plan = spec.plan();
    const ExpertDispatcher dispatcher = plan.options.expertDispatcher;
    const bool isHybrid = dispatcher == ExpertDispatcher::HybridEp;
    addOverlap(spec, arguments, draft);
    if (plan.options.fusedExpertMlp
        && !refusesRelease(spec, fusedField, "megatron-fused-mlp", modulesRelease, draft))
        arguments.flag("--use-transformer-engine-op-fuser");
    if (padsExperts(spec))
        arguments.flag("--moe-pad-expert-input-to-capacity");
    if (!isHybrid && dispatcher != ExpertDispatcher::DeepEp)
        return arguments.option("--moe-token-dispatcher-type", "alltoall");
    if (plan.parallelism.tensor * plan.parallelism.expert == 1)
        draft.refuse(dispatcherField, { "megatron-dispatcher-alone" });
    if (isHybrid)
        refusesRelease(spec, dispatcherField, "megatron-hybridep", backendRelease, draft);
    else if (padsExperts(spec))
        draft.refuse(dispatcherField, { "megatron-dispatcher-padding" });
    arguments.option("--moe-token-dispatcher-type", "flex");
    if (isFromRelease(spec, backendRelease))
        arguments.option("--moe-flex-dispatcher-backend", isHybrid ? "hybridep" : "deepep");
    else
        arguments.flag("--moe-enable-deepep");
    // Both kernels take the router's probabilities in fp32 alone.
    arguments.option("--moe-router-dtype", "fp32");
    draft.note("The dispatch kernels are a package beside Megatron-LM, deep_ep; HybridEP is a "
               "branch of it.");
}

void addMegatronGraphs(const LaunchSpec &spec, ArgumentGroups &arguments, ExportDraft &draft)
{
    const PlanOptions &options = spec.plan().options;
    const CudaGraphs graphs = options.cudaGraphs;
    if (graphs == CudaGraphs::Auto || graphs == CudaGraphs::None
        || refusesRelease(spec, graphField, "megatron-graphs", backendRelease, draft))
        return;
    const bool hasModules = isFromRelease(spec, modulesRelease);
    const std::string scope = hasModules ? "--cuda-graph-modules" : "--cuda-graph-scope";
    if (graphs != CudaGraphs::Partial && spec.model().moe && !padsExperts(spec))
        draft.refuse(graphField, { "megatron-graphs-experts" });
    if (graphs == CudaGraphs::Full) {
        arguments.option("--cuda-graph-impl", hasModules ? "full_iteration" : "local");
        if (!hasModules)
            arguments.option(scope, "full_iteration");
        arguments.flag("--no-check-for-nan-in-loss-and-grad");
        return;
    }
    if (isFullRemat(spec.resolved().rematKind()))
        draft.refuse(graphField, { "megatron-graphs-remat" });
    arguments.option("--cuda-graph-impl", "transformer_engine");
    if (graphs == CudaGraphs::Partial) // without modules whole layers are recorded
        arguments.list(scope, graphModules(spec));
}

} // namespace headroom
