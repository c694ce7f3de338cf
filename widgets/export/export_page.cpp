#include "widgets/export/export_page.h"

#include "model/base/document/document.h"
#include "model/launch/common/run_command.h"
#include "model/launch/targets/prepare_export.h"
#include "widgets/export/code_view.h"
#include "widgets/export/export_verdict.h"
#include "widgets/export/job_card.h"
#include "widgets/export/line_difference.h"
#include "widgets/export/own_files_card.h"
#include "widgets/frame/dialogs.h"
#include "widgets/frame/window_context.h"
#include "widgets/look/panels.h"
#include "widgets/planning/plan_controller.h"
#include "widgets/text/wording.h"

#include <QCheckBox>
#include <QClipboard>
#include <QComboBox>
#include <QGuiApplication>
#include <QListView>
#include <QPushButton>
#include <QStandardItemModel>
#include <QTimer>
#include <QVBoxLayout>

#include <algorithm>

namespace headroom {
namespace {

/// Letters of the page's own buttons, which the fields of the job leave alone.
Mnemonics ownLetters()
{
    Mnemonics letters = windowMnemonics();
    for (const char letter : { 't', 'm', 'c', 'r', 'l', 'y', 'k' })
        letters.insert(QLatin1Char(letter));
    return letters;
}

} // namespace

ExportPage::ExportPage(WindowContext &context, QWidget *parent)
    : Page(tr("Export"), tr("The files that launch this plan. Nothing is written until you save."),
        Content::Fills, parent)
    , m_context(context)
    , m_job(new JobCard(context.controller, ownLetters(), this))
    , m_names(new QStandardItemModel(this))
{
    setObjectName(QStringLiteral("page_export"));
    addLasting(new OwnFilesCard(context, this));
    addLasting(m_job); // a field keeps its focus while what is typed is not valid
    needsResult(context);
    body()->addWidget(buildControls());
    m_verdict = new ExportVerdict(m_context.controller, this);
    m_verdict->setObjectName(QStringLiteral("exportVerdict"));
    body()->addWidget(m_verdict);
    body()->addWidget(buildPreview(), 1);
    body()->addWidget(buildFinish());
    addButtons();
    body()->addStretch();
    setInitialFocus(m_target);
    connect(&context.controller, &PlanController::estimateChanged, this, [this] {
        m_fresh = false;
        setDone(false); // until the files are compared again
        if (isVisible())
            refresh();
    });
}

QString ExportPage::commandText() const
{
    const QString folder = QString(m_folder).replace(QLatin1Char('\''), QLatin1String("'\\''"));
    return QStringLiteral("cd '%1' && %2").arg(folder, QString::fromStdString(runCommand(m_files)));
}

void ExportPage::showEvent(QShowEvent *event)
{
    Page::showEvent(event);
    if (m_fresh)
        return;
    chooseFittingTarget();
    refresh();
}

void ExportPage::reveal(QWidget *widget)
{
    if (m_job->isAncestorOf(widget))
        m_job->open();
    Page::reveal(widget);
}

void ExportPage::chooseFittingTarget()
{
    const ResolvedPlan *resolved = m_context.controller.resolved();
    const auto targets = exportTargets();
    if (!resolved)
        return;
    const auto fits = [&](const ExportTarget &target) {
        return !refusalOf(target, *resolved)
            && target.frameworkFor(resolved->plan) == resolved->plan.framework;
    };
    if (m_target->currentIndex() >= 0
        && fits(targets[static_cast<std::size_t>(m_target->currentIndex())]))
        return;
    for (std::size_t i = 0; i < targets.size(); ++i) {
        if (fits(targets[i])) {
            m_target->setCurrentIndex(static_cast<int>(i));
            return;
        }
    }
}

void ExportPage::refresh()
{
    const PlanController &controller = m_context.controller;
    const PlanServices &services = controller.services();
    const ResolvedPlan *resolved = controller.resolved();
    const int index = m_target->currentIndex();
    if (!resolved || index < 0 || controller.isStale())
        return;
    m_fresh = true;
    const ExportTarget &target = exportTargets()[static_cast<std::size_t>(index)];
    m_purpose->setText(modelText("model/targets", target.purpose));
    ExportOptions options;
    options.benchmark = m_benchmark->isChecked();
    const auto previewOf = [&](const ResolvedPlan &plan) {
        return services.previewExport(plan, controller.folder(), target, options);
    };
    const auto preview = previewOf(*resolved);
    // A refused target has nothing to show but the reason.
    m_preview->setVisible(preview.hasValue());
    setActionsVisible(preview.hasValue());
    m_files.clear();
    if (preview) {
        m_files = preview->files;
        m_verdict->showFindings(preview->framework, preview->findings);
    } else {
        m_verdict->showRefusal(
            explainRefusal(*resolved, frameworkTraits(target.frameworkFor(resolved->plan)),
                *services.library, controller.folder(), [&](const ResolvedPlan &plan) {
                    const auto tried = previewOf(plan);
                    return tried ? Errors {} : tried.errors();
                }));
    }
    showFiles();
}

QString ExportPage::partText(ExportPart part)
{
    switch (part) {
    case ExportPart::Run:
        return tr("Runs the plan");
    case ExportPart::Check:
        return tr("Checks the machines first");
    case ExportPart::Read:
        break;
    }
    return tr("To read and to open here");
}

QString ExportPage::shownName(const ExportFile &file) const
{
    const QString name = QString::fromStdString(file.name);
    if (m_folder.isEmpty())
        return name;
    switch (fileState(m_folder.toStdString(), file)) {
    case FileState::New:
        return tr("%1 (new)").arg(name);
    case FileState::Same:
        return tr("%1 (same)").arg(name);
    case FileState::Ours:
        return tr("%1 (changed)").arg(name);
    case FileState::Foreign:
        break;
    }
    return tr("%1 (not written by Headroom)").arg(name);
}

/// Most edits change what the files hold, not which there are: then the list stays as it is.
void ExportPage::showFiles()
{
    const QString before = m_list->currentIndex().data(Qt::UserRole).toString();
    std::ranges::stable_sort(m_files, {}, exportPart); // as they are listed, below their headings
    struct Line
    {
        QString name, shown;
    };
    QList<Line> lines;
    std::optional<ExportPart> part;
    for (const ExportFile &file : m_files) {
        if (part != exportPart(file)) {
            part = exportPart(file);
            lines.append({ {}, partText(*part) });
        }
        lines.append({ QString::fromStdString(file.name), shownName(file) });
    }
    const auto nameAt
        = [this](int row) { return m_names->item(row)->data(Qt::UserRole).toString(); };
    bool isSameList = m_names->rowCount() == lines.size();
    for (int row = 0; isSameList && row < m_names->rowCount(); ++row)
        isSameList = nameAt(row) == lines[row].name;
    if (!isSameList)
        m_names->clear();
    int select = 1;
    for (int row = 0; row < static_cast<int>(lines.size()); ++row) {
        const Line &line = lines[row];
        if (!isSameList) {
            auto *item = new QStandardItem;
            item->setData(line.name, Qt::UserRole);
            if (line.name.isEmpty()) { // a heading
                item->setFlags(Qt::NoItemFlags);
                item->setFont(textFont(TextRole::Caption));
            }
            m_names->appendRow(item);
        }
        if (m_names->item(row)->text() != line.shown)
            m_names->item(row)->setText(line.shown);
        if (!before.isEmpty() && line.name == before)
            select = row;
    }
    // Names are read whole, with their state, as far as that leaves room for the file.
    m_list->setMinimumWidth(std::clamp(m_list->sizeHintForColumn(0) + 2 * m_list->frameWidth()
            + m_list->style()->pixelMetric(QStyle::PM_ScrollBarExtent),
        textWidth(20), textWidth(40)));
    showFolder();
    m_copy->setEnabled(!m_files.empty());
    m_save->setEnabled(!m_files.empty());
    if (!m_files.empty())
        m_list->setCurrentIndex(m_names->index(select, 0));
    showFile();
}

/// What the folder holds is asked of the files, not remembered: the plan goes on changing.
void ExportPage::showFolder()
{
    const bool isSame = !m_folder.isEmpty() && !m_files.empty()
        && std::ranges::all_of(m_files, [this](const ExportFile &file) {
               return fileState(m_folder.toStdString(), file) == FileState::Same;
           });
    setDone(isSame);
    m_finish->setVisible(isSame);
    m_folderText->setVisible(!isSame && !m_folder.isEmpty());
    if (isSame) {
        const QString command = QString::fromStdString(runCommand(m_files));
        m_finishText->setText(command.isEmpty()
                ? tr("Written to %1. README.md says how to run it.").arg(m_folder)
                //: A folder, then a command of the shell.
                : tr("Written to %1. Run it there with  %2  , then add its log.")
                      .arg(m_folder, command));
    } else if (!m_folder.isEmpty()) {
        m_folderText->setText(
            tr("%1 contains different files; lines that would change are shaded.").arg(m_folder));
    }
}

int ExportPage::currentFile() const
{
    const std::string name = m_list->currentIndex().data(Qt::UserRole).toString().toStdString();
    const auto file = std::ranges::find(m_files, name, &ExportFile::name);
    return file == m_files.end() ? -1 : static_cast<int>(file - m_files.begin());
}

void ExportPage::showFile()
{
    const int index = currentFile();
    if (index < 0) {
        m_code->showFile(QStringLiteral("none.txt"), {});
        m_sentence->hide();
        return;
    }
    const ExportFile &file = m_files[static_cast<std::size_t>(index)];
    const std::string sentence = exportFileSentence(m_files, file.name);
    m_sentence->setVisible(!sentence.empty());
    //: A file of an export, and what it is.
    m_sentence->setText(
        tr("%1: %2.").arg(QString::fromStdString(file.name), modelText("model/files", sentence)));
    const QString text = QString::fromStdString(file.content);
    m_code->showFile(QString::fromStdString(file.name), text);
    QList<int> changed;
    if (!m_folder.isEmpty()) {
        const auto onDisk = readTextFile(std::filesystem::path(m_folder.toStdString()) / file.name);
        if (onDisk && *onDisk != file.content)
            changed = changedLines(QString::fromStdString(*onDisk), text);
    }
    m_code->markLines(changed);
}

void ExportPage::copyFile()
{
    const int index = currentFile();
    if (index < 0)
        return;
    const ExportFile &file = m_files[static_cast<std::size_t>(index)];
    QGuiApplication::clipboard()->setText(QString::fromStdString(file.content));
    emit m_context.message(tr("%1 is on the clipboard.").arg(QString::fromStdString(file.name)));
}

void ExportPage::chooseFolder()
{
    const QString folder = m_context.dialogs.chooseFolder(this, m_folder);
    if (folder.isEmpty())
        return;
    m_folder = folder;
    showFiles();
}

void ExportPage::save()
{
    const QString folder = m_context.dialogs.saveFolder(this, m_folder);
    if (folder.isEmpty() || m_files.empty())
        return;
    const std::filesystem::path target = folder.toStdString();
    Problems problems = writeExport(target, m_files, false);
    if (!problems.empty() && problems.front().id == "export-foreign-file"
        && m_context.dialogs.askYesNo(
            this, tr("Replace files"), tr("%1\nReplace them?").arg(errorLinesText(problems))))
        problems = writeExport(target, m_files, true);
    if (!problems.empty()) {
        m_context.dialogs.showProblem(
            this, tr("The files cannot be written"), errorLinesText(problems));
        return;
    }
    m_folder = folder;
    // The folder holds the plan, too: nothing is lost that has no other file.
    if (m_context.controller.file().empty())
        m_context.controller.markSaved({});
    showFiles();
    // Where the walk ends is in sight, as soon as it has its place.
    QTimer::singleShot(0, this, [this] {
        if (m_finish->isVisible())
            reveal(m_finish);
    });
    emit m_context.message(tr("%n files written.", nullptr, static_cast<int>(m_files.size())));
}

} // namespace headroom
