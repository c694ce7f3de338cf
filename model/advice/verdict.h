#pragma once

#include "model/estimate/estimate.h"

#include <string>

namespace headroom {

/// The answer in one line: does it fit, how fast, what limits it. Values stay raw, so that each
/// program formats and translates them; `messageId` names a template of model/base/wording.
struct Verdict
{
    std::string messageId; ///< "verdict-fits" | "verdict-should-fit" | "verdict-at-limit" |
                           ///< "verdict-does-not-fit"
    Bytes needed,
        available; ///< per device, of the pool; of the whole chip when that is the tighter one
    double mfu = 0;
    double mfuHalfWidth = 0; ///< of the p10–p90 interval
    std::string bottleneck; ///< term id
    bool operator==(const Verdict &) const = default;
};

/// Pool and throughput of an estimate with the term that limits it.
Verdict verdict(const Estimate &estimate);

/// Why a plan that fits should not be taken without a second look.
enum class Doubt {
    None,
    MayNotFit, ///< the interval of the headroom reaches below nothing
    HardlyUsed, ///< MFU below minSoundMfu
    Warned ///< a finding warns
};
/// Share of the peak below which a plan is hardly a plan. ASSUMED: published runs stay above 20 %.
inline constexpr double minSoundMfu = 0.05;

/// The first that holds, in that order.
Doubt doubt(const Estimate &estimate);

/// The verdict in English: "Fits: 61.4 of 71.3 GiB; …".
std::string verdictText(const Verdict &verdict);

} // namespace headroom
