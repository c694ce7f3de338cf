#pragma once

#include "model/base/outcome/finding.h"

#include <QObject>
#include <QString>
#include <QStringList>

#include <vector>

class QSettings;

namespace headroom {

class Dialogs;
struct Plan;
class PlanController;
class PinBoard;

/// What pages and panels may use. Requests travel as signals, so that no page knows the window.
class WindowContext : public QObject
{
    Q_OBJECT
public:
    WindowContext(PlanController &planController, PinBoard &pinBoard, Dialogs &dialogSeam,
        QSettings &settingsStore)
        : controller(planController)
        , pins(pinBoard)
        , dialogs(dialogSeam)
        , settings(settingsStore)
    { }

    PlanController &controller;
    PinBoard &pins;
    Dialogs &dialogs;
    QSettings &settings;

    /// Launch files that the plan at hand was made of, and that may be changed to say it; empty:
    /// there are none.
    const QStringList &launchFiles() const { return m_launchFiles; }
    void setLaunchFiles(const QStringList &files)
    {
        m_launchFiles = files;
        emit launchFilesChanged();
    }

signals:
    void launchFilesChanged();
    void showPage(const QString &pageId);
    void pageShown(); ///< another page than before is in sight
    /// Shows the Suggest page with a search on the present plan.
    void suggestRequested();
    void benchmarkRequested(); ///< shows the Export page with a benchmark of the present plan
    void showField(const QString &path); ///< opens its page and focuses its editor
    void showDerivation(const QString &id);
    void openPlanFile(const QString &file);
    /// A course of lessons; the Learn page shows it.
    void openCourseFile(const QString &file);
    void openExample(const QString &planId);
    void askOpen();
    void askOpenRun(); ///< a log, script or configuration of a run
    void pasteRequested(); ///< the same from the clipboard
    void planOpened(); ///< another plan than before
    void planSaved(); ///< the plan at hand has a file
    /// Shows the Suggest page, searching for the fewest devices of the open plan with these
    /// changes, none of which the plan takes before a result is applied.
    void devicesRequested(const std::vector<FieldChange> &changes);
    /// Shows the Cluster page with the model and the work of this plan; the open one stays.
    void machinesRequested(const Plan &question);
    void pinRequested();
    /// A chart segment or number is under the mouse or the focus; empty: none.
    void termPointed(const QString &termId);
    void message(const QString &text); ///< a short note in the status line

private:
    QStringList m_launchFiles;
};

} // namespace headroom
