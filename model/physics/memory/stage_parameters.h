#pragma once

#include "model/physics/compute/vocabulary.h"
#include "model/physics/memory/tuning_memory.h"
#include "model/physics/prepare/layout.h"
#include "model/physics/trace/trace.h"

namespace headroom {

/// Parameters on one device of one pipeline stage, after tensor, pipeline and expert sharding and
/// before data-parallel sharding. @source FORMULAS §2; Megatron-LM theoretical_memory_usage.py
template <class Number> struct StageParametersOf
{
    Number plain {}; ///< everything but experts
    Number experts {};
    Number embedding {}; ///< part of plain: embedding and head
    TunedParametersOf<Number> tuned {}; ///< where weights are frozen
    Number total() const { return plain + experts; }
};
using StageParameters = StageParametersOf<double>;

/// The parameters that the optimizer updates: all of them, or adapters and what is trained whole
/// next to them.
template <class Number>
StageParametersOf<Number> trainedParameters(const Prepared &p, const StageParametersOf<Number> &own)
{
    if (!p.tuning.isAdapted)
        return own;
    return { own.tuned.adapters + own.tuned.whole, own.tuned.expertAdapters, own.tuned.whole, {} };
}

enum class Stage { First, Inner, Last }; ///< Inner: of those between, one with the most layers

/// Layers of a stage by kind: the dense ones of a mixed model come first.
struct StageLayers
{
    double dense = 0, moe = 0;
    double total() const { return dense + moe; }
    /// Without the first one; dense ones come first.
    StageLayers withoutFirst() const
    {
        return dense >= 1 ? StageLayers { dense - 1, moe }
                          : StageLayers { dense, std::max(0.0, moe - 1) };
    }
};

/// What a stage's layers take, of what one of each kind takes.
template <class Value> Value mixed(const StageLayers &layers, Value dense, Value moe)
{
    return layers.dense * dense + layers.moe * moe;
}

inline StageLayers stageLayers(
    const Prepared &p, const Candidate &c, const Layout &layout, Stage stage)
{
    const double count = c.pipeline == 1 ? p.layers
        : stage == Stage::First          ? layout.firstStageLayers
        : stage == Stage::Inner          ? layout.maxStageLayers
                                         : layout.lastStageLayers;
    if (p.moeLayers == 0)
        return { count, 0 };
    const double interleaved = p.denseLayers - p.firstDenseLayers;
    const double leading = stage == Stage::First ? std::min(count, p.firstDenseLayers)
        : c.pipeline == 1                        ? p.firstDenseLayers
                                                 : 0;
    const double rest = count - leading;
    const double mixed = p.layers - p.firstDenseLayers;
    const double dense = mixed > 0 ? rest * interleaved / mixed : 0;
    return { leading + dense, rest - dense };
}

/// Parameters of one layer on one device: what tensor and expert parallelism leave of it.
template <class Trace>
StageParametersOf<NumberOf<Trace>> layerParameters(
    const Prepared &p, const Candidate &c, const Layout &layout, bool holdsExperts, Trace &trace)
{
    StageParametersOf<NumberOf<Trace>> layer;
    const auto t = trace.input("tensor", "Tensor degree", c.tensor, "1", Origin::Plan);
    const auto attention = trace.input("attention_parameters",
        "Attention parameters of a layer that tensor parallelism shards", p.attentionParameters,
        "1", Origin::Model);
    const auto replicated
        = trace.input("replicated_parameters", "Norms and biases of a layer, whole on every rank",
            p.densePlainParameters, "1", Origin::Model);
    const auto mlp = holdsExperts
        ? trace.input("shared_parameters", "Shared experts and router of a layer",
            p.sharedMoeParameters, "1", Origin::Model)
        : trace.input("mlp_parameters", "MLP parameters of a layer", p.denseMlpParameters, "1",
            Origin::Model);
    const auto plain = attention / t + replicated + mlp / t;
    if (!holdsExperts) {
        layer.plain
            = trace.number("dense_layer_parameters", "Parameters of one dense layer on one device",
                "attention/t + norms + MLP/t", "FORMULAS §2", "1", plain);
        return layer;
    }
    layer.plain = trace.number("moe_layer_parameters",
        "Parameters of one expert layer on one device, experts aside",
        "attention/t + norms + (shared experts + router)/t", "FORMULAS §2", "1", plain);
    const auto experts = trace.input("layer_expert_parameters",
        "Parameters of all experts of a layer", p.expertParameters, "1", Origin::Model);
    const auto expert = trace.input("expert", "Expert degree", c.expert, "1", Origin::Plan);
    const auto expertTensor = trace.input("expert_tensor",
        "Tensor degree that shards expert matrices", layout.expertTensor, "1", Origin::Derived);
    layer.experts
        = trace.number("layer_experts_on_device", "Parameters of one layer's experts on one device",
            "experts / (e·etp)", "FORMULAS §2", "1", experts / (expert * expertTensor));
    return layer;
}

inline StageParameters layerParameters(
    const Prepared &p, const Candidate &c, const Layout &layout, bool holdsExperts)
{
    NoTrace none;
    StageParameters layer = layerParameters(p, c, layout, holdsExperts, none);
    if (p.tuning.isAdapted)
        layer.tuned = tunedParameters(
            p, c, layout, { holdsExperts ? 0.0 : 1.0, holdsExperts ? 1.0 : 0.0 }, none);
    return layer;
}

/// Embedding, head and multi-token-prediction layers of a stage on one device.
template <class Trace>
NumberOf<Trace> embeddingParameters(
    const Prepared &p, const Candidate &c, Stage stage, Trace &trace)
{
    const bool hasFirst = stage == Stage::First;
    const bool hasLast = stage == Stage::Last || c.pipeline == 1;
    const auto t = trace.input("tensor", "Tensor degree", c.tensor, "1", Origin::Plan);
    NumberOf<Trace> own {};
    if (hasFirst)
        own = withPadding(p, c,
                  trace.input("embedding_parameters", "Embedding parameters of the model",
                      p.embeddingParameters, "1", Origin::Model),
                  trace)
            / t;
    if (hasLast) {
        const auto final = trace.input("final_parameters", "Final norm and bias of the head",
            p.finalParameters, "1", Origin::Model);
        if (p.isTied && hasFirst)
            own += final;
        else
            own += withPadding(p, c,
                       trace.input("head_parameters", "Parameters of the output head",
                           p.headParameters, "1", Origin::Model),
                       trace)
                    / t
                + final;
        if (p.mtpParameters > 0)
            own += trace.input("mtp_parameters", "Multi-token-prediction layers", p.mtpParameters,
                       "1", Origin::Model)
                / t;
    }
    return trace.number("stage_embedding", "Embedding and head on one device",
        "(embedding + head)/t + final norm", "FORMULAS §2", "1", own);
}

/// Copies of embedding and head on one device that are trained next to adapters.
/// @source PEFT utils/other.py (ModulesToSaveWrapper): the frozen module stays
template <class Trace>
NumberOf<Trace> trainedWholeParameters(
    const Prepared &p, const Candidate &c, Stage stage, Trace &trace)
{
    const bool hasLast = stage == Stage::Last || c.pipeline == 1;
    NumberOf<Trace> own {};
    if (p.tuning.trainsEmbedding && stage == Stage::First)
        own += withPadding(p, c,
            trace.input("embedding_parameters", "Embedding parameters of the model",
                p.embeddingParameters, "1", Origin::Model),
            trace);
    if (p.tuning.trainsHead && hasLast)
        own += withPadding(p, c,
            trace.input("head_parameters", "Parameters of the output head", p.headParameters, "1",
                Origin::Model),
            trace);
    return trace.number("trained_whole", "Trained copies of embedding and head on one device",
        "(embedding + head)/t", "PEFT utils/other.py (ModulesToSaveWrapper)", "1",
        own / trace.input("tensor", "Tensor degree", c.tensor, "1", Origin::Plan));
}

/// Embedding and head of a stage as far as their gradients are reduced. @unit parameters
inline double reducedRootParameters(const Prepared &p, const Candidate &c, Stage stage)
{
    NoTrace none;
    return p.isInference     ? 0.0
        : p.tuning.isAdapted ? trainedWholeParameters(p, c, stage, none)
                             : embeddingParameters(p, c, stage, none);
}

template <class Trace>
StageParametersOf<NumberOf<Trace>> stageParameters(
    const Prepared &p, const Candidate &c, const Layout &layout, Stage stage, Trace &trace)
{
    const StageLayers layers = stageLayers(p, c, layout, stage);
    StageParametersOf<NumberOf<Trace>> own;
    own.embedding = embeddingParameters(p, c, stage, trace);
    NumberOf<Trace> plain {};
    if (layers.dense > 0)
        plain += trace.input("dense_layers", "Dense layers of the stage", layers.dense, "1",
                     Origin::Derived)
            * layerParameters(p, c, layout, false, trace).plain;
    if (layers.moe > 0) {
        const auto count = trace.input(
            "moe_layers", "Expert layers of the stage", layers.moe, "1", Origin::Derived);
        const auto layer = layerParameters(p, c, layout, true, trace);
        plain += count * layer.plain;
        own.experts
            = trace.number("expert_parameters", "Expert parameters of the stage on one device",
                "expert layers · experts of a layer", "FORMULAS §2", "1", count * layer.experts);
    }
    own.plain
        = trace.number("plain_parameters", "Parameters of the stage on one device, experts aside",
            "layers · one layer + embedding", "FORMULAS §2", "1", plain + own.embedding);
    if (p.tuning.isAdapted)
        own.tuned = tunedParameters(p, c, layout, { layers.dense, layers.moe }, trace);
    if (p.tuning.trainsEmbedding || p.tuning.trainsHead)
        own.tuned.whole = trainedWholeParameters(p, c, stage, trace);
    return own;
}

inline StageParameters stageParameters(
    const Prepared &p, const Candidate &c, const Layout &layout, Stage stage)
{
    NoTrace none;
    return stageParameters(p, c, layout, stage, none);
}

} // namespace headroom
