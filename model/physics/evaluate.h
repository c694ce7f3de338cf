#pragma once

#include "model/physics/candidate.h"
#include "model/physics/evaluation.h"
#include "model/physics/prepared.h"
#include "model/physics/trace.h"

namespace headroom {

/// Layer, head and embedding costs of a candidate: the dearest part of an evaluation, and the part
/// that many points share (see LayerCost for what it depends on).
template <class Trace>
LayerCosts layerCosts(const Prepared &prepared, const Candidate &candidate, Trace &trace);

/// Memory alone, without any time: what decides whether a point fits.
template <class Trace>
void evaluateMemory(
    const Prepared &prepared, const Candidate &candidate, Evaluation &evaluation, Trace &trace);

/// Pipeline, data-parallel traffic, optimizer and totals, beside the memory that evaluateMemory
/// left in `evaluation`.
template <class Trace>
void assembleTime(const Prepared &prepared, const Candidate &candidate, const LayerCosts &costs,
    Evaluation &evaluation, Trace &trace);

/// Everything beside the layers: evaluateMemory followed by assembleTime.
template <class Trace>
Evaluation assemble(
    const Prepared &prepared, const Candidate &candidate, const LayerCosts &costs, Trace &trace)
{
    Evaluation evaluation;
    evaluateMemory(prepared, candidate, evaluation, trace);
    assembleTime(prepared, candidate, costs, evaluation, trace);
    return evaluation;
}

/// Memory and time of one lawful point: layerCosts followed by assemble. Estimator::estimate goes
/// through the same function, so a search result equals a lone estimate bit for bit. No allocation
/// with NoTrace; with DerivationTrace one tree per term is left in the trace.
template <class Trace>
Evaluation evaluate(const Prepared &prepared, const Candidate &candidate, Trace &trace)
{
    return assemble(prepared, candidate, layerCosts(prepared, candidate, trace), trace);
}

inline Evaluation evaluate(const Prepared &prepared, const Candidate &candidate)
{
    NoTrace none;
    return evaluate(prepared, candidate, none);
}

extern template LayerCosts layerCosts(const Prepared &, const Candidate &, NoTrace &);
extern template LayerCosts layerCosts(const Prepared &, const Candidate &, DerivationTrace &);
extern template void assembleTime(
    const Prepared &, const Candidate &, const LayerCosts &, Evaluation &, NoTrace &);
extern template void assembleTime(
    const Prepared &, const Candidate &, const LayerCosts &, Evaluation &, DerivationTrace &);
extern template void evaluateMemory(const Prepared &, const Candidate &, Evaluation &, NoTrace &);
extern template void evaluateMemory(
    const Prepared &, const Candidate &, Evaluation &, DerivationTrace &);

} // namespace headroom
