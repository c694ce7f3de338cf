#include "model/sources/file_edits.h"

#include <fmt/format.h>

#include <algorithm>

namespace headroom {
namespace {

constexpr std::size_t around = 3; ///< lines that stay, before and after a change
constexpr int maxDifferences = 2000; ///< lines; beyond them a file counts as replaced

using Lines = std::vector<std::string_view>;

Lines linesOf(std::string_view text)
{
    Lines lines;
    while (!text.empty()) {
        const std::size_t end = text.find('\n');
        const std::size_t size = end == std::string_view::npos ? text.size() : end + 1;
        lines.push_back(text.substr(0, size));
        text.remove_prefix(size);
    }
    return lines;
}

/// Lines [fromBefore, toBefore) give way to [fromAfter, toAfter).
struct Block
{
    std::size_t fromBefore, toBefore, fromAfter, toAfter;
};

/// The shortest way from one text to the other. @source E. W. Myers, An O(ND) Difference Algorithm
/// and Its Variations, Algorithmica 1 (1986)
std::vector<Block> blocksOf(const Lines &a, const Lines &b)
{
    std::size_t start = 0;
    while (start < a.size() && start < b.size() && a[start] == b[start])
        ++start;
    const int n = static_cast<int>(a.size() - start), m = static_cast<int>(b.size() - start);
    const int most = std::min(n + m, maxDifferences);
    std::vector<std::vector<int>> trace;
    std::vector<int> furthest(static_cast<std::size_t>(2 * most + 3), 0);
    const auto at = [most](std::vector<int> &row, int k) -> int & {
        return row[static_cast<std::size_t>(k + most + 1)];
    };
    int depth = 0;
    for (bool isDone = false; depth <= most && !isDone; ++depth) {
        trace.push_back(furthest);
        for (int k = -depth; k <= depth && !isDone; k += 2) {
            int x = k == -depth || (k != depth && at(furthest, k - 1) < at(furthest, k + 1))
                ? at(furthest, k + 1)
                : at(furthest, k - 1) + 1;
            while (x < n && x - k < m && x - k >= 0
                && a[start + static_cast<std::size_t>(x)]
                    == b[start + static_cast<std::size_t>(x - k)])
                ++x;
            at(furthest, k) = x;
            isDone = x >= n && x - k >= m;
        }
        if (isDone)
            break;
    }
    if (depth > most)
        return { { start, a.size(), start, b.size() } };
    std::vector<Block> blocks;
    int x = n, y = m;
    for (int d = depth; d > 0; --d) {
        std::vector<int> &row = trace[static_cast<std::size_t>(d)];
        const int k = x - y;
        const bool isInsert = k == -d || (k != d && at(row, k - 1) < at(row, k + 1));
        const int before = isInsert ? k + 1 : k - 1;
        const int fromX = at(row, before), fromY = fromX - before;
        const auto line = [start](int i) { return start + static_cast<std::size_t>(i); };
        const int nextX = isInsert ? fromX : fromX + 1, nextY = isInsert ? fromY + 1 : fromY;
        const Block block { line(fromX), line(nextX), line(fromY), line(nextY) };
        if (!blocks.empty() && blocks.back().fromBefore == block.toBefore
            && blocks.back().fromAfter == block.toAfter)
            blocks.back() = { block.fromBefore, blocks.back().toBefore, block.fromAfter,
                blocks.back().toAfter };
        else
            blocks.push_back(block);
        x = fromX;
        y = fromY;
    }
    std::ranges::reverse(blocks);
    return blocks;
}

void addLine(std::string &text, char mark, std::string_view line)
{
    text += mark;
    text += line;
    if (!line.ends_with('\n'))
        text += "\n\\ No newline at end of file\n";
}

std::string rangeText(std::size_t from, std::size_t count)
{
    // An empty range names the line before it.
    const std::size_t start = count == 0 ? from : from + 1;
    return count == 1 ? fmt::format("{}", start) : fmt::format("{},{}", start, count);
}

std::string withoutBreak(std::string_view line)
{
    while (line.ends_with('\n') || line.ends_with('\r'))
        line.remove_suffix(1);
    return std::string(line);
}

} // namespace

std::vector<DiffLine> diffLines(std::string_view before, std::string_view after)
{
    const Lines a = linesOf(before), b = linesOf(after);
    std::vector<DiffLine> lines;
    std::size_t at = 0, now = 0;
    const auto keepTo = [&](std::size_t end) {
        for (; at < end; ++at, ++now)
            lines.push_back({ ' ', at + 1, now + 1, withoutBreak(a[at]) });
    };
    for (const Block &block : blocksOf(a, b)) {
        keepTo(block.fromBefore);
        for (; at < block.toBefore; ++at)
            lines.push_back({ '-', at + 1, 0, withoutBreak(a[at]) });
        for (; now < block.toAfter; ++now)
            lines.push_back({ '+', 0, now + 1, withoutBreak(b[now]) });
    }
    keepTo(a.size());
    return lines;
}

std::string unifiedDiff(std::string_view before, std::string_view after, const std::string &name)
{
    const Lines a = linesOf(before), b = linesOf(after);
    const std::vector<Block> blocks = blocksOf(a, b);
    if (blocks.empty())
        return {};
    const std::string path = name.starts_with("/") ? name.substr(1) : name;
    std::string text = fmt::format("--- a/{}\n+++ b/{}\n", path, path);
    for (std::size_t first = 0; first < blocks.size();) {
        std::size_t last = first;
        while (last + 1 < blocks.size()
            && blocks[last + 1].fromBefore - blocks[last].toBefore <= 2 * around)
            ++last;
        const std::size_t from
            = blocks[first].fromBefore - std::min(around, blocks[first].fromBefore);
        const std::size_t lead = blocks[first].fromBefore - from;
        const std::size_t to = std::min(blocks[last].toBefore + around, a.size());
        const std::size_t fromAfter = blocks[first].fromAfter - lead;
        const std::size_t toAfter = blocks[last].toAfter + (to - blocks[last].toBefore);
        text += fmt::format("@@ -{} +{} @@\n", rangeText(from, to - from),
            rangeText(fromAfter, toAfter - fromAfter));
        std::size_t line = from;
        for (std::size_t i = first; i <= last; ++i) {
            for (; line < blocks[i].fromBefore; ++line)
                addLine(text, ' ', a[line]);
            for (; line < blocks[i].toBefore; ++line)
                addLine(text, '-', a[line]);
            for (std::size_t added = blocks[i].fromAfter; added < blocks[i].toAfter; ++added)
                addLine(text, '+', b[added]);
        }
        for (; line < to; ++line)
            addLine(text, ' ', a[line]);
        first = last + 1;
    }
    return text;
}

} // namespace headroom
