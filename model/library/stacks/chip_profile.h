#pragma once

#include "model/base/document/document.h"
#include "model/library/hardware/accelerator.h"

#include <array>
#include <string>
#include <vector>

namespace headroom {

enum class AttentionKernel { Unfused, Flash1, Flash2, Flash3, CudnnFlash, Splash };
inline constexpr std::size_t attentionKernelCount = 6;

/// What one family of chips reaches of its peaks inside a model: shares of the datasheet rates.
/// Fitted on measurements unless the profile says otherwise (profiles/stacks/chips.yaml).
struct ChipProfile
{
    std::string id; ///< "hopper"
    std::vector<std::string> accelerators;
    double gemm16 = 0.7; ///< bf16 and fp16 matrix products
    double gemm8 = 0.6; ///< fp8 and int8, of their own peak
    double gemm4 = 0.45;
    double gemmRamp = 128; ///< elements of K at which half the rate is lost
    double tileSoftness = 1; ///< how much of tile and wave quantisation is felt, 0..1
    double misaligned = 0.8; ///< rate of products whose rows are multiples of 16 bytes only
    double memory = 0.85; ///< of the HBM rate, streaming kernels
    std::array<double, attentionKernelCount> attentionForward {}; ///< of the bf16 peak at d = 128
    double attentionScale = 1; ///< of the kernels' published rates, inside a model
    double attentionBackwardRatio = 0.85; ///< backward over forward efficiency
    /// What collectives of a step reach of the bus rates that the library's own model gives to a
    /// benchmark (profiles/collectives); TPU: of a torus axis.
    double link = 0.95;
    double network = 0.729;
    double contention = 0.3; ///< κ: share of an overlapped collective that is felt anyway
    double hostFactor = 1; ///< of a stack's routing overhead: how fast its usual hosts issue work
    double networkContention = 0.15; ///< κ of collectives that leave the node
    double peer = 0.591; ///< of PCIe between devices of one node without fast links
    double host = 0.8; ///< of the host link, offloaded tensors
    double networkLatency = 2; ///< of rings and trees that leave a node, over the library's model
    double allToAllNetwork = 0.6; ///< of the NICs' bus rate, expert dispatch
    double allToAll = 0.58; ///< of the links' bus rate, expert dispatch
    double groupedGemm = 0.8; ///< grouped expert products over plain ones
    double denseWidth = 0.12; ///< half of the 80 % band of ln(time), dense models, all inputs known
    double expertWidth = 0.28; ///< the same for mixtures of experts
    double denseSources = 0, expertSources = 0; ///< independent sources of runs on these chips
    std::string source;
    bool operator==(const ChipProfile &) const = default;
};

} // namespace headroom
