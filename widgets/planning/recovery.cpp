#include "widgets/planning/recovery.h"

#include "model/base/document/document.h"
#include "model/base/files/write_file.h"
#include "model/plan/fields/plan_file.h"
#include "widgets/planning/plan_controller.h"

#include <QLockFile>
#include <QUuid>

namespace headroom {
namespace {

constexpr auto backupEnding = ".headroom.yaml";
constexpr auto brokenEnding = ".broken";
constexpr auto originMark = "# recovered-from: ";

QString lockName(const std::filesystem::path &backup)
{
    return QString::fromStdString(backup.string()) + QStringLiteral(".lock");
}

std::filesystem::path originOf(std::string_view text)
{
    const std::string_view line = text.substr(0, text.find('\n'));
    return line.starts_with(originMark) ? line.substr(std::string_view(originMark).size())
                                        : std::string_view();
}

/// The file under a name that is asked about no more.
std::filesystem::path setAside(const std::filesystem::path &backup)
{
    std::filesystem::path kept = backup;
    kept += brokenEnding;
    std::error_code failure;
    std::filesystem::rename(backup, kept, failure);
    return failure ? backup : kept;
}

} // namespace

Recovery::Recovery(PlanController &controller, std::filesystem::path folder, QObject *parent)
    : QObject(parent)
    , m_controller(controller)
    , m_folder(std::move(folder))
{
    m_timer.setSingleShot(true);
    m_timer.setInterval(delayMilliseconds);
    connect(&m_timer, &QTimer::timeout, this, [this] { write(); });
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

bool Recovery::write()
{
    if (!m_controller.isModified())
        return true;
    std::error_code status;
    std::filesystem::create_directories(m_folder, status);
    if (!m_lock) {
        const QString name = QUuid::createUuid().toString(QUuid::WithoutBraces);
        m_backup = m_folder / (name.toStdString() + backupEnding);
        m_lock = std::make_unique<QLockFile>(lockName(m_backup));
        m_lock->setStaleLockTime(0); // only the death of its process makes a lock stale
        if (!m_lock->tryLock(0)) {
            m_lock.reset();
            return false;
        }
    }
    std::string origin = m_controller.file().string();
    if (origin.find('\n') != std::string::npos)
        origin.clear();
    // A backup that cannot be written must not disturb the work; the plan is still in the window.
    return writeFileAtomically(
        m_backup, originMark + origin + "\n" + writePlan(m_controller.plan()))
        .empty();
}

void Recovery::removeOwn()
{
    if (!m_lock)
        return;
    std::error_code status;
    std::filesystem::remove(m_backup, status);
    m_lock.reset();
}

Orphans Recovery::orphans() const
{
    Orphans found;
    clearUnfinished(m_folder);
    std::error_code status;
    std::vector<std::filesystem::path> backups;
    for (std::filesystem::directory_iterator entry { m_folder, status }, end;
         !status && entry != end; entry.increment(status))
        if (entry->path().string().ends_with(backupEnding) && entry->path() != m_backup)
            backups.push_back(entry->path());
    for (const std::filesystem::path &backup : backups) {
        QLockFile lock(lockName(backup));
        lock.setStaleLockTime(0);
        if (!lock.tryLock(0))
            continue; // its window still runs
        lock.unlock();
        const Result<std::string> text = readTextFile(backup, largestDocument);
        Result<LoadedPlan> loaded = text ? parsePlan(*text, backup.string()) : text.errors();
        if (loaded)
            found.plans.push_back({ std::move(loaded->plan), originOf(*text), backup });
        else
            found.broken.push_back({ setAside(backup), loaded.errors() });
    }
    return found;
}

void Recovery::discard(const RecoveredPlan &plan) const
{
    std::error_code status;
    std::filesystem::remove(plan.backup, status);
}

} // namespace headroom
