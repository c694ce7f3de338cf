#include "widgets/planning/recovery.h"

#include "model/plan/plan_file.h"
#include "widgets/planning/plan_controller.h"

#include <QLockFile>
#include <QUuid>

#include <fstream>

namespace headroom {
namespace {

constexpr auto backupEnding = ".headroom.yaml";
constexpr auto originMark = "# recovered-from: ";

QString lockName(const std::filesystem::path &backup)
{
    return QString::fromStdString(backup.string()) + QStringLiteral(".lock");
}

std::filesystem::path originOf(const std::filesystem::path &backup)
{
    std::ifstream stream(backup);
    std::string line;
    std::getline(stream, line);
    return line.starts_with(originMark) ? line.substr(std::string_view(originMark).size())
                                        : std::string();
}

} // namespace

Recovery::Recovery(PlanController &controller, std::filesystem::path folder, QObject *parent)
    : QObject(parent)
    , m_controller(controller)
    , m_folder(std::move(folder))
{
    m_timer.setSingleShot(true);
    m_timer.setInterval(delayMilliseconds);
    connect(&m_timer, &QTimer::timeout, this, &Recovery::write);
    connect(&controller, &PlanController::planChanged, this, &Recovery::planChanged);
    connect(&controller, &PlanController::fileChanged, this, &Recovery::planChanged);
}

Recovery::~Recovery()
{
    removeOwn();
}

void Recovery::planChanged()
{
    if (!m_controller.isModified()) {
        m_timer.stop();
        removeOwn();
    } else if (!m_timer.isActive()) {
        // Not restarted by later edits: steady typing must not put the backup off for ever.
        m_timer.start();
    }
}

void Recovery::write()
{
    if (!m_controller.isModified())
        return;
    std::error_code status;
    std::filesystem::create_directories(m_folder, status);
    if (!m_lock) {
        const QString name = QUuid::createUuid().toString(QUuid::WithoutBraces);
        m_backup = m_folder / (name.toStdString() + backupEnding);
        m_lock = std::make_unique<QLockFile>(lockName(m_backup));
        m_lock->setStaleLockTime(0); // only the death of its process makes a lock stale
        if (!m_lock->tryLock(0)) {
            m_lock.reset();
            return;
        }
    }
    std::string origin = m_controller.file().string();
    if (origin.find('\n') != std::string::npos)
        origin.clear();
    // A backup that cannot be written must not disturb the work; the plan is still in the window.
    (void)writeFileAtomically(
        m_backup, originMark + origin + "\n" + writePlan(m_controller.plan()));
}

void Recovery::removeOwn()
{
    if (!m_lock)
        return;
    std::error_code status;
    std::filesystem::remove(m_backup, status);
    m_lock.reset();
}

std::vector<RecoveredPlan> Recovery::orphans() const
{
    std::vector<RecoveredPlan> found;
    std::error_code status;
    for (const auto &entry : std::filesystem::directory_iterator(m_folder, status)) {
        const std::filesystem::path backup = entry.path();
        if (!backup.string().ends_with(backupEnding) || backup == m_backup)
            continue;
        QLockFile lock(lockName(backup));
        lock.setStaleLockTime(0);
        if (!lock.tryLock(0))
            continue; // its window still runs
        lock.unlock();
        Result<LoadedPlan> loaded = loadPlan(backup);
        if (loaded)
            found.push_back({ std::move(loaded->plan), originOf(backup), backup });
        else
            std::filesystem::remove(backup, status);
    }
    return found;
}

void Recovery::discard(const RecoveredPlan &plan) const
{
    std::error_code status;
    std::filesystem::remove(plan.backup, status);
}

} // namespace headroom
