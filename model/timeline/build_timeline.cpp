#include "model/timeline/build_timeline.h"

#include "model/library/architecture/layer_pattern.h"
#include "model/timeline/pass_builder.h"
#include "model/timeline/pipeline_play.h"
#include "model/timeline/repeat_pattern.h"
#include "model/timeline/stage_layers.h"

#include <algorithm>
#include <cmath>
#include <map>

namespace headroom {
namespace {

/// Passes that are placed one by one; further micro-batches repeat the steady pattern.
constexpr int maxPasses = 131072;

class TimelineBuilder
{
public:
    TimelineBuilder(const ResolvedPlan &resolved, const Prepared &p, const Candidate &c)
        : m_prepared(p)
        , m_candidate(c)
        , m_context(p, c, resolved.expertIsAxis())
    {
        for (int layer = 0; layer < static_cast<int>(p.layers); ++layer)
            m_holdsExperts.push_back(
                p.moeLayers > 0 && layerHoldsExperts(*resolved.model, layer) ? 1 : 0);
        m_timeline.layers = static_cast<int>(p.layers);
        m_timeline.microBatches
            = std::max(1, static_cast<int>(std::lround(m_context.layout.microBatches)));
        m_timeline.chunks = c.pipeline > 1 ? std::max(1, c.chunks) : 1;
        m_chunks = chunkLayers(p, c);
    }

    Timeline build();

private:
    PipelineSchedule schedule() const;
    int shownMicroBatches() const;
    PassSpec specOf(int slot, bool isBackward, bool isFirst, bool isLast) const;
    std::int32_t patternOf(const PassSpec &spec);
    void play(PipelineSchedule schedule);
    void nameLayers();
    void addUpdate();
    void addBounds();
    StageParameters parametersOf(int stage) const;
    int slots() const { return static_cast<int>(m_chunks.size()); }

    const Prepared &m_prepared;
    const Candidate &m_candidate;
    PassContext m_context;
    std::vector<std::uint8_t> m_holdsExperts;
    std::vector<ChunkLayers> m_chunks;
    std::map<PassSpec, std::int32_t> m_patterns;
    std::vector<std::int32_t>
        m_slotPatterns; ///< by slot, direction, first, last; −1: not known yet
    Timeline m_timeline;
};

PipelineSchedule TimelineBuilder::schedule() const
{
    if (m_candidate.pipeline <= 1)
        return PipelineSchedule::None;
    if (m_prepared.stack.holdsAllMicroBatches)
        return PipelineSchedule::Circular;
    return m_timeline.chunks > 1 ? PipelineSchedule::Interleaved
                                 : PipelineSchedule::OneForwardOneBackward;
}

/// All of them, or as many as keep the step small; what is left out is a multiple of the stages.
int TimelineBuilder::shownMicroBatches() const
{
    const int stages = m_candidate.pipeline, all = m_timeline.microBatches;
    const int fits = std::max(8 * stages, maxPasses / (2 * slots()));
    return all <= fits ? all : all - (all - fits + stages - 1) / stages * stages;
}

PassSpec TimelineBuilder::specOf(int slot, bool isBackward, bool isFirst, bool isLast) const
{
    const ChunkLayers &own = m_chunks[static_cast<std::size_t>(slot)];
    const FsdpRounds &rounds = m_context.rounds;
    const DataCalls &data = m_context.data;
    PassSpec spec;
    spec.isBackward = isBackward;
    spec.holdsExperts.assign(
        m_holdsExperts.begin() + own.first, m_holdsExperts.begin() + own.first + own.count);
    spec.hasEmbedding = slot == 0;
    spec.hasHead = slot == slots() - 1;
    if (m_context.fsdp.isActive) {
        const bool everyRound = rounds.gathers > 1;
        spec.gathers = isBackward ? rounds.gathersBackward : everyRound || isFirst;
        spec.reduces = isBackward && (rounds.reductions > 1 || isLast);
    }
    if (data.isActive) {
        spec.exchanges = isBackward && isLast && data.reduceHides;
        spec.gathersParameters = !isBackward && isFirst && data.isSharded && slot == 0;
    }
    return spec;
}

std::int32_t TimelineBuilder::patternOf(const PassSpec &spec)
{
    const auto [entry, isNew]
        = m_patterns.try_emplace(spec, static_cast<std::int32_t>(m_timeline.templates.size()));
    if (isNew)
        m_timeline.templates.push_back(
            spec.isBackward ? backwardPass(m_context, spec) : forwardPass(m_context, spec));
    return entry->second;
}

void TimelineBuilder::play(PipelineSchedule schedule)
{
    PipelinePlay play;
    play.stages = m_candidate.pipeline;
    play.chunks = m_timeline.chunks;
    play.microBatches = m_timeline.shownMicroBatches;
    play.transfer = stageTransfer(m_prepared, m_candidate, m_context.layout,
        sendCurve(m_prepared, m_candidate, m_context.layout));
    play.transfer.seconds = play.transfer.seconds * m_prepared.stepFactor;
    for (int slot = 0; m_context.data.isActive && m_context.data.isSharded && slot < slots();
         ++slot)
        play.gathers.push_back(slot == 0
                ? Seconds {}
                : parameterGatherTime(m_context, specOf(slot, false, false, false)));
    if (m_context.data.gatherHides)
        play.gatherOverlap = m_prepared.assumed.exchangeReach * m_context.rules.exchange.reach
            * (1 - 1 / std::max(1.0, m_context.stageLayers() / play.chunks));
    const bool isAsync = m_prepared.flags.latencyHiding && m_prepared.flags.asyncPermute;
    if (m_context.isJax && !m_prepared.isTpu && !isAsync)
        play.transfer.exposed = 1;
    for (int stage = 0; stage < play.stages; ++stage)
        play.orders.push_back(stageOrder(
            schedule, stage, play.stages, play.chunks, play.microBatches, m_prepared.isInference));
    play.pattern = [&](int stage, const PassStep &step, bool isFirst, bool isLast) {
        const int slot = step.chunk * play.stages + stage;
        const std::size_t kind
            = (step.isBackward ? 4u : 0u) + (isFirst ? 2u : 0u) + (isLast ? 1u : 0u);
        std::int32_t &known = m_slotPatterns[static_cast<std::size_t>(slot) * 8 + kind];
        if (known < 0)
            known = patternOf(specOf(slot, step.isBackward, isFirst, isLast));
        return known;
    };
    m_timeline.schedule = schedule;
    // Micro-batches that do not fill the groups of an interleaved schedule can make its stages wait
    // for each other; frameworks refuse that, and all forward before all backward always works.
    if (!playPipeline(play, m_timeline) && schedule != PipelineSchedule::Circular)
        this->play(PipelineSchedule::Circular);
}

void TimelineBuilder::nameLayers()
{
    for (std::size_t stage = 0; stage < m_timeline.stages.size(); ++stage) {
        StageTimeline &own = m_timeline.stages[stage];
        for (Pass &pass : own.passes)
            if (pass.pattern >= 0)
                pass.firstLayer = static_cast<std::int16_t>(
                    m_chunks[static_cast<std::size_t>(pass.chunk) * m_timeline.stages.size()
                        + stage]
                        .first);
        for (std::size_t slot = stage; slot < m_chunks.size(); slot += m_timeline.stages.size())
            own.layers += m_chunks[slot].count;
    }
}

StageParameters TimelineBuilder::parametersOf(int stage) const
{
    StageParameters own;
    for (int slot = stage; slot < slots(); slot += m_candidate.pipeline) {
        const ChunkLayers &chunk = m_chunks[static_cast<std::size_t>(slot)];
        for (int layer = chunk.first; layer < chunk.first + chunk.count; ++layer) {
            const StageParameters &parameters
                = m_context.layer(m_holdsExperts[static_cast<std::size_t>(layer)] != 0).parameters;
            own.plain += parameters.plain;
            own.experts += parameters.experts;
        }
    }
    own.plain += stage == 0 ? m_context.embeddingParameters() : 0;
    own.plain += stage == m_candidate.pipeline - 1 ? m_context.headParameters() : 0;
    return own;
}

/// All stages agree on the gradient norm, so the update starts when the slowest is done.
void TimelineBuilder::addUpdate()
{
    double barrier = 0;
    for (const StageTimeline &stage : m_timeline.stages)
        barrier = std::max(barrier, stage.passes.back().end());
    const auto place = [](StageTimeline &stage, double start, const PassTemplate &shape,
                           std::int32_t pattern) {
        stage.passes.push_back({ start, shape.duration, pattern, -1, 0, 0, PassKind::Update });
        for (std::size_t term = 0; term < timeTermCount; ++term)
            stage.terms.values[term] += shape.terms.values[term];
    };
    const auto idle = [](StageTimeline &stage, double until) {
        const double from = stage.passes.back().end();
        if (until <= from)
            return;
        stage.passes.push_back({ from, until - from, -1, -1, 0, 0, PassKind::Bubble });
        stage.terms[TimeTerm::Bubble] += Seconds { until - from };
    };
    for (std::size_t stage = 0; stage < m_timeline.stages.size(); ++stage) {
        StageTimeline &own = m_timeline.stages[stage];
        idle(own, barrier);
        const auto pattern = static_cast<std::int32_t>(m_timeline.templates.size());
        m_timeline.templates.push_back(
            updatePass(m_context, parametersOf(static_cast<int>(stage))));
        place(own, barrier, m_timeline.templates.back(), pattern);
        m_timeline.makespan = std::max(m_timeline.makespan, own.passes.back().end());
    }
    for (StageTimeline &stage : m_timeline.stages)
        idle(stage, m_timeline.makespan);
}

/// A stage has to do all its work one after another; a micro-batch has to visit all stages.
void TimelineBuilder::addBounds()
{
    double chain = 0, busiest = 0;
    std::size_t reference = 0;
    for (std::size_t stage = 0; stage < m_timeline.stages.size(); ++stage) {
        const StageTimeline &own = m_timeline.stages[stage];
        double work = 0;
        for (const TimeTerm term : { TimeTerm::Gemm, TimeTerm::Attention, TimeTerm::Elementwise,
                 TimeTerm::HeadLoss, TimeTerm::Optimizer, TimeTerm::Fixed })
            work += own.terms[term].value();
        for (const Pass &pass : own.passes) {
            if (pass.pattern < 0)
                continue;
            const double compute
                = m_timeline.templates[static_cast<std::size_t>(pass.pattern)].computeWork;
            chain += pass.microBatch == 0 ? compute : 0;
        }
        m_timeline.lowerBound = std::max(m_timeline.lowerBound, work);
        if (own.busy() > busiest * (1 + 1e-9)) {
            busiest = own.busy();
            reference = stage;
        }
    }
    m_timeline.lowerBound = std::max(m_timeline.lowerBound, chain);
    m_timeline.referenceStage = static_cast<int>(reference);
}

Timeline TimelineBuilder::build()
{
    m_timeline.shownMicroBatches = shownMicroBatches();
    m_slotPatterns.assign(m_chunks.size() * 8, -1);
    play(schedule());
    nameLayers();
    repeatPattern(m_timeline);
    addUpdate();
    addBounds();
    NoTrace none;
    const Evaluation evaluation
        = assemble(m_prepared, m_candidate, m_context.layout, m_context.costs, none);
    m_timeline.closedForm = evaluation.time;
    m_timeline.closedFormStep = evaluation.step.value();
    const Layout &layout = m_context.layout;
    m_timeline.weightsCrossNodes = layout.fsdp.crossesNodes();
    m_timeline.replicasCrossNodes
        = m_context.data.group.crossesNodes() || m_context.data.replicas.crossesNodes();
    // Only when none of these collectives stays inside the node or slice.
    m_timeline.activationsCrossNodes = false;
    for (const GroupSpan &group : { layout.tensor, layout.context, layout.expert }) {
        if (group.size > 1 && !group.crossesNodes()) {
            m_timeline.activationsCrossNodes = false;
            break;
        }
        m_timeline.activationsCrossNodes = m_timeline.activationsCrossNodes || group.crossesNodes();
    }
    return std::move(m_timeline);
}

} // namespace

Timeline buildTimeline(
    const ResolvedPlan &resolved, const Prepared &prepared, const Candidate &candidate)
{
    return TimelineBuilder(resolved, prepared, candidate).build();
}

Timeline buildTimeline(const ResolvedPlan &resolved, const Estimator &estimator)
{
    return buildTimeline(resolved, estimator.prepare(resolved), planCandidate(resolved.plan));
}

} // namespace headroom
