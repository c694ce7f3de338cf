#pragma once

#include <cmath>

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

/// Largest tensor degree whose traffic still hides: axes·f·W/C.
constexpr double tensorDegreeLimit(double peak, double axisBothWays, double ffn, double axes = 1)
{
    return axes * ffn * axisBothWays / peak;
}

/// Tokens per device that FSDP mixed with tensor parallelism needs: 4·(C/W)²/(Mx·My·f).
constexpr double mixedCriticalTokens(
    double peak, double axisBothWays, double ffn, double fsdpAxes, double tensorAxes)
{
    const double ratio = peak / axisBothWays;
    return 4 * ratio * ratio / (fsdpAxes * tensorAxes * ffn);
}

/// Tokens per weight matrix above which a product is bound by arithmetic: C/W_hbm (2 bytes, 2
/// FLOPs).
constexpr double memoryBoundTokens(double peak, double memoryRate)
{
    return peak / memoryRate;
}

/// All-gather over one closed torus axis: bytes / both-way rate; an all-reduce takes two of them,
/// an all-to-all a quarter. @unit seconds
constexpr double torusGatherSeconds(double bytes, double axisBothWays)
{
    return bytes / axisBothWays;
}

} // namespace headroom
