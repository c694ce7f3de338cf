#include "model/launch/common/launch_spec.h"

#include "model/launch/common/process_degrees.h"
#include "model/launch/common/shell_text.h"
#include "model/plan/job.h"
#include "model/plan/run_length.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <utility>

namespace headroom {
namespace {

LaunchBatch batchOf(
    const ResolvedPlan &resolved, const Parallelism &degrees, const LaunchMesh &mesh)
{
    LaunchBatch batch;
    batch.global = resolved.plan.workload.globalBatchSequences;
    batch.micro = degrees.microBatch;
    batch.dataParallelRanks = batchRanks(degrees, resolved.expertIsAxis());
    const auto passes = std::max<std::int64_t>(
        std::llround(microBatchesPerStep(batch.global, degrees, resolved.expertIsAxis())), 1);
    // A JAX pipeline takes all micro-batches of the step in one pass; the others count them as
    // accumulation and let the schedule overlap them.
    const bool onePass = degrees.pipeline > 1 && resolved.framework().runsXla;
    batch.accumulation = onePass ? 1 : passes;
    batch.pipelineMicroBatches = degrees.pipeline > 1 ? passes : 1;
    batch.perJaxDevice = static_cast<double>(batch.global)
        / (static_cast<double>(mesh.devices()) * static_cast<double>(batch.accumulation));
    return batch;
}

/// Twice the same name: the later one wins, at the place of the first.
void placeFlag(std::vector<LaunchFlag> &list, const LaunchFlag &flag)
{
    const auto same = std::find_if(
        list.begin(), list.end(), [&](const LaunchFlag &f) { return f.name == flag.name; });
    if (same == list.end())
        list.push_back(flag);
    else
        *same = flag;
}

void sortFlags(LaunchSpec &spec, ExportDraft &draft)
{
    for (const LaunchFlag &flag : spec.request->flags) {
        const bool isVariable = flag.carrier == FlagCarrier::Environment;
        if (!(isVariable ? isEnvironmentName(flag.name) : isFlagName(flag.name))) {
            draft.leaveOut(displayLine(flag.name, 60), "no flag or variable can have this name");
            continue;
        }
        if (flag.value.find('\0') != std::string::npos) {
            draft.leaveOut(flag.name, "its value holds a NUL, which no environment can carry");
            continue;
        }
        placeFlag(isVariable                            ? spec.environment
                : flag.carrier == FlagCarrier::XlaFlags ? spec.xlaFlags
                                                        : spec.tpuFlags,
            flag);
    }
}

} // namespace

const Job &LaunchSpec::job() const
{
    static const Job none;
    return isBenchmark() ? none : *plan().job;
}

std::int64_t LaunchSpec::steps() const
{
    return isBenchmark() ? benchmarkSteps : runSteps(plan().workload);
}

const LaunchFlag *LaunchSpec::environmentFlag(std::string_view name) const
{
    const auto flag = std::find_if(environment.begin(), environment.end(),
        [name](const LaunchFlag &f) { return f.name == name; });
    return flag == environment.end() ? nullptr : &*flag;
}

void ExportDraft::add(std::string name, std::string content, std::string purpose)
{
    entries.push_back({ { std::move(name), std::move(content), false }, std::move(purpose) });
}

void ExportDraft::addScript(std::string name, std::string content, std::string purpose)
{
    entries.push_back({ { std::move(name), std::move(content), true }, std::move(purpose) });
}

void ExportDraft::settle(const std::string &path, const std::string &value, std::string how)
{
    choices.push_back({ path + '=' + value, std::move(how) });
}

void ExportDraft::lose(const std::string &path, const std::string &value, std::string reason)
{
    leaveOut(path + '=' + value, std::move(reason));
}

bool ExportDraft::isTold(const std::string &path) const
{
    const auto isIt = [&path](const LeftOut &line) { return line.what.starts_with(path + '='); };
    return std::any_of(choices.begin(), choices.end(), isIt)
        || std::any_of(leftOut.begin(), leftOut.end(), isIt);
}

Result<LaunchSpec> launchSpec(const ExportRequest &request, std::string target, ExportDraft &draft)
{
    LaunchSpec spec;
    spec.request = &request;
    spec.target = std::move(target);
    const std::string &name = request.original.name;
    spec.slug = slug(name.empty() ? request.plan.model->id : name);
    Result<LaunchMesh> mesh = launchMesh(request.plan);
    if (!mesh)
        return mesh.errors();
    spec.mesh = std::move(*mesh);
    spec.degrees = degreesOfProcesses(request.plan);
    spec.batch = batchOf(request.plan, spec.degrees, spec.mesh);
    draft.notes = request.notes;
    draft.leftOut = request.leftOut;
    if (spec.framework().runsXla)
        draft.notes.insert(draft.notes.end(), spec.mesh.notes.begin(), spec.mesh.notes.end());
    else if (spec.degrees != request.plan.plan.parallelism)
        draft.note(fmt::format(
            "One {0} shows {1} GPUs to PyTorch and Slurm, and each gets a process: the degrees in "
            "these files count them, {2} to a node; the global batch stays the same.",
            spec.chip().name, spec.chip().processesPerChip(), spec.processesPerNode()));
    if (!spec.chip().capability)
        draft.note(fmt::format("The file of {} does not state its compute capability: what depends "
                               "on it is written as for the oldest chips that take it.",
            spec.chip().name));
    sortFlags(spec, draft);
    return spec;
}

} // namespace headroom
