// The files that the window writes, and the dialogs of the desktop.
#include "scene_steps.h"
#include "window_outcome.h"
#include "window_walk.h"

#include <QAbstractButton>
#include <QFileDialog>
#include <QLineEdit>
#include <QMessageBox>
#include <QPushButton>
#include <QTimer>

using namespace headroom;

class WindowDialogsTest : public WindowOutcome
{
    Q_OBJECT

private slots:
    /// Everything that writes a file: what it suggests, what it says, what it wrote, and what it
    /// says where nobody can write.
    void filesAreWrittenOrRefused()
    {
        struct Case
        {
            const char *scene, *step, *file;
        };
        QStringList lines;
        for (const Case &one : { Case { "model", "entry Save report as PDF", "report.pdf" },
                 Case { "model", "entry Save as", "plan" },
                 Case { "learn", "press handoutSelected", "handout.pdf" },
                 Case { "learn", "press saveProgress", "me.json" },
                 Case { "timeline", "press saveChart", "step.csv" },
                 Case { "timeline", "press saveChart", "step.svg" },
                 Case { "result", "press saveChart", "memory.PDF" },
                 Case { "result", "press saveChart", "memory" },
                 Case { "levers", "press saveChart", "gains.csv" },
                 Case { "validation", "press saveChart", "validation.txt" },
                 Case { "export", "press exportSave", "launch" },
                 Case { "runs", "press saveCalibration", "cluster" } }) {
            QVERIFY(m_stage->make(*sceneOf(QLatin1String(one.scene))));
            const QString folder
                = m_stage->folder.filePath(QLatin1String(one.file) + QLatin1String("-there"));
            QVERIFY(QDir().mkpath(folder));
            lines << QStringLiteral("> %1: %2 to %3")
                         .arg(QLatin1String(one.scene), QLatin1String(one.step),
                             QLatin1String(one.file));
            for (const QString &place : { QString(), QStringLiteral("/proc/none"), folder }) {
                m_stage->dialogs.place
                    = place.isEmpty() ? QString() : place + '/' + QLatin1String(one.file);
                auto *button = m_stage->window->findChild<QAbstractButton *>(
                    QLatin1String(one.step).mid(6).toString());
                if (button && !button->isEnabled())
                    lines << QStringLiteral("is off");
                doStep(*m_stage->window, *m_stage->window, QLatin1String(one.step));
                m_stage->settle();
                lines << outcome();
            }
            for (const QFileInfo &file :
                QDir(folder).entryInfoList(QDir::AllEntries | QDir::NoDotAndDotDot, QDir::Name)) {
                lines << QStringLiteral("wrote %1%2")
                             .arg(file.fileName(),
                                 file.size() == 0 ? QStringLiteral(", empty") : QString());
                QFile opened(file.filePath());
                if (!file.isFile() || !opened.open(QIODevice::ReadOnly))
                    continue;
                const QByteArray text = opened.read(4);
                lines << QStringLiteral("begins ")
                        + QString::fromUtf8(text).remove(QChar::ReplacementCharacter).simplified();
                const QStringList rows = QString::fromUtf8(text + opened.readAll()).split('\n');
                if (file.suffix() == QLatin1String("csv"))
                    lines << QStringLiteral("%1 rows of %2").arg(rows.size()).arg(rows.front());
            }
            m_stage->dialogs.place.clear();
            restore();
        }
        compareWithRecorded(lines, QStringLiteral("../blueprint/entries-files.txt"));
    }

    /// The questions of the desktop's dialogs, and what each button answers.
    void dialogsAskAndAnswer()
    {
        SystemDialogs dialogs(*m_stage->settings);
        QWidget *parent = m_stage->window.get();
        const QString what = QStringLiteral("<b>A plan</b>");
        const std::pair<const char *, std::function<int()>> questions[] {
            { "unsaved", [&] { return int(dialogs.askUnsaved(parent, what)); } },
            { "recovery", [&] { return int(dialogs.askRecovery(parent, what)); } },
            { "changed", [&] { return int(dialogs.askChangedFile(parent, what)); } },
            { "yes or no", [&] { return int(dialogs.askYesNo(parent, what, what)); } },
            { "problem",
                [&] {
                    dialogs.showProblem(parent, what, what);
                    return 0;
                } }
        };
        QStringList lines;
        m_watch.reset(); // it would close them
        for (const auto &[name, ask] : questions)
            for (int pressed = 0, count = 1; pressed < count; ++pressed) {
                QTimer::singleShot(50, this, [&, name = name] {
                    auto *box = qobject_cast<QMessageBox *>(QApplication::activeModalWidget());
                    QVERIFY(box);
                    const QList<QAbstractButton *> buttons = box->buttons();
                    count = static_cast<int>(buttons.size());
                    if (pressed == 0) {
                        lines << QStringLiteral("> %1: %2: %3, format %4, icon %5")
                                     .arg(QLatin1String(name), box->windowTitle(), box->text())
                                     .arg(box->textFormat())
                                     .arg(box->icon());
                        if (box->defaultButton())
                            lines << QStringLiteral("default ") + box->defaultButton()->text();
                        if (box->escapeButton())
                            lines << QStringLiteral("escape ") + box->escapeButton()->text();
                    }
                    lines << buttons.at(pressed)->text();
                    buttons.at(pressed)->click();
                });
                lines << QStringLiteral("answers %1").arg(ask());
            }
        compareWithRecorded(lines, QStringLiteral("../blueprint/entries-questions.txt"));
    }

    /// Dialogs for files: what they ask, where they open, and what they remember.
    void fileDialogsRemember()
    {
        QSettings &settings = *m_stage->settings;
        SystemDialogs dialogs(settings);
        QWidget *parent = m_stage->window.get();
        const QString home = m_stage->folder.path();
        QVERIFY(QDir(home).mkpath(QStringLiteral("first/inner"))
            && QDir(home).mkpath(QStringLiteral("second")));
        for (const char *name : { "first/a.yaml", "second/b.yaml" }) {
            QFile file(QDir(home).filePath(QLatin1String(name)));
            QVERIFY(file.open(QIODevice::WriteOnly));
        }
        const QString first = QDir(home).filePath(QStringLiteral("first"));
        const std::pair<const char *, std::function<QString()>> questions[] {
            { "open plan", [&] { return dialogs.openPlan(parent, {}); } },
            { "open plan there", [&] { return dialogs.openPlan(parent, first); } },
            { "open file",
                [&] {
                    return dialogs.openFile(
                        parent, QStringLiteral("Title"), QStringLiteral("Some (*.yaml)"));
                } },
            { "save plan", [&] { return dialogs.savePlan(parent, QStringLiteral("x.yaml")); } },
            { "save file",
                [&] {
                    return dialogs.saveFile(
                        parent, QStringLiteral("y.csv"), QStringLiteral("Numbers (*.csv)"));
                } },
            { "save folder", [&] { return dialogs.saveFolder(parent, {}); } },
            { "save folder there", [&] { return dialogs.saveFolder(parent, first); } },
            { "choose folder", [&] { return dialogs.chooseFolder(parent, {}); } },
            { "choose folder there", [&] { return dialogs.chooseFolder(parent, first); } }
        };
        m_watch.reset();
        QStringList lines;
        for (const auto &[name, ask] : questions)
            for (const char *chosen : { "", "second/b.yaml" }) {
                settings.setValue(QStringLiteral("lastFolder"),
                    QDir(home).filePath(QStringLiteral("first/inner")));
                QTimer::singleShot(100, this, [&, name = name, chosen] {
                    auto *dialog = qobject_cast<QFileDialog *>(QApplication::activeModalWidget());
                    QVERIFY(dialog);
                    if (!*chosen) {
                        lines << QStringLiteral("> %1: %2 in %3, mode %4 %5, %6, %7")
                                     .arg(QLatin1String(name), dialog->windowTitle(),
                                         dialog->directory().path())
                                     .arg(dialog->acceptMode())
                                     .arg(dialog->fileMode())
                                     .arg(dialog->nameFilters().join(QStringLiteral(";;")),
                                         dialog->selectedFiles().join(' '));
                        dialog->reject();
                        return;
                    }
                    const bool isFolder = dialog->fileMode() == QFileDialog::Directory;
                    auto *line = dialog->findChild<QLineEdit *>(QStringLiteral("fileNameEdit"));
                    QVERIFY(line);
                    line->setText(QDir(home).filePath(
                        isFolder ? QStringLiteral("second") : QLatin1String(chosen)));
                    if (dialog->acceptMode() == QFileDialog::AcceptSave)
                        line->setText(line->text() + QStringLiteral(".new"));
                    QMetaObject::invokeMethod(dialog, "accept");
                });
                const QString answer = ask();
                lines << QStringLiteral("answers %1, remembers %2")
                             .arg(answer, settings.value(QStringLiteral("lastFolder")).toString());
            }
        lines.replaceInStrings(home, QStringLiteral("<folder>"));
        compareWithRecorded(lines, QStringLiteral("../blueprint/entries-file-dialogs.txt"));
    }
};

int main(int count, char **words)
{
    return runWithFixedLook<WindowDialogsTest>(count, words);
}
#include "tst_window_dialogs.moc"
