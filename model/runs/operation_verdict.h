#pragma once

#include "model/base/outcome/message.h"

#include <string>

namespace headroom {

/// Operations of one kind that were measured on their own, against what the machine should give.
struct OperationVerdict
{
    std::string kind; ///< "all_reduce", "gemm", "copy" …
    int group = 0, nodes = 0; ///< ranks and the hosts that they lie on; 0: no collective
    std::string chip; ///< id of the hardware profile; empty: nothing says it
    /// What was reached and what is expected: bus GB/s of the largest message for collectives,
    /// TFLOP/s for products, GB/s for copies. 0: not judged.
    double reached = 0, expected = 0;
    /// Of the rate of adapters or links, the share that gives what was reached; 1: as it should be.
    double part = 1;
    std::string unit; ///< "GB/s" | "TFLOP/s"
    std::string culprit; ///< "network-sockets", "links-pcie" …; empty: as it should be, or unknown
    Message text; ///< what was reached
    Message reason; ///< the likely culprit, and how to tell; without id: none

    double share() const { return expected > 0 ? reached / expected : 0; }
};

} // namespace headroom
