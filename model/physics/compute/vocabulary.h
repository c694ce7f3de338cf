#pragma once

#include "model/physics/prepare/candidate.h"
#include "model/physics/prepare/prepared.h"
#include "model/physics/trace/trace.h"

namespace headroom {

/// Rows of embedding and head, those included that the framework adds so that each tensor rank
/// holds whole steps of them. @source Megatron-Core _vocab_size_with_padding
template <class Trace>
NumberOf<Trace> paddedVocabulary(const Prepared &p, const Candidate &c, Trace &trace)
{
    const auto rows = trace.input("vocabulary", "Vocabulary V", p.vocab, "1", Origin::Model);
    if (p.vocabularyStep <= 0)
        return rows;
    const auto step
        = trace.input("vocabulary_step", "Multiple that the framework pads the rows of a rank to",
              p.vocabularyStep, "1", Origin::Plan)
        * trace.input("tensor", "Tensor degree", c.tensor, "1", Origin::Plan);
    return trace.number("padded_vocabulary", "Vocabulary that all tensor ranks hold, padded",
        "⌈V / (step · t)⌉ · step · t", "FORMULAS §2", "1", roundedUp(rows / step) * step);
}

inline double paddedVocabulary(const Prepared &p, const Candidate &c)
{
    NoTrace none;
    return paddedVocabulary(p, c, none);
}

/// Parameters of an embedding or a head with those of the rows that pad it.
template <class Trace>
NumberOf<Trace> withPadding(
    const Prepared &p, const Candidate &c, NumberOf<Trace> parameters, Trace &trace)
{
    if (p.vocabularyStep <= 0)
        return parameters;
    return parameters
        + (paddedVocabulary(p, c, trace)
              - trace.input("vocabulary", "Vocabulary V", p.vocab, "1", Origin::Model))
        * trace.input("hidden", "Model width h", p.hidden, "1", Origin::Model);
}

} // namespace headroom
