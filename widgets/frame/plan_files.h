#pragma once

#include "model/plan/plan.h"

#include <QDate>
#include <QList>
#include <QObject>
#include <QStringList>

#include <filesystem>

class QSettings;
class QWidget;

namespace headroom {

class Dialogs;
class PlanController;
struct PlanIntake;

/// A plan that was opened or saved lately.
struct RecentPlan
{
    QString file;
    QString model; ///< id; may be empty
    QDate date; ///< of opening or saving; may be invalid
};

/// Opens and saves plans, asks before changes are lost (those in the window, and those that
/// something else made on disk), and remembers what was open lately.
class PlanFiles : public QObject
{
    Q_OBJECT
public:
    PlanFiles(PlanController &controller, Dialogs &dialogs, QSettings &settings, QWidget *window);

    /// True when nothing is unsaved, or the user saved or gave it up.
    bool mayLeave();
    bool open(const std::filesystem::path &file);
    bool openExample(const QString &planId);
    bool askAndOpen();
    void createNew();
    /// A plan that has no file yet.
    bool openUnsaved(const Plan &plan);
    /// A plan that a question had for an answer: a step of the history, so that Undo leads back,
    /// and nothing to save before somebody changes it. @return false when the user cancels
    bool takeAnswer(const Plan &plan);
    /// The plan that a run was made from, as its log, configuration or script tells it.
    bool openRuns(const QStringList &files);
    bool askAndOpenRuns();
    /// A plan file, or files of a run: whatever was dropped on the window.
    bool openAny(const QStringList &files);
    /// What a new plan starts from.
    Plan defaultPlan() const;
    bool save();
    bool saveAs();
    /// A recovered plan may be saved over its file without a question when the file is older than
    /// the backup.
    void takeAsKnown(const std::filesystem::path &file, const std::filesystem::path &backup);

    QList<RecentPlan> recentPlans() const; ///< the latest first

signals:
    void recentChanged();
    void opened();
    void saved();
    /// The plan at hand was made of these files.
    void runOpened(const QStringList &files, const headroom::PlanIntake &intake);

private:
    bool load(const std::filesystem::path &file, bool isExample);
    Plan newPlan();
    bool write(const std::filesystem::path &file);
    bool isAsKnown(const std::filesystem::path &file) const;
    bool reload();
    void remember(const std::filesystem::path &file);

    PlanController &m_controller;
    Dialogs &m_dialogs;
    QSettings &m_settings;
    QWidget *m_window;
    std::filesystem::path m_knownFile;
    std::string m_known; ///< what m_knownFile held when it was opened or saved here
};

} // namespace headroom
