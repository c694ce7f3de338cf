#pragma once

#include "waits.h"

#include "app/gui/application_services.h"
#include "widgets/frame/dialogs.h"
#include "widgets/frame/plan_files.h"
#include "widgets/planning/plan_controller.h"
#include "widgets/window/main_window.h"

#include <QLabel>
#include <QSettings>
#include <QTemporaryDir>

#include <memory>

namespace headroom {

/// Texts of visible labels that have not enough room.
inline QStringList clippedLabels(const QWidget &window)
{
    QStringList clipped;
    for (const QLabel *label : window.findChildren<QLabel *>()) {
        if (!label->isVisible() || label->text().isEmpty()
            || label->objectName().startsWith(QLatin1String("qt_")))
            continue;
        const bool fits = label->wordWrap()
            ? label->height() + 1 >= label->heightForWidth(label->width())
            : label->width() + 1 >= label->minimumSizeHint().width();
        if (!fits)
            clipped.append(label->text());
    }
    return clipped;
}

/// Answers that a test prepared instead of dialogs.
class PreparedDialogs : public Dialogs
{
public:
    QString openPlan(QWidget *, const QString &) override { return file; }
    QString openFile(QWidget *, const QString &, const QString &) override { return file; }
    QString savePlan(QWidget *, const QString &suggestion) override
    {
        lastSuggestion = suggestion;
        return file;
    }
    QString saveFile(QWidget *, const QString &, const QString &) override { return file; }
    QString chooseFolder(QWidget *, const QString &) override { return file; }
    QString saveFolder(QWidget *, const QString &) override { return file; }
    UnsavedAnswer askUnsaved(QWidget *, const QString &) override
    {
        ++questions;
        return unsaved;
    }
    RecoveryAnswer askRecovery(QWidget *, const QString &) override
    {
        ++questions;
        return recovery;
    }
    ChangedFileAnswer askChangedFile(QWidget *, const QString &) override
    {
        ++questions;
        return changedFile;
    }
    bool askYesNo(QWidget *, const QString &, const QString &) override
    {
        ++questions;
        return yes;
    }
    void showProblem(QWidget *, const QString &, const QString &details) override
    {
        problem = details;
    }

    QString file, problem, lastSuggestion;
    UnsavedAnswer unsaved = UnsavedAnswer::Cancel;
    RecoveryAnswer recovery = RecoveryAnswer::Open;
    ChangedFileAnswer changedFile = ChangedFileAnswer::Cancel;
    bool yes = true;
    int questions = 0;
};

/// The real services over the shipped profiles, with settings and state in a folder that goes away.
struct WindowFixture
{
    WindowFixture()
        : WindowFixture(std::filesystem::path {})
    { }
    /// With a folder of the user's own profiles; empty: one that is not there.
    explicit WindowFixture(const std::filesystem::path &userFolder)
        : library({ HEADROOM_PROFILES,
            userFolder.empty() ? std::filesystem::path { folder.path().toStdString() } / "user"
                               : userFolder })
        , application(std::move(ApplicationServices::make(library)).value())
        , settings(folder.filePath(QStringLiteral("settings.ini")), QSettings::IniFormat)
    { }

    PlanServices services() { return application->services(); }

    std::unique_ptr<MainWindow> makeWindow()
    {
        auto window = std::make_unique<MainWindow>(
            services(), dialogs, settings, folder.path().toStdString());
        window->files().openExample(QString::fromStdString(library.planIds().front()));
        window->controller().flush();
        return window;
    }

    QTemporaryDir folder;
    ProfileLibrary library;
    std::unique_ptr<ApplicationServices> application;
    QSettings settings;
    PreparedDialogs dialogs;
};

} // namespace headroom
