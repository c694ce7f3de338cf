#pragma once

#include "model/calibration/components.h"
#include "model/estimate/estimator.h"
#include "model/flags/catalogue/flag_catalogue.h"
#include "model/library/profiles/release_table.h"
#include "model/session/plan_estimator.h"

#include <filesystem>
#include <memory>

namespace headroom {

/// What window and command line work with: the only place that loads the flag catalogue and
/// composes estimators, each file read when it is first needed and once. Copies share what was
/// read. Safe for use from several threads; the estimators outlive it, the library outlives them.
class Workbench
{
public:
    explicit Workbench(const ProfileLibrary &library);

    const ProfileLibrary &library() const;
    Result<std::shared_ptr<const FlagCatalogue>> catalogue() const;
    Result<std::shared_ptr<const ReleaseTable>> releases() const;
    Result<std::shared_ptr<const CalibrationPriors>> priors() const;

    /// The estimator that answers plans everywhere: with the effective flags of each plan, what is
    /// to say about its flags and releases, and the memory that a compiler planned; moved by the
    /// user's measurements when `calibration` names a CSV or a cluster profile, by file or id.
    /// Errors: flags, stacks or the calibration cannot be read.
    Result<Estimator> estimator(const std::filesystem::path &calibration = {}) const;
    /// The same without a calibration, before the flags are read: for a window that shall be up
    /// soon. Flags that cannot be read count as none.
    Result<Estimator> estimatorAhead() const;

    /// Files that hold what compilers planned, as the estimators read them.
    CompiledShelf &compiled() const;

private:
    struct State;
    std::shared_ptr<State> m_state;
};

} // namespace headroom
