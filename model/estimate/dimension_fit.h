#pragma once

#include "model/estimate/estimator.h"
#include "model/physics/compute/gemm_time.h"

namespace headroom {

/// What a dimension should be a multiple of on a chip, for operands of one size of element.
struct DimensionMultiple
{
    double least = 8; ///< below it the matrix units are not used, or only in part
    double best = 64; ///< fills the memory system's lines or the systolic array
};

/// GPUs: 16 bytes let tensor cores work (8 elements of fp16), whole lines fill them (128 bytes, 64
/// elements of 16 bits, on A100 and later; the chip's profile says). TPUs: the side of the systolic
/// array.
/// @source NVIDIA, Matrix Multiplication Background, "Requirements"; TPU documentation, "MXU"
DimensionMultiple dimensionMultiple(const Accelerator &accelerator, Bytes element);

/// One dimension of the model or batch against the chip's multiple.
struct DimensionFit
{
    std::string id; ///< "hidden", "ffn", "expert_ffn", "attention_width", "head_size",
                    ///< "vocabulary", "tokens"
    std::string label;
    double value = 0; ///< of the whole model
    double perDevice = 0; ///< what the kernels of one device see
    double least = 0, best = 0; ///< see DimensionMultiple
    bool isAligned = true; ///< perDevice is a multiple of best
    double better = 0; ///< nearest value whose part per device is one; `value` when aligned
    double gain = 0; ///< of model FLOP/s at `better`: 0.03 is three per cent more
    Seconds step; ///< at `better`
};

/// Every dimension of the plan. Those that are no multiple are predicted again with both
/// neighbours, and the nearer one that runs at a higher rate (else the faster) is reported; of a
/// vocabulary only the larger, and none where the framework pads it by itself.
std::vector<DimensionFit> dimensionFits(
    const Estimator &estimator, const ResolvedPlan &resolved, const Prepared &prepared);

/// The hints that follow: matrix dimensions that are no multiple, with the gain of the better
/// value.
std::vector<Finding> dimensionFindings(const std::vector<DimensionFit> &fits);

/// How one matrix GEMM covers the chip: output tiles, waves of them, and what is wasted.
struct TileFit
{
    std::string id, label; ///< the matrix
    double m = 0, k = 0, n = 0, batch = 1;
    double tileRows = 0, tileColumns = 0;
    double tiles = 0;
    double waves = 0; ///< rounds over the compute units; 0 on a TPU
    double filled = 1; ///< tiles over places in these waves
    double useful = 1; ///< elements over elements computed, waves included
};

/// Of one GEMM, with the tile that the time model takes. @source FORMULAS §6.1
TileFit tileFit(const Prepared &prepared, const Gemm &gemm);
/// Of every matrix of a layer, as a rank multiplies it.
std::vector<TileFit> tileFits(const Prepared &prepared, const Candidate &candidate);

} // namespace headroom
