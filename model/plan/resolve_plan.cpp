#include "model/plan/resolved_plan.h"

#include "model/architecture/huggingface_config.h"
#include "model/architecture/model_shape_reader.h"

namespace headroom {
namespace {

template <class Value> void collect(Errors &problems, const Result<Value> &result)
{
    if (!result)
        problems.insert(problems.end(), result.errors().begin(), result.errors().end());
}

Result<std::shared_ptr<const ModelShape>> chosenModel(
    const ModelChoice &choice, const ProfileLibrary &library, const std::filesystem::path &folder)
{
    if (!choice.configJson.empty()) {
        const std::filesystem::path file = folder / choice.configJson;
        Result<ModelShape> shape = loadHuggingFaceConfig(file);
        if (!shape)
            return shape.errors();
        return std::make_shared<const ModelShape>(*std::move(shape));
    }
    if (choice.shape.isNull())
        return library.model(choice.id);
    Result<ModelShape> shape = readInlineShape(choice.shape, "model");
    if (!shape)
        return shape.errors();
    return std::make_shared<const ModelShape>(*std::move(shape));
}

/// The four values of a plan's hardware section win over the profile.
Accelerator withOverrides(Accelerator chip, const HardwareChoice &hardware)
{
    if (hardware.nicGbytesPerSecondPerDevice)
        chip.nicRate = gbytesPerSecond(*hardware.nicGbytesPerSecondPerDevice);
    if (hardware.hostMemoryGibPerNode)
        chip.hostMemoryGibPerNode = *hardware.hostMemoryGibPerNode;
    if (hardware.pricePerDeviceHour)
        chip.pricePerDeviceHour = *hardware.pricePerDeviceHour;
    return chip;
}

Result<RematPolicy> chosenPolicy(const RematChoice &choice, const ProfileLibrary &library)
{
    Result<RematPolicy> policy = library.rematPolicy(choice.policy);
    if (!policy || choice.policy != "custom")
        return policy;
    RematPolicy custom = *std::move(policy);
    for (const auto &[tensor, place] : choice.tensors)
        custom.tensors[tensor] = place == "device" ? TensorPlace::Device
            : place == "offload"                   ? TensorPlace::Offload
                                                   : TensorPlace::Remat;
    return custom;
}

} // namespace

bool ResolvedPlan::expertIsAxis() const
{
    return plan.framework == "maxtext" || plan.framework == "jax";
}

int ResolvedPlan::dataParallelRanks() const
{
    const Parallelism &degrees = plan.parallelism;
    return degrees.data * degrees.fsdp * (expertIsAxis() ? degrees.expert : 1);
}

double gradientAccumulation(const ResolvedPlan &resolved)
{
    const double perStep
        = resolved.plan.parallelism.microBatchSequences * resolved.dataParallelRanks();
    return static_cast<double>(resolved.plan.workload.globalBatchSequences) / perStep;
}

Result<ResolvedPlan> resolvePlan(
    const Plan &plan, const ProfileLibrary &library, const std::filesystem::path &folder)
{
    auto model = chosenModel(plan.model, library, folder);
    auto accelerator = library.accelerator(plan.hardware.accelerator);
    auto policy = chosenPolicy(plan.remat, library);
    auto recipe = library.recipe(plan.precision.recipe);
    Errors problems;
    collect(problems, model);
    collect(problems, accelerator);
    collect(problems, policy);
    collect(problems, recipe);
    if (!problems.empty())
        return problems;
    return ResolvedPlan { plan, *model, withOverrides(**accelerator, plan.hardware), *policy,
        *recipe };
}

} // namespace headroom
