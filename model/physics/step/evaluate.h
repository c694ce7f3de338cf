#pragma once

#include "model/physics/compute/layer_compute.h"
#include "model/physics/prepare/layout.h"
#include "model/physics/step/step_calls.h"
#include "model/physics/trace/evaluation.h"
#include "model/physics/trace/trace.h"

namespace headroom {

/// Layer, head and embedding costs of a candidate: the dearest part of an evaluation, and the part
/// that many points share (see LayerCost for what it depends on).
/// @param shared  sharedWork of the same point, or of one that differs in its policy alone
template <class Trace>
LayerCosts layerCosts(const Prepared &prepared, const Candidate &candidate, const Layout &layout,
    const SharedWorkOf<NumberOf<Trace>> &shared, Trace &trace);

template <class Trace>
LayerCosts layerCosts(
    const Prepared &prepared, const Candidate &candidate, const Layout &layout, Trace &trace)
{
    return layerCosts(
        prepared, candidate, layout, sharedWork(prepared, candidate, layout, trace), trace);
}

/// Memory alone, without any time: what decides whether a point fits.
template <class Trace>
void evaluateMemory(const Prepared &prepared, const Candidate &candidate, const Layout &layout,
    Evaluation &evaluation, Trace &trace);

/// Pipeline, data-parallel traffic, optimizer and totals, beside the memory that evaluateMemory
/// left in `evaluation`.
template <class Trace>
void assembleTime(const Prepared &prepared, const Candidate &candidate, const Layout &layout,
    const LayerCosts &costs, const StepCalls &calls, Evaluation &evaluation, Trace &trace);

/// Everything beside the layers: evaluateMemory followed by assembleTime.
template <class Trace>
Evaluation assemble(const Prepared &prepared, const Candidate &candidate, const Layout &layout,
    const LayerCosts &costs, Trace &trace)
{
    Evaluation evaluation;
    evaluateMemory(prepared, candidate, layout, evaluation, trace);
    assembleTime(prepared, candidate, layout, costs, stepCalls(prepared, candidate, layout),
        evaluation, trace);
    return evaluation;
}

/// Memory and time of one valid point: layerCosts followed by assemble. Estimator::estimate goes
/// through the same function, so a search result equals a lone estimate bit for bit. No allocation
/// with NoTrace; with DerivationTrace one tree per term is left in the trace.
template <class Trace>
Evaluation evaluate(const Prepared &prepared, const Candidate &candidate, Trace &trace)
{
    const Layout layout = makeLayout(prepared, candidate);
    return assemble(
        prepared, candidate, layout, layerCosts(prepared, candidate, layout, trace), trace);
}

inline Evaluation evaluate(const Prepared &prepared, const Candidate &candidate)
{
    NoTrace none;
    return evaluate(prepared, candidate, none);
}

extern template LayerCosts layerCosts(const Prepared &, const Candidate &, const Layout &,
    const SharedWorkOf<NumberOf<NoTrace>> &, NoTrace &);
extern template void evaluateMemory(
    const Prepared &, const Candidate &, const Layout &, Evaluation &, NoTrace &);
extern template void assembleTime(const Prepared &, const Candidate &, const Layout &,
    const LayerCosts &, const StepCalls &, Evaluation &, NoTrace &);
extern template LayerCosts layerCosts(const Prepared &, const Candidate &, const Layout &,
    const SharedWorkOf<NumberOf<DerivationTrace>> &, DerivationTrace &);
extern template void evaluateMemory(
    const Prepared &, const Candidate &, const Layout &, Evaluation &, DerivationTrace &);
extern template void assembleTime(const Prepared &, const Candidate &, const Layout &,
    const LayerCosts &, const StepCalls &, Evaluation &, DerivationTrace &);

} // namespace headroom
