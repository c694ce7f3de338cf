#include "model/runs/facts/run_series.h"

#include "model/runs/text/scan.h"

#include <fmt/format.h>

#include <algorithm>

namespace headroom {
namespace {

constexpr std::string_view useLetters = " wepors"; // in the order of StepUse

/// Every n-th of the points for which `matches`, so that at most `room` of them remain.
template <class Matches>
void thin(std::vector<StepPoint> &points, std::size_t room, Matches matches)
{
    const auto count = static_cast<std::size_t>(std::ranges::count_if(points, matches));
    if (count <= room)
        return;
    std::size_t index = 0;
    std::erase_if(points, [&](const StepPoint &point) {
        if (!matches(point))
            return false;
        // The share of `room` that is used up grows with each point that stays.
        const std::size_t before = index * room / count, after = (index + 1) * room / count;
        ++index;
        return before == after;
    });
}

} // namespace

std::string stepSeriesText(const std::vector<StepPoint> &points)
{
    const auto isCounted = [](const StepPoint &point) { return point.use == StepUse::Counts; };
    const auto isLeftOut = [&](const StepPoint &point) { return !isCounted(point); };
    std::vector<StepPoint> kept = points;
    thin(kept, maxSeriesPoints / 2, isLeftOut);
    const auto others = static_cast<std::size_t>(std::ranges::count_if(kept, isLeftOut));
    thin(kept, maxSeriesPoints - others, isCounted);
    std::string text;
    for (const StepPoint &point : kept) {
        text += fmt::format("{}{}:{:.5g}", text.empty() ? "" : " ", point.step, point.seconds);
        if (!isCounted(point))
            text += useLetters[static_cast<std::size_t>(point.use)];
    }
    return text;
}

std::vector<StepPoint> parseStepSeries(std::string_view text)
{
    std::vector<StepPoint> points;
    Scan scan { text };
    for (scan.skipBlanks(); !scan.rest().empty() && points.size() < 4 * maxSeriesPoints;
         scan.skipBlanks()) {
        Scan entry { scan.word() };
        const auto step = wholeNumberText(entry.until(":"));
        const auto seconds = entry.number();
        if (!step || !seconds || !(*seconds >= 0) || *step < 0 || *step > 1e15)
            continue;
        StepPoint point { static_cast<std::int64_t>(*step), *seconds, StepUse::Counts };
        if (!entry.rest().empty())
            if (const auto use = useLetters.find(entry.rest().front());
                use != std::string_view::npos)
                point.use = static_cast<StepUse>(use);
        points.push_back(point);
    }
    return points;
}

} // namespace headroom
