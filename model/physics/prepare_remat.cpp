#include "model/physics/prepare.h"

#include <algorithm>

namespace headroom {
namespace {

/// Exchanges of tensor ranks in a layer's forward pass: into and out of attention and MLP. The one
/// behind the down projection is never repeated: the next layer's input is kept.
constexpr double layerExchanges = 4, mostReplayedExchanges = 3;
/// Share of a layer's elementwise work that norms and residuals are; the rest goes with its
/// products. ASSUMED
constexpr double normsShare = 0.5;
/// Norms, and the gate's product with the up projection. ASSUMED
constexpr double lightElementwise = 0.6;
/// Of two products that read the same input (gate and up, the two latents), one is kept.
constexpr double oneOfTwo = 0.5;

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

double queryKeyValue(const Prepared &p)
{
    return p.isMla ? p.heads * (2 * p.headDim + p.valueDim) : (p.heads + 2 * p.kvHeads) * p.headDim;
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

/// Everything that a layer's backward pass can use, kept: Megatron, torch, no checkpointing.
RematCosts keepAll(const Prepared &p)
{
    RematCosts costs;
    const double u = p.computeBytes, h = p.hidden;
    const double context = p.heads * p.valueDim;
    // Layer input, both norm outputs (inputs of the products), residual between the halves.
    costs.plainBytes = u * h * (4 + 2 * (p.normsPerLayer / 2 - 1)) + (p.hasDropout ? 2 * h : 0);
    // Kernel by kernel, an RMS norm keeps its input in 32 bit and what it is before the weight; the
    // activation function keeps its output. @source Hugging Face LlamaRMSNorm, LitGPT rmsnorm.py
    const bool keepsCopies = !p.isCompiled && p.stack.eagerKeepsCopies;
    if (keepsCopies && p.hasRmsNorm)
        costs.plainBytes += 4 * h * p.normsPerLayer;
    if (p.stack.keepsGatheredInputs) {
        costs.plainBytes -= 2 * u * h;
        costs.wholeBytes = 2 * u * h;
    }
    // Both sides of the norms between the low-rank projections, on every rank.
    costs.plainBytes += 2 * u * latentWidth(p);
    costs.moePlainBytes = costs.plainBytes + 8 * p.experts;
    // Values stay a view of the fused projection, which keeps all of it alive.
    const double copies = (p.stack.keepsRotatedCopies ? p.qkElements : 0)
        + (p.stack.keepsValueCopies ? p.kvHeads * p.valueDim : 0);
    const double attention
        = u * (queryKeyValue(p) + copies + context) + (p.isFlash ? 4 * p.heads : 0);
    const double product
        = p.isGated ? 1 + p.stack.keptActivationOutputs + (keepsCopies ? 1 : 0) : 1;
    costs.shardedBytes = attention + u * p.ffn * (p.gateFactor + product);
    costs.moeShardedBytes = attention + u * p.sharedFfn * (p.gateFactor + product);
    costs.expertBytes
        = u * (p.expertFfn * (p.gateFactor + product) + (1 + p.stack.keptExpertCopies) * h);
    costs.keepsScores = !p.isFlash;
    return costs;
}

/// Only the layer input: torch runs the whole forward pass again.
RematCosts keepInput(const Prepared &p)
{
    RematCosts costs;
    costs.plainBytes = costs.moePlainBytes = p.computeBytes * p.hidden;
    costs.replay.fill(1);
    costs.replayAttention = costs.replayElementwise = costs.replayTensorTraffic = 1;
    costs.isFull = true;
    return costs;
}

/// Megatron's selective recomputation: everything but the attention core.
RematCosts keepAllButCore(const Prepared &p)
{
    RematCosts costs = keepAll(p);
    costs.keepsScores = false;
    costs.replayAttention = 1;
    return costs;
}

/// torchtitan's operator-level checkpointing: every second product and the attention core are kept:
/// layer input, query, value, context, gate and down projection. A compiler sees that nothing in
/// the backward pass reads the down projection and drops it. @source torchtitan
/// activation_checkpoint.py
RematCosts keepEverySecond(const Prepared &p)
{
    RematCosts costs;
    const double u = p.computeBytes, h = p.hidden;
    const double context = p.heads * p.valueDim;
    costs.plainBytes = u * (p.isCompiled ? 1 : 2) * h;
    costs.moePlainBytes = costs.plainBytes;
    const double attention
        = u * (p.heads * p.headDim + p.kvHeads * p.valueDim + context) + 4 * p.heads;
    costs.shardedBytes = attention + u * p.ffn;
    costs.moeShardedBytes = attention + u * p.sharedFfn;
    costs.expertBytes = u * (p.expertFfn + p.hidden);
    const double whole = queryKeyValue(p);
    replayOf(costs, SavedTensor::Qkv) = p.isMla ? oneOfTwo : p.kvHeads * p.headDim / whole;
    replayOf(costs, SavedTensor::OutProj) = 1;
    replayOf(costs, SavedTensor::MlpIn) = replayOf(costs, SavedTensor::SharedIn) = oneOfTwo;
    replayOf(costs, SavedTensor::ExpertIn) = oneOfTwo;
    costs.replayElementwise = 1;
    costs.replayTensorTraffic = mostReplayedExchanges / layerExchanges;
    return costs;
}

/// A policy by named tensors (MaxText): what is not kept and needed is computed again; the down
/// projection is not needed, because the next layer's input is kept. @source FORMULAS §5.3
RematCosts keepNamed(const Prepared &p, const RematPolicy &policy)
{
    const PolicyReader reader(policy);
    RematCosts costs;
    const double u = p.computeBytes, h = p.hidden;
    const auto place = [&](const Kept &kept, double bytes, double &device) {
        device += kept.device * bytes;
        costs.offloadBytes += kept.host * bytes;
    };
    double plain = 0, sharded = 0, dense = 0, shared = 0, expert = 0, unused = 0;
    const auto input = policy.tensors.find("decoder_layer_input");
    const bool inputOffloaded = policy.perTensorKeys && input != policy.tensors.end()
        && input->second == TensorPlace::Offload;
    if (inputOffloaded)
        costs.offloadBytes += u * h;
    else
        plain += u * h;
    const Kept query = reader.either("query_proj", "qkv_proj"),
               key = reader.either("key_proj", "qkv_proj"),
               value = reader.either("value_proj", "qkv_proj");
    place(query, u * p.heads * p.headDim, sharded);
    const double keyHeads = p.isMla ? p.heads : p.kvHeads;
    place(key, u * keyHeads * p.headDim, sharded);
    place(value, u * keyHeads * p.valueDim, sharded);
    const Kept context = reader.tensor("context");
    place(context, u * p.heads * p.valueDim + 4 * p.heads, sharded);
    const Kept out = reader.tensor("out_proj");
    place(out, u * h, plain);
    const Kept gate
        = p.isGated ? reader.either("mlpwi_0", "mlpwi") : reader.either("mlpwi", "mlpwi_0");
    const Kept up = p.isGated ? reader.either("mlpwi_1", "mlpwi") : Kept {};
    place(gate, u * p.ffn, dense);
    place(up, u * p.ffn, dense);
    const Kept down = reader.tensor("mlpwo");
    double densePlain = 0;
    place(down, u * h, densePlain);
    const Kept expertGate = reader.either("moe_mlpwi_0", "mlpwi_0"),
               expertUp = reader.tensor("moe_mlpwi_1");
    expert += expertGate.device * u * p.expertFfn + expertUp.device * u * p.expertFfn;
    const Kept expertDown = reader.either("moe_mlpwo", "mlpwo");
    expert += expertDown.device * u * h;
    shared += (gate.device + up.device) * u * p.sharedFfn;
    place(Kept { 0, p.moeLayers > 0 ? expertDown.host * p.topK : 0 }, u * h, unused);

    costs.plainBytes = plain + densePlain;
    costs.moePlainBytes = plain + 4 * p.experts;
    costs.shardedBytes = sharded + dense;
    costs.moeShardedBytes = sharded + shared;
    costs.expertBytes = expert;
    const double whole = queryKeyValue(p);
    replayOf(costs, SavedTensor::Qkv) = 1
        - (query.any() * p.heads * p.headDim + key.any() * keyHeads * p.headDim
              + value.any() * keyHeads * p.valueDim)
            / whole;
    replayOf(costs, SavedTensor::MlaDown) = 1 - reader.either("mla_kv", "kv_wa_proj").any();
    replayOf(costs, SavedTensor::OutProj) = 1 - out.any();
    const double halves = p.isGated ? 2 : 1;
    replayOf(costs, SavedTensor::MlpIn) = 1 - (gate.any() + up.any()) / halves;
    replayOf(costs, SavedTensor::SharedIn) = replayOf(costs, SavedTensor::MlpIn);
    replayOf(costs, SavedTensor::ExpertIn) = 1 - (expertGate.any() + expertUp.any()) / halves;
    // The weighted sum behind the experts needs their outputs.
    replayOf(costs, SavedTensor::ExpertOut) = 1 - expertDown.any();
    costs.replayAttention = 1 - context.any();
    const double again = replayOf(costs, SavedTensor::Qkv) + replayOf(costs, SavedTensor::OutProj)
        + replayOf(costs, SavedTensor::MlpIn);
    costs.replayElementwise = normsShare + (1 - normsShare) * again / mostReplayedExchanges;
    costs.replayTensorTraffic = again / layerExchanges;
    costs.isFull = again >= mostReplayedExchanges;
    return costs;
}

RematCosts keptBy(const Prepared &p, const RematPolicy &policy, RematKind kind)
{
    switch (kind) {
    case RematKind::Whole:
        return keepAll(p);
    case RematKind::AllButCore:
        return keepAllButCore(p);
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

RematCosts lightRemat(const Prepared &p, const RematCosts &whole)
{
    RematCosts costs = whole;
    costs.id = "light";
    const double u = p.computeBytes;
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

RematCosts rematCosts(const Prepared &p, const RematPolicy &policy, RematKind kind)
{
    RematCosts costs = keptBy(p, policy, kind);
    costs.id = policy.id;
    costs.kind = kind;
    if (p.tuning.isAdapted)
        dropFrozenInputs(p, costs);
    return costs;
}

} // namespace headroom
