#include "model/diagnosis/measured_lanes.h"

#include "model/diagnosis/compiled_comparison.h"
#include "model/plan/plan_file.h"

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

/// Whether two plans differ only where the run tells nothing.
bool isOfPlan(const ProjectRun &run, const Plan &plan)
{
    const Result<LoadedPlan> loaded = parsePlan(run.plan, run.id);
    if (!loaded)
        return false;
    return std::ranges::all_of(
        differencesOfProgram(loaded->plan, plan), [&run](const std::string &path) {
            return std::ranges::find(run.fieldsAssumed, path) != run.fieldsAssumed.end();
        });
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

std::optional<MeasuredStep> measuredStepOf(const std::vector<ProjectRun> &runs, const Plan &plan)
{
    for (auto run = runs.rbegin(); run != runs.rend(); ++run)
        if (!run->terms.empty() && isOfPlan(*run, plan))
            if (auto lanes = measuredStep(run->id, run->terms))
                return lanes;
    return std::nullopt;
}

} // namespace headroom
