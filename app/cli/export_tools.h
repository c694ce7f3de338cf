#pragma once

#include "model/launch/launch_flags.h"
#include "model/launch/prepare_export.h"

#include <memory>

namespace headroom {

/// Loads what exports and sweeps need once for a command: the estimator and the flag catalogue.
class ExportWorkshop
{
public:
    static Result<ExportWorkshop> open(const ProfileLibrary &library);

    /// Refers to this object.
    ExportTools tools() const { return { *m_library, *m_estimator, m_flags }; }
    const Estimator &estimator() const { return *m_estimator; }

private:
    const ProfileLibrary *m_library = nullptr;
    std::shared_ptr<const Estimator> m_estimator;
    LaunchFlagSource m_flags;
};

} // namespace headroom
