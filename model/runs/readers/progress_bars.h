#pragma once

#include "model/runs/facts/step_log.h"

#include <cstdint>
#include <map>
#include <string>
#include <string_view>
#include <utility>

namespace headroom {

/// One state of a progress bar: "258/873 [22:15<43:27, 4.24s/it, loss=3.1]".
struct BarState
{
    std::int64_t done = 0, total = 0;
    double elapsed = 0; ///< @unit seconds
    double seconds = 0; ///< of one step; 0: not known yet
    std::string_view title; ///< in front of it, without the percentage
    std::string_view postfix; ///< behind the rate
};

/// Reads the next bar of a line at or after `at`, which moves behind it; false where there is none.
/// @source tqdm/tqdm: std.py, format_meter
bool nextBar(std::string_view line, std::size_t &at, BarState &bar);

/// Bars of a log that may count training steps, told apart by their totals.
class ProgressBars
{
public:
    void add(const BarState &bar);
    bool empty() const; ///< no bar has counted a step
    /// Hands over the steps of the bar that ran longest; empty without one.
    StepLog takeLongest();
    std::int64_t longestTotal() const;

private:
    struct Bar
    {
        StepLog steps;
        std::int64_t last = -1, before = 0; ///< newest state, steps of earlier rounds
        double elapsed = 0, earlier = 0;
        double ran() const { return elapsed + earlier; }
    };
    const std::pair<const std::int64_t, Bar> *longestBar() const;
    std::map<std::int64_t, Bar> m_bars;
    std::string m_title; ///< of the last bar, and whether it counts other work
    bool m_isOther = false;
};

} // namespace headroom
