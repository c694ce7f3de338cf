#pragma once

#include "model/base/outcome/result.h"
#include "model/plan/plan.h"

#include <QObject>
#include <QTimer>

#include <filesystem>
#include <memory>
#include <vector>

class QLockFile;

namespace headroom {

class PlanController;

/// Work that a crash left behind.
struct RecoveredPlan
{
    Plan plan;
    std::filesystem::path original; ///< the plan's own file; empty when it had none
    std::filesystem::path backup;
};

/// A backup that cannot be read, perhaps of a newer version. It is kept under another name, so that
/// nobody is asked twice and nothing is lost.
struct BrokenBackup
{
    std::filesystem::path file; ///< where it is now
    Errors problems;
};

struct Orphans
{
    std::vector<RecoveredPlan> plans;
    std::vector<BrokenBackup> broken;
};

/// Writes unsaved work beside the program's state a moment after each edit, and finds what an
/// earlier process that died did not clean up. Every running window has a locked backup of its own.
class Recovery : public QObject
{
    Q_OBJECT
public:
    static constexpr int delayMilliseconds = 1500; ///< an edit is safe after this time

    Recovery(PlanController &controller, std::filesystem::path folder, QObject *parent);
    ~Recovery() override;

    /// Backups of processes that no longer run.
    Orphans orphans() const;
    void discard(const RecoveredPlan &plan) const;
    /// Backs up now what is not saved; false when it cannot be written.
    bool write();

private:
    void planChanged();
    void removeOwn();

    PlanController &m_controller;
    std::filesystem::path m_folder, m_backup;
    std::unique_ptr<QLockFile> m_lock;
    QTimer m_timer;
};

} // namespace headroom
