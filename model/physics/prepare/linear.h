#pragma once

#include "model/physics/prepare/tuning_work.h"

#include <array>
#include <cstddef>
#include <cstdint>

namespace headroom {

/// Layers differ by what stands behind attention: one MLP, or experts.
enum class LayerKind : std::uint8_t { Dense, Moe };

/// How tensor parallelism cuts a matrix: its columns, its rows, or not at all. Those of experts are
/// cut by the expert-tensor degree.
enum class Cut : std::uint8_t { Column, Row, None, ExpertColumn, ExpertRow };

/// One matrix GEMM of a layer, per token [1, in] x [in, out], before sharding.
struct Linear
{
    const char *id = "";
    double in = 0; ///< K
    double out = 0; ///< N
    Cut cut = Cut::None;
    bool ofDense = true; ///< takes part in layers with a dense MLP
    bool ofMoe = true; ///< takes part in layers with experts
    bool isQuantised = true; ///< follows the low-precision recipe
    std::uint8_t tensor = 0; ///< index into the replay table of a policy (SavedTensor)

    std::uint8_t firstAdapter = 0, adapterCount = 0; ///< beside it (TuningWork::adapters)
    double widest = 0; ///< columns of the widest matrix in it where it is several; 0: it is one

    std::span<const Adapter> adaptersOf(const TuningWork &tuning) const
    {
        return tuning.all().subspan(firstAdapter, adapterCount);
    }
    bool isOf(LayerKind kind) const { return kind == LayerKind::Dense ? ofDense : ofMoe; }
    bool isOfExperts() const { return cut == Cut::ExpertColumn || cut == Cut::ExpertRow; }
};
inline constexpr std::size_t maxLinears = 12;

/// Named activations that a policy keeps, offloads or computes again.
enum class SavedTensor : std::uint8_t {
    Qkv,
    Context,
    OutProj,
    MlpIn,
    MlpOut,
    MlaDown,
    ExpertIn,
    ExpertOut,
    SharedIn,
    Count
};
inline constexpr std::size_t savedTensorCount = static_cast<std::size_t>(SavedTensor::Count);

} // namespace headroom
