#include "model/estimate/step_collectives.h"

#include "model/physics/compute/layer_compute.h"
#include "model/physics/step/data_traffic.h"
#include "model/physics/step/evaluate.h"
#include "model/physics/step/layer_traffic.h"
#include "model/physics/step/step_stages.h"

#include <algorithm>

namespace headroom {
namespace {

/// The stage that sets the pace, and what it exchanges.
class StageExchanges
{
public:
    StageExchanges(const Prepared &p, const Candidate &c)
        : m_p(p)
        , m_c(c)
        , m_layout(makeLayout(p, c))
        , m_costs(layerCosts(p, c, m_layout, m_none))
        , m_calls(stepCalls(p, c, m_layout))
        , m_step(p, c, m_layout, m_costs, m_calls)
        , m_pace(m_step.slowest)
        , m_own(stageParameters(p, c, m_layout, m_pace.stage))
        , m_layers(std::max(1.0, m_pace.layers.total()))
        , m_rules(m_step.rules)
    { }

    std::vector<StepCollective> all()
    {
        addFsdp();
        addReplicas();
        addActivations();
        return std::move(m_found);
    }

private:
    void add(CollectiveKind kind, Axis axis, double group, double count, Bytes bytes)
    {
        if (count > 0 && bytes > Bytes {} && group > 1)
            m_found.push_back({ kind, axis, group, count, bytes });
    }

    void addFsdp()
    {
        const FsdpCalls &calls = m_calls.fsdp;
        if (!calls.isActive)
            return;
        const FsdpRounds rounds = fsdpRounds(m_p, m_c, m_layout);
        const StageParameters trained = trainedParameters(m_p, m_own);
        const double inLayers = m_own.total() - m_own.embedding;
        const double trainedInLayers = trained.total() - trained.embedding;
        const FsdpVolume volume = fsdpVolume(m_p, rounds, inLayers, trainedInLayers);
        const Bytes gradient { m_p.stack.gradientReduceBytes };
        const int gathers = m_rules.gather.messages(m_p.gatherBytes * inLayers / m_layers);
        const int reduces
            = m_rules.reduce.messages(gradient * trainedInLayers / m_layers / calls.group.size);
        const double root = m_own.embedding;
        add(CollectiveKind::AllGather, Axis::Fsdp, calls.group.size,
            rounds.gathers * (m_layers * rounds.passes() * gathers + (root > 0 ? 1 : 0)),
            volume.gathered + rounds.gathers * root * m_p.wideGatherBytes);
        const double reducedRoot = m_p.tuning.isAdapted ? trained.embedding : root;
        const bool reducesRoot = reducedRoot > 0;
        add(CollectiveKind::ReduceScatter, Axis::Fsdp, calls.group.size,
            rounds.reductions * (m_layers * reduces + (reducesRoot ? 1 : 0)),
            volume.reduced + rounds.reductions * reducedRoot * gradient);
    }

    void addReplicas()
    {
        const DataCalls &calls = m_calls.data;
        if (!calls.isActive)
            return;
        const double own = trainedParameters(m_p, m_own).total();
        const Bytes gradients = own * m_p.stack.gradientReduceBytes / calls.shards;
        const double inOne = calls.isBehindLoop ? 1 : m_layers;
        const double count = inOne * m_rules.exchange.messages(gradients / inOne);
        const double group = calls.group.size;
        if (!calls.isSharded)
            return add(CollectiveKind::AllReduce, Axis::Data, group, count, gradients);
        add(CollectiveKind::ReduceScatter, Axis::Data, group, count, gradients);
        add(CollectiveKind::AllGather, Axis::Data, group, count,
            own * m_p.wideGatherBytes / calls.shards);
        add(CollectiveKind::AllReduce, Axis::Data, calls.replicas.size, count, gradients / group);
    }

    /// Of every layer and micro-batch.
    void addLayers(
        CollectiveKind kind, Axis axis, double group, double layers, double calls, Bytes bytes)
    {
        const double count = m_pace.microBatches * layers * calls;
        add(kind, axis, group, count, count * bytes);
    }

    void addActivations()
    {
        const TensorCalls tensor = tensorCalls(m_p, m_c, m_layout);
        const double ranks = m_layout.tensor.size;
        if (tensor.isCut) { // inputs are gathered, outputs scattered
            for (const CollectiveKind kind :
                { CollectiveKind::AllGather, CollectiveKind::ReduceScatter })
                addLayers(kind, Axis::Tensor, ranks, m_layers, tensor.count() / 2, tensor.bytes);
        } else {
            addLayers(CollectiveKind::AllReduce, Axis::Tensor, ranks, m_layers, tensor.count(),
                tensor.bytes);
        }
        addContext();
        if (m_pace.layers.moe > 0) {
            const LayerTraffic expert = expertTraffic(m_p, m_c, m_layout, m_none);
            addLayers(CollectiveKind::AllToAll, Axis::Expert, m_layout.expert.size,
                m_pace.layers.moe, expert.calls, expert.callBytes);
        }
        const StageTransfer &transfer = m_step.transfer;
        if (m_c.pipeline > 1)
            addLayers(CollectiveKind::SendReceive, Axis::Pipeline, m_c.pipeline, 1,
                2.0 * m_c.chunks, transfer.bytes);
    }

    void addContext()
    {
        const WorkTime attention = attentionWork(m_p, m_c, m_layout, m_none);
        const LayerTraffic context = contextTraffic(m_p, m_c, m_layout, attention, m_none);
        const double ranks = m_layout.context.size;
        const auto exchange = [&](CollectiveKind kind, double calls) {
            addLayers(kind, Axis::Context, ranks, m_layers, calls, context.callBytes);
        };
        switch (m_c.contextStrategy) {
        case ContextStrategy::Ring:
            return exchange(CollectiveKind::SendReceive, context.calls);
        case ContextStrategy::Ulysses:
            return exchange(CollectiveKind::AllToAll, context.calls);
        case ContextStrategy::AllGather:
            // Gathered for each pass; the gradient of a gather is a scatter of sums.
            exchange(CollectiveKind::AllGather, context.calls - 1);
            exchange(CollectiveKind::ReduceScatter, 1);
        }
    }

    const Prepared &m_p;
    const Candidate &m_c;
    NoTrace m_none;
    Layout m_layout;
    LayerCosts m_costs;
    StepCalls m_calls;
    StepStages m_step;
    const PaceStage &m_pace;
    StageParameters m_own;
    double m_layers;
    const OverlapRules &m_rules;
    std::vector<StepCollective> m_found;
};

} // namespace

std::vector<StepCollective> stepCollectives(const Prepared &prepared, const Candidate &candidate)
{
    return StageExchanges(prepared, candidate).all();
}

} // namespace headroom
