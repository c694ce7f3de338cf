#pragma once

#include "model/base/outcome/message.h"
#include "model/estimate/estimator.h"
#include "model/flags/advice/flag_advice.h"
#include "model/measurement/known_runs.h"
#include "model/measurement/run_facts.h"
#include "model/runs/facts/compared_figure.h"
#include "model/runs/facts/compared_term.h"
#include "model/runs/project_file.h"
#include "model/session/workbench.h"

#include <filesystem>
#include <memory>
#include <optional>
#include <string>
#include <vector>

namespace headroom {

/// What the seconds of a cause are part of.
enum class CauseSeconds {
    OfDifference, ///< between what was measured and the prediction for what was run
    OfDeparture, ///< between what was measured and the plan: the prediction knows them
    OfPrediction, ///< the prediction counts them; a change would save them
};

/// Something that can make a run slow, and what points at it.
struct RunCause
{
    std::string id; ///< "network-slow"; its title is the message "cause-network-slow"
    double weight = 0; ///< 0 to 1: how much of the difference it can explain, times how sure
    Message evidence; ///< always with a number
    Message test; ///< what tells it from the other causes
    std::optional<double> seconds; ///< of a step that it explains alone; nothing: not known
    CauseSeconds counts = CauseSeconds::OfDifference;
    /// Its part of the difference between measured and predicted, behind the likelier causes:
    /// those of all causes and what is unexplained sum to the difference.
    double explained = 0;
    bool isShown = false; ///< something that was read says so; else only an estimate fits

    Message title() const { return { "cause-" + id, {} }; }
};

/// What the causes of a run come to.
enum class Conclusion {
    AsPredicted, ///< within the interval, and nothing that was read shows a cause
    Named, ///< something that was read shows a cause that matters
    Suspected, ///< nothing shows one; the first only fits
    NotExplained, ///< nothing shows one, and what fits is unlikely
};
const char *conclusionName(Conclusion conclusion); ///< "as_predicted" | "named" | …

/// A measured run beside its prediction, and why they differ.
struct RunDiagnosis
{
    std::string id, format, source;
    Plan plan; ///< of the run
    std::optional<double> stepSeconds; ///< measured
    std::optional<Estimate> predicted; ///< of the run's own plan
    /// The same by the profiles alone, where a calibration stands behind `predicted`.
    std::optional<TimeEstimate> plainTime;
    std::optional<double> plannedSeconds; ///< predicted for the plan beside it, where it differs
    double ratio = 0; ///< measured over predicted; 0: no comparison
    double difference = 0; ///< seconds, measured less predicted
    double unexplained = 0; ///< of it, seconds that no cause explains
    bool isInside = false; ///< measured within p10 to p90
    double measuredMfu = 0; ///< share of the dense peak, causal FLOPs; 0: no step
    std::optional<MfuPlace> mfuPlace; ///< of the measured MFU among other measured runs
    std::optional<double> peakBytes; ///< measured
    std::string memoryIs;
    double predictedPeak = 0; ///< bytes, of what memoryIs means
    std::vector<ComparedTerm> terms; ///< where a profile was read
    std::vector<ComparedFigure> compiled; ///< where a compiler planned the step
    std::vector<RunCause> causes; ///< the most likely first
    Conclusion conclusion = Conclusion::AsPredicted;
    std::vector<Message> notes; ///< why there is no comparison
    std::vector<RunFact> missing; ///< what nothing says of the run: there is no prediction then

    bool isCompared() const { return ratio > 0; }
};

/// Explains runs of a project file. Safe for use from several threads once made.
class Diagnoser
{
public:
    /// The bench's library outlives it. `calibration` as for Workbench::estimator(). Fails when
    /// flags, stacks, collectives or the calibration cannot be read.
    static Result<Diagnoser> make(
        const Workbench &bench, const std::filesystem::path &calibration = {});
    /// With an estimator that stands already; both outlive it.
    Diagnoser(const ProfileLibrary &library, std::shared_ptr<const FlagCatalogue> catalogue,
        std::shared_ptr<const Estimator> estimator);

    /// One whose predictions rest on own runs; those by the profiles alone stand beside them.
    Diagnoser withCalibration(const Calibration &calibration) const;

    /// `planned`: the plan that the run was meant to follow; null: nobody says.
    RunDiagnosis diagnose(const ProjectRun &run, const Plan *planned) const;

private:
    const ProfileLibrary *m_library;
    std::shared_ptr<const FlagCatalogue> m_catalogue;
    std::shared_ptr<const Estimator> m_estimator;
    std::shared_ptr<const KnownRuns> m_known;
    std::shared_ptr<const Estimator> m_plain; ///< null: m_estimator has no calibration
};

} // namespace headroom
