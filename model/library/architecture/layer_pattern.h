#pragma once

#include "model/library/architecture/model_shape.h"

namespace headroom {

/// Whether layer `index` (from 0) holds experts: after the first dense layers every
/// layerInterval-th one does, the last of each interval.
bool layerHoldsExperts(const ModelShape &shape, int index);

/// How many layers hold experts by that rule; 0 without experts.
int expertLayerCount(const ModelShape &shape);

/// Whether layer `index` (from 0) attends only to a window or chunk.
bool layerIsLocal(const ModelShape &shape, int index);
/// How many layers are local by that rule; 0 without a window.
int localLayerCount(const ModelShape &shape);

/// Tokens that one token attends to on average under a causal mask: s/2 without a window,
/// w − w²/(2s) when a window of w slides, w/2 in whole chunks and less in a last, shorter one. It
/// is the area of the mask over s; the sum over tokens, each of which sees itself, is half a token
/// more for every row that the diagonal cuts (w/(2s), and 1/2 without a window or in chunks).
/// @unit tokens   @source scaling-book, chapter on transformers, for s/2
double attendedTokens(double sequence, const WindowShape &window, bool isLocal);

/// The same, averaged over all layers.
double meanAttendedTokens(const ModelShape &shape, double sequence);

/// The shape with another number of layers, as cut-down runs use it; experts keep their rule.
ModelShape withLayers(ModelShape shape, int layers);

} // namespace headroom
