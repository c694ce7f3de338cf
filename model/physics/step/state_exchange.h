#pragma once

#include "model/physics/step/data_traffic.h"

namespace headroom {

/// Gradients and updated parameters of a stage on their way between replicas.
class StateExchange
{
public:
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

    /// @param lead  of the stage   @pre `step` exchanges something, and outlives it
    StateExchange(const Prepared &p, const Candidate &c, const StepStages &step, Stage stage,
        const StageParameters &own, const Lead &lead);

    /// What is felt of gradients, and of parameters that come back.
    Seconds thereExposed() const { return m_thereExposed; }
    Seconds backExposed() const { return m_backExposed; }
    /// Of a step in which gradients of this stage arrive last, and parameters of `back`.
    template <class Trace> AxisLoad load(const StateExchange &back, Trace &trace) const;
    /// What the next stage is ahead of this one.
    Lead ofNext() const;
    /// The last backward pass of every stage is slowed down by what it hides: that of the others.
    Seconds chained() const;

private:
    /// A pass through all layers of the stage, or one, that an exchange may lie beside.
    struct Window
    {
        Seconds all;
        double busy = 1; ///< share of it in which the device computes
        Seconds steady {}; ///< the passes of other micro-batches beside the other chunks
        double busySteady = 1;
    };

    /// Gradients of one layer of a kind, exchanged in the loop over layers of the last backward
    /// pass.
    struct LayerExchange
    {
        Seconds reduce; ///< duration
        LayerOverlap pass;
    };

    /// One way: how long it lasts, what it lies beside, and how far the stage is ahead.
    struct Way
    {
        Seconds seconds;
        double ends;
        const Window &window;
        bool hides;
        Seconds lead;
    };

    Window backwardOf(LayerKind kind) const;
    Window forwardOf(LayerKind kind) const;
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
    Way there() const
    {
        return { m_reduce, m_thereEnds, m_backward, m_calls.reduceHides, m_lead.backward };
    }
    Way back() const
    {
        return { m_second, m_backEnds, m_forward, m_calls.gatherHides, m_lead.forward };
    }
    Seconds exposed(const Way &way) const;
    // In state_exchange_derivation.cpp.
    void traceWay(const char *id, const Way &way, DerivationTrace &trace) const;
    void traceLoop(DerivationTrace &trace) const;
    void derive(const AxisLoad &load, const StateExchange &back, DerivationTrace &trace) const;

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

} // namespace headroom
