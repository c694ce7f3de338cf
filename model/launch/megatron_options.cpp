#include "model/launch/megatron_arguments.h"

#include "model/base/text/release_number.h"

namespace headroom {
namespace {

bool isFromRelease(const LaunchSpec &spec, std::string_view release)
{
    return isRelease(spec.plan().software.megatron, release);
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
    if (plan.options.expertOverlap == Switch::On)
        arguments.flag("--overlap-moe-expert-parallel-comm");
    if (plan.options.fusedExpertMlp)
        arguments.flag("--use-transformer-engine-op-fuser");
    if (megatronPadsExperts(spec.resolved()))
        arguments.flag("--moe-pad-expert-input-to-capacity");
    if (!isHybrid && dispatcher != ExpertDispatcher::DeepEp)
        return arguments.option("--moe-token-dispatcher-type", "alltoall");
    arguments.option("--moe-token-dispatcher-type", "flex");
    if (isFromRelease(spec, megatronBackendRelease))
        arguments.option("--moe-flex-dispatcher-backend", isHybrid ? "hybridep" : "deepep");
    else
        arguments.flag("--moe-enable-deepep");
    // Both kernels take the router's probabilities in fp32 alone.
    arguments.option("--moe-router-dtype", "fp32");
    draft.note("The dispatch kernels are a package beside Megatron-LM, deep_ep; HybridEP is a "
               "branch of it.");
}

void addMegatronGraphs(const LaunchSpec &spec, ArgumentGroups &arguments)
{
    const PlanOptions &options = spec.plan().options;
    const CudaGraphs graphs = options.cudaGraphs;
    if (graphs == CudaGraphs::Auto || graphs == CudaGraphs::None)
        return;
    const bool hasModules = isFromRelease(spec, megatronModulesRelease);
    const std::string scope = hasModules ? "--cuda-graph-modules" : "--cuda-graph-scope";
    if (graphs == CudaGraphs::Full) {
        arguments.option("--cuda-graph-impl", hasModules ? "full_iteration" : "local");
        if (!hasModules)
            arguments.option(scope, "full_iteration");
        arguments.flag("--no-check-for-nan-in-loss-and-grad");
        return;
    }
    arguments.option("--cuda-graph-impl", "transformer_engine");
    if (graphs == CudaGraphs::Partial) // without modules whole layers are recorded
        arguments.list(scope, graphModules(spec));
}

} // namespace headroom
