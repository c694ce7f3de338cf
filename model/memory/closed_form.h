#pragma once

namespace headroom {

/// Shape and degrees of a plain GPT layer (f = 4h, 16 bit, dropout kept, unfused attention) as the
/// closed form of arXiv 2205.05198 knows it.
struct ClosedFormCase
{
    double sequence = 0, microBatch = 0, hidden = 0, heads = 0, layers = 0;
    double tensor = 1, pipeline = 1, chunks = 1;
    bool sequenceParallel = false;
};

enum class ClosedFormRecompute { None, Selective, Full };

/// Bytes of activations of one layer. @source FORMULAS §5.1; arXiv 2205.05198 table 2
constexpr double closedFormLayerBytes(const ClosedFormCase &own, ClosedFormRecompute recompute)
{
    const double sbh = own.sequence * own.microBatch * own.hidden;
    if (recompute == ClosedFormRecompute::Full)
        return 2 * sbh;
    const double t = own.tensor;
    const double plain = own.sequenceParallel ? 34 / t : 10 + 24 / t;
    const double scores = 5 * own.heads * own.sequence / (own.hidden * t);
    return sbh * (plain + (recompute == ClosedFormRecompute::None ? scores : 0));
}

/// Layers whose activations the first stage holds at once, interleaving included: L·(1 +
/// (p−1)/(p·v)).
/// @source arXiv 2205.05198 §4.2.3
constexpr double closedFormLayersHeld(const ClosedFormCase &own)
{
    const double extra = own.chunks > 1 ? (own.pipeline - 1) / (own.pipeline * own.chunks) : 0;
    return own.layers * (1 + extra);
}

constexpr double closedFormActivationBytes(const ClosedFormCase &own, ClosedFormRecompute recompute)
{
    return closedFormLayersHeld(own) * closedFormLayerBytes(own, recompute);
}

} // namespace headroom
