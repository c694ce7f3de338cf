#include "model/calibration/next_runs.h"

#include "model/base/units/calendar.h"
#include "model/base/wording/messages.h"
#include "model/calibration/calibration_report.h"
#include "model/search/report/search_report.h"
#include "model/search/search.h"
#include "model/search/search_settings.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <iterator>

namespace headroom {
namespace {

constexpr std::size_t frontSize = 48; ///< results of the search that are looked at
/// What a run costs: steps behind the warm-up that a median needs, and starting up. ASSUMED
constexpr double stepsOfRun = 50, startSeconds = 300;

/// A configuration of the front, ready to be weighed.
struct FrontRow
{
    ResolvedPlan resolved;
    SearchRow row;
};

std::vector<std::string> configurationOf(const Plan &plan)
{
    std::vector<std::string> words;
    for (const std::string &path : defaultFreeSettings())
        words.push_back(planFieldText(plan, path));
    return words;
}

/// The run answers for a configuration of this plan: same model, machine, workload and format.
bool isOfPlan(const OwnRun &run, const ResolvedPlan &plan)
{
    const ResolvedPlan &own = run.run.resolved;
    return run.step > Seconds {} && own.accelerator.id == plan.accelerator.id
        && own.deviceCount() == plan.deviceCount()
        && own.plan.precision.recipe == plan.plan.precision.recipe
        && own.plan.workload.sequenceLength == plan.plan.workload.sequenceLength
        && own.plan.workload.globalBatchSequences == plan.plan.workload.globalBatchSequences
        && own.model->layers == plan.model->layers && own.model->hidden == plan.model->hidden;
}

Result<std::vector<FrontRow>> frontOf(const NextRequest &request, const Estimator &estimator)
{
    SearchRequest search;
    search.plan = request.plan;
    search.folder = request.folder;
    search.free = defaultFreeSettings();
    search.top = frontSize;
    search.wantsCustomRemat = false;
    Result<SearchOutcome> outcome = searchConfigurations(estimator, search);
    if (!outcome)
        return outcome.errors();
    std::vector<FrontRow> front;
    std::vector<SearchRow> &rows = outcome.value().rows;
    rows.resize(std::min(rows.size(), search.top)); // without the plan itself
    for (SearchRow &row : rows) {
        Plan plan = request.plan;
        for (const FieldChange &change : row.settings)
            setPlanField(plan, change.path, change.value, change.path);
        Result<ResolvedPlan> resolved = resolvePlan(plan, estimator.library(), request.folder);
        const auto isMeasured = [&](const OwnRun &run) {
            return isOfPlan(run, *resolved)
                && configurationOf(run.run.resolved.plan) == configurationOf(plan);
        };
        if (resolved && std::ranges::none_of(request.runs, isMeasured))
            front.push_back({ *std::move(resolved), std::move(row) });
    }
    return front;
}

/// What one configuration has and the other has not.
std::vector<FieldChange> differences(const SearchRow &one, const SearchRow &other)
{
    std::vector<FieldChange> own;
    std::ranges::copy_if(one.settings, std::back_inserter(own), [&](const FieldChange &change) {
        return std::ranges::find(other.settings, change) == other.settings.end();
    });
    return own;
}

/// "parallelism.tensor 8, remat.policy full"
std::string textOf(const std::vector<FieldChange> &changes)
{
    std::string text;
    for (const FieldChange &change : changes)
        text += (text.empty() ? "" : ", ") + change.path + ' '
            + (change.value.empty() ? "\"\"" : change.value);
    return text;
}

Message settled(const RunPick &pick, const NextRun &run, const ConstantDoubt &doubt)
{
    if (pick.rival == pick.option)
        return { "next-settles-alone" };
    const std::string here = textOf(run.here), there = textOf(run.there);
    if (!pick.cause)
        return { "next-settles-scatter",
            { here, there, Amount { Amount::WholePercent, doubt.scatter } } };
    const std::size_t n = doubt.constants.size();
    const double deviation = std::sqrt(doubt.covariance[*pick.cause * n + *pick.cause]);
    return { "next-settles-constant",
        { here, there, constantId(doubt.constants[*pick.cause]),
            Amount { Amount::WholePercent, deviation } } };
}

double hoursOf(const FrontRow &one)
{
    return static_cast<double>(one.resolved.deviceCount())
        * (startSeconds + stepsOfRun * one.row.estimate.time.step.value()) / secondsPerHour;
}

} // namespace

Result<std::vector<NextRun>> nextRuns(
    const NextRequest &request, const Estimator &estimator, const CalibrationPriors &priors)
{
    const Result<std::vector<FrontRow>> front = frontOf(request, estimator);
    if (!front)
        return front.errors();
    if (front->empty())
        return std::vector<NextRun> {};
    const Prepared first = estimator.prepare(front->front().resolved);
    const auto known = estimator.doubt();
    const bool isKnown
        = known && !known->constants.empty() && known->concerns(first.stack.id, first.chip.id);
    const ConstantDoubt doubt
        = isKnown ? *known : priorDoubt(first.stack.id, first.chip.id, estimator.stacks(), priors);
    std::vector<RunOption> options;
    for (const FrontRow &one : *front) {
        const Prepared prepared = estimator.prepare(one.resolved);
        const Candidate candidate = planCandidate(one.resolved.plan);
        options.push_back({ std::log(one.row.estimate.time.step.value()),
            stepSlopes(prepared, candidate, doubt.constants), hoursOf(one),
            one.row.estimate.memory.fitProbability });
    }
    std::optional<double> best;
    for (const OwnRun &run : request.runs)
        if (isOfPlan(run, front->front().resolved))
            best = std::min(best.value_or(std::log(run.step.value())), std::log(run.step.value()));
    std::vector<NextRun> runs;
    double spent = 0;
    for (const RunPick &pick :
        nextPicks(options, { doubt.covariance, doubt.scatter }, best, request.top)) {
        const FrontRow &one = (*front)[pick.option];
        const double hours = options[pick.option].deviceHours;
        if (request.deviceHours && spent + hours > *request.deviceHours)
            continue;
        spent += hours;
        const TimeEstimate &time = one.row.estimate.time;
        const SearchRow &rival = (*front)[pick.rival].row;
        NextRun run { one.row.settings, pick.gain, hours, time.step, time.p10, time.p90, {},
            differences(one.row, rival), differences(rival, one.row) };
        run.settles = settled(pick, run, doubt);
        runs.push_back(std::move(run));
    }
    return runs;
}

Document nextDocument(const std::vector<NextRun> &runs)
{
    Document list = Document::sequence();
    for (const NextRun &run : runs) {
        list.append(Document::mapping({ { "settings", settingsDocument(run.settings) },
            { "expected_gain", run.expectedGain }, { "device_hours", run.deviceHours },
            { "step_seconds", run.step.value() }, { "p10_seconds", run.p10.value() },
            { "p90_seconds", run.p90.value() }, { "settles", messageText(run.settles) } }));
    }
    return Document::mapping({ { "runs", std::move(list) } });
}

std::string nextText(const std::vector<NextRun> &runs, const Plan &plan)
{
    if (runs.empty())
        return "No run within the budget is left to make.\n";
    std::string text;
    int number = 0;
    for (const NextRun &run : runs) {
        text += fmt::format("{}. gains {:.1f} % expected for {:.2f} device-hours; step {:.3f} s "
                            "({:.3f} to {:.3f})\n",
            ++number, run.expectedGain * 100, run.deviceHours, run.step.value(), run.p10.value(),
            run.p90.value());
        bool isPlan = true;
        for (const FieldChange &change : run.settings) {
            if (change.value == planFieldText(plan, change.path))
                continue;
            isPlan = false;
            text += fmt::format(
                "   --set {}={}\n", change.path, change.value.empty() ? "\"\"" : change.value);
        }
        if (isPlan)
            text += "   the plan as it is\n";
        text += "   " + messageText(run.settles) + '\n';
    }
    return text;
}

} // namespace headroom
