#pragma once

#include "model/physics/trace/terms.h"

#include <array>
#include <cstdint>
#include <string>
#include <vector>

namespace headroom {

/// Queues of one device that run side by side; blocks of one stream never overlap.
enum class TimelineStream : std::uint8_t {
    Compute,
    Activations, ///< collectives on activations: tensor, context, expert parallelism
    Weights, ///< collectives on weights and gradients: FSDP
    Replicas, ///< gradients and updated weights between replicas: data parallelism
    SendNext, ///< to the next pipeline stage
    SendPrevious, ///< gradients to the previous stage
    Host, ///< copies between device and host memory
    Count
};
inline constexpr std::size_t timelineStreamCount = static_cast<std::size_t>(TimelineStream::Count);

/// What a block does; the time term says which number of the estimate it belongs to.
enum class BlockOp : std::uint8_t {
    Embedding,
    Norms,
    AttentionInput,
    AttentionCore,
    AttentionOutput,
    Mlp,
    Routing,
    Head,
    Launch,
    Optimizer,
    HostWork,
    GatherWeights,
    ReduceGradients,
    ExchangeGradients,
    GatherParameters,
    TensorExchange,
    KeyValueExchange,
    ExpertDispatch,
    ExpertCombine,
    OffloadOut,
    OffloadIn,
    StageSend,
    Bubble,
    Count
};

enum class BlockPhase : std::uint8_t { Forward, Replay, Backward, Update };

/// One event on one stream. Inside a pass template times count from the start of the pass.
struct TimelineBlock
{
    double start = 0, duration = 0; ///< seconds
    double work = 0; ///< duration if nothing else ran
    double exposed = 0; ///< seconds by which it holds up computation: waits and contention
    double waitStart = 0, waitEnd = 0; ///< the longest stretch in which computation waits for it
    TimeTerm term = TimeTerm::Gemm;
    BlockOp op = BlockOp::Norms;
    BlockPhase phase = BlockPhase::Forward;
    TimelineStream stream = TimelineStream::Compute;
    std::int16_t layer = -1; ///< counted within the pass; −1: of no layer
    std::int16_t part = 0, parts = 1; ///< message or chunk
    std::int32_t dependency = -1; ///< block of the same template that it waited for last
    double dependencyShare = 1; ///< of that block's work that had to be done

    double end() const { return start + duration; }
};

/// Consecutive kernels of one layer and phase on the compute stream.
struct LayerSpan
{
    double start = 0, end = 0;
    std::int16_t layer = -1; ///< counted within the pass; −1: embedding, head and others
    BlockPhase phase = BlockPhase::Forward;
};

/// The blocks of one pass (one micro-batch through one group of layers, forward or backward).
/// Passes that do the same share a template, so a step of 126 layers, 16 stages and hundreds of
/// micro-batches stays small.
struct PassTemplate
{
    std::vector<TimelineBlock> blocks; ///< by stream, then start
    std::array<std::uint32_t, timelineStreamCount + 1> firstOfStream {};
    std::vector<LayerSpan> layers;
    double duration = 0; ///< until the next pass may start
    double output
        = 0; ///< when its result can be sent on: computation is done, collectives may not be
    double computeWork = 0; ///< work of its compute blocks alone
    double leadIn = 0; ///< of the duration: gathers ahead of a loop, which wait for no other stage
    /// Gradients between replicas may still be under way when the pass ends: seconds from its
    /// start.
    double replicasStart = 0, replicasEnd = 0;
    TimeTerms terms; ///< computation, and exposed parts of everything else; sum to duration
};

enum class PassKind : std::uint8_t {
    Forward,
    Backward,
    Update,
    Bubble, ///< the stage has nothing to do
    TransferWait, ///< the stage waits for a transfer between stages
    ExchangeWait, ///< the stage waits for gradients between replicas
    Repeat, ///< many more micro-batches of the pattern before it, drawn as one
};

/// One template placed in time on a stage.
struct Pass
{
    double start = 0, duration = 0;
    std::int32_t pattern = -1; ///< index into Timeline::templates; −1 for bubbles and waits
    std::int32_t microBatch = -1;
    std::int16_t chunk = 0;
    std::int16_t firstLayer = 0; ///< of the model, for the layer 0 of the template
    PassKind kind = PassKind::Forward;
    double end() const { return start + duration; }
};

struct Transfer
{
    double start = 0, duration = 0;
    double exposed = 0; ///< the sender's computation waits for this much
    std::int32_t microBatch = -1;
    std::int16_t chunk = 0; ///< of the sender
    double end() const { return start + duration; }
};

/// One device of one pipeline stage.
struct StageTimeline
{
    std::vector<Pass> passes; ///< by start, without gaps from 0 to the makespan
    std::vector<Transfer> next, previous; ///< by start
    /// Updated weights gathered ahead of the first pass that needs them, chunk by chunk.
    std::vector<Transfer> gathers;
    TimeTerms terms; ///< sum to the makespan
    int layers = 0;
    double busy() const;
};

enum class PipelineSchedule : std::uint8_t { None, OneForwardOneBackward, Interleaved, Circular };

/// One training step as scheduled events.
struct Timeline
{
    std::vector<StageTimeline> stages;
    std::vector<PassTemplate> templates;
    double makespan = 0;
    double lowerBound = 0; ///< no schedule of these blocks can be shorter
    TimeTerms closedForm; ///< of the estimate
    double closedFormStep = 0;
    int referenceStage = 0; ///< the busiest one: comparable with the closed form
    PipelineSchedule schedule = PipelineSchedule::None;
    int microBatches = 1, shownMicroBatches = 1;
    int chunks = 1;
    int layers = 0;
    bool weightsCrossNodes = false, replicasCrossNodes = false, activationsCrossNodes = false;

    const StageTimeline &reference() const
    {
        return stages[static_cast<std::size_t>(referenceStage)];
    }
    /// Share of the step that a stage's device spends in bubbles.
    double bubbleFraction(int stage) const;
};

/// A term as events and as closed form. Never rescaled: `difference` is what it is.
struct TermComparison
{
    TimeTerm term = TimeTerm::Gemm;
    double events = 0, closedForm = 0; ///< seconds
    double difference() const { return events - closedForm; }
};

/// Terms that either side has, in their fixed order, for the reference stage.
std::vector<TermComparison> compareTerms(const Timeline &timeline);

/// What a part of the timeline is called.
struct TimelineName
{
    const char *id; ///< "gather_weights", "forward", "compute" …: stable, for tables and files
    const char *label; ///< English: "All-gather of weights", "Forward", "Computation"
};
const TimelineName &nameOf(BlockOp op);
const TimelineName &nameOf(BlockPhase phase);
const TimelineName &nameOf(TimelineStream stream);
const TimelineName &nameOf(PassKind kind);
const char *scheduleLabel(PipelineSchedule schedule);
/// Why events and closed form may disagree on a term: one English sentence.
const char *differenceReason(TimeTerm term);

} // namespace headroom
