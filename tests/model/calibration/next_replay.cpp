#include "next_replay.h"

#include "model/calibration/next_picks.h"

#include <algorithm>
#include <cmath>
#include <random>

namespace headroom {
namespace {

constexpr int judgedAfter = 5;
constexpr double closeEnough = 1.01;

/// Device-seconds of a token, so that runs of other batches and devices compare.
double perToken(const OwnRun &run)
{
    const ResolvedPlan &plan = run.run.resolved;
    return static_cast<double>(plan.deviceCount())
        / (static_cast<double>(plan.plan.workload.globalBatchSequences)
            * static_cast<double>(plan.plan.workload.sequenceLength));
}

/// Standard normal values that every library draws alike.
double normalValue(std::mt19937 &random)
{
    double sum = 0;
    for (int i = 0; i < 12; ++i)
        sum += static_cast<double>(random()) / 4294967296.0;
    return sum - 6;
}

/// Seconds of each run: measured, or of a machine drawn at random.
std::vector<double> truthOf(const MeasuredSweep &sweep, const CalibrationPriors &priors,
    const NextReplayOptions &options, std::mt19937 &random)
{
    std::vector<double> steps;
    StackLibrary truth = sweep.source->estimator.stacks();
    const OwnRun &first = *sweep.runs.front();
    if (options.truthSpread > 0)
        for (const Component &component :
            componentsOf({ first.stack, first.chip }, truth, priors, CalibrationMode::Many)) {
            const ConstantLimits limits = *constantLimits(component.key);
            const double offset = options.truthSpread * component.spread * normalValue(random);
            setConstant(truth, component,
                std::clamp(component.prior * std::exp(offset), limits.least, limits.most));
        }
    for (const OwnRun *run : sweep.runs)
        steps.push_back(options.truthSpread > 0 ? predictedStep(*run, truth).value()
                    * std::exp(priors.scatter * normalValue(random))
                                                : run->step.value());
    return steps;
}

/// One replay: which configurations were run.
class Replay
{
public:
    Replay(const MeasuredSweep &sweep, const CalibrationPriors &priors, std::vector<double> steps)
        : m_sweep(sweep)
        , m_priors(priors)
        , m_steps(std::move(steps))
        , m_isRun(m_steps.size(), false)
    { }

    void run(std::size_t which) { m_isRun[which] = true; }

    double costOf(std::size_t which) const
    {
        return m_steps[which] * perToken(*m_sweep.runs[which]);
    }
    double bestCost(bool ofAll) const
    {
        double best = 0;
        for (std::size_t i = 0; i < m_steps.size(); ++i)
            if (ofAll || m_isRun[i])
                best = best == 0 ? costOf(i) : std::min(best, costOf(i));
        return best;
    }
    bool hasFound() const { return bestCost(false) <= closeEnough * bestCost(true); }

    std::size_t chosen(Chooser chooser, std::mt19937 &random) const
    {
        std::vector<std::size_t> left;
        for (std::size_t i = 0; i < m_isRun.size(); ++i)
            if (!m_isRun[i])
                left.push_back(i);
        if (chooser == Chooser::Random)
            return left[random() % left.size()];
        if (chooser == Chooser::TopOfSearch)
            return *std::ranges::min_element(left, {}, [this](std::size_t i) {
                return m_sweep.runs[i]->plainStep.value() * perToken(*m_sweep.runs[i]);
            });
        return left[nextOf(left)];
    }

private:
    std::size_t nextOf(const std::vector<std::size_t> &left) const
    {
        CalibrationRequest request;
        for (std::size_t i = 0; i < m_isRun.size(); ++i)
            if (m_isRun[i]) {
                request.runs.push_back(*m_sweep.runs[i]);
                request.runs.back().step = Seconds { m_steps[i] };
            }
        Estimator moved = m_sweep.source->estimator;
        moved.setCalibration(calibrate(request, m_sweep.source->estimator, m_priors));
        const OwnRun &first = *m_sweep.runs.front();
        const ConstantDoubt &known = *moved.doubt();
        const ConstantDoubt doubt = known.constants.empty()
            ? priorDoubt(first.stack, first.chip, moved.stacks(), m_priors)
            : known;
        const auto &stacks = moved.stacks();
        const auto stack = std::ranges::find(stacks.stacks(), first.stack, &StackProfile::id);
        const auto chip = std::ranges::find(stacks.chips(), first.chip, &ChipProfile::id);
        std::vector<RunOption> options;
        for (const std::size_t i : left) {
            const OwnRun &run = *m_sweep.runs[i];
            Prepared prepared = run.prepared;
            applyConstants(prepared, *chip, *stack);
            options.push_back({ std::log(predictedStep(run, stacks).value() * perToken(run)),
                stepSlopes(prepared, run.candidate, doubt.constants), 1, 1 });
        }
        const RunBelief belief { doubt.covariance, doubt.scatter };
        return nextPicks(options, belief, std::log(bestCost(false)), 1).front().option;
    }

    const MeasuredSweep &m_sweep;
    const CalibrationPriors &m_priors;
    std::vector<double> m_steps;
    std::vector<bool> m_isRun;
};

} // namespace

std::vector<MeasuredSweep> measuredSweeps(const ReplaySources &sources, std::size_t minRuns)
{
    std::vector<MeasuredSweep> sweeps;
    for (const ReplaySources::Source &source : sources.all()) {
        std::map<std::string, MeasuredSweep> groups;
        for (const OwnRun &run : source.runs) {
            const ResolvedPlan &plan = run.run.resolved;
            const std::string name = source.name + ' ' + std::to_string(plan.model->layers)
                + "-layer " + std::to_string(plan.model->hidden) + " on " + plan.accelerator.id
                + ", " + std::to_string(plan.plan.workload.sequenceLength) + " tokens, "
                + plan.plan.precision.recipe;
            MeasuredSweep &own = groups[name];
            own.source = &source;
            if (own.runs.empty() || own.runs.front()->stack == run.stack)
                own.runs.push_back(&run);
        }
        for (auto &[name, sweep] : groups)
            if (sweep.runs.size() >= minRuns) {
                sweep.name = name;
                sweeps.push_back(std::move(sweep));
            }
    }
    return sweeps;
}

NextReplay replayNext(const MeasuredSweep &sweep, const CalibrationPriors &priors, Chooser chooser,
    const NextReplayOptions &options)
{
    NextReplay result;
    double sum = 0;
    for (int start = 0; start < options.starts; ++start) {
        std::mt19937 random(static_cast<unsigned>(start + 1));
        Replay replay(sweep, priors, truthOf(sweep, priors, options, random));
        replay.run(random() % sweep.runs.size());
        const int most = std::min(options.maxRuns, static_cast<int>(sweep.runs.size()) - 1);
        int runs = 0;
        while (!replay.hasFound() && runs < most) {
            replay.run(replay.chosen(chooser, random));
            ++runs;
        }
        const bool isFound = replay.hasFound();
        ++result.replays;
        result.found += isFound && runs <= judgedAfter;
        sum += isFound ? runs : most + 1;
    }
    result.runs = sum / result.replays;
    return result;
}

} // namespace headroom
