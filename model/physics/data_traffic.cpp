#include "model/physics/data_traffic.h"

#include <array>
#include <optional>

namespace headroom {
namespace {

/// A pass through all layers of the stage, or one, that an exchange may lie beside.
struct Window
{
    Seconds all;
    double busy = 1; ///< share of it in which the device computes
    Seconds steady {}; ///< the passes of other micro-batches beside the other chunks
    double busySteady = 1;
};

/// Gradients of one layer of a kind, exchanged in the loop over layers of the last backward pass.
struct LayerExchange
{
    Seconds reduce; ///< duration
    LayerOverlap pass;
};

/// What a stage has done before the first one gets there: its last backward pass, and its first
/// forward pass.
struct Lead
{
    Seconds backward, forward;
    friend Lead operator*(double stages, const Lead &lead)
    {
        return { stages * lead.backward, stages * lead.forward };
    }
};

/// Gradients and updated parameters of a stage on their way between replicas.
class Exchange
{
public:
    /// @param lead  of the stage   @pre `step` exchanges something, and outlives it
    Exchange(const Prepared &p, const Candidate &c, const StepStages &step, Stage stage,
        const StageParameters &own, const Lead &lead);

    /// What is felt of gradients, and of parameters that come back.
    Seconds thereExposed() const { return m_thereExposed; }
    Seconds backExposed() const { return m_backExposed; }
    /// Of a step in which gradients of this stage arrive last, and parameters of `back`.
    template <class Trace> AxisLoad load(const Exchange &back, Trace &trace) const;
    /// What the next stage is ahead of this one.
    Lead ofNext() const;
    /// The last backward pass of every stage is slowed down by what it hides: that of the others.
    Seconds chained() const;

private:
    Window backwardOf(LayerKind kind) const;
    LayerExchange ofLayer(LayerKind kind, bool isInLoop) const;
    void setDurations();
    void setEnds();
    /// Of an exchange that lasts so long, the share of the parts with nothing beside them.
    double endsShare(Seconds all, Seconds root) const;
    /// Embedding and head among the plain parameters.
    double rootShare() const { return m_own.plain > 0 ? m_own.embedding / m_own.plain : 0; }
    Seconds inLoop() const
    {
        return mixed(m_besides, m_dense.pass.exposed(), m_moe.pass.exposed());
    }
    /// One way: how long it lasts, what it lies beside, and how far the stage is ahead.
    struct Way
    {
        Seconds seconds;
        double ends;
        const Window &window;
        bool hides;
        Seconds lead;
    };
    Way there() const
    {
        return { m_reduce, m_thereEnds, m_backward, m_calls.reduceHides, m_lead.backward };
    }
    Way back() const
    {
        return { m_second, m_backEnds, m_forward, m_calls.gatherHides, m_lead.forward };
    }
    Seconds exposed(const Way &way) const;
    void traceWay(const char *id, const Way &way, DerivationTrace &trace) const;
    void traceLoop(DerivationTrace &trace) const;
    void derive(const AxisLoad &load, const Exchange &back, DerivationTrace &trace) const;

    const Prepared &m_p;
    const Candidate &m_c;
    const StepStages &m_step;
    const OverlapRules &m_rules;
    const StateWindows &m_windows;
    const DataCalls &m_calls;
    Stage m_stage;
    Lead m_lead;
    StageLayers m_layers, m_besides; ///< m_besides: those that have one beside their exchange
    StageParameters m_own;
    LayerExchange m_dense, m_moe;
    Window m_forward, m_backward;
    Seconds m_reduce, m_second; ///< gradients there, and what comes back
    Seconds m_thereExposed, m_backExposed;
    Seconds m_bare; ///< in the loop: what nothing lies beside
    double m_thereEnds = 0, m_backEnds = 0; ///< endsShare of both
    double m_tail = 1; ///< share of it with a single pass beside it
    double m_reach = 1;
    bool m_isByTensor = false, m_isInLoop = false;
};

Exchange::Exchange(const Prepared &p, const Candidate &c, const StepStages &step, Stage stage,
    const StageParameters &own, const Lead &lead)
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
    m_forward = over({ m_windows.dense.forward, m_windows.dense.busyForward },
        { m_windows.moe.forward, m_windows.moe.busyForward });
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
Window Exchange::backwardOf(LayerKind kind) const
{
    const LayerWindow &own = m_windows.of(kind);
    const Seconds all = own.backward + m_step.traffic.besideLastBackward(kind);
    return { all, all > Seconds {} ? own.busyBackward * own.backward / all : 1 };
}

LayerExchange Exchange::ofLayer(LayerKind kind, bool isInLoop) const
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

void Exchange::setDurations()
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
    m_besides = isBehind ? m_layers.withoutFirst() : m_layers;
    const LayerExchange &first = m_layers.dense >= 1 ? m_dense : m_moe;
    const LayerExchange &last = m_layers.moe > 0 ? m_moe : m_dense;
    const Seconds head = headShare(m_p, m_c, m_stage) * root;
    m_bare = (isBehind ? first.reduce : Seconds {}) + root - head + last.pass.beside(head);
}

/// The embedding and the first layer are needed first and their gradients come last; the head's
/// have the layers beside them.
double Exchange::endsShare(Seconds all, Seconds root) const
{
    if (all <= Seconds {})
        return 0;
    return (root / (m_c.pipeline == 1 ? 2 : 1) + (all - root) / std::max(1.0, m_layers.total()))
        / all;
}

void Exchange::setEnds()
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

Seconds Exchange::exposed(const Way &way) const
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

Seconds Exchange::chained() const
{
    if (!m_calls.reduceHides || m_isInLoop)
        return {};
    return (m_p.layers / std::max(1.0, m_layers.total()) - 1) * m_rules.exchange.contention
        * m_backward.busy * smaller(m_reach * m_backward.all, m_reduce);
}

Lead Exchange::ofNext() const
{
    const Seconds send = m_step.transfer.seconds;
    return { m_backward.all / m_c.chunks + send, m_forward.all / m_c.chunks + send };
}

template <class Trace> AxisLoad Exchange::load(const Exchange &back, Trace &trace) const
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

void Exchange::traceWay(const char *id, const Way &way, DerivationTrace &trace) const
{
    trace.open(id, "Exposed part of one exchange of the state",
        "max(floor·comm, ends + max(0, comm − ends − reach·window) + κ·min(comm − ends, "
        "reach·window)) − lead; with chunks the last one so, the others behind as many passes as "
        "the schedule leaves",
        "FORMULAS §6.6",
        way.hides
            ? "max(0, max(floor * communication, ends * communication + max(0, max(0, tail - "
              "ends) * communication - reach * tail * window) + contention * min(reach * tail * "
              "window, max(0, tail - ends) * communication) + (1 - tail) * (max(0, communication "
              "- reach * steady) + contention_steady * min(reach * steady, communication))) - "
              "lead)"
            : "max(0, communication - lead)");
    trace.input("lead", "Time that the stage is ahead of the first one", way.lead, Origin::Derived);
    trace.input(
        "tail", "Share of the chunk that is needed first or done last", m_tail, "1", Origin::Plan);
    trace.input("steady", "Passes of other micro-batches beside the other chunks",
        way.window.steady, Origin::Derived);
    trace.input("ends", "Share of it that belongs to the embedding and one layer", way.ends, "1",
        Origin::Derived);
    trace.input("communication", "Duration of the exchange", way.seconds, Origin::Derived);
    trace.input("window", "Passes that it may hide behind", way.window.all, Origin::Derived);
    trace.input("reach", "Share of it that the schedule uses", m_reach, "1", Origin::Stack);
    trace.input("contention",
        "κ: share of a hidden collective that is felt while the device computes",
        m_rules.exchange.contention * way.window.busy, "1", Origin::Chip);
    trace.input("contention_steady", "The same beside those passes",
        m_rules.exchange.contention * way.window.busySteady, "1", Origin::Chip);
    trace.input("floor", "Share that never hides", m_p.stack.dataExposedFloor, "1", Origin::Stack);
    trace.close(exposed(way));
}

void Exchange::traceLoop(DerivationTrace &trace) const
{
    trace.input("bare",
        "What nothing lies beside: the embedding's, and the last layer's if it "
        "comes behind it",
        m_bare, Origin::Derived);
    trace.input("reduce", "Gradient reduction", m_reduce, Origin::Derived);
    trace.input("floor", "Share that never hides", m_p.stack.dataExposedFloor, "1", Origin::Stack);
    const bool hasDense = m_layers.dense > 0, hasMoe = m_layers.moe > 0;
    trace.open("loop_exposed", "What exchanges add to the last backward pass",
        "layers · what one adds, of both kinds", "FORMULAS §6.6",
        hasDense && hasMoe ? "dense_layers * dense + moe_layers * moe"
            : hasMoe       ? "moe_layers * moe"
                           : "dense_layers * dense");
    const auto kind = [&](const char *count, const char *label, const char *id, double layers,
                          const LayerExchange &one) {
        trace.input(count, label, layers, "1", Origin::Derived);
        one.pass.derive(id, {}, trace);
    };
    if (hasDense)
        kind("dense_layers", "Dense layers that have one beside their exchanges", "dense",
            m_besides.dense, m_dense);
    if (hasMoe)
        kind("moe_layers", "Expert layers that have one beside their exchanges", "moe",
            m_besides.moe, m_moe);
    trace.close(inLoop());
}

void Exchange::derive(const AxisLoad &load, const Exchange &back, DerivationTrace &trace) const
{
    trace.open("exposed_data", "Exposed gradient exchange of a step",
        "max(floor·comm, max(0, comm − window) + κ·min(comm, window))", "FORMULAS §6.6",
        m_isInLoop              ? "min(traffic, max(floor * reduce, loop_exposed + bare))"
            : m_calls.isSharded ? "min(traffic, reduce_exposed + return_exposed)"
                                : "min(traffic, reduce_exposed)");
    trace.input("traffic", "All of it, hidden or not", load.seconds, Origin::Derived);
    if (m_isInLoop) {
        traceLoop(trace);
    } else {
        traceWay("reduce_exposed", there(), trace);
        if (m_calls.isSharded)
            back.traceWay("return_exposed", back.back(), trace);
    }
    trace.input("ranks", "Ranks that exchange gradients", m_calls.group.size, "1", Origin::Plan);
    trace.input("replicas", "Replicas of each shard that add up its gradients",
        m_calls.replicas.size, "1", Origin::Plan);
    trace.close(load.exposed);
}

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
    const Exchange first(p, c, step, Stage::First, held, {});
    const Exchange *there = &first, *back = &first;
    std::array<std::optional<Exchange>, 2> others;
    const auto consider = [&](Stage stage, int ahead, std::optional<Exchange> &other) {
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
