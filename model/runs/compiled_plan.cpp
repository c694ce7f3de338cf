#include "model/runs/compiled_plan.h"

#include "model/base/text/ascii.h"
#include "model/plan/fields/plan_fields.h"
#include "model/plan/fields/plan_file.h"
#include "model/runs/project_file.h"
#include "model/runs/read_runs.h"

#include <algorithm>
#include <array>

namespace headroom {
namespace {

/// Fields that no compiler sees; a group stands for all below it.
constexpr std::array unseen { "name", "hardware.machine", "hardware.nic_gbytes_per_s_per_device",
    "hardware.host_memory_gib_per_node", "hardware.power_cap_w", "hardware.price_per_device_hour",
    "workload.training_tokens", "options.moe_load_imbalance", "software.stack", "calibration",
    "compiled", "job.", "reliability." };

bool isSeen(std::string_view path)
{
    return std::ranges::none_of(unseen, [path](std::string_view own) {
        return own.ends_with('.') ? path.starts_with(own) : path == own;
    });
}

template <class Map>
void addDifferences(
    const char *parent, const Map &one, const Map &other, std::vector<std::string> &paths)
{
    const auto add = [&](const Map &own, const Map &against) {
        for (const auto &[key, value] : own) {
            const std::string path = std::string(parent) + '.' + key;
            const auto found = against.find(key);
            if ((found == against.end() || !(found->second == value))
                && std::ranges::find(paths, path) == paths.end())
                paths.push_back(path);
        }
    };
    add(one, other);
    add(other, one);
}

/// Fields beyond which no run tells how far a ratio of memory carries.
bool forbidsCarrying(const std::string &path)
{
    constexpr std::array apart { "model", "framework", "hardware.accelerator", "tuning",
        "workload.mode" };
    return std::ranges::any_of(apart, [&](std::string_view own) {
        return path.starts_with(own) && (path.size() == own.size() || path[own.size()] == '.');
    });
}

} // namespace

std::string fieldList(const std::vector<std::string> &paths)
{
    constexpr std::size_t most = 6;
    std::string text;
    for (std::size_t i = 0; i < std::min(paths.size(), most); ++i)
        text += (i == 0 ? "" : ", ") + paths[i];
    return paths.size() > most ? text + ", …" : text;
}

Bytes compiledSide(const CompiledStep &compiled, bool ofState)
{
    const CompiledMemory &memory = compiled.memory;
    return ofState ? memory.arguments : memory.total() - memory.arguments;
}

CompiledStep ofChip(CompiledStep step, const Accelerator &chip)
{
    CompiledMemory &memory = step.memory;
    for (Bytes *own : { &memory.arguments, &memory.outputs, &memory.aliased, &memory.temporary,
             &memory.code, &memory.host })
        *own = *own * chip.jaxDevicesPerChip;
    return step;
}

std::vector<std::string> differencesOfProgram(const Plan &one, const Plan &other)
{
    std::vector<std::string> paths;
    for (const PlanField &field : planFields())
        if (isSeen(field.path) && field.get(one) != field.get(other))
            paths.push_back(field.path);
    const bool isOtherShape
        = !(one.model.shape == other.model.shape) || one.model.configJson != other.model.configJson;
    if (isOtherShape && std::ranges::find(paths, "model") == paths.end())
        paths.emplace_back("model");
    addDifferences(
        "parallelism.mesh.ici", one.parallelism.mesh.ici, other.parallelism.mesh.ici, paths);
    addDifferences(
        "parallelism.mesh.dcn", one.parallelism.mesh.dcn, other.parallelism.mesh.dcn, paths);
    addDifferences("remat.tensors", one.remat.tensors, other.remat.tensors, paths);
    addDifferences("flags", one.flags, other.flags, paths);
    return paths;
}

Result<std::vector<CompiledPlan>> compiledOffers(
    const std::filesystem::path &file, const ProfileLibrary &library)
{
    std::vector<CompiledPlan> offers;
    if (asciiLowered(file.extension().string()) != ".csv") {
        const RunsReading reading = readRuns({ file.string() }, library, nullptr);
        for (const RunRecord &run : reading.runs)
            if (run.compiled)
                offers.push_back({ run.plan, *run.compiled });
        if (offers.empty() && !reading.unrecognised.empty()) {
            const Unrecognised &what = reading.unrecognised.front();
            return Error { what.reason.id, what.file, what.reason.operands };
        }
        return offers;
    }
    const Result<std::vector<ProjectRun>> runs = listProject(file);
    if (!runs)
        return runs.errors();
    for (const ProjectRun &run : *runs) {
        const Result<LoadedPlan> loaded = parsePlan(run.plan, run.id);
        if (run.compiled && loaded)
            offers.push_back({ loaded->plan, *run.compiled });
    }
    return offers;
}

Result<NearestCompiled> nearestCompiled(
    const std::vector<CompiledPlan> &offers, const std::filesystem::path &file, const Plan &plan)
{
    std::optional<NearestCompiled> nearest, other;
    bool isStandIn = false;
    for (const CompiledPlan &offer : offers) {
        NearestCompiled one { offer, differencesOfProgram(plan, offer.plan) };
        const bool isOfChip = offer.step.isOfChip() && offer.step.memory.isKnown();
        isStandIn = isStandIn || (!isOfChip && one.differences.empty());
        auto &best
            = isOfChip && std::ranges::none_of(one.differences, forbidsCarrying) ? nearest : other;
        if (!best || one.differences.size() < best->differences.size())
            best = std::move(one);
    }
    if (nearest)
        return *std::move(nearest);
    if (!other)
        return Error { "compiled-none", file.string(), {} };
    if (isStandIn)
        return Error { "compiled-stand-in", file.string(), {} };
    return Error { "compiled-other-plan", file.string(), { fieldList(other->differences) } };
}

} // namespace headroom
