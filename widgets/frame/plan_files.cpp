#include "widgets/frame/plan_files.h"

#include "model/base/document/document.h"
#include "model/base/files/write_file.h"
#include "model/intake/plan_intake.h"
#include "model/plan/fields/machine_choice.h"
#include "model/plan/fields/plan_file.h"
#include "widgets/frame/background.h"
#include "widgets/frame/dialogs.h"
#include "widgets/frame/plan_search.h"
#include "widgets/planning/plan_controller.h"
#include "widgets/text/wording.h"

#include <QFileInfo>
#include <QSettings>
#include <QWidget>

#include <algorithm>

namespace headroom {
namespace {

constexpr qsizetype maxRecent = 8;
const auto recentKey = QStringLiteral("recentFiles");
const auto recentModelsKey = QStringLiteral("recentModels");
const auto recentDatesKey = QStringLiteral("recentDates");

QString modelName(const Plan &plan)
{
    return plan.model.id.empty() ? QString() : QString::fromStdString(plan.model.id);
}

QString shown(const std::filesystem::path &file)
{
    return QString::fromStdString(file.string());
}

/// A plan and the text that it was read from.
struct ReadPlan
{
    std::string text;
    Plan plan;
};

Result<ReadPlan> readPlanFile(const std::filesystem::path &file, const ProfileLibrary &library)
{
    Result<std::string> text = readTextFile(file, largestDocument);
    if (!text)
        return text.errors();
    Result<LoadedPlan> loaded = parsePlan(*text, file.string());
    if (!loaded)
        return loaded.errors();
    takeMachine(loaded.value(), library);
    return ReadPlan { *std::move(text), std::move(loaded->plan) };
}

} // namespace

PlanFiles::PlanFiles(
    PlanController &controller, Dialogs &dialogs, QSettings &settings, QWidget *window)
    : QObject(window)
    , m_controller(controller)
    , m_dialogs(dialogs)
    , m_settings(settings)
    , m_window(window)
{ }

bool PlanFiles::mayLeave()
{
    if (!m_controller.isModified())
        return true;
    switch (m_dialogs.askUnsaved(m_window, m_controller.displayName())) {
    case UnsavedAnswer::Save:
        return save();
    case UnsavedAnswer::Discard:
        return true;
    case UnsavedAnswer::Cancel:
        break;
    }
    return false;
}

bool PlanFiles::load(const std::filesystem::path &file, bool isExample)
{
    const std::filesystem::path absolute = std::filesystem::absolute(file);
    auto read = madeInBackground(m_window, tr("Reading %1…").arg(shown(file)),
        [absolute, library = &m_controller.library()] { return readPlanFile(absolute, *library); });
    if (!read)
        return false;
    if (!*read) {
        m_dialogs.showProblem(
            m_window, tr("The plan cannot be opened"), errorLinesText(read->errors()));
        return false;
    }
    ReadPlan &found = read->value();
    m_knownFile = absolute;
    m_known = std::move(found.text);
    // An example is a starting point: saving asks for a name instead of writing into the program's
    // data.
    m_controller.open(std::move(found.plan), isExample ? std::filesystem::path() : absolute);
    if (!isExample)
        remember(absolute);
    emit opened();
    return true;
}

bool PlanFiles::open(const std::filesystem::path &file)
{
    if (!mayLeave())
        return false;
    const auto relative = std::filesystem::absolute(file).lexically_normal().lexically_relative(
        std::filesystem::absolute(m_controller.library().directories().shipped).lexically_normal());
    const bool isExample = !relative.empty() && *relative.begin() != "..";
    return load(file, isExample);
}

bool PlanFiles::openExample(const QString &planId)
{
    if (!mayLeave())
        return false;
    const auto path = m_controller.library().planPath(planId.toStdString());
    if (!path) {
        m_dialogs.showProblem(
            m_window, tr("The plan cannot be opened"), errorLinesText(path.errors()));
        return false;
    }
    return load(*path, true);
}

bool PlanFiles::askAndOpen()
{
    if (!mayLeave())
        return false;
    const QString file = m_dialogs.openPlan(
        m_window, m_controller.file().empty() ? QString() : shown(m_controller.folder()));
    return !file.isEmpty() && load(file.toStdString(), false);
}

/// The defaults of every field with what the first example trains, and on what.
Plan PlanFiles::defaultPlan() const
{
    Plan plan;
    const ProfileLibrary &library = m_controller.library();
    const std::vector<std::string> examples = library.planIds();
    if (examples.empty())
        return plan;
    const auto path = library.planPath(examples.front());
    const auto example = path ? readPlanFile(*path, library) : path.errors();
    if (!example)
        return plan;
    plan.model = example->plan.model;
    plan.hardware = example->plan.hardware;
    plan.workload = example->plan.workload;
    plan.framework = example->plan.framework;
    return plan;
}

/// With the degrees that the search recommends: valid from the start.
Plan PlanFiles::newPlan()
{
    const Plan plan = defaultPlan();
    const auto found = findPlan(m_window, m_controller, tr("Choosing degrees…"), plan);
    return found && found->qualifies ? found->plan : plan;
}

bool PlanFiles::openUnsaved(const Plan &plan)
{
    if (!mayLeave())
        return false;
    m_controller.open(plan, {}, true);
    emit opened();
    return true;
}

bool PlanFiles::takeAnswer(const Plan &plan)
{
    if (!mayLeave())
        return false;
    //: A step of the history.
    m_controller.replacePlan(plan, tr("plan that was found"));
    m_controller.markSaved({});
    emit opened();
    return true;
}

bool PlanFiles::openAny(const QStringList &files)
{
    if (files.isEmpty())
        return false;
    if (files.size() == 1 && files.front().endsWith(QLatin1String(".headroom.yaml")))
        return open(files.front().toStdString());
    return openRuns(files);
}

bool PlanFiles::openRuns(const QStringList &files)
{
    if (files.isEmpty() || !m_controller.services().intake)
        return false;
    std::vector<std::string> names;
    for (const QString &file : files)
        names.push_back(file.toStdString());
    // Names are enough: a pasted text lies in a folder that nobody knows.
    QStringList shown;
    for (const QString &file : files)
        shown.append(QFileInfo(file).fileName());
    const auto intake = madeInBackground(m_window, tr("Reading %1…").arg(shown.front()),
        [read = m_controller.services().intake, names] { return read(names, {}); });
    if (!intake)
        return false;
    if (!intake->hasRead && !intake->hasRun) {
        QStringList lines {
            tr("No training run was recognised in %1.").arg(shown.join(QStringLiteral(", ")))
        };
        for (const Unrecognised &one : intake->unrecognised)
            lines.append(QStringLiteral("%1:%2: %3")
                             .arg(QFileInfo(QString::fromStdString(one.file)).fileName())
                             .arg(one.line)
                             .arg(localMessage(one.reason)));
        m_dialogs.showProblem(
            m_window, tr("The run cannot be read"), lines.join(QLatin1Char('\n')));
        return false;
    }
    if (!openUnsaved(intake->plan))
        return false;
    emit runOpened(files, *intake);
    return true;
}

bool PlanFiles::askAndOpenRuns()
{
    const QString file = m_dialogs.openFile(m_window, tr("Choose a log, script or configuration"),
        tr("Logs, scripts, configurations (*);;All files (*)"));
    return !file.isEmpty() && openRuns({ file });
}

void PlanFiles::createNew()
{
    if (!mayLeave())
        return;
    m_controller.open(newPlan(), {});
    emit opened();
}

bool PlanFiles::save()
{
    const std::filesystem::path file = m_controller.file();
    if (file.empty())
        return saveAs();
    if (isAsKnown(file))
        return write(file);
    switch (m_dialogs.askChangedFile(m_window, shown(file))) {
    case ChangedFileAnswer::Overwrite:
        return write(file);
    case ChangedFileAnswer::Reload:
        return reload();
    case ChangedFileAnswer::SaveAs:
        return saveAs();
    case ChangedFileAnswer::Cancel:
        break;
    }
    return false;
}

/// A file that is gone holds nothing that saving could destroy.
bool PlanFiles::isAsKnown(const std::filesystem::path &file) const
{
    std::error_code failure;
    if (!std::filesystem::exists(std::filesystem::symlink_status(file, failure)))
        return true;
    const Result<std::string> text = readTextFile(file, largestDocument);
    return text && file == m_knownFile && *text == m_known;
}

/// Takes over what is on disk; one step of the history leads back.
bool PlanFiles::reload()
{
    Result<ReadPlan> read = readPlanFile(m_controller.file(), m_controller.library());
    if (!read) {
        m_dialogs.showProblem(
            m_window, tr("The plan cannot be opened"), errorLinesText(read.errors()));
        return false;
    }
    m_controller.replacePlan(read->plan, tr("Reload from disk"));
    m_controller.markSaved(m_controller.file());
    m_knownFile = m_controller.file();
    m_known = std::move(read->text);
    return true;
}

void PlanFiles::takeAsKnown(const std::filesystem::path &file, const std::filesystem::path &backup)
{
    std::error_code failure;
    const auto changed = std::filesystem::last_write_time(file, failure);
    if (failure || changed > std::filesystem::last_write_time(backup, failure))
        return;
    const Result<std::string> text = readTextFile(file, largestDocument);
    if (!text)
        return;
    m_knownFile = file;
    m_known = *text;
}

bool PlanFiles::saveAs()
{
    QString suggestion = shown(m_controller.file());
    if (suggestion.isEmpty()) {
        QString base;
        for (const QChar letter : m_controller.displayName().toLower())
            base.append(
                letter.isLetterOrNumber() && letter.unicode() < 128 ? letter : QLatin1Char('-'));
        suggestion = base.left(60) + QStringLiteral(".headroom.yaml");
    }
    QString file = m_dialogs.savePlan(m_window, suggestion);
    if (file.isEmpty())
        return false;
    if (QFileInfo(file).suffix().isEmpty())
        file += QStringLiteral(".headroom.yaml");
    return write(std::filesystem::absolute(file.toStdString()));
}

bool PlanFiles::write(const std::filesystem::path &file)
{
    std::string text = writePlan(m_controller.plan());
    const Problems problems = writeFileAtomically(file, text);
    if (!problems.empty()) {
        m_dialogs.showProblem(m_window, tr("The plan cannot be saved"), errorLinesText(problems));
        return false;
    }
    m_knownFile = file;
    m_known = std::move(text);
    m_controller.markSaved(file);
    remember(file);
    emit saved();
    return true;
}

void PlanFiles::remember(const std::filesystem::path &file)
{
    QList<RecentPlan> recent = recentPlans();
    recent.removeIf([&file](const RecentPlan &one) { return one.file == shown(file); });
    recent.prepend({ shown(file), modelName(m_controller.plan()), QDate::currentDate() });
    QStringList files, models, dates;
    for (const RecentPlan &one : recent.mid(0, maxRecent)) {
        files.append(one.file);
        models.append(one.model);
        dates.append(one.date.toString(Qt::ISODate));
    }
    m_settings.setValue(recentKey, files);
    m_settings.setValue(recentModelsKey, models);
    m_settings.setValue(recentDatesKey, dates);
    emit recentChanged();
}

QList<RecentPlan> PlanFiles::recentPlans() const
{
    const QStringList models = m_settings.value(recentModelsKey).toStringList();
    const QStringList dates = m_settings.value(recentDatesKey).toStringList();
    QList<RecentPlan> plans;
    for (const QString &file : m_settings.value(recentKey).toStringList())
        plans.append({ file, models.value(plans.size()),
            QDate::fromString(dates.value(plans.size()), Qt::ISODate) });
    return plans;
}

} // namespace headroom
