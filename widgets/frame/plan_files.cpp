#include "widgets/frame/plan_files.h"

#include "model/plan/plan_file.h"
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
    Result<LoadedPlan> loaded = loadPlan(file);
    if (!loaded) {
        m_dialogs.showProblem(
            m_window, tr("The plan cannot be opened"), errorLinesText(loaded.errors()));
        return false;
    }
    // An example is a starting point: saving asks for a name instead of writing into the program's
    // data.
    m_controller.open(std::move(loaded->plan),
        isExample ? std::filesystem::path() : std::filesystem::absolute(file));
    if (!isExample)
        remember(std::filesystem::absolute(file));
    emit opened();
    return true;
}

bool PlanFiles::open(const std::filesystem::path &file)
{
    if (!mayLeave())
        return false;
    std::error_code status;
    const auto shipped = m_controller.library().directories().shipped;
    const auto relative = std::filesystem::relative(file, shipped, status);
    const bool isExample = !status && !relative.empty() && *relative.begin() != "..";
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

void PlanFiles::createNew()
{
    if (!mayLeave())
        return;
    m_controller.open(Plan {}, {});
    emit opened();
}

bool PlanFiles::save()
{
    return m_controller.file().empty() ? saveAs() : write(m_controller.file());
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
    const Problems problems = headroom::savePlan(m_controller.plan(), file);
    if (!problems.empty()) {
        m_dialogs.showProblem(m_window, tr("The plan cannot be saved"), errorLinesText(problems));
        return false;
    }
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
