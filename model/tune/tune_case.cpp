#include "model/tune/tune_case.h"

#include "model/calibration/calibrate.h"
#include "model/plan/fields/framework_options.h"
#include "model/plan/fields/plan_fields.h"
#include "model/rules/broken_rules.h"
#include "model/runs/read_runs.h"

#include <algorithm>
#include <sstream>

namespace headroom {
namespace {

std::optional<MemoryMeaning> meaningOf(const std::string &memoryIs)
{
    for (std::size_t i = 0; i < memoryMeaningNames.size(); ++i)
        if (memoryIs == memoryMeaningNames[i])
            return static_cast<MemoryMeaning>(i);
    return std::nullopt;
}

/// The first run of a log that shows steps, as a measurement of the plan that it shows.
std::optional<MeasuredRun> measuredIn(
    const std::string &log, const Plan &base, const Estimator &estimator)
{
    for (const RunRecord &record : readRuns({ log }, estimator.library(), &base).runs) {
        if (!record.isMeasured() || !record.stepSeconds)
            continue;
        Result<ResolvedPlan> resolved = resolvePlan(record.plan, estimator.library());
        if (!resolved || !brokenRules(*resolved).empty())
            continue;
        MeasuredRun run;
        run.row.id = record.id;
        run.stack = &estimator.stackOf(*resolved);
        run.flags = estimator.flagsOf(*resolved);
        run.resolved = *std::move(resolved);
        run.step = Seconds { *record.stepSeconds };
        if (const auto meaning = meaningOf(record.memoryIs); meaning && record.peakBytes) {
            run.peak = Bytes { *record.peakBytes };
            run.memoryIs = *meaning;
        }
        return run;
    }
    return std::nullopt;
}

} // namespace

TuneCase::TuneCase(const TuneQuestion &question, const Estimator &estimator)
    : m_question(question)
    , m_estimator(estimator)
    , m_files(m_question, m_estimator)
{
    m_outcome.after = m_question.files;
    const PlanIntake intake
        = m_question.log.empty() ? m_files.read(m_question.files) : readWithLog();
    m_outcome.hasRead = intake.hasRead;
    if (!intake.hasRead)
        return;
    m_outcome.missing = intake.missing;
    m_outcome.before = m_outcome.plan = intake.plan;
    if (!m_outcome.missing.empty())
        return;
    Result<ResolvedPlan> start = resolvePlan(intake.plan, m_estimator.library());
    if (!start) {
        m_outcome.problems = start.errors();
        return;
    }
    for (const RuleBreak &broken : brokenRules(*start))
        m_outcome.problems.push_back(broken.error);
    if (!m_outcome.problems.empty())
        return;
    m_start = *std::move(start);
    if (!m_question.log.empty())
        correct();
}

/// What the files leave open is what the log shows; the files are the plan, since they are what
/// changes.
PlanIntake TuneCase::readWithLog()
{
    PlanIntake alone = m_files.read(m_question.files);
    if (alone.missing.empty())
        return alone;
    IntakeTexts texts;
    for (const NamedText &file : m_question.files) {
        std::istringstream stream { file.text };
        readIntakeText(stream, file.name, m_estimator.library(), texts);
    }
    readIntakeFile(m_question.log, m_estimator.library(), texts);
    const PlanIntake both = planOf(
        std::move(texts), m_estimator.library(), nullptr, m_question.answers, IntakeDetail::Fields);
    bool lacksDevices = false;
    for (const MissingField &field : alone.missing) {
        const bool isTold = std::ranges::none_of(
            both.missing, [&field](const MissingField &other) { return other.path == field.path; });
        if (!isTold)
            continue;
        if (field.path == "hardware.accelerator")
            m_question.chip = both.plan.hardware.accelerator;
        else if (field.path == "hardware.nodes" || field.path == "hardware.devices_per_node")
            lacksDevices = true;
        else
            m_question.answers[field.fact] = planFieldText(both.plan, field.path);
    }
    if (lacksDevices)
        m_files.setDevices(
            RunDevices { both.plan.hardware.nodes, both.plan.hardware.devicesPerNode });
    return m_files.read(m_question.files);
}

/// One factor on the step, as far as one run tells it.
void TuneCase::correct()
{
    const std::optional<MeasuredRun> run = measuredIn(m_question.log, m_start->plan, m_estimator);
    const auto priors = CalibrationPriors::of(m_estimator.library());
    if (!run || !priors || m_estimator.calibration() != Calibration {})
        return;
    CalibrationRequest request;
    request.runs = ownRuns({ *run }, m_estimator);
    if (request.runs.empty())
        return;
    request.mode = CalibrationMode::One;
    m_outcome.measured = LoggedStep { *run->step, request.runs.front().plainStep };
    m_corrected.emplace(m_estimator);
    m_corrected->setCalibration(calibrate(request, m_estimator, **priors));
}

} // namespace headroom
