#pragma once

#include "model/base/units/quantity.h"

namespace headroom {

/// Tokens per device below which FSDP or data-parallel traffic cannot hide: C/(axes·W), W both
/// directions of one torus axis. @source scaling-book "training"; FORMULAS §7
constexpr double criticalTokensTorus(
    FlopPerSecond peak, BytesPerSecond axisBothWays, double axes = 1)
{
    return peak.value() / (axes * axisBothWays).value();
}

/// The same between nodes of `devices` GPUs, each with its NIC: C/(g·W).
constexpr double criticalTokensNode(FlopPerSecond peak, double devices, BytesPerSecond nic)
{
    return peak.value() / (devices * nic).value();
}

} // namespace headroom
