#pragma once

#include "model/intake/plan_intake.h"

#include <QObject>
#include <QStringList>

namespace headroom {

class WindowContext;

/// The logs, scripts or configurations that the plan at hand was made of, what nothing in them
/// tells, and what the user answered to that. Each answer makes the plan anew.
class RunImport : public QObject
{
    Q_OBJECT
public:
    RunImport(WindowContext &context, QWidget *window);

    void begin(const QStringList &files, const PlanIntake &intake);
    void forget();
    void answer(const QString &fact, const QString &value);

    const QStringList &files() const { return m_files; }
    const std::vector<MissingField> &missing() const { return m_missing; }
    bool hasRun() const { return m_hasRun; }
    /// Something is open without which a run is not held against a prediction.
    bool isUndecided() const;

signals:
    void changed();
    void answered(); ///< the plan is made of the answers

private:
    WindowContext &m_context;
    QWidget *m_window;
    QStringList m_files;
    IntakeAnswers m_answers;
    std::vector<MissingField> m_missing;
    bool m_hasRun = false;
};

} // namespace headroom
