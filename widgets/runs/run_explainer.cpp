#include "widgets/runs/run_explainer.h"

#include "model/calibration/calibration_file.h"
#include "model/diagnosis/operation_verdicts.h"
#include "model/session/next_proposals.h"

#include <algorithm>

namespace headroom {

RunExplainer::RunExplainer(const ProfileLibrary &library)
    : m_library(library)
    , m_bench(library)
    , m_calibrations([this](const std::filesystem::path &file) -> FileShelf<Calibration>::Made {
        Result<Calibration> own = calibrationOf(file, *m_estimator);
        if (!own)
            return own.errors();
        return std::make_shared<const Calibration>(*std::move(own));
    })
{ }

Errors RunExplainer::prepare()
{
    if (m_diagnoser)
        return {};
    Result<Estimator> estimator = m_bench.estimator();
    if (!estimator)
        return estimator.errors();
    Result<Diagnoser> diagnoser = Diagnoser::make(m_bench);
    if (!diagnoser)
        return diagnoser.errors();
    m_estimator.emplace(*std::move(estimator));
    m_diagnoser.emplace(*std::move(diagnoser));
    return {};
}

Result<RunAnswer> RunExplainer::answer(
    const RunQuestion &question, const std::vector<std::string> &sources)
{
    const std::lock_guard lock(m_mutex);
    if (const Errors problems = prepare(); !problems.empty())
        return problems;
    RunAnswer answer;
    AddedRuns added;
    if (!sources.empty()) {
        Result<AddedRuns> read = addToRunProject(
            question.file, sources, question.isPlanStated ? &question.plan : nullptr, m_library);
        if (!read)
            return read.errors();
        added = *std::move(read);
        added.verdicts = judgeOperations(added.operations,
            question.isPlanStated ? &question.plan : nullptr, m_library, *m_estimator);
    }
    // The plan may name the very file that runs were added to.
    Diagnoser diagnoser = *m_diagnoser;
    if (const auto named = calibrationPath({}, question.plan, question.planFile); !named.empty()) {
        const auto own = m_calibrations.get(calibrationPlace(named, m_library.directories()));
        if (own)
            diagnoser = m_diagnoser->withCalibration(**own);
        else
            answer.calibrationErrors = own.errors();
    }
    Result<RunProject> project = openRunProject(question.file, &question.plan, diagnoser);
    if (!project)
        return project.errors();
    answer.project = *std::move(project);
    answer.project.added = std::move(added);
    if (!answer.project.runs.empty()) {
        const auto own = m_calibrations.get(question.file);
        answer.own.emplace(own ? Result<Calibration>(**own) : Result<Calibration>(own.errors()));
    }
    const Result<std::vector<CompiledPlan>> offers = compiledOffers(question.file, m_library);
    if (offers && !offers->empty())
        answer.compiled.emplace(nearestCompiled(*offers, question.file, question.plan));
    return answer;
}

Result<std::vector<NextRun>> RunExplainer::next(const RunQuestion &question)
{
    const std::lock_guard lock(m_mutex);
    if (const Errors problems = prepare(); !problems.empty())
        return problems;
    NextProposals wanted { question.plan, question.planFile, {}, NextProposals {}.top, {} };
    // Runs that nothing can be compared with neither correct an estimate nor rule one out.
    if (m_calibrations.get(question.file))
        wanted.runs = question.file;
    return proposeRuns(wanted, m_bench);
}

} // namespace headroom
