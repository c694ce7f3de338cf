#pragma once

#include "model/estimate/estimator.h"
#include "model/tune/tune_files.h"

#include <optional>
#include <vector>

namespace headroom {

/// Devices that a run is put on.
struct RunDevices
{
    int nodes = 1, perNode = 1;
    bool operator==(const RunDevices &) const = default;
};

/// A plan that the files are to say, with its plain figures.
struct MeantPlan
{
    ResolvedPlan plan;
    Estimate figures;
};

/// Changed files, and the plan that they read back as.
struct WrittenFiles
{
    std::vector<NamedText> files;
    ResolvedPlan plan;
};

/// The files of a run as a plan, there and back: reads them with what the user says of the machine,
/// and changes them until they read back as a plan that is meant.
class RunFiles
{
public:
    /// Both outlive it.
    RunFiles(const TuneQuestion &question, const Estimator &estimator);

    PlanIntake read(const std::vector<NamedText> &files);
    /// From now on the run has these devices, whatever texts and user said before.
    void setDevices(std::optional<RunDevices> devices) { m_devices = devices; }
    /// The files changed for the plan; nothing where they cannot say it. What a file left open may
    /// read otherwise once the degrees are others, and is then said, too.
    std::optional<WrittenFiles> write(
        const std::vector<NamedText> &files, const ResolvedPlan &from, const MeantPlan &meant);
    /// The plan of `start` with a move, where that breaks no rule.
    std::optional<MeantPlan> moved(const Plan &start, const PlanMove &move) const;

private:
    PlanIntake readAs(const std::vector<NamedText> &files, std::optional<int> devicesPerNode);
    bool isMeant(const ResolvedPlan &from, const ResolvedPlan &back, const MeantPlan &meant) const;

    const TuneQuestion &m_question;
    const Estimator &m_estimator;
    std::optional<int> m_devicesPerNode; ///< whole nodes of the chip that the user names
    std::optional<RunDevices> m_devices;
};

} // namespace headroom
