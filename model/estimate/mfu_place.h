#pragma once

#include "model/base/document/document.h"
#include "model/base/outcome/message.h"

#include <string>

namespace headroom {

/// Where an MFU stands among measured ones.
enum class MfuStanding {
    Low, ///< below three quarters of them
    Typical,
    High, ///< above three quarters of them
    Best, ///< above all of them
};
/// "low", "typical", "high", "best".
const char *mfuStandingName(MfuStanding standing);

/// An MFU among the measured runs that are most like a plan. Shares are of the dense peak, by
/// causal model FLOPs, as estimates have them.
struct MfuPlace
{
    double mfu = 0;
    MfuStanding standing = MfuStanding::Typical;
    int runs = 0, sources = 0; ///< that it is compared with
    double lower = 0, median = 0, upper = 0; ///< quarters of these; each source counts once
    double best = 0;
    std::string bestId, bestSource; ///< of the row of measurements; "NVIDIA/dgxc-benchmarking"
    double parameters = 0; ///< active ones of the plan's model
    bool hasExperts = false, isTuned = false;
    bool isOfClass = false; ///< the runs are of models of its size, not of all sizes
    bool isOfScale = false; ///< and on about as many devices
    std::string chip; ///< name
};

/// "41 %: typical for 70B-class models on H100 …; the best known here is 52 %, by …".
Message mfuMessage(const MfuPlace &place);
/// The same in English, as one sentence.
std::string mfuText(const MfuPlace &place);
/// Adds it to a document as `mfu_among_measured`.
void addMfuPlace(Document &document, const MfuPlace &place);

} // namespace headroom
