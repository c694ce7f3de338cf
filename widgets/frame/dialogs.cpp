#include "widgets/frame/dialogs.h"

#include <QCoreApplication>
#include <QDir>
#include <QFileDialog>
#include <QFileInfo>
#include <QMessageBox>
#include <QPushButton>
#include <QSettings>

namespace headroom {
namespace {

const auto folderKey = QStringLiteral("lastFolder");

/// The texts of this file for translators.
struct Texts
{
    Q_DECLARE_TR_FUNCTIONS(headroom::Dialogs)
};

QString planFilter()
{
    return Texts::tr("Headroom plans (*.headroom.yaml *.yaml *.yml);;All files (*)");
}

/// A folder that is typed and is not there yet is made: Qt would refuse the name.
class NewFolderDialog : public QFileDialog
{
public:
    using QFileDialog::QFileDialog;
    void accept() override
    {
        if (const QStringList chosen = selectedFiles(); chosen.size() == 1)
            QDir().mkpath(chosen.front());
        QFileDialog::accept();
    }
};

} // namespace

QString SystemDialogs::openPlan(QWidget *parent, const QString &folder)
{
    return remembered(QFileDialog::getOpenFileName(
        parent, Texts::tr("Open a plan"), folder.isEmpty() ? lastFolder() : folder, planFilter()));
}

QString SystemDialogs::openFile(QWidget *parent, const QString &title, const QString &filter)
{
    return remembered(QFileDialog::getOpenFileName(parent, title, lastFolder(), filter));
}

QString SystemDialogs::savePlan(QWidget *parent, const QString &suggestion)
{
    return remembered(QFileDialog::getSaveFileName(
        parent, Texts::tr("Save the plan"), QDir(lastFolder()).filePath(suggestion), planFilter()));
}

QString SystemDialogs::saveFile(QWidget *parent, const QString &suggestion, const QString &filter)
{
    const QString place = QDir(lastFolder()).filePath(suggestion);
    return remembered(QFileDialog::getSaveFileName(parent, Texts::tr("Save"), place, filter));
}

/// Where a bare name goes; the working directory means nothing to a window.
QString SystemDialogs::lastFolder() const
{
    const QString folder = m_settings.value(folderKey).toString();
    return QFileInfo(folder).isDir() ? folder : QDir::homePath();
}

/// What was chosen, unless nothing was; the next dialog opens beside it.
QString SystemDialogs::remembered(const QString &file)
{
    if (!file.isEmpty())
        m_settings.setValue(folderKey, QFileInfo(file).absolutePath());
    return file;
}

QString SystemDialogs::saveFolder(QWidget *parent, const QString &suggestion)
{
    // Return takes the folder of the last time; another name is its sibling.
    const QFileInfo last(suggestion);
    NewFolderDialog dialog(parent, Texts::tr("Choose a folder, or type the name of a new one"),
        suggestion.isEmpty() ? lastFolder() : last.absolutePath());
    dialog.setFileMode(QFileDialog::Directory);
    dialog.setOption(QFileDialog::ShowDirsOnly);
    if (!suggestion.isEmpty())
        dialog.selectFile(last.fileName());
    if (dialog.exec() != QDialog::Accepted || dialog.selectedFiles().isEmpty())
        return {};
    return remembered(dialog.selectedFiles().front());
}

QString SystemDialogs::chooseFolder(QWidget *parent, const QString &suggestion)
{
    return remembered(QFileDialog::getExistingDirectory(
        parent, Texts::tr("Choose a folder"), suggestion.isEmpty() ? lastFolder() : suggestion));
}

UnsavedAnswer SystemDialogs::askUnsaved(QWidget *parent, const QString &planName)
{
    QMessageBox box(QMessageBox::Question, Texts::tr("Unsaved changes"),
        Texts::tr("The plan \u201c%1\u201d has changes that are not saved.").arg(planName),
        QMessageBox::Save | QMessageBox::Discard | QMessageBox::Cancel, parent);
    box.button(QMessageBox::Discard)->setText(Texts::tr("&Discard"));
    box.setTextFormat(Qt::PlainText);
    box.setDefaultButton(QMessageBox::Save);
    switch (box.exec()) {
    case QMessageBox::Save:
        return UnsavedAnswer::Save;
    case QMessageBox::Discard:
        return UnsavedAnswer::Discard;
    default:
        return UnsavedAnswer::Cancel;
    }
}

RecoveryAnswer SystemDialogs::askRecovery(QWidget *parent, const QString &planName)
{
    QMessageBox box(QMessageBox::Question, Texts::tr("Recover unsaved work"),
        Texts::tr(
            "Headroom did not close properly and the plan \u201c%1\u201d was not saved. Open it "
            "again?")
            .arg(planName),
        QMessageBox::NoButton, parent);
    box.setTextFormat(Qt::PlainText);
    const auto *open = box.addButton(Texts::tr("&Open"), QMessageBox::AcceptRole);
    const auto *discard = box.addButton(Texts::tr("&Discard"), QMessageBox::DestructiveRole);
    auto *later = box.addButton(Texts::tr("&Later"), QMessageBox::RejectRole);
    box.setEscapeButton(later); // whoever closes the question has not decided
    box.exec();
    return box.clickedButton() == open   ? RecoveryAnswer::Open
        : box.clickedButton() == discard ? RecoveryAnswer::Discard
                                         : RecoveryAnswer::Later;
}

ChangedFileAnswer SystemDialogs::askChangedFile(QWidget *parent, const QString &file)
{
    QMessageBox box(QMessageBox::Warning, Texts::tr("The plan was changed on disk"),
        Texts::tr("Another program changed %1 after you opened or last saved it.").arg(file),
        QMessageBox::NoButton, parent);
    box.setTextFormat(Qt::PlainText);
    const auto *saveAs = box.addButton(Texts::tr("&Save as…"), QMessageBox::AcceptRole);
    const auto *overwrite = box.addButton(Texts::tr("&Overwrite"), QMessageBox::DestructiveRole);
    const auto *reload = box.addButton(Texts::tr("&Reload"), QMessageBox::DestructiveRole);
    auto *cancel = box.addButton(QMessageBox::Cancel);
    box.setEscapeButton(cancel);
    box.exec();
    const auto *clicked = box.clickedButton();
    return clicked == overwrite ? ChangedFileAnswer::Overwrite
        : clicked == reload     ? ChangedFileAnswer::Reload
        : clicked == saveAs     ? ChangedFileAnswer::SaveAs
                                : ChangedFileAnswer::Cancel;
}

bool SystemDialogs::askYesNo(QWidget *parent, const QString &title, const QString &question)
{
    QMessageBox box(
        QMessageBox::Question, title, question, QMessageBox::Yes | QMessageBox::No, parent);
    box.setTextFormat(Qt::PlainText);
    return box.exec() == QMessageBox::Yes;
}

void SystemDialogs::showProblem(QWidget *parent, const QString &title, const QString &details)
{
    QMessageBox box(QMessageBox::Warning, title, details, QMessageBox::Ok, parent);
    box.setTextFormat(Qt::PlainText);
    box.exec();
}

} // namespace headroom
