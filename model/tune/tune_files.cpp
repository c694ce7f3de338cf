#include "model/tune/tune_files.h"

#include "model/estimate/plain_figures.h"
#include "model/plan/fields/framework_options.h"
#include "model/plan/fields/plan_fields.h"
#include "model/plan/framework_traits.h"
#include "model/plan/remat_kind.h"
#include "model/rules/broken_rules.h"
#include "model/session/plan_remedies.h"
#include "model/sources/setting_rules.h"
#include "model/tune/tune_steps.h"

#include <algorithm>
#include <cmath>
#include <sstream>

namespace headroom {
namespace {

constexpr int mostRounds = 4; ///< changes one after the other
constexpr std::size_t mostTried = 24; ///< changes of a round that are written and read back
constexpr std::size_t mostEstimated = 200; ///< changes of a round that are estimated with intervals
constexpr double worthARound = 0.01; ///< share of the objective that a round must gain
constexpr double sameFigure
    = 0.01; ///< share by which what is read back may differ from what was meant
constexpr double sureFit = 0.9; ///< probability, as `search` recommends by default

/// What the user says of the machine counts before any text.
ReadText statedMachine(const TuneQuestion &question, std::optional<int> devicesPerNode)
{
    RunTrace trace;
    trace.format = statedFormat;
    trace.sources = { { "--chip", {}, false } };
    if (!question.chip.empty())
        trace.facts.set("device_name", question.chip, "--chip", 1);
    if (question.nodes)
        trace.facts.set("nodes", std::to_string(*question.nodes), "--nodes", 1);
    if (devicesPerNode)
        trace.facts.set("devices_per_node", std::to_string(*devicesPerNode), "--chip", 1);
    ReadText text;
    text.traces.push_back(std::move(trace));
    return text;
}

/// Layouts of Megatron-LM and torchtitan as their files write them: replicas with or without a
/// sharded optimizer, or shards, over what tensor and context parallelism leave.
std::vector<PlanMove> wholeLayouts(const ResolvedPlan &plan)
{
    const Framework framework = plan.framework().id;
    std::vector<PlanMove> moves;
    if (framework != Framework::Megatron && framework != Framework::Torchtitan)
        return moves;
    const bool isMegatron = framework == Framework::Megatron;
    const std::int64_t devices = plan.deviceCount() / std::max(1, plan.plan.parallelism.pipeline);
    for (const int tensor : { 1, 2, 4, 8 })
        for (const int context : { 1, 2, 4 })
            for (const int stage : { 0, 1, 2, 3 })
                for (const char *policy : { wholeRematId, selectiveRematId, fullRematId })
                    for (const int micro : { 1, 2, 4 }) {
                        const std::int64_t ranks = devices / (tensor * context);
                        const bool isSharded = stage >= 2;
                        if (devices % (tensor * context) != 0 || (!isMegatron && !isSharded))
                            continue;
                        moves.push_back({ { "parallelism.tensor", std::to_string(tensor) },
                            { "parallelism.sequence_parallel", tensor > 1 ? "true" : "false" },
                            { "parallelism.context", std::to_string(context) },
                            { "parallelism.data", std::to_string(isSharded ? 1 : ranks) },
                            { "parallelism.fsdp", std::to_string(isSharded ? ranks : 1) },
                            { "parallelism.zero_stage", std::to_string(stage) },
                            { "parallelism.micro_batch_sequences", std::to_string(micro) },
                            { "remat.policy", policy } });
                    }
    return moves;
}

/// Megatron-LM's FSDP stops at start where a script keeps the devices to one queue.
/// @source megatron/training/arguments.py, validate_args(), core_v0.13.0 to core_v0.19.0
bool stopsAtStart(const std::vector<NamedText> &files)
{
    bool shards = false, hasOneQueue = false;
    for (const NamedText &file : files) {
        const PlacedFile placed = placeSettings(file.name, file.text);
        shards = shards || (placed.program == "megatron" && placed.find("use-megatron-fsdp"));
        hasOneQueue = hasOneQueue || machineOf(placed).connections == "1";
    }
    return shards && hasOneQueue;
}

class Tuner
{
public:
    Tuner(const TuneQuestion &question, const Estimator &estimator)
        : m_question(question)
        , m_estimator(estimator)
    { }

    TuneOutcome run()
    {
        TuneOutcome outcome;
        outcome.after = m_question.files;
        PlanIntake intake = readAll(m_question.files);
        outcome.hasRead = intake.hasRead;
        if (!intake.hasRead)
            return outcome;
        outcome.missing = intake.missing;
        outcome.before = outcome.plan = intake.plan;
        if (!outcome.missing.empty())
            return outcome;
        Result<ResolvedPlan> start = resolvePlan(intake.plan, m_estimator.library());
        if (!start) {
            outcome.problems = start.errors();
            return outcome;
        }
        for (const RuleBreak &broken : brokenRules(*start))
            outcome.problems.push_back(broken.error);
        if (!outcome.problems.empty())
            return outcome;
        ResolvedPlan plan = *start;
        for (int round = 0; round < mostRounds && improve(plan, outcome.after, round == 0);
             ++round) { }
        outcome.now = m_estimator.estimate(*start);
        outcome.then = m_estimator.estimate(plan);
        outcome.plan = plan.plan;
        outcome.hunks = tuneHunks(m_question.files, *start, plan, m_estimator);
        return outcome;
    }

private:
    struct Candidate
    {
        PlanMove move;
        ResolvedPlan plan;
        Estimate figures;
    };

    PlanIntake readAll(const std::vector<NamedText> &files)
    {
        const auto read = [&](std::optional<int> devicesPerNode) {
            IntakeTexts texts;
            if (!m_question.chip.empty() || m_question.nodes)
                texts.texts.push_back(statedMachine(m_question, devicesPerNode));
            for (const NamedText &file : files) {
                std::istringstream stream { file.text };
                readIntakeText(stream, file.name, m_estimator.library(), texts);
            }
            if (!m_question.log.empty())
                readIntakeFile(m_question.log, m_estimator.library(), texts);
            return planOf(
                std::move(texts), m_estimator.library(), nullptr, {}, IntakeDetail::Fields);
        };
        if (m_devicesPerNode)
            return asItRuns(read(m_devicesPerNode));
        PlanIntake intake = asItRuns(read({}));
        const bool lacksDevices = std::ranges::any_of(
            intake.missing, [](const MissingField &field) {
                return field.path == "hardware.devices_per_node" || field.path == "hardware.nodes";
            });
        if (!lacksDevices || m_question.chip.empty() || !m_question.nodes)
            return intake;
        // Whole nodes of the chip that the user names.
        if (const auto chip = m_estimator.library().accelerator(m_question.chip)) {
            m_devicesPerNode = (*chip)->devicesPerNode;
            return asItRuns(read(m_devicesPerNode));
        }
        return intake;
    }

    /// Megatron-LM switches sequence parallelism off, with a warning, where nothing is split.
    /// @source megatron/training/arguments.py, validate_args()
    static PlanIntake asItRuns(PlanIntake intake)
    {
        Parallelism &degrees = intake.plan.parallelism;
        if (frameworkTraits(intake.plan.framework).id == Framework::Megatron && degrees.tensor == 1)
            degrees.sequenceParallel = false;
        return intake;
    }

    bool isAllowed(const PlanMove &move) const
    {
        const Reach reach = reachOf(move);
        const bool touchesBatch = std::ranges::any_of(
            move, [](const FieldChange &change) { return change.path.starts_with("workload."); });
        if (touchesBatch && !m_question.allowsWork)
            return false;
        return reach == Reach::Layout || reach == Reach::Offload
            || (reach == Reach::Numerics && m_question.allowsNumerics)
            || (reach == Reach::Work && m_question.allowsWork);
    }

    /// Less is better.
    double objective(const Estimate &figures) const
    {
        return m_question.objective == TuneObjective::Memory ? figures.memory.peak.value()
                                                             : figures.time.step.value();
    }

    /// Whether `b` is worth the change: it makes the plan fit, or gains without making it unsure.
    bool isBetter(const Estimate &a, const Estimate &b) const
    {
        const double fitA = a.memory.fitProbability, fitB = b.memory.fitProbability;
        if (fitA < sureFit)
            return fitB >= sureFit || fitB > fitA + worthARound;
        return fitB >= sureFit && objective(b) < objective(a) * (1 - worthARound);
    }

    /// Lawful changes that promise a gain, the best first, by figures without intervals.
    std::vector<Candidate> candidates(
        const ResolvedPlan &plan, const Estimate &now, bool isFirst) const
    {
        std::vector<Candidate> all;
        const auto consider = [&](const PlanMove &move) {
            if (!isAllowed(move))
                return;
            Plan changed = plan.plan;
            if (!changePlan(changed, move).problems.empty())
                return;
            Result<ResolvedPlan> resolved = resolvePlan(changed, m_estimator.library());
            if (!resolved || !brokenRules(*resolved).empty())
                return;
            Estimate figures = plainFigures(m_estimator, *resolved);
            const bool isPromising = now.memory.fitProbability < sureFit
                || objective(figures) < objective(now) * (1 - worthARound);
            if (isPromising && figures.memory.peak <= now.memory.capacity)
                all.push_back({ move, *std::move(resolved), std::move(figures) });
        };
        for (const Remedy &remedy : planRemedies(m_estimator, plan, now).all)
            consider(remedy.changes);
        const MoveSources sources { m_estimator.library(), now.memory.outsidePool, {} };
        for (const Reach reach : { Reach::Layout, Reach::Offload, Reach::Numerics, Reach::Work })
            for (const PlanMove &move : planMoves(plan, reach, sources))
                consider(move);
        if (isFirst)
            for (const PlanMove &move : wholeLayouts(plan))
                consider(move);
        std::ranges::stable_sort(
            all, {}, [this](const Candidate &one) { return objective(one.figures); });
        return all;
    }

    bool improve(ResolvedPlan &plan, std::vector<NamedText> &files, bool isFirst)
    {
        const Estimate now = m_estimator.estimate(plan);
        const std::vector<Candidate> all = candidates(plan, now, isFirst);
        // What fits surely comes before what only fits more likely.
        if (now.memory.fitProbability < sureFit)
            return takeFirst(all, now, sureFit, plan, files)
                || takeFirst(all, now, now.memory.fitProbability + worthARound, plan, files);
        return takeFirst(all, now, sureFit, plan, files);
    }

    /// Takes the first change that the files can say, gains, and fits with the probability.
    bool takeFirst(const std::vector<Candidate> &all, const Estimate &now, double fit,
        ResolvedPlan &plan, std::vector<NamedText> &files)
    {
        std::size_t tried = 0, estimated = 0;
        for (const Candidate &candidate : all) {
            if (tried > mostTried || ++estimated > mostEstimated)
                break;
            const Estimate figures = m_estimator.estimate(candidate.plan);
            if (figures.memory.fitProbability < fit || !isBetter(now, figures))
                continue;
            ++tried;
            std::optional<Written> written = write(files, plan, candidate);
            if (!written || !isBetter(now, m_estimator.estimate(written->plan)))
                continue;
            files = std::move(written->files);
            plan = std::move(written->plan);
            return true;
        }
        return false;
    }

    /// Changed files and the plan that they read back as.
    struct Written
    {
        std::vector<NamedText> files;
        ResolvedPlan plan;
    };

    /// The files changed until they read back as the plan that was meant; nothing where they cannot
    /// say it. What a file left open may read otherwise once the degrees are others, and is then
    /// said, too.
    std::optional<Written> write(
        const std::vector<NamedText> &files, const ResolvedPlan &from, const Candidate &meant)
    {
        constexpr int mostPasses = 3;
        std::vector<NamedText> texts = files;
        ResolvedPlan current = from;
        for (int pass = 0; pass < mostPasses; ++pass) {
            EditedFiles edited = editedFor(texts, current, meant.plan);
            if (!edited.isChanged)
                return std::nullopt;
            texts = std::move(edited.files);
            if (stopsAtStart(texts))
                return std::nullopt;
            const PlanIntake intake = readAll(texts);
            if (!intake.hasRead || !intake.missing.empty())
                return std::nullopt;
            Result<ResolvedPlan> back = resolvePlan(intake.plan, m_estimator.library());
            if (!back)
                return std::nullopt;
            current = *std::move(back);
            if (isMeant(from, current, meant))
                return Written { std::move(texts), std::move(current) };
        }
        return std::nullopt;
    }

    bool isMeant(const ResolvedPlan &from, const ResolvedPlan &back, const Candidate &meant) const
    {
        if (!brokenRules(back).empty())
            return false;
        for (const FieldChange &change : tunedFields(meant.plan.plan, back.plan)) {
            // Shards and replicas of one product are written alike by some frameworks.
            const bool isSplit
                = change.path == "parallelism.data" || change.path == "parallelism.fsdp";
            const bool wasMoved = planFieldText(from.plan, change.path)
                != planFieldText(meant.plan.plan, change.path);
            if (!isSplit && !wasMoved)
                return false;
        }
        const Estimate figures = plainFigures(m_estimator, back);
        const auto isNear
            = [](double a, double b) { return std::abs(a - b) <= sameFigure * std::abs(b); };
        return isNear(figures.time.step.value(), meant.figures.time.step.value())
            && isNear(figures.memory.peak.value(), meant.figures.memory.peak.value());
    }

    const TuneQuestion &m_question;
    const Estimator &m_estimator;
    std::optional<int> m_devicesPerNode;
};

} // namespace

double TuneOutcome::gain() const
{
    return now && then && now->time.step.value() > 0
        ? 1 - then->time.step.value() / now->time.step.value()
        : 0;
}

TuneOutcome tuneFiles(const TuneQuestion &question, const Estimator &estimator)
{
    return Tuner(question, estimator).run();
}

} // namespace headroom
