#pragma once

#include "model/base/units/quantity.h"

#include <array>
#include <cstddef>
#include <cstdint>
#include <span>

namespace headroom {

struct Linear;

/// One pair of trained matrices, [in, r] and [r, out], beside a frozen one of a layer. Tensor
/// parallelism cuts the one whose side the frozen matrix has cut; the other lies whole on every
/// rank. @source LoRA (arXiv 2106.09685) §4.1; Megatron-Bridge peft/utils.py
struct Adapter
{
    const char *id = ""; ///< "q_adapter"
    double in = 0, out = 0; ///< of the frozen matrix
};
inline constexpr std::size_t maxAdapters = 16;

/// What a plan with frozen weights has beside the model, ready for the formulas. Made once by
/// prepare(); nothing of it counts while `isAdapted` is false.
struct TuningWork
{
    bool isAdapted = false;
    double rank = 0;
    std::array<Adapter, maxAdapters> adapters {}; ///< those of one matrix stand together
    int adapterCount = 0;

    bool isQuantised = false; ///< frozen matrices are widened to 16 bits before each GEMM
    Bytes baseBytes { 2 },
        expertBaseBytes { 2 }; ///< of a frozen weight, its share of scales included

    /// Trained whole, as a copy next to the frozen one.
    bool trainsEmbedding = false, trainsHead = false;
    bool learnsMagnitudes = false; ///< DoRA: one for each output of an adapted matrix
    bool hasReferencePass = false; ///< DPO: the frozen model runs forward as well
    bool hasReferenceModel = false; ///< ... as a second model; else adapters are switched off
    bool isWide = false; ///< all that is frozen lies in 32 bit

    /// Trained parameters of the model: all layers, experts included, before sharding.
    double parameters = 0;
    double activeParameters = 0; ///< those of adapters that one token meets

    std::span<const Adapter> all() const
    {
        return { adapters.data(), static_cast<std::size_t>(adapterCount) };
    }
};

} // namespace headroom
