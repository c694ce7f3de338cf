#pragma once

#include "model/intake/plan_intake.h"
#include "model/tune/tune_choice.h"
#include "model/tune/write_changed.h"
#include "widgets/frame/workers.h"

#include <QObject>
#include <QStringList>

#include <memory>

namespace headroom {

class WindowContext;

/// The launch files that the plan at hand was made of, what could be better in them, and which of
/// that the user takes. What is taken becomes the plan, so that the result shows it; an edit of the
/// plan elsewhere becomes a change of the files.
class FileChange : public QObject
{
    Q_OBJECT
public:
    FileChange(WindowContext &context, QObject *parent);
    ~FileChange() override;

    /// Starts with the files of the plan that was just opened, and looks for what is better.
    void begin(const QStringList &files, const PlanIntake &intake);
    void forget();
    bool isEmpty() const { return m_files.isEmpty(); }
    bool isBusy() const { return m_isBusy; }

    void setObjective(TuneObjective objective);
    void setAllows(bool numerics, bool work);
    void find(); ///< looks for the best change anew
    void setTaken(std::size_t hunk, bool isTaken);
    void answer(const QString &fact, const QString &value);
    /// Whether somebody sees what is chosen: until then the plan at hand stays as it was read.
    void setWatched(bool isWatched);
    /// An edit of the plan elsewhere becomes the change; nothing where there was none.
    void followPlan();

    const TuneQuestion &question() const { return m_question; }
    const TuneChoice &choice() const { return m_choice; }
    bool isWanted(std::size_t hunk) const { return hunk >= m_wanted.size() || m_wanted[hunk]; }
    const std::vector<MissingField> &missing() const { return m_missing; }
    /// Why nothing was looked for: a file that cannot be read, a rule that the files break.
    const Errors &problems() const { return m_problems; }
    bool isSaved() const { return m_isSaved; } ///< the files are what was chosen, and written
    bool isChanged() const; ///< what would be saved differs from the files
    std::string diff() const;

    /// Writes the files; in place of those in `elsewhere` other ones. Errors: those of writing.
    Result<std::vector<ChangedFile>> save(const std::map<std::string, std::string> &elsewhere);

signals:
    void changed();

private:
    void readFiles();
    void choose();
    void hear(TuneChoice choice);
    void takePlan();

    /// What was chosen where the plan was this one: undo leads back to it.
    struct Known
    {
        Plan plan;
        std::vector<PlanMove> moves;
        std::vector<bool> wanted;
        TuneChoice choice;
    };

    WindowContext &m_context;
    QStringList m_files;
    IntakeAnswers m_answers;
    std::vector<MissingField> m_missing;
    Errors m_problems;
    TuneQuestion m_question;
    std::vector<PlanMove> m_moves;
    std::vector<bool> m_wanted;
    TuneChoice m_choice;
    std::vector<Known> m_known;
    bool m_isWatched = false, m_isUntaken = false; ///< the choice is not the plan yet
    bool m_isBusy = false, m_isApplying = false, m_isForeign = false, m_isSaved = false;
    NewestAnswer m_found;
    Workers *m_workers; ///< ends before its members do
};

} // namespace headroom
