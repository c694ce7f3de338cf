#pragma once

#include "model/physics/layout.h"

namespace headroom {

/// Time that one message takes around a group of GPUs, however small it is. Rings pass a chunk
/// through every rank in turn, trees would take log2 of them; libraries gather, scatter and
/// broadcast in rings.
/// @unit seconds
inline double ringLatencySeconds(const Prepared &p, const GroupSpan &group)
{
    const double inside = p.chip.linkLatency * (group.insideNode - 1);
    return inside + (group.domains > 1 ? p.chip.ringLatency * group.size : 0);
}

/// All-gather or reduce-scatter of `bytes` (the full gathered size) over a group.
/// GPU: the larger of the share over the scale-up links and the share over the NICs, plus latency.
/// TPU: inside a slice over `axes` torus axes, between slices over the data-centre network.
/// @unit seconds   @source FORMULAS §6.5; scaling-book "sharded matrices"
inline double gatherSeconds(
    const Prepared &p, double bytes, const GroupSpan &group, double axes = 1)
{
    if (group.size <= 1 || bytes <= 0)
        return 0;
    if (p.isTpu) {
        double seconds = 0;
        if (group.inside > 1) {
            const double wrap = p.icLinkRate * axes;
            seconds = bytes * (group.inside - 1) / group.inside / wrap
                + p.chip.linkLatency * group.inside / (2 * axes);
        }
        if (group.domains > 1)
            seconds += bytes * (group.domains - 1) / group.domains / (group.inside * p.networkRate);
        return seconds;
    }
    const double share = bytes * (group.size - 1) / group.size;
    const double local = group.inside > 1 ? share / p.linkRate : 0;
    const double peer = group.insideNode > group.inside ? share / p.peerRate : 0;
    const double remote = group.domains > 1
        ? bytes * (group.domains - 1) / group.domains / (group.insideNode * p.networkRate)
        : 0;
    return std::max({ local, peer, remote }) + ringLatencySeconds(p, group);
}

/// All-reduce: a reduce-scatter and an all-gather; NVSwitch reductions lift it a little.
/// @unit seconds
inline double reduceSeconds(
    const Prepared &p, double bytes, const GroupSpan &group, double axes = 1)
{
    return 2 * gatherSeconds(p, bytes, group, axes);
}

/// All-to-all where each rank sends `bytes` in all, spread evenly over the group.
/// @unit seconds   @source FORMULAS §6.5
inline double exchangeSeconds(const Prepared &p, double bytes, const GroupSpan &group)
{
    if (group.size <= 1 || bytes <= 0)
        return 0;
    if (p.isTpu) {
        const double local = group.inside > 1
            ? bytes * group.inside / 4 / p.icLinkRate + p.chip.linkLatency * group.inside / 2
            : 0;
        const double remote
            = group.domains > 1 ? bytes * (group.domains - 1) / group.domains / p.networkRate : 0;
        return local + remote;
    }
    const double local = bytes * (group.inside - 1) / group.size / (p.linkPeak * p.chip.allToAll);
    const double peer = bytes * (group.insideNode - group.inside) / group.size / p.peerRate;
    const double remote = bytes * (group.size - group.insideNode) / group.size
        / (p.networkPeak * p.chip.allToAllNetwork);
    return std::max({ local, peer, remote }) + p.chip.linkLatency * (1 + std::log2(group.size));
}

/// Copies of a token's row that leave its node or rank when each of these gets a row once: members
/// of a group reached by `choices` independent picks, less the own one. @source DeepEP, HybridEP
/// dispatch
inline double othersReached(double members, double choices)
{
    return members > 1 ? (members - 1) * (1 - std::pow(1 - 1 / members, choices)) : 0;
}

/// What a collective adds to a window of computation that it may overlap:
/// max(computation, communication) + κ·min(…) − computation.
/// @unit seconds   @source FORMULAS §6.6
inline double exposedBehind(double window, double communication, double contention)
{
    return std::max(0.0, communication - window) + contention * std::min(window, communication);
}

} // namespace headroom
