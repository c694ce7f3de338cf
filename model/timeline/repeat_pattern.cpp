#include "model/timeline/repeat_pattern.h"

#include <algorithm>

namespace headroom {
namespace {

/// Position of a pass in its stage.
std::size_t findPass(const StageTimeline &stage, PassKind kind, int chunk, int microBatch)
{
    const auto found = std::ranges::find_if(stage.passes, [&](const Pass &pass) {
        return pass.kind == kind && pass.chunk == chunk && pass.microBatch == microBatch;
    });
    return static_cast<std::size_t>(found - stage.passes.begin());
}

void addTerms(const Timeline &timeline, StageTimeline &stage, const Pass &pass, double times)
{
    if (pass.pattern >= 0) {
        const PassTemplate &shape = timeline.templates[static_cast<std::size_t>(pass.pattern)];
        for (std::size_t term = 0; term < timeTermCount; ++term)
            stage.terms.values[term] += shape.terms.values[term] * times;
    } else {
        const TimeTerm term
            = pass.kind == PassKind::TransferWait ? TimeTerm::ExposedPipeline : TimeTerm::Bubble;
        stage.terms[term] += Seconds { pass.duration * times };
    }
}

/// Repeats the passes from `from` up to `to` so many times more, in front of `to`.
void insertRepeat(
    const Timeline &timeline, StageTimeline &stage, std::size_t from, std::size_t to, double times)
{
    if (from >= to || to >= stage.passes.size())
        return;
    const double cut = stage.passes[to].start;
    const double length = (cut - stage.passes[from].start) * times;
    for (std::size_t i = from; i < to; ++i) {
        const Pass pass = stage.passes[i];
        addTerms(timeline, stage, pass, times);
    }
    for (std::size_t i = to; i < stage.passes.size(); ++i)
        stage.passes[i].start += length;
    for (std::vector<Transfer> *transfers : { &stage.next, &stage.previous, &stage.gathers })
        for (Transfer &transfer : *transfers)
            if (transfer.start >= cut)
                transfer.start += length;
    Pass repeat;
    repeat.start = cut;
    repeat.duration = length;
    repeat.microBatch = stage.passes[to].microBatch;
    repeat.chunk = stage.passes[to].chunk;
    repeat.kind = PassKind::Repeat;
    stage.passes.insert(stage.passes.begin() + static_cast<std::ptrdiff_t>(to), repeat);
}

} // namespace

void repeatPattern(Timeline &timeline)
{
    const int missing = timeline.microBatches - timeline.shownMicroBatches;
    if (missing <= 0)
        return;
    const int stages = static_cast<int>(timeline.stages.size());
    const int middle = timeline.shownMicroBatches / 2 / stages * stages;
    const double times = double(missing) / stages;
    const bool isCircular = timeline.schedule == PipelineSchedule::Circular;
    for (StageTimeline &stage : timeline.stages) {
        for (int chunk = 0; chunk < (isCircular ? timeline.chunks : 1); ++chunk) {
            insertRepeat(timeline, stage, findPass(stage, PassKind::Forward, chunk, middle),
                findPass(stage, PassKind::Forward, chunk, middle + stages), times);
            // All forward, then all backward: the backward half repeats on its own, in reverse.
            if (isCircular)
                insertRepeat(timeline, stage,
                    findPass(stage, PassKind::Backward, chunk, middle + stages),
                    findPass(stage, PassKind::Backward, chunk, middle), times);
        }
        for (Pass &pass : stage.passes)
            if (pass.pattern >= 0 && pass.microBatch >= middle + stages)
                pass.microBatch += missing;
    }
}

} // namespace headroom
