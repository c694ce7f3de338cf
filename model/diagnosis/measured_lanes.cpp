#include "model/diagnosis/measured_lanes.h"

#include "model/plan/plan_file.h"
#include "model/runs/compiled_plan.h"

#include <algorithm>
#include <array>

namespace headroom {
namespace {

constexpr std::string_view exposed = "exposed_", hidden = "hidden_";

struct KindOfTerm
{
    std::string_view id;
    TimeTerm term;
};
constexpr std::array computations { KindOfTerm { "gemm", TimeTerm::Gemm },
    KindOfTerm { "attention", TimeTerm::Attention },
    KindOfTerm { "elementwise", TimeTerm::Elementwise },
    KindOfTerm { "host_transfer", TimeTerm::HostTransfer } };

void append(std::vector<MeasuredBlock> &lane, std::string_view id, double seconds)
{
    if (!(seconds > 0))
        return;
    const Seconds start = lane.empty() ? Seconds {} : lane.back().end;
    MeasuredBlock block { std::string(id), start, start + Seconds { seconds }, std::nullopt };
    const auto known = std::ranges::find(computations, id, &KindOfTerm::id);
    if (known != computations.end())
        block.term = known->term;
    lane.push_back(std::move(block));
}

/// Fields that the run tells and that differ from the plan's. A chip that nothing names is of a
/// kind that the trace shows.
std::vector<std::string> differencesOf(
    const ProjectRun &run, const Plan &plan, const ProfileLibrary &library)
{
    const Result<LoadedPlan> loaded = parsePlan(run.plan, run.id);
    if (!loaded)
        return { "model" };
    const auto own = library.accelerator(loaded->plan.hardware.accelerator),
               planned = library.accelerator(plan.hardware.accelerator);
    const bool isOtherKind = own && planned && (*own)->kind != (*planned)->kind;
    std::vector<std::string> paths = differencesOfProgram(loaded->plan, plan);
    std::erase_if(paths, [&](const std::string &path) {
        return std::ranges::find(run.fieldsAssumed, path) != run.fieldsAssumed.end()
            && !(isOtherKind && path == "hardware.accelerator");
    });
    return paths;
}

} // namespace

std::optional<MeasuredStep> measuredStep(
    const std::string &run, const std::vector<TermSeconds> &terms)
{
    MeasuredStep lanes;
    lanes.run = run;
    double idle = -1;
    // Profiles list computation, then what was felt of transfers, then what was hidden.
    for (const TermSeconds &term : terms) {
        const std::string_view id = term.id;
        if (id == "idle")
            idle = term.seconds;
        else if (id.starts_with(hidden))
            append(lanes.hidden, id.substr(hidden.size()), term.seconds);
        else
            append(
                lanes.felt, id.starts_with(exposed) ? id.substr(exposed.size()) : id, term.seconds);
    }
    if (idle < 0 || lanes.felt.empty())
        return std::nullopt;
    append(lanes.felt, "idle", idle);
    lanes.step = lanes.felt.back().end;
    return lanes;
}

ProfiledRun profiledRunOf(
    const std::vector<ProjectRun> &runs, const Plan &plan, const ProfileLibrary &library)
{
    ProfiledRun found;
    for (auto run = runs.rbegin(); run != runs.rend(); ++run) {
        if (run->terms.empty())
            continue;
        std::vector<std::string> differences = differencesOf(*run, plan, library);
        if (!differences.empty() && found.otherRun.empty())
            found = { {}, run->id, run->hardware, std::move(differences) };
        else if (differences.empty())
            if (auto lanes = measuredStep(run->id, run->terms))
                return { std::move(lanes), {}, {}, {} };
    }
    return found;
}

} // namespace headroom
