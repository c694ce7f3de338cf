#include "model/plan/resolved_plan.h"

#include "model/base/document/mapping_reader.h"
#include "model/library/architecture/model_shape_reader.h"
#include "model/library/profiles/profile_index.h"
#include "model/library/profiles/release_table.h"
#include "model/plan/used_releases.h"

#include <algorithm>

namespace headroom {
namespace {

constexpr const char *unknownTensorId = "rule-remat-tensor-unknown";

template <class Value> void collect(Errors &problems, const Result<Value> &result)
{
    if (!result)
        problems.insert(problems.end(), result.errors().begin(), result.errors().end());
}

Result<std::shared_ptr<const ModelShape>> chosenModel(
    const ModelChoice &choice, const ProfileLibrary &library, const std::filesystem::path &folder)
{
    if (!choice.configJson.empty())
        return library.configuredModel(folder / choice.configJson);
    if (choice.shape.isNull())
        return library.model(choice.id);
    Result<ModelShape> shape = readInlineShape(
        choice.shape, std::string { inlineShapeMark.substr(0, inlineShapeMark.size() - 1) });
    if (!shape)
        return shape.errors();
    return std::make_shared<const ModelShape>(*std::move(shape));
}

/// The machine that the plan names, of the plan's chip; nullptr: it names none.
Result<std::shared_ptr<const Machine>> chosenMachine(const HardwareChoice &hardware,
    const ProfileLibrary &library, const Result<std::shared_ptr<const Accelerator>> &chip)
{
    if (hardware.machine.empty())
        return std::shared_ptr<const Machine> {};
    Result<std::shared_ptr<const Machine>> machine = library.machine(hardware.machine);
    if (machine && chip && (*machine)->accelerator != (*chip)->id)
        return Error { "machine-other-accelerator", {},
            { (*machine)->id, (*machine)->accelerator, (*chip)->id } };
    return machine;
}

/// What a machine says of itself wins over the profile of its chip.
Accelerator onMachineType(Accelerator chip, const Machine *machine)
{
    if (!machine)
        return chip;
    if (machine->nicRate)
        chip.nicRate = *machine->nicRate;
    if (machine->hostMemoryGib > 0)
        chip.hostMemoryGibPerNode = machine->hostMemoryGib;
    if (machine->pricePerDeviceHour > 0) {
        chip.pricePerDeviceHour = machine->pricePerDeviceHour;
        chip.priceDate = machine->priceDate;
        chip.sources["price"] = machine->priceBasis;
    }
    return chip;
}

/// The four values of a plan's hardware section win over machine and profile.
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
    if (!policy || !policy->perTensorKeys)
        return policy;
    RematPolicy custom = *std::move(policy);
    const std::vector<std::string> known = library.rematTensorIds();
    Errors problems;
    for (const auto &[tensor, place] : choice.tensors) {
        if (std::ranges::find(known, tensor) == known.end()) {
            const auto nearest = nearestName(tensor, known);
            problems.push_back({ unknownTensorId, {},
                { tensor,
                    nearest ? Message { "did-you-mean", { *nearest } }
                            : Message { "see-explain-custom" } } });
        }
        custom.tensors[tensor] = place;
    }
    if (!problems.empty())
        return problems;
    return custom;
}

} // namespace

std::int64_t ResolvedPlan::dataParallelRanks() const
{
    return batchRanks(plan.parallelism, expertIsAxis());
}

double gradientAccumulation(const ResolvedPlan &resolved)
{
    return microBatchesPerStep(resolved.plan.workload.globalBatchSequences,
        resolved.plan.parallelism, resolved.expertIsAxis());
}

std::string fieldOfError(const Error &error)
{
    static constexpr std::pair<std::string_view, std::string_view> fields[] {
        { "unknown-model", "model" },
        { "unknown-accelerator", "hardware.accelerator" },
        { "unknown-machine", "hardware.machine" },
        { "machine-other-accelerator", "hardware.machine" },
        { "unknown-remat-policy", "remat.policy" },
        { "unknown-recipe", "precision.recipe" },
    };
    if (!error.where.empty())
        return {};
    if (error.id == unknownTensorId)
        return "remat.tensors." + std::get<std::string>(error.args.front());
    std::string_view id = error.id;
    if (id.ends_with(nearSuffix))
        id.remove_suffix(nearSuffix.size());
    const auto row
        = std::ranges::find(fields, id, &std::pair<std::string_view, std::string_view>::first);
    return row == std::end(fields) ? std::string {} : std::string { row->second };
}

Result<ResolvedPlan> resolvePlan(
    const Plan &plan, const ProfileLibrary &library, const std::filesystem::path &folder)
{
    auto model = chosenModel(plan.model, library, folder);
    auto accelerator = library.accelerator(plan.hardware.accelerator);
    auto machine = chosenMachine(plan.hardware, library, accelerator);
    auto policy = chosenPolicy(plan.remat, library);
    auto recipe = library.recipe(plan.precision.recipe);
    auto releases = library.releases();
    Errors problems;
    collect(problems, model);
    collect(problems, accelerator);
    collect(problems, machine);
    collect(problems, policy);
    collect(problems, recipe);
    collect(problems, releases);
    if (!problems.empty())
        return problems;
    const auto beside = [&folder](const std::string &name) {
        return name.empty() ? std::filesystem::path {} : folder / name;
    };
    return ResolvedPlan { plan, *model,
        withOverrides(onMachineType(**accelerator, machine->get()), plan.hardware), *policy,
        *recipe, library.recipes(), beside(plan.calibration), beside(plan.compiled),
        usedReleases(**releases, plan, (*accelerator)->kind == AcceleratorKind::Tpu) };
}

} // namespace headroom
