#pragma once

namespace headroom {

/// Tokens per device below which FSDP or data-parallel traffic cannot hide: C/(axes·W), W both
/// directions of one torus axis. @source scaling-book "training"; FORMULAS §7
constexpr double criticalTokensTorus(double peak, double axisBothWays, double axes = 1)
{
    return peak / (axes * axisBothWays);
}

/// The same between nodes of `devices` GPUs, each with its NIC: C/(g·W).
constexpr double criticalTokensNode(double peak, double devices, double nic)
{
    return peak / (devices * nic);
}

} // namespace headroom
