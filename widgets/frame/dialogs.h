#pragma once

#include <QString>

class QSettings;
class QWidget;

namespace headroom {

enum class UnsavedAnswer { Save, Discard, Cancel };

/// What to do with work that a crash left behind.
enum class RecoveryAnswer { Open, Later, Discard };
/// What to do with a plan that another program changed on disk.
enum class ChangedFileAnswer { Overwrite, Reload, SaveAs, Cancel };

/// Every question that the window asks in a dialog of its own. Tests answer without dialogs.
class Dialogs
{
public:
    virtual ~Dialogs() = default;
    /// Empty: cancelled. Without a folder, and with a bare name to save under, the dialog opens
    /// where the last one ended.
    virtual QString openPlan(QWidget *parent, const QString &folder) = 0;
    /// A file to read; `title` and `filter` as in QFileDialog.
    virtual QString openFile(QWidget *parent, const QString &title, const QString &filter) = 0;
    virtual QString savePlan(QWidget *parent, const QString &suggestion) = 0;
    virtual QString saveFile(QWidget *parent, const QString &suggestion, const QString &filter) = 0;
    virtual QString chooseFolder(QWidget *parent, const QString &suggestion) = 0;
    /// A folder to write to, made where it is not there yet.
    virtual QString saveFolder(QWidget *parent, const QString &suggestion) = 0;
    virtual UnsavedAnswer askUnsaved(QWidget *parent, const QString &planName) = 0;
    virtual RecoveryAnswer askRecovery(QWidget *parent, const QString &planName) = 0;
    virtual ChangedFileAnswer askChangedFile(QWidget *parent, const QString &file) = 0;
    virtual bool askYesNo(QWidget *parent, const QString &title, const QString &question) = 0;
    virtual void showProblem(QWidget *parent, const QString &title, const QString &details) = 0;
};

/// The dialogs of the desktop. They remember the last folder, over restarts too.
class SystemDialogs : public Dialogs
{
public:
    explicit SystemDialogs(QSettings &settings)
        : m_settings(settings)
    { }
    QString openPlan(QWidget *parent, const QString &folder) override;
    QString openFile(QWidget *parent, const QString &title, const QString &filter) override;
    QString savePlan(QWidget *parent, const QString &suggestion) override;
    QString saveFile(QWidget *parent, const QString &suggestion, const QString &filter) override;
    QString chooseFolder(QWidget *parent, const QString &suggestion) override;
    QString saveFolder(QWidget *parent, const QString &suggestion) override;
    UnsavedAnswer askUnsaved(QWidget *parent, const QString &planName) override;
    RecoveryAnswer askRecovery(QWidget *parent, const QString &planName) override;
    ChangedFileAnswer askChangedFile(QWidget *parent, const QString &file) override;
    bool askYesNo(QWidget *parent, const QString &title, const QString &question) override;
    void showProblem(QWidget *parent, const QString &title, const QString &details) override;

private:
    QString lastFolder() const;
    QString remembered(const QString &file);

    QSettings &m_settings;
};

} // namespace headroom
