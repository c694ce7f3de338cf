#include "model/library/architecture/layer_pattern.h"

#include <algorithm>
#include <cmath>

namespace headroom {

bool layerHoldsExperts(const ModelShape &shape, int index)
{
    if (!shape.moe || index < shape.moe->firstDenseLayers)
        return false;
    const int interval = std::max(1, shape.moe->layerInterval);
    return (index - shape.moe->firstDenseLayers) % interval == interval - 1;
}

int expertLayerCount(const ModelShape &shape)
{
    if (!shape.moe)
        return 0;
    return std::max(0, shape.layers - shape.moe->firstDenseLayers)
        / std::max(1, shape.moe->layerInterval);
}

bool layerIsLocal(const ModelShape &shape, int index)
{
    if (shape.window.tokens == 0)
        return false;
    const int period = shape.window.localLayers + shape.window.globalLayers;
    return period > 0 && index % period < shape.window.localLayers;
}

int localLayerCount(const ModelShape &shape)
{
    const int period = shape.window.localLayers + shape.window.globalLayers;
    if (shape.window.tokens == 0 || period == 0)
        return 0;
    return shape.layers / period * shape.window.localLayers
        + std::min(shape.layers % period, shape.window.localLayers);
}

double attendedTokens(double sequence, const WindowShape &window, bool isLocal)
{
    const auto reach = static_cast<double>(window.tokens);
    if (!isLocal || reach >= sequence)
        return sequence / 2;
    if (!window.chunked)
        return reach - reach * reach / (2 * sequence);
    const double chunks = std::floor(sequence / reach), rest = sequence - chunks * reach;
    return (chunks * reach * reach + rest * rest) / (2 * sequence);
}

double meanAttendedTokens(const ModelShape &shape, double sequence)
{
    const double local = localLayerCount(shape);
    const double all = shape.layers;
    return (local * attendedTokens(sequence, shape.window, true)
               + (all - local) * attendedTokens(sequence, shape.window, false))
        / all;
}

ModelShape withLayers(ModelShape shape, int layers)
{
    shape.layers = layers;
    if (shape.moe) {
        shape.moe->firstDenseLayers = std::min(shape.moe->firstDenseLayers, layers);
        shape.moe->moeLayers = expertLayerCount(shape);
    }
    return shape;
}

} // namespace headroom
