#include "model/physics/prepare/module_remat.h"
#include "model/physics/prepare/prepare.h"

#include <algorithm>

namespace headroom {
namespace {

/// Exchanges of tensor ranks in a layer's forward pass: into and out of attention and MLP. The one
/// behind the down projection is never repeated: the next layer's input is kept.
constexpr double layerExchanges = 4, maxReplayedExchanges = 3;
/// Share of a layer's elementwise work that norms and residuals are; the rest goes with its
/// GEMMs. ASSUMED
constexpr double normsShare = 0.5;
/// Norms, and the gate's GEMM with the up projection. ASSUMED
constexpr double lightElementwise = 0.6;
/// Of two GEMMs that read the same input (gate and up, the two latents), one is kept.
constexpr double oneOfTwo = 0.5;

/// A 32-bit number, as norms keep their inputs, flash kernels the log-sum of a row's scores (one a
/// head) and routers the probabilities of their experts.
constexpr double wideBytes = 4;

/// How often a policy keeps a tensor, 0..1, on the device or on the host.
struct Kept
{
    double device = 0, host = 0;
    double any() const { return device + host; }
};

class PolicyReader
{
public:
    explicit PolicyReader(const RematPolicy &policy)
        : m_policy(policy)
    { }
    Kept tensor(const char *name) const
    {
        const auto found = m_policy.tensors.find(name);
        if (found == m_policy.tensors.end() || found->second == TensorPlace::Remat)
            return {};
        return found->second == TensorPlace::Device ? Kept { 1, 0 } : Kept { 0, 1 };
    }
    /// The first of these that the policy keeps.
    Kept either(const char *first, const char *second) const
    {
        const Kept kept = tensor(first);
        return kept.any() > 0 ? kept : tensor(second);
    }

private:
    const RematPolicy &m_policy;
};

double &replayOf(RematCosts &costs, SavedTensor tensor)
{
    return costs.replay[static_cast<std::size_t>(tensor)];
}

/// Outputs of the low-rank projections of multi-head latent attention.
double latentWidth(const Prepared &p)
{
    double width = 0;
    for (int i = 0; i < p.linearCount; ++i) {
        const Linear &linear = p.linears[static_cast<std::size_t>(i)];
        if (linear.tensor == static_cast<std::uint8_t>(SavedTensor::MlaDown))
            width += linear.out;
    }
    return width;
}

/// Keys and values that several query heads read, written out for each of them before unfused
/// attention. @source Hugging Face modeling_llama.py, repeat_kv (LlamaAttention)
double repeatedKeysValues(const Prepared &p)
{
    const bool repeats = isEagerTorch(p) && !p.isFlash && !p.isMla;
    return repeats ? (p.heads - p.kvHeads) * (p.headDim + p.valueDim) : 0;
}

/// Everything that a layer's backward pass can use, kept: Megatron, torch, no checkpointing.
RematCosts keepAll(const Prepared &p)
{
    RematCosts costs;
    const double u = p.computeBytes.value(), h = p.hidden;
    const double context = p.heads * p.valueDim;
    // Layer input, both norm outputs (inputs of the GEMMs), residual between the halves.
    costs.plainBytes = u * h * (4 + 2 * (p.normsPerLayer / 2 - 1)) + (p.hasDropout ? 2 * h : 0);
    // Kernel by kernel, an RMS norm keeps its input in 32 bit and what it is before the weight; the
    // activation function keeps its output. @source Hugging Face LlamaRMSNorm, LitGPT rmsnorm.py
    const bool keepsCopies = runsKernelByKernel(p);
    if (keepsCopies && p.hasRmsNorm)
        costs.plainBytes += wideBytes * h * p.normsPerLayer;
    if (p.stack.keepsGatheredInputs) {
        costs.plainBytes -= 2 * u * h;
        costs.wholeBytes = 2 * u * h;
    }
    // Both sides of the norms between the low-rank projections, on every rank.
    costs.plainBytes += 2 * u * latentWidth(p);
    // The router's logits and probabilities.
    costs.moePlainBytes = costs.plainBytes + 2 * wideBytes * p.experts;
    const double attention = u * (keptQueryKeyValue(p) + context + repeatedKeysValues(p))
        + (p.isFlash ? wideBytes * p.heads : 0);
    const double gemm = keptActivations(p);
    costs.shardedBytes = attention + u * p.ffn * (p.gateFactor + gemm);
    costs.moeShardedBytes = attention + u * p.sharedFfn * (p.gateFactor + gemm);
    costs.expertBytes
        = u * (p.expertFfn * (p.gateFactor + gemm) + (1 + p.stack.keptExpertCopies) * h);
    costs.keepsScores = !p.isFlash;
    return costs;
}

/// Only the layer input: torch runs the whole forward pass again.
RematCosts keepInput(const Prepared &p)
{
    RematCosts costs;
    costs.plainBytes = costs.moePlainBytes = p.computeBytes.value() * p.hidden;
    costs.replay.fill(1);
    costs.replayAttention = costs.replayElementwise = costs.replayTensorTraffic = 1;
    costs.isFull = true;
    return costs;
}

/// What the plan's modules leave of everything: by themselves, or with selective recomputation.
RematCosts keepAllButModules(const Prepared &p, bool recomputes)
{
    RematCosts costs = keepAll(p);
    dropModules(p, recomputes, costs);
    return costs;
}

/// torchtitan's operator-level checkpointing: every second GEMM and the attention core are kept:
/// layer input, query, value, context, gate and down projection. A compiler sees that nothing in
/// the backward pass reads the down projection and drops it. @source torchtitan
/// activation_checkpoint.py
RematCosts keepEverySecond(const Prepared &p)
{
    RematCosts costs;
    const double u = p.computeBytes.value(), h = p.hidden;
    const double context = p.heads * p.valueDim;
    costs.plainBytes = u * (p.isCompiled ? 1 : 2) * h;
    costs.moePlainBytes = costs.plainBytes;
    const double attention
        = u * (p.heads * p.headDim + p.kvHeads * p.valueDim + context) + wideBytes * p.heads;
    costs.shardedBytes = attention + u * p.ffn;
    costs.moeShardedBytes = attention + u * p.sharedFfn;
    // Grouped GEMMs are not on torchtitan's list of what is kept.
    const double whole = queryKeyValue(p);
    replayOf(costs, SavedTensor::Qkv) = p.isMla ? oneOfTwo : p.kvHeads * p.headDim / whole;
    replayOf(costs, SavedTensor::OutProj) = 1;
    replayOf(costs, SavedTensor::MlpIn) = replayOf(costs, SavedTensor::SharedIn) = oneOfTwo;
    replayOf(costs, SavedTensor::ExpertIn) = replayOf(costs, SavedTensor::ExpertOut) = 1;
    costs.replayElementwise = 1;
    costs.replayTensorTraffic = maxReplayedExchanges / layerExchanges;
    return costs;
}

/// What a policy by named tensors keeps of a layer.
struct NamedTensors
{
    Kept query, key, value, context, out, gate, up, down, expertGate, expertUp, expertDown, latents;

    NamedTensors(const Prepared &p, const PolicyReader &reader)
        : query(reader.either("query_proj", "qkv_proj"))
        , key(reader.either("key_proj", "qkv_proj"))
        , value(reader.either("value_proj", "qkv_proj"))
        , context(reader.tensor("context"))
        , out(reader.tensor("out_proj"))
        , gate(p.isGated ? reader.either("mlpwi_0", "mlpwi") : reader.either("mlpwi", "mlpwi_0"))
        , up(p.isGated ? reader.either("mlpwi_1", "mlpwi") : Kept {})
        , down(reader.tensor("mlpwo"))
        , expertGate(reader.either("moe_mlpwi_0", "mlpwi_0"))
        , expertUp(reader.tensor("moe_mlpwi_1"))
        , expertDown(reader.either("moe_mlpwo", "mlpwo"))
        , latents(reader.either("mla_kv", "kv_wa_proj"))
    { }
};

/// Bytes that these tensors take on the device and on the host, for each token.
void addKeptBytes(
    const Prepared &p, const NamedTensors &kept, bool inputOffloaded, RematCosts &costs)
{
    const double u = p.computeBytes.value(), h = p.hidden;
    const auto place = [&](const Kept &own, double bytes, double &device) {
        device += own.device * bytes;
        costs.offloadBytes += own.host * bytes;
    };
    double plain = 0, sharded = 0, dense = 0, densePlain = 0, unused = 0;
    place(inputOffloaded ? Kept { 0, 1 } : Kept { 1, 0 }, u * h, plain);
    const double keyHeads = p.isMla ? p.heads : p.kvHeads;
    place(kept.query, u * p.heads * p.headDim, sharded);
    place(kept.key, u * keyHeads * p.headDim, sharded);
    place(kept.value, u * keyHeads * p.valueDim, sharded);
    place(kept.context, u * p.heads * p.valueDim + wideBytes * p.heads, sharded);
    place(kept.out, u * h, plain);
    place(kept.gate, u * p.ffn, dense);
    place(kept.up, u * p.ffn, dense);
    place(kept.down, u * h, densePlain);
    place(Kept { 0, p.moeLayers > 0 ? kept.expertDown.host * p.topK : 0 }, u * h, unused);
    costs.plainBytes = plain + densePlain;
    costs.moePlainBytes = plain + wideBytes * p.experts; // the router's probabilities
    costs.shardedBytes = sharded + dense;
    costs.moeShardedBytes = sharded + (kept.gate.device + kept.up.device) * u * p.sharedFfn;
    costs.expertBytes = kept.expertGate.device * u * p.expertFfn
        + kept.expertUp.device * u * p.expertFfn + kept.expertDown.device * u * h;
}

/// The share of each GEMM that is done again.
void addReplays(const Prepared &p, const NamedTensors &kept, RematCosts &costs)
{
    const double keyHeads = p.isMla ? p.heads : p.kvHeads, halves = p.isGated ? 2 : 1;
    replayOf(costs, SavedTensor::Qkv) = 1
        - (kept.query.any() * p.heads * p.headDim + kept.key.any() * keyHeads * p.headDim
              + kept.value.any() * keyHeads * p.valueDim)
            / queryKeyValue(p);
    replayOf(costs, SavedTensor::MlaDown) = 1 - kept.latents.any();
    replayOf(costs, SavedTensor::OutProj) = 1 - kept.out.any();
    replayOf(costs, SavedTensor::MlpIn) = 1 - (kept.gate.any() + kept.up.any()) / halves;
    replayOf(costs, SavedTensor::SharedIn) = replayOf(costs, SavedTensor::MlpIn);
    replayOf(costs, SavedTensor::ExpertIn)
        = 1 - (kept.expertGate.any() + kept.expertUp.any()) / halves;
    // The weighted sum behind the experts needs their outputs.
    replayOf(costs, SavedTensor::ExpertOut) = 1 - kept.expertDown.any();
    costs.replayAttention = 1 - kept.context.any();
    const double again = replayOf(costs, SavedTensor::Qkv) + replayOf(costs, SavedTensor::OutProj)
        + replayOf(costs, SavedTensor::MlpIn);
    costs.replayElementwise = normsShare + (1 - normsShare) * again / maxReplayedExchanges;
    costs.replayTensorTraffic = again / layerExchanges;
    costs.isFull = again >= maxReplayedExchanges;
}

/// A policy by named tensors (MaxText): what is not kept and needed is computed again; the down
/// projection is not needed, because the next layer's input is kept. @source FORMULAS §5.3
RematCosts keepNamed(const Prepared &p, const RematPolicy &policy)
{
    RematCosts costs;
    const auto input = policy.tensors.find("decoder_layer_input");
    const bool inputOffloaded = policy.perTensorKeys && input != policy.tensors.end()
        && input->second == TensorPlace::Offload;
    const NamedTensors kept { p, PolicyReader(policy) };
    addKeptBytes(p, kept, inputOffloaded, costs);
    addReplays(p, kept, costs);
    return costs;
}

RematCosts keptBy(const Prepared &p, const RematPolicy &policy, RematKind kind)
{
    switch (kind) {
    case RematKind::Whole:
        return keepAllButModules(p, false);
    case RematKind::AllButCore:
        return keepAllButModules(p, true);
    case RematKind::EverySecond:
        return keepEverySecond(p);
    case RematKind::LayerInput:
        return keepInput(p);
    case RematKind::NoNames:
    case RematKind::Named:
    case RematKind::Custom:
        break;
    }
    return keepNamed(p, policy);
}

} // namespace

double queryKeyValue(const Prepared &p)
{
    return p.isMla ? p.heads * (2 * p.headDim + p.valueDim) : (p.heads + 2 * p.kvHeads) * p.headDim;
}

double keptQueryKeyValue(const Prepared &p)
{
    // Values stay a view of the fused projection, which keeps all of it alive.
    return queryKeyValue(p) + (p.stack.keepsRotatedCopies ? p.qkElements : 0)
        + (p.stack.keepsValueCopies ? p.kvHeads * p.valueDim : 0);
}

/// @source transformers activations.py, NewGELUActivation: 0.5·x, the tanh and 1 + the tanh
double keptActivations(const Prepared &p)
{
    constexpr double ofWrittenOut = 3;
    const bool isEager = runsKernelByKernel(p);
    if (p.isGated)
        return 1 + (p.stack.keptActivationOutputs + (isEager ? 1 : 0));
    return 1 + (isEager && p.writesOutActivation ? ofWrittenOut : 0);
}

RematCosts lightRemat(const Prepared &p, const RematCosts &whole)
{
    RematCosts costs = whole;
    costs.id = "light";
    const double u = p.computeBytes.value();
    const double norms = u * p.hidden * p.normsPerLayer;
    costs.plainBytes = std::max(0.0, costs.plainBytes - norms);
    costs.moePlainBytes = std::max(0.0, costs.moePlainBytes - norms);
    costs.shardedBytes -= u * p.ffn;
    costs.moeShardedBytes -= u * p.sharedFfn;
    costs.expertBytes -= u * p.expertFfn;
    costs.replayElementwise = lightElementwise;
    return costs;
}

RematCosts mixedRemat(const RematCosts &larger, const RematCosts &smaller, double more)
{
    const auto mix = [more](double a, double b) { return a + (b - a) * more; };
    RematCosts costs = larger;
    costs.id = larger.id + "+" + smaller.id;
    costs.plainBytes = mix(larger.plainBytes, smaller.plainBytes);
    costs.shardedBytes = mix(larger.shardedBytes, smaller.shardedBytes);
    costs.wholeBytes = mix(larger.wholeBytes, smaller.wholeBytes);
    costs.moePlainBytes = mix(larger.moePlainBytes, smaller.moePlainBytes);
    costs.moeShardedBytes = mix(larger.moeShardedBytes, smaller.moeShardedBytes);
    costs.expertBytes = mix(larger.expertBytes, smaller.expertBytes);
    costs.offloadBytes = mix(larger.offloadBytes, smaller.offloadBytes);
    for (std::size_t i = 0; i < costs.replay.size(); ++i)
        costs.replay[i] = mix(larger.replay[i], smaller.replay[i]);
    costs.replayAttention = mix(larger.replayAttention, smaller.replayAttention);
    costs.replayElementwise = mix(larger.replayElementwise, smaller.replayElementwise);
    costs.replayTensorTraffic = mix(larger.replayTensorTraffic, smaller.replayTensorTraffic);
    return costs;
}

namespace {

/// What adapters and a reference pass change of what a policy keeps and repeats.
RematCosts finished(const Prepared &p, RematCosts costs, const std::string &id, RematKind kind)
{
    costs.id = id;
    costs.kind = kind;
    if (p.tuning.isAdapted)
        dropFrozenInputs(p, costs);
    addReferencePass(p, costs);
    costs.replaysDispatch |= costs.isFull && replayOf(costs, SavedTensor::ExpertIn) > 0;
    return costs;
}

} // namespace

RematCosts rematCosts(const Prepared &p, const RematPolicy &policy, RematKind kind)
{
    RematCosts costs = finished(p, keptBy(p, policy, kind), policy.id, kind);
    if (p.options.offloadActivations && !p.isInference)
        offloadActivations(p, costs);
    return costs;
}

RematCosts wholeLayerCosts(const Prepared &p)
{
    return finished(p, keepAll(p), wholeRematId, RematKind::Whole);
}

} // namespace headroom
