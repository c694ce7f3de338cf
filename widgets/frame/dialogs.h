#pragma once

#include <QString>

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
    virtual QString openPlan(QWidget *parent, const QString &folder) = 0; ///< empty: cancelled
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

/// The dialogs of the desktop.
class SystemDialogs : public Dialogs
{
public:
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

    QString m_lastFolder; ///< that something was written to; empty: none yet
};

} // namespace headroom
