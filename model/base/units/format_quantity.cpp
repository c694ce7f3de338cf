#include "model/base/units/format_quantity.h"

#include "model/base/units/calendar.h"

#include <fmt/format.h>

#include <array>
#include <cmath>

namespace headroom {
namespace {

struct Step
{
    double scale;
    const char *suffix;
    int decimals;
};

std::string scaled(double value, const Step *begin, const Step *end)
{
    const double magnitude = std::abs(value);
    for (const Step *step = begin; step != end; ++step)
        if (magnitude >= step->scale || step + 1 == end)
            return fmt::format("{:.{}f} {}", value / step->scale, step->decimals, step->suffix);
    return {};
}

std::string mebibytesText(double bytes)
{
    const double mib = bytes / bytesPerMib;
    if (mib >= 1024 && std::fmod(mib, 1024) == 0)
        return fmt::format("{:.0f} GiB", mib / 1024);
    return fmt::format("{:.{}f} MiB", mib, fewDecimals(mib));
}

} // namespace

int fewDecimals(double value)
{
    return std::abs(value - std::round(value)) < 0.05 ? 0 : 1;
}

std::string amountText(const Amount &amount)
{
    const double value = amount.value;
    switch (amount.kind) {
    case Amount::Memory:
        return formatBytes(Bytes { value });
    case Amount::Mebibytes:
        return mebibytesText(value);
    case Amount::Gibibytes:
        return fmt::format("{:.1f} GiB", value / bytesPerGib);
    case Amount::Duration:
        return formatSeconds(Seconds { value });
    case Amount::Share:
        return formatShare(value);
    case Amount::WholePercent:
        return fmt::format("{:.0f} %", value * 100);
    case Amount::Gain:
        return value < smallestGain ? "<0.1 %" : fmt::format("{:+.1f} %", 100 * value);
    case Amount::Count:
        return formatCount(value);
    case Amount::LargeCount:
        return value >= 1e9 ? fmt::format("{:.2f} billion", value / 1e9)
                            : fmt::format("{:.1f} million", value / 1e6);
    case Amount::Factor:
        break;
    }
    return fmt::format("{:.{}f}", value, fewDecimals(value));
}

std::string formatBytes(Bytes amount)
{
    static constexpr std::array steps { Step { bytesPerGib, "GiB", 2 },
        Step { bytesPerMib, "MiB", 1 }, Step { 1024.0, "KiB", 1 }, Step { 1.0, "B", 0 } };
    return scaled(amount.value(), steps.data(), steps.data() + steps.size());
}

std::string formatSeconds(Seconds time)
{
    static constexpr std::array steps { Step { 1.0, "s", 3 }, Step { 1e-3, "ms", 1 },
        Step { 1e-6, "µs", 1 } };
    if (time.value() == 0)
        return "0 s";
    if (const double size = std::abs(time.value()); size >= minutesFrom) {
        const bool isHours = size >= hoursFrom;
        const double shown = time.value() / (isHours ? secondsPerHour : secondsPerMinute);
        return fmt::format("{:.{}f} {}", shown, fewDecimals(shown), isHours ? "h" : "min");
    }
    return scaled(time.value(), steps.data(), steps.data() + steps.size());
}

std::string formatFlopRate(FlopPerSecond rate)
{
    return fmt::format("{:.1f} TFLOP/s", inTflopPerSecond(rate));
}

std::string formatBandwidth(BytesPerSecond rate)
{
    return fmt::format("{:.1f} GB/s", rate.value() / bytesPerGb);
}

std::string formatFlop(Flop work)
{
    static constexpr std::array steps { Step { 1e18, "EFLOP", 2 }, Step { 1e15, "PFLOP", 2 },
        Step { 1e12, "TFLOP", 2 }, Step { 1e9, "GFLOP", 2 }, Step { 1e6, "MFLOP", 2 },
        Step { 1.0, "FLOP", 0 } };
    return scaled(work.value(), steps.data(), steps.data() + steps.size());
}

std::string formatShare(double fraction)
{
    return fmt::format("{:.1f} %", fraction * 100);
}

std::string formatCount(double count)
{
    std::string digits = fmt::format("{:.0f}", std::abs(count));
    for (auto position = static_cast<std::ptrdiff_t>(digits.size()) - 3; position > 0;
         position -= 3)
        digits.insert(static_cast<std::size_t>(position), 1, ',');
    return count < 0 ? "-" + digits : digits;
}

} // namespace headroom
