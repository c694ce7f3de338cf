#pragma once

#include "model/estimate/estimator.h"
#include "model/measurement/measurement.h"
#include "model/measurement/measurement_lookups.h"

namespace headroom {

/// A measurement as the estimator takes it, and what had to be assumed.
struct MeasuredRun
{
    Measurement row;
    ResolvedPlan resolved;
    const StackProfile *stack = nullptr;
    FlagEffects flags;
    MissingInputs missing;
    bool rematIsOpen = false; ///< the least recomputation that fits is to be taken
    std::vector<std::string> assumptions; ///< one sentence each
    std::optional<Seconds> step; ///< measured, or from tokens/s or TFLOPs
    std::optional<Bytes> peak; ///< measured
    std::optional<Bytes> peakAtLeast; ///< of a run that died before it had all that it needs
    MemoryMeaning memoryIs = MemoryMeaning::Allocated; ///< of the peak
};

/// A prediction with the bounds of its interval.
template <class Unit> struct PredictedFigure
{
    Unit value, p10, p90;
};

/// What was predicted for a run.
struct RunPrediction
{
    PredictedFigure<Seconds> step;
    PredictedFigure<Bytes> peak;
    Evaluation evaluation;
    std::string remat;
};

/// Maps a row to a run. A row that keeps its plan is that plan, valid and with the flags that the
/// estimator gives it; where one of its facts (run_facts.h) was assumed, the ExcludedRow names it
/// ("assumed:model"). Any other is read from its columns: model by name (row columns win),
/// hardware, degrees, policy, recipe, stack. Never refuses a configuration for breaking a
/// framework's rule; an ExcludedRow says what is missing for good (unknown-hardware, unknown-shape
/// …).
std::variant<MeasuredRun, ExcludedRow> measuredRun(
    const Measurement &row, const Estimator &estimator, MeasurementLookups &lookups);
std::variant<MeasuredRun, ExcludedRow> measuredRun(
    const Measurement &row, const Estimator &estimator);

/// The run's own point. Where its policy is open, with the least recomputation that fits; where the
/// framework recomputes whole layers, only as many as it takes: a mixture is added to `prepared`.
Candidate runCandidate(const MeasuredRun &run, Prepared &prepared);

/// The run made ready, without policies and recipes to choose from beside the row's own: a third
/// of the work.
Prepared preparedAlone(const MeasuredRun &run, const Estimator &estimator);
/// The run made ready for evaluate().
Prepared preparedRun(const MeasuredRun &run, const Estimator &estimator);
/// Predicts a prepared run.
RunPrediction predictRun(const MeasuredRun &run, Prepared &prepared);
RunPrediction predictRun(const MeasuredRun &run, const Estimator &estimator);

/// The evaluation's peak in that meaning.
Bytes peakAs(MemoryMeaning meaning, const Prepared &prepared, const Evaluation &evaluation);

} // namespace headroom
