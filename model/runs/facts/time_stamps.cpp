#include "model/runs/facts/time_stamps.h"

#include "model/base/text/ascii.h"
#include "model/base/units/calendar.h"

#include <algorithm>
#include <array>
#include <chrono>
#include <cmath>

namespace headroom {
namespace {

/// Characters of a line in which its stamp is looked for: prefixes of ranks and loggers are
/// shorter.
constexpr std::size_t stampReach = 120;

bool hasDigit(std::string_view text, std::size_t at)
{
    return at < text.size() && isAsciiDigit(text[at]);
}

bool areDigits(std::string_view text, std::size_t at, std::size_t count)
{
    for (std::size_t i = 0; i < count; ++i)
        if (!hasDigit(text, at + i))
            return false;
    return true;
}

int numberAt(std::string_view text, std::size_t at, std::size_t count)
{
    int value = 0;
    for (std::size_t i = 0; i < count; ++i)
        value = value * 10 + (text[at + i] - '0');
    return value;
}

double daysOf(int year, int month, int day)
{
    using namespace std::chrono;
    const year_month_day date { std::chrono::year { year },
        std::chrono::month { static_cast<unsigned>(month) },
        std::chrono::day { static_cast<unsigned>(day) } };
    return date.ok() ? static_cast<double>(sys_days { date }.time_since_epoch().count()) : 0;
}

/// Days of the date that ends before `at`; 0: none.
double daysBefore(std::string_view text, std::size_t at)
{
    while (at > 0
        && (text[at - 1] == ' ' || text[at - 1] == 'T' || text[at - 1] == ':' || text[at - 1] == '_'
            || text[at - 1] == '-'))
        --at;
    constexpr std::size_t separated = 10, plain = 8, klog = 4;
    if (at >= separated) {
        const std::size_t from = at - separated;
        const auto isMark = [&](std::size_t place) {
            return text[from + place] == '-' || text[from + place] == '/';
        };
        if (areDigits(text, from, 4) && isMark(4) && areDigits(text, from + 5, 2) && isMark(7)
            && areDigits(text, from + 8, 2))
            return daysOf(
                numberAt(text, from, 4), numberAt(text, from + 5, 2), numberAt(text, from + 8, 2));
        if (areDigits(text, from, 2) && isMark(2) && areDigits(text, from + 3, 2) && isMark(5)
            && areDigits(text, from + 6, 4))
            return daysOf(
                numberAt(text, from + 6, 4), numberAt(text, from, 2), numberAt(text, from + 3, 2));
    }
    if (at >= plain && areDigits(text, at - plain, plain))
        return daysOf(
            numberAt(text, at - 8, 4), numberAt(text, at - 4, 2), numberAt(text, at - 2, 2));
    constexpr int anyYear = 2000; // klog names no year
    if (at > klog && areDigits(text, at - klog, klog) && !hasDigit(text, at - klog - 1))
        return daysOf(anyYear, numberAt(text, at - 4, 2), numberAt(text, at - 2, 2));
    return 0;
}

/// How finely a clock ticks, by the digits that it shows. @unit seconds
double tickOf(const std::vector<const StepSample *> &clocked)
{
    const bool isWhole = std::ranges::all_of(clocked,
        [](const StepSample *sample) { return sample->clock == std::floor(sample->clock); });
    constexpr double millisecond = 1e-3;
    return isWhole ? 1 : millisecond;
}

/// Intervals of one attempt.
void addIntervals(const std::vector<const StepSample *> &clocked, std::vector<StepSample> &timed)
{
    // An interval of so many ticks is known to 5 %.
    constexpr double fewestTicks = 20;
    const double least = fewestTicks * tickOf(clocked);
    const StepSample *from = clocked.front();
    std::size_t last = timed.size();
    const std::size_t begin = timed.size();
    for (const StepSample *sample : clocked) {
        const double steps = static_cast<double>(sample->step - from->step);
        double seconds = sample->clock - from->clock;
        if (seconds < -secondsPerDay / 2)
            seconds += secondsPerDay; // past midnight, where no date is told
        if (steps <= 0 || seconds <= 0) {
            if (seconds < 0)
                from = sample;
            continue;
        }
        const bool isLast = sample == clocked.back();
        if (seconds < least && !(isLast && timed.size() == begin))
            continue;
        StepSample interval = *sample;
        interval.value = interval.least = interval.most = seconds / steps;
        interval.covered = steps;
        interval.copies = 1;
        timed.push_back(interval);
        from = sample;
        last = timed.size();
    }
    timed.resize(last);
}

} // namespace

std::optional<double> stampOfLine(std::string_view line)
{
    const std::string_view text = line.substr(0, stampReach);
    constexpr std::size_t shortest = 8; // "21:10:01"
    for (std::size_t at = text.find(':'); at != std::string_view::npos;
         at = text.find(':', at + 1)) {
        const std::size_t from = at - std::min<std::size_t>(at, 2);
        if (at < 2 || from + shortest > text.size() || !areDigits(text, from, 2)
            || !areDigits(text, at + 1, 2) || text[at + 3] != ':' || !areDigits(text, at + 4, 2))
            continue;
        const char before = from == 0 ? ' ' : text[from - 1];
        if (before == '<' || isAsciiDigit(before))
            continue; // what a progress bar has left, or a longer number
        double seconds = numberAt(text, from, 2) * secondsPerHour
            + numberAt(text, at + 1, 2) * secondsPerMinute + numberAt(text, at + 4, 2);
        std::size_t end = at + 6;
        if (end < text.size() && (text[end] == '.' || text[end] == ',')) {
            double scale = 0.1;
            for (++end; hasDigit(text, end); ++end, scale /= 10)
                seconds += scale * (text[end] - '0');
        }
        return daysBefore(text, from) * secondsPerDay + seconds;
    }
    return std::nullopt;
}

std::vector<StepSample> timedByClock(const std::vector<StepSample> &samples)
{
    std::vector<StepSample> timed;
    std::vector<const StepSample *> clocked;
    for (std::size_t i = 0; i <= samples.size(); ++i) {
        const bool isEnd = i == samples.size()
            || (!clocked.empty() && samples[i].segment != clocked.front()->segment);
        if (isEnd && clocked.size() > 1)
            addIntervals(clocked, timed);
        if (isEnd)
            clocked.clear();
        if (i < samples.size() && samples[i].clock > 0)
            clocked.push_back(&samples[i]);
    }
    return timed;
}

} // namespace headroom
