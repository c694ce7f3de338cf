#pragma once

#include "model/physics/memory/state_memory.h"
#include "model/physics/prepare/linear.h"
#include "model/physics/step/layer_passes.h"

namespace headroom {

/// Windows of the two kinds of layers.
struct StateWindows
{
    LayerWindow dense, moe;
    const LayerWindow &of(LayerKind kind) const { return kind == LayerKind::Moe ? moe : dense; }
};

/// Share of embedding and head on a stage that belongs to the head: its gradient is complete, and
/// its weights are needed, beside the last layer, unless the two are one matrix.
inline double headShare(const Prepared &p, const Candidate &c, Stage stage)
{
    if (c.pipeline > 1)
        return stage == Stage::Last ? 1 : 0;
    const double all = p.embeddingParameters + p.headParameters;
    return p.isTied || all <= 0 ? 0 : p.headParameters / all;
}

} // namespace headroom
