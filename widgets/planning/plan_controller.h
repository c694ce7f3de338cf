#pragma once

#include "model/advice/repair.h"
#include "model/advice/what_if.h"
#include "model/session/plan_remedies.h"
#include "widgets/planning/plan_services.h"

#include <QObject>
#include <QSet>
#include <QString>
#include <QStringList>

#include <filesystem>
#include <map>
#include <optional>
#include <vector>

class QUndoGroup;
class QUndoStack;

namespace headroom {

/// Why the plan as it stands has no result: which fields take part, what is wrong, what would cure
/// it.
struct PlanProblem
{
    std::string id;
    QString text;
    QStringList paths;
    QString primaryPath; ///< the field that shows the whole message
    std::vector<Repair> repairs;
};

/// Owns the plan and its history; every page and panel reads and writes through it by field path.
/// Any number of edits in one turn of the event loop give one estimate. Input that is not valid
/// keeps the last good result, marked stale, until it is mended.
class PlanController : public QObject
{
    Q_OBJECT
public:
    explicit PlanController(PlanServices services, QObject *parent = nullptr);
    ~PlanController() override;

    const PlanServices &services() const { return m_services; }
    const ProfileLibrary &library() const { return *m_services.library; }
    QUndoStack *history() const { return m_history; } ///< of the plan at hand
    /// The history of whatever plan is at hand, for actions.
    QUndoGroup *histories() const { return m_histories; }

    const Plan &plan() const { return m_plan; }
    const std::filesystem::path &file() const { return m_file; } ///< empty: never saved
    std::filesystem::path folder() const; ///< where relative paths of the plan start
    bool isModified() const;
    QString displayName() const;

    /// Starts over with a plan: no history, no stale input.
    void open(Plan plan, std::filesystem::path file, bool modified = false);
    void markSaved(std::filesystem::path file);
    /// Something that belongs to the plan and is kept with it has no file yet.
    void markUnsaved();
    /// Lays the plan aside with its file and its history, until bringBack(); meanwhile others may
    /// be opened.
    void putAside();
    /// False when nothing was laid aside.
    bool bringBack();

    /// What an editor shows: the user's rejected input while there is one, else the plan's text.
    QString text(const QString &path) const;
    /// Takes what the user typed. Text that is no value of the field, nor the name of a profile
    /// where it names one, leaves the plan as it was before this visit of the field.
    void edit(const QString &path, const QString &text);
    /// Keeps what the user typed as no value of the field, for a reason that only the editor knows.
    void refuse(const QString &path, const QString &text, const Error &problem);
    /// Whether text() is what the user typed and the plan did not take.
    bool isRefused(const QString &path) const { return m_rejected.contains(path); }
    /// The next value of a field, as whatIf() finds it: another field may follow, which noted()
    /// says. Where no next value is valid, a plan that is broken already takes it nevertheless.
    void stepField(const QString &path, StepDirection direction);
    /// Several fields as one step of the history.
    void apply(const std::vector<FieldChange> &changes, const QString &title);
    void replacePlan(const Plan &plan, const QString &title);
    /// The next edit starts a new step of the history even if it concerns the same field.
    void endEdit() { ++m_editGroup; }

    const std::vector<PlanProblem> &problems() const { return m_problems; }
    bool isStale() const { return !m_problems.empty(); }

    /// The last good answer and the profiles it rests on; null before the first.
    const Estimate *estimate() const { return m_estimate ? &*m_estimate : nullptr; }
    const ResolvedPlan *resolved() const { return m_resolved ? &*m_resolved : nullptr; }
    /// The answer before the latest step of the history, for showing what it changed.
    const Estimate *estimateBefore() const { return m_before ? &*m_before : nullptr; }
    /// How the numbers of estimate() came about; computed when first asked for.
    const std::vector<Derivation> &derivations() const;
    /// Derivation with that id anywhere in the tree, or null.
    const Derivation *derivation(const QString &id) const;

    /// Plan fields whose step moves a number.
    QSet<QString> inputsOf(const QString &id) const;
    /// What each field's next step would bring, in plain figures; computed when first asked for.
    const std::vector<WhatIf> &whatIfs() const;
    /// The best change of each setting of the plan alone; computed when first asked for.
    const std::vector<Remedy> &bestChanges() const;
    /// The same of the job: what is trained, and on what.
    std::vector<Remedy> bestJobChanges() const;
    PlanAnswer answer() const;

    /// The answer to another plan (a step, a lever, a pin), or nothing when it breaks a rule.
    std::optional<Estimate> estimateOf(const Plan &plan) const;
    std::optional<Plan> planWith(const std::vector<FieldChange> &changes) const;

    /// While paused nothing is computed; what waits is computed on resuming. The program uses it so
    /// that the window is on the screen before the first answer is worked out.
    void setPaused(bool paused);
    /// Works the answer out again: a file that the plan names has been read.
    void refresh() { scheduleUpdate(); }
    /// Computes at once what is waiting for the end of the event-loop turn.
    void flush();

signals:
    void planChanged();
    void problemsChanged();
    void estimateChanged();
    void fileChanged();
    void noted(const QString &text); ///< what an edit changed beside what it says

private:
    friend class PlanEdit;
    struct Rejected
    {
        QString text;
        Problems problems;
    };

    struct Aside
    {
        Plan plan;
        std::filesystem::path file;
        bool recovered = false;
        QUndoStack *history = nullptr;
    };

    std::optional<Estimate> answerOf(
        const Plan &plan, const std::function<Estimate(const ResolvedPlan &)> &answer) const;
    std::vector<Remedy> changesOf(ChangeOf what) const;
    void setPlan(const Plan &plan);
    void forgetAnswer();
    void useHistory(QUndoStack *history);
    QString editKey(const QString &path) const;
    bool followModel(Plan &next) const;
    void reject(const QString &path, const QString &text, Problems problems);
    Problems ownProblems(const Plan &plan, const QString &path) const;
    void tellDropped(const std::vector<FieldChange> &dropped);
    void scheduleUpdate();
    void update();
    void collectProblems();
    QString primaryOf(const QStringList &paths) const;

    PlanServices m_services;
    QUndoGroup *m_histories;
    QUndoStack *m_history = nullptr;
    std::optional<Aside> m_aside;
    Plan m_plan;
    std::filesystem::path m_file;
    std::map<QString, Rejected> m_rejected;
    std::vector<PlanProblem> m_problems;
    std::optional<ResolvedPlan> m_resolved;
    std::optional<Estimate> m_estimate, m_before;
    std::optional<Estimate> m_beforeStep; ///< m_before, should the edit continue a step
    mutable std::optional<std::vector<Derivation>> m_derivations;
    mutable std::optional<std::vector<WhatIf>> m_whatIfs;
    mutable std::optional<std::vector<Remedy>> m_bestChanges;
    QString m_lastPath;
    int m_editGroup = 0;
    bool m_updateWaiting = false;
    bool m_paused = false;
    bool m_recovered = false; ///< opened with changes that no history step accounts for
};

} // namespace headroom
