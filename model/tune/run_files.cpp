#include "model/tune/run_files.h"

#include "model/estimate/plain_figures.h"
#include "model/plan/fields/framework_options.h"
#include "model/plan/fields/plan_fields.h"
#include "model/plan/framework_traits.h"
#include "model/rules/broken_rules.h"
#include "model/sources/program_habits.h"
#include "model/sources/setting_rules.h"
#include "model/tune/tune_steps.h"

#include <algorithm>
#include <cmath>
#include <sstream>

namespace headroom {
namespace {

constexpr double sameFigure
    = 0.01; ///< share by which what is read back may differ from what was meant

/// What the user says of the machine counts before any text.
ReadText statedMachine(
    const std::string &chip, std::optional<int> nodes, std::optional<int> perNode)
{
    RunTrace trace;
    trace.format = statedFormat;
    trace.sources = { { "--chip", {}, false } };
    if (!chip.empty())
        trace.facts.set("device_name", chip, "--chip", 1);
    if (nodes)
        trace.facts.set("nodes", std::to_string(*nodes), "--nodes", 1);
    if (perNode)
        trace.facts.set("devices_per_node", std::to_string(*perNode), "--chip", 1);
    ReadText text;
    text.traces.push_back(std::move(trace));
    return text;
}

/// Megatron-LM's FSDP stops at start where a script keeps the devices to one queue.
/// @source megatron/training/arguments.py, validate_args(), core_v0.13.0 to core_v0.19.0
bool stopsAtStart(const std::vector<NamedText> &files)
{
    bool shards = false, hasOneQueue = false;
    for (const NamedText &file : files) {
        const PlacedFile placed = placeSettings(file.name, file.text);
        shards = shards
            || (habitsOf(placed.program).program == Program::Megatron
                && placed.find("use-megatron-fsdp"));
        hasOneQueue = hasOneQueue || machineOf(placed).connections == "1";
    }
    return shards && hasOneQueue;
}

/// Megatron-LM switches sequence parallelism off, with a warning, where nothing is split.
/// @source megatron/training/arguments.py, validate_args()
PlanIntake asItRuns(PlanIntake intake)
{
    Parallelism &degrees = intake.plan.parallelism;
    if (frameworkTraits(intake.plan.framework).id == Framework::Megatron && degrees.tensor == 1)
        degrees.sequenceParallel = false;
    return intake;
}

bool isMachine(const MissingField &field)
{
    return field.path == "hardware.devices_per_node" || field.path == "hardware.nodes";
}

} // namespace

RunFiles::RunFiles(const TuneQuestion &question, const Estimator &estimator)
    : m_question(question)
    , m_estimator(estimator)
{ }

PlanIntake RunFiles::readAs(const std::vector<NamedText> &files, std::optional<int> devicesPerNode)
{
    std::optional<int> nodes = m_question.nodes;
    if (m_devices) {
        nodes = m_devices->nodes;
        devicesPerNode = m_devices->perNode;
    }
    IntakeTexts texts;
    if (!m_question.chip.empty() || nodes)
        texts.texts.push_back(statedMachine(m_question.chip, nodes, devicesPerNode));
    for (const NamedText &file : files) {
        std::istringstream stream { file.text };
        readIntakeText(stream, file.name, m_estimator.library(), texts);
    }
    return planOf(
        std::move(texts), m_estimator.library(), nullptr, m_question.answers, IntakeDetail::Fields);
}

PlanIntake RunFiles::read(const std::vector<NamedText> &files)
{
    if (m_devicesPerNode || m_devices)
        return asItRuns(readAs(files, m_devicesPerNode));
    PlanIntake intake = asItRuns(readAs(files, {}));
    if (!std::ranges::any_of(intake.missing, isMachine) || m_question.chip.empty()
        || !m_question.nodes)
        return intake;
    if (const auto chip = m_estimator.library().accelerator(m_question.chip)) {
        m_devicesPerNode = (*chip)->devicesPerNode;
        return asItRuns(readAs(files, m_devicesPerNode));
    }
    return intake;
}

std::optional<MeantPlan> RunFiles::moved(const Plan &start, const PlanMove &move) const
{
    Plan plan = start;
    if (!changePlan(plan, move).problems.empty())
        return std::nullopt;
    Result<ResolvedPlan> resolved = resolvePlan(plan, m_estimator.library());
    if (!resolved || !brokenRules(*resolved).empty())
        return std::nullopt;
    Estimate figures = plainFigures(m_estimator, *resolved);
    return MeantPlan { *std::move(resolved), std::move(figures) };
}

std::optional<WrittenFiles> RunFiles::write(
    const std::vector<NamedText> &files, const ResolvedPlan &from, const MeantPlan &meant)
{
    constexpr int maxPasses = 3;
    std::vector<NamedText> texts = files;
    ResolvedPlan current = from;
    // Devices that the user names are no matter of the files.
    const bool isOnlyStated = m_devices
        && (from.plan.hardware.nodes != m_devices->nodes
            || from.plan.hardware.devicesPerNode != m_devices->perNode);
    for (int pass = 0; pass < maxPasses; ++pass) {
        EditedFiles edited = editedFor(texts, current, meant.plan);
        if (!edited.isChanged && !(isOnlyStated && pass == 0))
            return std::nullopt;
        texts = std::move(edited.files);
        if (stopsAtStart(texts))
            return std::nullopt;
        const PlanIntake intake = read(texts);
        if (!intake.hasRead || !intake.missing.empty())
            return std::nullopt;
        Result<ResolvedPlan> back = resolvePlan(intake.plan, m_estimator.library());
        if (!back)
            return std::nullopt;
        current = *std::move(back);
        if (isMeant(from, current, meant))
            return WrittenFiles { std::move(texts), std::move(current) };
    }
    return std::nullopt;
}

bool RunFiles::isMeant(
    const ResolvedPlan &from, const ResolvedPlan &back, const MeantPlan &meant) const
{
    if (!brokenRules(back).empty())
        return false;
    for (const FieldChange &change : tunedFields(meant.plan.plan, back.plan)) {
        // Shards and replicas of one product are written alike by some frameworks.
        const bool isSplit = change.path == "parallelism.data" || change.path == "parallelism.fsdp";
        const bool wasMoved
            = planFieldText(from.plan, change.path) != planFieldText(meant.plan.plan, change.path);
        if (!isSplit && !wasMoved)
            return false;
    }
    const Estimate figures = plainFigures(m_estimator, back);
    const auto isNear
        = [](double a, double b) { return std::abs(a - b) <= sameFigure * std::abs(b); };
    return isNear(figures.time.step.value(), meant.figures.time.step.value())
        && isNear(figures.memory.peak.value(), meant.figures.memory.peak.value());
}

} // namespace headroom
