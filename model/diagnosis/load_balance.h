#pragma once

#include <cmath>

namespace headroom {

// The load-balancing loss of Megatron-Core and what it says of the busiest expert, where one expert
// is chosen more often than the others, which share the rest evenly (ASSUMED: the loss alone does
// not say how many experts are hot). The loss is experts · Σ share²: 1 when all are alike.
// @source NVIDIA/Megatron-LM core/transformer/moe/moe_utils.py, switch_load_balancing_loss_func()

/// `imbalance`: load of the busiest expert over the mean.
inline double loadBalancingLoss(double imbalance, int experts)
{
    return 1 + (imbalance - 1) * (imbalance - 1) / (experts - 1);
}

inline double imbalanceOf(double loss, int experts)
{
    return 1 + std::sqrt(std::fmax(loss - 1, 0) * (experts - 1));
}

} // namespace headroom
