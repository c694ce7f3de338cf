#include "widgets/frame/plan_files.h"

#include "model/base/document/document.h"
#include "model/base/files/write_file.h"
#include "model/plan/framework_options.h"
#include "model/plan/plan_file.h"
#include "model/search/search.h"
#include "model/search/search_knobs.h"
#include "widgets/frame/background.h"
#include "widgets/frame/dialogs.h"
#include "widgets/planning/plan_controller.h"
#include "widgets/text/wording.h"

#include <QDir>
#include <QFileInfo>
#include <QSettings>
#include <QWidget>

namespace headroom {
namespace {

constexpr qsizetype mostRecent = 8;
const auto recentKey = QStringLiteral("recentFiles");

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

Result<ReadPlan> readPlanFile(const std::filesystem::path &file)
{
    Result<std::string> text = readTextFile(file, largestDocument);
    if (!text)
        return text.errors();
    Result<LoadedPlan> loaded = parsePlan(*text, file.string());
    if (!loaded)
        return loaded.errors();
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
        [absolute] { return readPlanFile(absolute); });
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
    const QString file = m_dialogs.openPlan(m_window, startFolder());
    return !file.isEmpty() && load(file.toStdString(), false);
}

/// The defaults of every field, model and chips of the first example, and the degrees that the
/// search recommends for them: lawful from the start.
Plan PlanFiles::newPlan()
{
    Plan plan;
    const ProfileLibrary &library = m_controller.library();
    const std::vector<std::string> examples = library.planIds();
    if (examples.empty())
        return plan;
    const auto path = library.planPath(examples.front());
    const auto example = path ? readPlanFile(*path) : path.errors();
    if (!example)
        return plan;
    plan.model = example->plan.model;
    plan.hardware = example->plan.hardware;
    plan.workload = example->plan.workload;
    if (!m_controller.services().search)
        return plan;
    SearchRequest request;
    request.plan = plan;
    request.free = defaultFreeKnobs();
    request.wantsCustomRemat = false;
    // Held by value: the work may outlive the question.
    const auto found = madeInBackground(
        m_window, tr("Choosing degrees…"), [search = m_controller.services().search, request] {
            return search(request, [](const SearchProgress &) {}, {});
        });
    if (!found || !*found || !(*found)->recommended)
        return plan;
    changePlan(plan, (*found)->rows[*(*found)->recommended].settings);
    return plan;
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
    Result<ReadPlan> read = readPlanFile(m_controller.file());
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
        suggestion = QDir(startFolder()).filePath(base.left(60) + QStringLiteral(".headroom.yaml"));
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
    return true;
}

void PlanFiles::remember(const std::filesystem::path &file)
{
    QStringList recent = recentFiles();
    recent.removeAll(shown(file));
    recent.prepend(shown(file));
    while (recent.size() > mostRecent)
        recent.removeLast();
    m_settings.setValue(recentKey, recent);
    emit recentChanged();
}

QStringList PlanFiles::recentFiles() const
{
    return m_settings.value(recentKey).toStringList();
}

QString PlanFiles::startFolder() const
{
    return m_controller.file().empty() ? QDir::homePath() : shown(m_controller.folder());
}

} // namespace headroom
