#pragma once

namespace headroom {

/// Share of the pool above which a plan that fits is called tight (FORMULAS §5.6: near-full runs
/// were measured 20–30 % slower).
inline constexpr double tightPoolShare = 0.92;

} // namespace headroom
