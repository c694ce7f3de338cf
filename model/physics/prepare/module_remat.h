#pragma once

#include "model/physics/prepare/prepared.h"

namespace headroom {

/// Elements of query, key and value of a token: of latent attention after the up projections.
double queryKeyValue(const Prepared &p);
/// The same as a backward pass keeps them: with rotated copies where the stack has some.
double keptQueryKeyValue(const Prepared &p);
/// Tensors as wide as an MLP that are kept behind its gate: the activation function's output, and
/// what the function keeps for itself.
double keptActivations(const Prepared &p);

/// Takes out of a layer that keeps everything what the plan's modules recompute (`recomputes`: the
/// policy is selective; no module named: the attention core), and sends to the host what they
/// offload. Bytes are per token and layer, as RematCosts has them.
/// @source FORMULAS §5.7
void dropModules(const Prepared &p, bool recomputes, RematCosts &costs);

/// Sends to the host what a policy keeps of a layer, but for the few tensors whose copies are under
/// way. @source FORMULAS §5.8
void offloadActivations(const Prepared &p, RematCosts &costs);

} // namespace headroom
