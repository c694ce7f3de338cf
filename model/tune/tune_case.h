#pragma once

#include "model/tune/run_files.h"

namespace headroom {

/// A question with its files read: the plan that they are, and what answers for it.
class TuneCase
{
public:
    /// `estimator` outlives it.
    TuneCase(const TuneQuestion &question, const Estimator &estimator);
    TuneCase(const TuneCase &) = delete;
    TuneCase &operator=(const TuneCase &) = delete;

    const TuneQuestion &question() const { return m_question; }
    /// With what the log corrects.
    const Estimator &estimator() const { return m_corrected ? *m_corrected : m_estimator; }
    RunFiles &files() { return m_files; }
    /// What the files tell, problems included; nothing that was tuned.
    const TuneOutcome &outcome() const { return m_outcome; }
    /// The plan that the files are; nothing where they leave something open or break a rule.
    const std::optional<ResolvedPlan> &start() const { return m_start; }

private:
    PlanIntake readWithLog();
    void correct();

    TuneQuestion m_question;
    const Estimator &m_estimator;
    std::optional<Estimator> m_corrected;
    RunFiles m_files;
    TuneOutcome m_outcome;
    std::optional<ResolvedPlan> m_start;
};

} // namespace headroom
