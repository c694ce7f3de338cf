#include "model/runs/readers/progress_bars.h"

#include "model/base/text/ascii.h"
#include "model/base/units/calendar.h"
#include "model/runs/text/scan.h"

#include <algorithm>
#include <array>
#include <optional>
#include <string>

namespace headroom {
namespace {

/// "22:15", "1:22:01", "878:01:48", "1 day, 2:03:04" as tqdm writes them, seconds.
std::optional<double> barTime(Scan &scan)
{
    double total = 0;
    const auto first = scan.integer();
    if (!first || *first < 0)
        return std::nullopt;
    total = static_cast<double>(*first);
    int parts = 1;
    while (parts < 3 && scan.accept(":")) {
        const auto next = scan.integer();
        if (!next || *next < 0)
            return std::nullopt;
        total = total * secondsPerMinute + static_cast<double>(*next);
        ++parts;
    }
    return parts > 1 ? std::optional { total } : std::nullopt;
}

/// Titles of bars that count something else than steps of training.
bool isOtherWork(std::string_view title)
{
    static constexpr std::array<std::string_view, 27> words { "load", "map", "token", "eval",
        "valid", "download", "process", "generat", "fetch", "sav", "resolv", "filter", "pack",
        "convert", "test", "predict", "shard", "loglikelihood", "sanity", "upload", "import",
        "build", "cach", "group", "quantiz", "format", "apply" };
    const std::string lower = asciiLowered(title);
    if (lower.find("train") != std::string::npos || lower.find("epoch") == 0)
        return lower.find("eval") != std::string::npos || lower.find("split") != std::string::npos;
    return std::ranges::any_of(
        words, [&](std::string_view word) { return lower.find(word) != std::string::npos; });
}

/// The words in front of "  3%|███   |".
std::string_view titleOf(std::string_view before)
{
    const std::size_t percent = before.rfind("%|");
    std::string_view title = percent == std::string_view::npos ? before : before.substr(0, percent);
    while (!title.empty()
        && (isAsciiDigit(title.back()) || title.back() == ' ' || title.back() == ':'))
        title.remove_suffix(1);
    constexpr std::size_t longest = 60;
    return title.size() > longest ? title.substr(title.size() - longest) : title;
}

/// Seconds of a step from "4.24s/it" or "1.49it/s"; what the bar counts may have any name.
double barSeconds(Scan &scan)
{
    const auto rate = scan.number();
    if (!rate || *rate <= 0)
        return 0;
    const std::string_view unit = scan.rest().substr(0, scan.rest().find_first_of(",]"));
    if (unit.starts_with("s/"))
        return *rate;
    if (unit.starts_with("ms/"))
        return *rate / millisecondsPerSecond;
    constexpr std::string_view examples = "ex"; // "examples/s" of data sets
    return unit.ends_with("/s") && !unit.starts_with(examples) && !unit.starts_with("B")
            && !unit.starts_with("kB") && !unit.starts_with("MB") && !unit.starts_with("GB")
            && unit.size() < 12
        ? 1 / *rate
        : 0;
}

/// What a notebook shows in the place of a bar: "[ 60/220 12:03 < 33:12, 0.08 it/s, Epoch 1/3]".
/// @source huggingface/transformers: utils/notebook.py (NotebookProgressBar)
bool notebookBar(std::string_view line, std::size_t open, std::size_t &at, BarState &bar)
{
    Scan scan { line.substr(open + 1) };
    const auto done = scan.integer();
    if (!done || !scan.accept("/"))
        return false;
    const auto total = scan.integer();
    const auto elapsed = total ? barTime(scan) : std::nullopt;
    scan.skipBlanks();
    if (!elapsed || *done <= 0 || !scan.accept("<"))
        return false;
    const std::size_t close = scan.rest().find(']');
    const std::string_view inside = scan.rest().substr(0, close);
    if (inside.find(" it/s") == std::string_view::npos)
        return false;
    // Two digits of the rate say less than the count.
    bar = { *done, *total, *elapsed, *elapsed / static_cast<double>(*done), {}, {} };
    at = line.size() - scan.rest().size() + inside.size();
    return true;
}

} // namespace

bool nextBar(std::string_view line, std::size_t &at, BarState &bar)
{
    for (std::size_t open = line.find('[', at); open != std::string_view::npos;
         open = line.find('[', open + 1)) {
        Scan scan { line.substr(open + 1) };
        const auto elapsed = barTime(scan);
        if (!elapsed && notebookBar(line, open, at, bar))
            return true;
        if (!elapsed || !scan.accept("<"))
            continue;
        // "258/873 " before the bracket
        std::size_t end = open;
        while (end > at && line[end - 1] == ' ')
            --end;
        std::size_t slash = end;
        while (slash > at && isAsciiDigit(line[slash - 1]))
            --slash;
        const auto total = wholeNumberText(line.substr(slash, end - slash));
        if (slash == at || line[slash - 1] != '/' || !total)
            continue;
        std::size_t begin = slash - 1;
        while (begin > at && isAsciiDigit(line[begin - 1]))
            --begin;
        const auto done = wholeNumberText(line.substr(begin, slash - 1 - begin));
        constexpr double most = 1e12;
        if (!done || *done > most || *total > most)
            continue;
        bar = { static_cast<std::int64_t>(*done), static_cast<std::int64_t>(*total), *elapsed, 0,
            titleOf(line.substr(at, begin - at)), {} };
        scan.until(",");
        bar.seconds = barSeconds(scan);
        const std::size_t close = scan.rest().find(']');
        const std::size_t comma = scan.rest().find(','); // behind the unit
        if (comma < std::min(close, scan.rest().size()))
            bar.postfix = scan.rest().substr(comma + 1, close - comma - 1);
        at = line.size() - scan.rest().size()
            + (close == std::string_view::npos ? scan.rest().size() : close + 1);
        return true;
    }
    return false;
}

void ProgressBars::add(const BarState &state)
{
    constexpr std::size_t maxBars = 64;
    if (state.title != m_title) {
        m_title = state.title;
        m_isOther = isOtherWork(state.title);
    }
    if (state.done <= 0 || state.seconds <= 0 || m_isOther
        || (m_bars.size() >= maxBars && !m_bars.contains(state.total)))
        return;
    Bar &bar = m_bars[state.total];
    if (state.done == bar.last)
        return; // drawn again, or by another rank
    // Ranks draw their bars a step or two apart; a new round begins at the front again.
    if (state.done < bar.last && state.done * 2 > bar.last)
        return;
    if (state.done < bar.last) {
        bar.before += bar.last;
        bar.earlier += bar.elapsed;
    }
    bar.last = state.done;
    bar.elapsed = state.elapsed;
    StepSample sample;
    sample.step = bar.before + state.done;
    sample.value = state.seconds;
    sample.clock = bar.earlier + state.elapsed;
    bar.steps.add(-1, sample);
}

const std::pair<const std::int64_t, ProgressBars::Bar> *ProgressBars::longestBar() const
{
    const auto found = std::ranges::max_element(
        m_bars, {}, [](const auto &entry) { return entry.second.ran(); });
    return found == m_bars.end() ? nullptr : &*found;
}

bool ProgressBars::empty() const
{
    return std::ranges::all_of(
        m_bars, [](const auto &entry) { return entry.second.steps.empty(); });
}

StepLog ProgressBars::takeLongest()
{
    const auto *bar = longestBar();
    return bar ? std::move(m_bars[bar->first].steps) : StepLog {};
}

std::int64_t ProgressBars::longestTotal() const
{
    const auto *bar = longestBar();
    return bar ? bar->first : 0;
}

} // namespace headroom
