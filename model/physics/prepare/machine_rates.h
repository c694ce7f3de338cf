#pragma once

#include "model/base/units/quantity.h"
#include "model/library/stacks/chip_profile.h"

namespace headroom {

/// Rates and sizes of the chip, its links and its host; reached ones where not called peak. What
/// links reach stands in Prepared::collectives.
struct MachineRates
{
    FlopPerSecond rate16, peak16; ///< of 16-bit GEMMs
    BytesPerSecond memoryRate, hostRate;
    BytesPerSecond linkPeak, networkPeak, memoryPeak, hostPeak, axisPeak;
    AttentionKernel kernel = AttentionKernel::Flash2;
    bool isCompiled = true;
    double domain = 8, devicesPerNode = 8, nodes = 1;
    double computeUnits = 0, mxu = 0, torusDimensions = 0;
    /// Share of the NICs' bus rate that dispatch kernels reach which send a row to a node once and
    /// pass it on inside. @source DeepEP README: 90 GB/s at 2 nodes, of it half leaves; 61 at 4, of
    /// it 3/4; 48 is the bus rate of the NIC
    double dispatchNetworkShare = 0.9375;
    bool isTpu = false;
    double contextScale = 1; ///< of the CUDA context, over that of an A100: it grows with the SMs
    Bytes usableBytes;
    Bytes poolBytes; ///< preallocated pool; 0: the pool grows to what the outside leaves
    FlopPerSecond attentionForwardRate, attentionBackwardRate; ///< at the model's head size
    bool isFlash = true;
    double powerShare = 1; ///< cap over the power that the chip is designed for
    double powerFactor = 1; ///< what it leaves of the rates
};

} // namespace headroom
