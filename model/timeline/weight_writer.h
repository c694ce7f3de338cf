#pragma once

#include "model/timeline/pass_builder.h"

namespace headroom {

/// Which weights of a layer a message carries.
enum class LayerPart : std::uint8_t { Whole, Attention, Mlp };

/// Writes collectives on weights and gradients into a program.
class WeightWriter
{
public:
    WeightWriter(PassProgram &program, const PassContext &context, BlockPhase phase)
        : m_program(program)
        , m_context(context)
        , m_phase(phase)
    { }

    /// FSDP's all-gather of layers [first, last]; the index of its last message.
    std::int32_t gather(int first, int last, const std::vector<std::uint8_t> &holdsExperts,
        OpDependency since, LayerPart part = LayerPart::Whole);
    /// The same for parameters outside the layers: embedding and head.
    std::int32_t gatherRoot(double parameters, OpDependency since);
    /// FSDP's reduce-scatter of a layer's gradients; the index of its last message.
    std::int32_t reduce(
        int layer, bool holdsExperts, OpDependency since, LayerPart part = LayerPart::Whole);
    /// The same for gradients of embedding and head.
    std::int32_t reduceRoot(double parameters, OpDependency since);
    /// Gradients of replicas: one bucket per layer. `layer` −1: `parameters` of embedding or head,
    /// or of so many `layers` in a row.
    std::int32_t exchange(
        int layer, const StageParameters &parameters, OpDependency since, double layers = 1);
    /// What of the exchanges written so far never hides, whatever computation there is.
    Seconds neverHidden() const { return m_neverHidden; }
    /// So much of it at the end of the pass.
    std::int32_t exchangeRest(Seconds rest, OpDependency since);
    /// New weights that a sharded optimizer hands out; `layer` as above.
    std::int32_t gatherParameters(int layer, const StageParameters &parameters);

    /// Whether the attention and MLP weights of a layer travel apart.
    bool isSplit(const OverlapRule &rule, Bytes bytes) const { return rule.messages(bytes) > 1; }
    Bytes gatherBytes(bool holdsExperts) const; ///< of one layer's weights
    Bytes reduceBytes(bool holdsExperts) const; ///< of the shard of one layer's gradients

private:
    struct Traffic
    {
        Bytes plain, experts;
        Bytes total() const { return plain + experts; }
    };
    /// `each`: of one parameter.
    Traffic partOf(
        const StageParameters &layer, double attentionShare, LayerPart part, Bytes each) const;
    Traffic gathered(bool holdsExperts, LayerPart part) const;
    Traffic reduced(bool holdsExperts, LayerPart part) const;
    std::int32_t write(
        PassOp op, const Traffic &traffic, int messages, Seconds seconds, OpDependency since);
    PassOp blank(BlockOp op, TimeTerm term, int layer) const;
    int messagesOf(const OverlapRule &rule, Bytes bytes, Bytes whole) const;

    PassProgram &m_program;
    const PassContext &m_context;
    BlockPhase m_phase;
    Seconds m_neverHidden;
};

} // namespace headroom
