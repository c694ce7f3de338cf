#include "model/runs/facts/run_signs.h"

#include "model/runs/text/scan.h"

#include <fmt/format.h>

#include <algorithm>

namespace headroom {
namespace {

enum class Keep { Largest, Smallest, Sum };

struct SignRow
{
    const char *name;
    Keep keep;
};

constexpr std::array<SignRow, static_cast<std::size_t>(RunSign::Count)> rows { {
    { "alloc_retries", Keep::Largest },
    { "out_of_memory", Keep::Sum },
    { "nvls_channels", Keep::Largest },
    { "network_devices", Keep::Smallest },
    { "socket_transport", Keep::Sum },
    { "rdma_off", Keep::Sum },
    { "power_w", Keep::Largest },
    { "least_clock_mhz", Keep::Smallest },
    { "most_clock_mhz", Keep::Largest },
    { "power_throttle", Keep::Sum },
    { "thermal_throttle", Keep::Sum },
    { "launch_blocking", Keep::Largest },
    { "batch_generator_s", Keep::Sum },
    { "least_compute_s", Keep::Smallest },
    { "most_compute_s", Keep::Smallest },
    { "synchronised_timers", Keep::Sum },
    { "rank_spread", Keep::Largest },
    { "slow_steps", Keep::Largest },
    { "slow_step_s", Keep::Largest },
    { "slow_step_period", Keep::Largest },
    { "slow_step_share", Keep::Largest },
    { "drift", Keep::Largest },
    { "fast_mode_s", Keep::Largest },
    { "fast_mode_share", Keep::Largest },
    { "slow_mode_s", Keep::Largest },
    { "attempts", Keep::Largest },
    { "tflops", Keep::Largest },
    { "network_part", Keep::Smallest },
    { "link_part", Keep::Smallest },
    { "device_busy_percent", Keep::Largest },
    { "profile_misses", Keep::Sum },
    { "balancing_loss", Keep::Largest },
    { "batch_timers", Keep::Sum },
} };

} // namespace

const char *runSignName(RunSign sign)
{
    return rows[static_cast<std::size_t>(sign)].name;
}

void RunSigns::see(RunSign sign, double value)
{
    const auto index = static_cast<std::size_t>(sign);
    std::optional<double> &own = m_values[index];
    if (!own)
        own = value;
    else if (rows[index].keep == Keep::Sum)
        *own += value;
    else
        own = rows[index].keep == Keep::Largest ? std::max(*own, value) : std::min(*own, value);
}

void RunSigns::join(const RunSigns &other)
{
    for (std::size_t i = 0; i < m_values.size(); ++i)
        if (other.m_values[i])
            see(static_cast<RunSign>(i), *other.m_values[i]);
}

bool RunSigns::empty() const
{
    return std::ranges::none_of(m_values, [](const auto &value) { return value.has_value(); });
}

std::string RunSigns::text() const
{
    std::string text;
    for (std::size_t i = 0; i < m_values.size(); ++i)
        if (m_values[i])
            text += fmt::format("{}{}={:.6g}", text.empty() ? "" : ";", rows[i].name, *m_values[i]);
    return text;
}

RunSigns RunSigns::parse(std::string_view text)
{
    RunSigns signs;
    for (Scan scan { text }; !scan.rest().empty();) {
        Scan entry { scan.until(";") };
        const std::string_view name = trimmed(entry.until("="));
        const auto row = std::ranges::find(rows, name, &SignRow::name);
        if (const auto value = wholeNumberText(entry.rest()); value && row != rows.end())
            signs.m_values[static_cast<std::size_t>(row - rows.begin())] = *value;
    }
    return signs;
}

} // namespace headroom
