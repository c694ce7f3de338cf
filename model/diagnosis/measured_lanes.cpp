#include "model/diagnosis/measured_lanes.h"

#include "model/plan/fields/plan_file.h"
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
    const PlannedRun &of, const Plan &plan, const ProfileLibrary &library)
{
    const auto own = library.accelerator(of.plan.hardware.accelerator),
               planned = library.accelerator(plan.hardware.accelerator);
    const bool isOtherKind = own && planned && (*own)->kind != (*planned)->kind;
    const std::vector<std::string> &assumed = of.run.fieldsAssumed;
    std::vector<std::string> paths = differencesOfProgram(of.plan, plan);
    std::erase_if(paths, [&](const std::string &path) {
        return std::ranges::find(assumed, path) != assumed.end()
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

std::vector<PlannedRun> plannedRuns(std::vector<ProjectRun> runs)
{
    std::vector<PlannedRun> planned;
    for (ProjectRun &run : runs)
        if (const Result<LoadedPlan> loaded = parsePlan(run.plan, run.id))
            planned.push_back({ std::move(run), loaded->plan });
    return planned;
}

const ProjectRun *measuredRunOf(
    const std::vector<PlannedRun> &runs, const Plan &plan, const ProfileLibrary &library)
{
    for (auto one = runs.rbegin(); one != runs.rend(); ++one)
        if (one->run.stepSeconds && differencesOf(*one, plan, library).empty())
            return &one->run;
    return nullptr;
}

ProfiledRun profiledRunOf(
    const std::vector<PlannedRun> &runs, const Plan &plan, const ProfileLibrary &library)
{
    ProfiledRun found;
    for (auto one = runs.rbegin(); one != runs.rend(); ++one) {
        const ProjectRun &run = one->run;
        if (run.terms.empty())
            continue;
        std::vector<std::string> differences = differencesOf(*one, plan, library);
        if (!differences.empty() && found.otherRun.empty())
            found = { {}, run.id, run.hardware, std::move(differences) };
        else if (differences.empty())
            if (auto lanes = measuredStep(run.id, run.terms))
                return { std::move(lanes), {}, {}, {} };
    }
    return found;
}

} // namespace headroom
