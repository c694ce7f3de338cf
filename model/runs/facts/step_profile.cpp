#include "model/runs/facts/step_profile.h"

#include "model/runs/text/scan.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <functional>
#include <queue>
#include <set>
#include <span>

namespace headroom {
namespace {

constexpr double microsecondsPerSecond = 1e6;

/// Profilers start inside the first step: it is left out where others remain. ASSUMED
constexpr std::size_t fewestWithoutFirst = 3;

using GroupSeconds = std::array<double, kernelGroupCount>;

/// What happens during the steps of one device, second by second.
struct Shares
{
    GroupSeconds felt {}, hidden {};
    double idle = 0;

    /// Adds `duration` during which `active` operations of each group run.
    void add(const std::array<int, kernelGroupCount> &active, double duration)
    {
        int collectives = 0;
        for (std::size_t i = 0; i < kernelGroupCount; ++i)
            collectives += isCollective(static_cast<KernelGroup>(i)) && active[i] > 0 ? 1 : 0;
        std::size_t first = 0;
        while (first < kernelGroupCount && active[first] == 0)
            ++first;
        if (first == kernelGroupCount) {
            idle += duration;
            return;
        }
        const bool isCovered = isComputation(static_cast<KernelGroup>(first));
        if (isCovered || collectives == 0)
            felt[first] += duration;
        for (std::size_t i = 0; i < kernelGroupCount && collectives > 0; ++i)
            if (isCollective(static_cast<KernelGroup>(i)) && active[i] > 0)
                (isCovered ? hidden : felt)[i] += isCovered ? duration : duration / collectives;
    }
    /// Adds those of another device, divided by `unit`.
    void add(const Shares &other, double unit)
    {
        for (std::size_t i = 0; i < kernelGroupCount; ++i) {
            felt[i] += other.felt[i] / unit;
            hidden[i] += other.hidden[i] / unit;
        }
        idle += other.idle / unit;
    }
};

/// What the operations of one device, in order of their start, do during windows that are apart and
/// in order.
template <class Event, class Window>
Shares sharesIn(std::span<const Event> events, const std::vector<Window> &windows)
{
    Shares shares;
    std::array<int, kernelGroupCount> active {};
    using End = std::pair<double, KernelGroup>;
    std::priority_queue<End, std::vector<End>, std::greater<>> ends;
    auto next = events.begin();
    for (const Window &window : windows) {
        double at = window.start;
        while (at < window.end) {
            while (next != events.end() && next->start <= at) {
                ends.push({ next->start + static_cast<double>(next->duration), next->group });
                ++active[static_cast<std::size_t>(next->group)];
                ++next;
            }
            while (!ends.empty() && ends.top().first <= at) {
                --active[static_cast<std::size_t>(ends.top().second)];
                ends.pop();
            }
            double until = window.end;
            if (next != events.end())
                until = std::min(until, next->start);
            if (!ends.empty())
                until = std::min(until, ends.top().first);
            if (until > at)
                shares.add(active, until - at);
            at = std::max(until, std::nextafter(at, HUGE_VAL));
        }
    }
    return shares;
}

/// The mean of the devices as terms: what is felt, what hides, and idleness even where there is
/// none.
void addTerms(StepProfile &profile, const Shares &sum)
{
    const auto add = [&](std::string id, double seconds, bool always = false) {
        if (seconds > 0 || always)
            profile.terms.push_back({ std::move(id), seconds / profile.devices });
    };
    for (std::size_t i = 0; i < kernelGroupCount; ++i) {
        const auto group = static_cast<KernelGroup>(i);
        add((isCollective(group) ? "exposed_" : "") + std::string(kernelGroupId(group)),
            sum.felt[i]);
    }
    for (std::size_t i = 0; i < kernelGroupCount; ++i)
        add("hidden_" + std::string(kernelGroupId(static_cast<KernelGroup>(i))), sum.hidden[i]);
    add("idle", sum.idle, true);
}

} // namespace

bool ProfileBuilder::add(int device, KernelGroup group, double start, double duration)
{
    if (group == KernelGroup::Container || !std::isfinite(start) || !(duration > 0)
        || !(duration < 1e12) || device < 0 || device >= maxDevices)
        return true;
    if (m_events.size() >= maxEvents)
        return false;
    m_events.push_back(
        { start, static_cast<float>(duration), static_cast<std::uint8_t>(device), group });
    return true;
}

void ProfileBuilder::addStep(int device, double start, double end)
{
    if (m_steps.size() < maxSteps && std::isfinite(start) && std::isfinite(end) && end > start
        && end - start < 1e12)
        m_steps.push_back({ start, end, device });
}

/// The windows in which the device's time is looked at, apart and in order, and how many steps each
/// of them is.
std::vector<ProfileBuilder::Window> ProfileBuilder::windowsOf(
    int device, int &stepsOfEach, int statedSteps) const
{
    stepsOfEach = 1;
    std::vector<Window> windows;
    const bool hasOwn
        = std::ranges::any_of(m_steps, [&](const Window &step) { return step.device == device; });
    for (const Window &step : m_steps)
        if (step.device == (hasOwn ? device : m_steps.front().device))
            windows.push_back(step);
    std::ranges::sort(windows, {}, &Window::start);
    for (std::size_t i = 0; i + 1 < windows.size(); ++i)
        windows[i].end = std::min(windows[i].end, windows[i + 1].start);
    std::erase_if(windows, [](const Window &window) { return !(window.end > window.start); });
    if (windows.size() >= fewestWithoutFirst)
        windows.erase(windows.begin());
    if (!windows.empty() || statedSteps <= 0)
        return windows;
    Window whole { HUGE_VAL, -HUGE_VAL, device };
    for (const Event &event : m_events)
        if (event.device == device) {
            whole.start = std::min(whole.start, event.start);
            whole.end = std::max(whole.end, event.start + static_cast<double>(event.duration));
        }
    stepsOfEach = statedSteps;
    if (whole.end > whole.start)
        windows.push_back(whole);
    return windows;
}

StepProfile ProfileBuilder::finish(int statedSteps)
{
    StepProfile profile;
    std::ranges::sort(m_events, [](const Event &a, const Event &b) {
        return a.device != b.device ? a.device < b.device : a.start < b.start;
    });
    Shares mean;
    for (auto from = m_events.begin(); from != m_events.end();) {
        const int device = from->device;
        const auto to = std::find_if(
            from, m_events.end(), [&](const Event &event) { return event.device != device; });
        int stepsOfEach = 1;
        const std::vector<Window> windows = windowsOf(device, stepsOfEach, statedSteps);
        const Shares shares = sharesIn(std::span<const Event> { from, to }, windows);
        from = to;
        if (windows.empty())
            continue;
        mean.add(shares, static_cast<double>(windows.size()) * stepsOfEach * microsecondsPerSecond);
        if (profile.devices++ == 0)
            for (const Window &window : windows)
                profile.stepSeconds.push_back(
                    (window.end - window.start) / microsecondsPerSecond / stepsOfEach);
    }
    if (profile.devices > 0)
        addTerms(profile, mean);
    return profile;
}

bool isProfileTerm(std::string_view id)
{
    static const std::set<std::string, std::less<>> known = [] {
        std::set<std::string, std::less<>> all { "idle" };
        for (std::size_t i = 0; i < kernelGroupCount; ++i) {
            const auto group = static_cast<KernelGroup>(i);
            const std::string name = kernelGroupId(group);
            if (group != KernelGroup::Container)
                all.insert(name);
            if (isCollective(group))
                all.insert({ "exposed_" + name, "hidden_" + name });
        }
        return all;
    }();
    return known.contains(id);
}

std::string termsText(const std::vector<TermSeconds> &terms)
{
    std::string text;
    for (const TermSeconds &term : terms)
        text += fmt::format("{}{}={:.6g}", text.empty() ? "" : ";", term.id, term.seconds);
    return text;
}

std::vector<TermSeconds> parseTerms(std::string_view text)
{
    std::vector<TermSeconds> terms;
    for (Scan scan { text }; !scan.rest().empty();) {
        Scan entry { scan.until(";") };
        const std::string_view id = trimmed(entry.until("="));
        const auto seconds = wholeNumberText(entry.rest());
        const bool isNew = std::ranges::find(terms, id, &TermSeconds::id) == terms.end();
        if (isProfileTerm(id) && isNew && seconds && *seconds >= 0)
            terms.push_back({ std::string(id), *seconds });
    }
    return terms;
}

} // namespace headroom
