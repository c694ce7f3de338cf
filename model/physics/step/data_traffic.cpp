#include "model/physics/step/state_exchange.h"

#include <array>
#include <optional>

namespace headroom {

StateExchange::StateExchange(const Prepared &p, const Candidate &c, const StepStages &step,
    Stage stage, const StageParameters &own, const Lead &lead)
    : m_p(p)
    , m_c(c)
    , m_step(step)
    , m_rules(step.rules)
    , m_windows(step.windows)
    , m_calls(step.calls.data)
    , m_stage(stage)
    , m_lead(lead)
    , m_layers(stageLayers(p, c, step.layout, stage))
    , m_own(own)
{
    m_isByTensor = exchangesByTensor(p, m_rules, m_calls) && !m_calls.isBehindLoop;
    m_isInLoop = m_isByTensor && !m_calls.isSharded && m_calls.reduceHides;
    const auto over = [&](const Window &dense, const Window &moe) {
        const Seconds all = mixed(m_layers, dense.all, moe.all);
        const Seconds busy = mixed(m_layers, dense.busy * dense.all, moe.busy * moe.all);
        return Window { all, all > Seconds {} ? busy / all : 1 };
    };
    m_backward = over(backwardOf(LayerKind::Dense), backwardOf(LayerKind::Moe));
    m_forward = over(forwardOf(LayerKind::Dense), forwardOf(LayerKind::Moe));
    setDurations();
    setEnds();
    if (m_isInLoop) {
        m_thereExposed = larger(p.stack.dataExposedFloor * m_reduce, inLoop() + m_bare);
        return;
    }
    m_thereExposed = exposed(there());
    m_backExposed = exposed(back());
}

/// FSDP's channels run beside the same passes: while a layer waits for them, this one goes on.
StateExchange::Window StateExchange::backwardOf(LayerKind kind) const
{
    const LayerWindow &own = m_windows.of(kind);
    const Seconds all = own.backward + m_step.traffic.besideLastBackward(kind);
    return { all, all > Seconds {} ? own.busyBackward * own.backward / all : 1 };
}

StateExchange::Window StateExchange::forwardOf(LayerKind kind) const
{
    const LayerWindow &own = m_windows.of(kind);
    const Seconds all = own.forward + m_step.traffic.besideForward(kind);
    return { all, all > Seconds {} ? own.busyForward * own.forward / all : 1 };
}

StateExchange::LayerExchange StateExchange::ofLayer(LayerKind kind, bool isInLoop) const
{
    const StageParameters layer = layerParameters(m_p, m_c, m_step.layout, kind == LayerKind::Moe);
    const StageParameters trained = trainedParameters(m_p, layer);
    const Bytes each { m_p.stack.gradientReduceBytes };
    const int messages = m_rules.exchange.messages(each * trained.total() / m_calls.shards);
    LayerExchange own;
    own.reduce = messages
        * m_calls.reductionSeconds(
            each * trained.plain / messages, each * trained.experts / messages);
    if (!isInLoop)
        return own;
    const Window window = backwardOf(kind);
    own.pass = LayerOverlap(window.all, window.busy, m_rules,
        m_windows.of(kind).waitsBackward + m_step.traffic.besideLastBackward(kind));
    own.pass.add(m_rules.exchange, own.reduce, messages,
        1 - std::min(1.0, m_p.attentionParameters / m_c.tensor / std::max(1.0, layer.total())),
        m_windows.of(kind).attentionBackward);
    return own;
}

void StateExchange::setDurations()
{
    const Bytes each { m_p.stack.gradientReduceBytes };
    // A sharded optimizer gathers the new parameters; others hand the sum of gradients back.
    if (m_calls.isSharded) {
        const Bytes wide { m_p.wideGatherBytes };
        const double layers = m_layers.total();
        const Seconds plain = m_calls.returnSeconds(wide * m_own.plain, {}, layers);
        m_second = plain;
        if (m_own.experts > 0)
            m_second += m_calls.returnSeconds({}, wide * m_own.experts, layers);
        m_backEnds = endsShare(m_second, rootShare() * plain);
    }
    if (!m_isByTensor) {
        const bool isXla = exchangesByTensor(m_p, m_rules, m_calls);
        const double count
            = isXla ? m_rules.exchange.messages(each * m_own.total() / m_calls.shards) : 1;
        const Seconds plain = count * m_calls.reductionSeconds(each * m_own.plain / count, {});
        m_reduce = plain;
        if (m_own.experts > 0)
            m_reduce += count * m_calls.reductionSeconds({}, each * m_own.experts / count);
        m_thereEnds = endsShare(m_reduce, rootShare() * plain);
        return;
    }
    if (m_layers.dense > 0)
        m_dense = ofLayer(LayerKind::Dense, m_isInLoop);
    if (m_layers.moe > 0)
        m_moe = ofLayer(LayerKind::Moe, m_isInLoop);
    const Seconds root = m_calls.reductionSeconds(each * m_own.embedding, {});
    m_reduce = mixed(m_layers, m_dense.reduce, m_moe.reduce) + root;
    m_thereEnds = endsShare(m_reduce, root);
    // What is pipelined lies beside the next layer; the last one has none.
    const bool isBehind = m_rules.exchange.mode == OverlapMode::NeighbourLayer;
    // The others of a call that carries several layers have nothing beside them either.
    const StageParameters layer
        = trainedParameters(m_p, layerParameters(m_p, m_c, m_step.layout, m_layers.dense < 1));
    const double others = m_rules.mergesLayers
        ? m_rules.exchange.layersOfCall(each * layer.total() / m_calls.shards, m_layers.total()) - 1
        : 0;
    const double bare = 1 + others * std::max(0.0, 1 - m_rules.exchange.contention);
    m_besides = isBehind ? m_layers.withoutFirst() : m_layers;
    const LayerExchange &first = m_layers.dense >= 1 ? m_dense : m_moe;
    const LayerExchange &last = m_layers.moe > 0 ? m_moe : m_dense;
    const Seconds head = headShare(m_p, m_c, m_stage) * root;
    m_bare = (isBehind ? bare * first.reduce : Seconds {}) + root - head + last.pass.beside(head);
}

/// The embedding and the first layer are needed first and their gradients come last; the head's
/// have the layers beside them.
double StateExchange::endsShare(Seconds all, Seconds root) const
{
    if (all <= Seconds {})
        return 0;
    return (root / (m_c.pipeline == 1 ? 2 : 1) + (all - root) / std::max(1.0, m_layers.total()))
        / all;
}

void StateExchange::setEnds()
{
    m_reach = m_p.assumed.exchangeReach * m_rules.exchange.reach;
    // Interleaved chunks: only the one that is needed first, or done last, has a single pass beside
    // it; the others have those of as many micro-batches as there are stages, at the pace of the
    // slowest: backward passes are two of three.
    m_tail = m_calls.isBehindLoop ? 1 : 1.0 / m_c.chunks;
    const double rounds = std::min(m_step.layout.microBatches, double(m_c.pipeline));
    const Seconds passes = rounds * m_step.stages.busiest().own();
    const auto beside = [&](Window &window, Seconds steady) {
        window.steady = steady;
        window.busySteady = std::min(1.0, rounds * window.busy * (window.all / steady));
    };
    beside(m_forward, passes / 3);
    beside(m_backward, 2 * passes / 3);
}

Seconds StateExchange::exposed(const Way &way) const
{
    const Seconds seconds = way.seconds;
    if (!way.hides)
        return larger(Seconds {}, seconds - way.lead);
    const double kappa = m_rules.exchange.contention;
    const Seconds compute = m_reach * way.window.all;
    const Seconds felt = larger(m_p.stack.dataExposedFloor * seconds,
        way.ends * seconds
            + exposedBehind(m_tail * compute, std::max(0.0, m_tail - way.ends) * seconds,
                kappa * way.window.busy)
            + exposedBehind((1 - m_tail) * m_reach * way.window.steady, (1 - m_tail) * seconds,
                kappa * way.window.busySteady));
    return larger(Seconds {}, felt - way.lead);
}

Seconds StateExchange::chained() const
{
    if (!m_calls.reduceHides || m_isInLoop)
        return {};
    return (m_p.layers / std::max(1.0, m_layers.total()) - 1) * m_rules.exchange.contention
        * m_backward.busy * smaller(m_reach * m_backward.all, m_reduce);
}

StateExchange::Lead StateExchange::ofNext() const
{
    const Seconds send = m_step.transfer.seconds;
    return { m_backward.all / m_c.chunks + send, m_forward.all / m_c.chunks + send };
}

template <class Trace> AxisLoad StateExchange::load(const StateExchange &back, Trace &trace) const
{
    AxisLoad load;
    load.exposed = thereExposed() + back.backExposed();
    load.seconds = m_reduce + back.m_second;
    load.exposed = smaller(load.exposed, load.seconds);
    load.window = m_backward.all + (m_calls.isSharded ? m_forward.all : Seconds {});
    const Bytes there { m_p.stack.gradientReduceBytes },
        again = m_calls.isSharded ? m_p.wideGatherBytes : there;
    const double replicated = m_calls.replicas.size > 1 ? 2 / m_calls.group.size : 0;
    load.bytes = m_own.total() / m_calls.shards * (there * (1 + replicated) + again);
    load.crossesNodes = m_calls.group.crossesNodes() || m_calls.replicas.crossesNodes();
    if constexpr (Trace::records)
        derive(load, back, trace);
    return load;
}

namespace {

/// A stage that holds no more than this of what the first one does is done before it: the last one
/// has the head where the first has the embedding, and a norm.
constexpr double notMore = 1.02;

/// The longest of a step: gradients of the first stage come last, and its forward pass is the first
/// that needs new parameters; another one counts where it holds so much more that its exchange
/// outlasts what it is ahead.
template <class Trace>
AxisLoad longestExchange(
    const Prepared &p, const Candidate &c, const StepStages &step, Trace &trace)
{
    const auto trained
        = [&](Stage stage) { return trainedParameters(p, step.stages.of(stage).parameters); };
    const StageParameters held = trained(Stage::First);
    const StateExchange first(p, c, step, Stage::First, held, {});
    const StateExchange *there = &first, *back = &first;
    std::array<std::optional<StateExchange>, 2> others;
    const auto consider = [&](Stage stage, int ahead, std::optional<StateExchange> &other) {
        const StageParameters own = trained(stage);
        if (own.plain <= notMore * held.plain && own.experts <= notMore * held.experts)
            return;
        other.emplace(p, c, step, stage, own, ahead * first.ofNext());
        if (other->thereExposed() > there->thereExposed())
            there = &*other;
        if (other->backExposed() > back->backExposed())
            back = &*other;
    };
    if (c.pipeline > 2)
        consider(Stage::Inner, 1, others[0]);
    if (c.pipeline > 1)
        consider(Stage::Last, c.pipeline - 1, others[1]);
    AxisLoad load = there->load(*back, trace);
    load.chained = first.chained();
    return load;
}

} // namespace

template <class Trace>
AxisLoad dataTraffic(const Prepared &p, const Candidate &c, const StepStages &step, Trace &trace)
{
    return step.calls.data.isActive ? longestExchange(p, c, step, trace) : AxisLoad {};
}

template AxisLoad dataTraffic(const Prepared &, const Candidate &, const StepStages &, NoTrace &);
template AxisLoad dataTraffic(
    const Prepared &, const Candidate &, const StepStages &, DerivationTrace &);

} // namespace headroom
