#include "model/timeline/timeline_csv.h"

#include "model/timeline/timeline_view.h"

#include <fmt/format.h>

#include <algorithm>
#include <vector>

namespace headroom {
namespace {

const char *blockName(const DrawnBlock &block)
{
    return block.level == DrawnLevel::Kernel ? nameOf(block.op).id : nameOf(block.kind).id;
}

void addLine(std::string &text, int stage, TimelineStream stream, const DrawnBlock &block)
{
    const bool isKernel = block.level == DrawnLevel::Kernel;
    text += fmt::format("{},{},{},{},{},{},{},{},{:.9g},{:.9g},{:.9g}\n", stage + 1,
        nameOf(stream).id, blockName(block), isKernel ? nameOf(block.phase).id : "",
        isKernel ? termId(block.term) : "", block.layer < 0 ? "" : std::to_string(block.layer + 1),
        block.microBatch < 0 ? "" : std::to_string(block.microBatch + 1), block.part + 1,
        block.start, block.end - block.start, block.exposed);
}

/// Appends every kernel and message of one stream, nothing merged, until `limit` blocks are there.
void allBlocks(const Timeline &timeline, int stage, TimelineStream stream, std::size_t limit,
    std::vector<DrawnBlock> &blocks)
{
    // Pass by pass, so that a long step stops at the limit instead of being written out first.
    const StageTimeline &own = timeline.stages[static_cast<std::size_t>(stage)];
    if (stream != TimelineStream::Compute && stream != TimelineStream::Activations
        && stream != TimelineStream::Weights && stream != TimelineStream::Host) {
        drawnBlocks(timeline, stage, stream, { 0, timeline.makespan, 0 }, blocks);
        blocks.resize(std::min(blocks.size(), limit));
        return;
    }
    std::vector<DrawnBlock> step;
    for (const Pass &pass : own.passes) {
        if (blocks.size() >= limit)
            return;
        step.clear();
        drawnBlocks(timeline, stage, stream, { pass.start, pass.end(), 0 }, step);
        const auto index = static_cast<std::int32_t>(&pass - own.passes.data());
        for (const DrawnBlock &block : step)
            if (block.pass == index && blocks.size() < limit)
                blocks.push_back(block);
    }
}

} // namespace

std::string timelineCsv(const Timeline &timeline, int stage, std::size_t limit)
{
    std::string text = "stage,stream,block,phase,term,layer,micro_batch,part,start_seconds,"
                       "duration_seconds,exposed_seconds\n";
    std::vector<DrawnBlock> blocks;
    if (stage >= 0) {
        for (std::size_t stream = 0; stream < timelineStreamCount; ++stream) {
            blocks.clear();
            allBlocks(timeline, stage, static_cast<TimelineStream>(stream), limit, blocks);
            limit -= blocks.size();
            for (const DrawnBlock &block : blocks)
                addLine(text, stage, static_cast<TimelineStream>(stream), block);
        }
        return text;
    }
    for (int own = 0; own < static_cast<int>(timeline.stages.size()); ++own)
        for (const Pass &pass : timeline.stages[static_cast<std::size_t>(own)].passes) {
            if (limit-- == 0)
                return text;
            DrawnBlock block;
            block.start = pass.start;
            block.end = pass.end();
            block.kind = pass.kind;
            block.microBatch = pass.microBatch;
            addLine(text, own, TimelineStream::Compute, block);
        }
    return text;
}

} // namespace headroom
