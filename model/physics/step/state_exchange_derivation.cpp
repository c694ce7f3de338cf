#include "model/physics/step/state_exchange.h"

namespace headroom {

void StateExchange::traceWay(const char *id, const Way &way, DerivationTrace &trace) const
{
    trace.open(id, "Exposed part of one collective of gradients or weights",
        "max(floor·comm, ends + max(0, comm − ends − reach·window) + κ·min(comm − ends, "
        "reach·window)) − lead; with chunks this holds for the last one, and passes of other "
        "micro-batches hide the others",
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
    trace.input("steady", "Passes of other micro-batches during the other chunks",
        way.window.steady, Origin::Derived);
    trace.input("ends", "Share of the communication that belongs to the embedding and one layer",
        way.ends, "1", Origin::Derived);
    trace.input("communication", "Duration of the communication", way.seconds, Origin::Derived);
    trace.input(
        "window", "Passes that may hide the communication", way.window.all, Origin::Derived);
    trace.input("reach", "Share of this time that the schedule uses", m_reach, "1", Origin::Stack);
    trace.input("contention", "κ: exposed share of a hidden collective while the device computes",
        m_rules.exchange.contention * way.window.busy, "1", Origin::Chip);
    trace.input("contention_steady", "κ during the passes of other micro-batches",
        m_rules.exchange.contention * way.window.busySteady, "1", Origin::Chip);
    trace.input("floor", "Share that never hides", m_p.stack.dataExposedFloor, "1", Origin::Stack);
    trace.close(exposed(way));
}

void StateExchange::traceLoop(DerivationTrace &trace) const
{
    trace.input("bare",
        "Collectives that nothing hides: the embedding's, and the last layer's if they come "
        "after it",
        m_bare, Origin::Derived);
    trace.input("reduce", "Gradient reduction", m_reduce, Origin::Derived);
    trace.input("floor", "Share that never hides", m_p.stack.dataExposedFloor, "1", Origin::Stack);
    const bool hasDense = m_layers.dense > 0, hasMoe = m_layers.moe > 0;
    trace.open("loop_exposed", "Time that communication adds to the last backward pass",
        "layers · time that communication adds to one, for dense and expert layers",
        "FORMULAS §6.6",
        hasDense && hasMoe ? "dense_layers * dense + moe_layers * moe"
            : hasMoe       ? "moe_layers * moe"
                           : "dense_layers * dense");
    const auto kind = [&](const char *count, const char *label, const char *id, double layers,
                          const LayerExchange &one) {
        trace.input(count, label, layers, "1", Origin::Derived);
        one.pass.derive(id, {}, trace);
    };
    if (hasDense)
        kind("dense_layers", "Dense layers whose communication a neighbouring layer can hide",
            "dense", m_besides.dense, m_dense);
    if (hasMoe)
        kind("moe_layers", "Expert layers whose communication a neighbouring layer can hide", "moe",
            m_besides.moe, m_moe);
    trace.close(inLoop());
}

void StateExchange::derive(
    const AxisLoad &load, const StateExchange &back, DerivationTrace &trace) const
{
    trace.open("exposed_data", "Exposed gradient communication of a step",
        "max(floor·comm, max(0, comm − window) + κ·min(comm, window))", "FORMULAS §6.6",
        m_isInLoop              ? "min(traffic, max(floor * reduce, loop_exposed + bare))"
            : m_calls.isSharded ? "min(traffic, reduce_exposed + return_exposed)"
                                : "min(traffic, reduce_exposed)");
    trace.input(
        "traffic", "The whole communication, hidden or exposed", load.seconds, Origin::Derived);
    if (m_isInLoop) {
        traceLoop(trace);
    } else {
        traceWay("reduce_exposed", there(), trace);
        if (m_calls.isSharded)
            back.traceWay("return_exposed", back.back(), trace);
    }
    trace.input("ranks", "Ranks that reduce gradients", m_calls.group.size, "1", Origin::Plan);
    trace.input("replicas", "Replicas of a shard whose gradients are added up",
        m_calls.replicas.size, "1", Origin::Plan);
    trace.close(load.exposed);
}

} // namespace headroom
