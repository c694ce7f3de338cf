#include "model/physics/prepare/module_remat.h"

#include <algorithm>

namespace headroom {
namespace {

/// Share of a layer's elementwise work that its two norms and residuals are. ASSUMED, as for other
/// policies
constexpr double normShare = 0.25;
/// Share that goes with the GEMMs of a half. ASSUMED
constexpr double halfShare = 1.0 / 6;
/// Share that the activation function is. ASSUMED
constexpr double activationShare = 0.1;
/// Of the forward pass's tensor traffic: into and out of one half of a layer.
constexpr double halfTraffic = 0.5;
/// Numbers of 32 bits that the router keeps for each expert: logits and probabilities.
constexpr double routerBytes = 2 * 4;

/// Takes bytes away and says how many there were.
double take(double &bytes, double wanted)
{
    const double taken = std::clamp(wanted, 0.0, bytes);
    bytes -= taken;
    return taken;
}

class ModuleDropper
{
public:
    ModuleDropper(const Prepared &p, RematCosts &costs)
        : m_p(p)
        , m_costs(costs)
        , m_u(p.computeBytes.value())
        , m_experts(p.moeLayers / std::max(1.0, double(p.moeLayers + p.denseLayers)))
    { }

    void recompute(RecomputeModule module)
    {
        switch (module) {
        case RecomputeModule::CoreAttention:
            m_costs.keepsScores = false;
            m_costs.replayAttention = 1;
            break;
        case RecomputeModule::ExpertActivation:
            take(m_costs.expertBytes, m_u * m_p.expertFfn * keptActivations(m_p));
            m_costs.replayElementwise += activationShare * m_experts;
            break;
        case RecomputeModule::LayerNorm:
            dropNorms();
            break;
        case RecomputeModule::LatentUpProjection:
            dropLatentOutputs();
            break;
        case RecomputeModule::Mlp:
            dropMlp();
            break;
        case RecomputeModule::Moe:
            dropExperts();
            break;
        case RecomputeModule::SharedExperts:
            dropSharedExperts();
            break;
        }
    }

    void offload(OffloadModule module)
    {
        const double h = m_u * m_p.hidden;
        switch (module) {
        case OffloadModule::AttentionNorm:
        case OffloadModule::QkvLinear:
        case OffloadModule::MlpNorm:
            return sendPlain(h);
        case OffloadModule::CoreAttention:
            return sendSharded(m_u * keptQueryKeyValue(m_p));
        case OffloadModule::AttentionProjection:
            return sendSharded(m_u * m_p.heads * m_p.valueDim);
        case OffloadModule::ExpertIn:
            return sendRows(h);
        case OffloadModule::ExpertActivation:
            return sendRows(m_u * m_p.expertFfn * m_p.gateFactor);
        }
    }

    /// Everything, but for tensors as wide as the model that stay until their copies are done.
    void offloadAll(double staying)
    {
        const double bytes = m_u * m_p.hidden * staying / std::max(1.0, double(m_p.layers));
        const double whole = m_costs.wholeBytes, rows = m_costs.expertBytes * m_p.topK;
        const double dense = m_costs.plainBytes + m_costs.shardedBytes + whole;
        const double experts = m_costs.moePlainBytes + m_costs.moeShardedBytes + whole + rows;
        m_costs.plainBytes = std::min(bytes, dense);
        m_costs.moePlainBytes = std::min(bytes, experts);
        m_costs.shardedBytes = m_costs.moeShardedBytes = 0;
        m_costs.wholeBytes = m_costs.expertBytes = 0;
        send(dense - m_costs.plainBytes, experts - m_costs.moePlainBytes);
    }

private:
    double &replay(SavedTensor tensor) { return m_costs.replay[static_cast<std::size_t>(tensor)]; }

    /// Norms inside a fused GEMM are no module: those in front of dense attention and dense MLPs.
    /// @source Megatron-LM core_v0.19.0, megatron/core/models/gpt/gpt_layer_specs.py
    void dropNorms()
    {
        const double h = m_u * m_p.hidden;
        if (m_p.isMla) {
            take(m_costs.plainBytes, h);
            take(m_costs.moePlainBytes, h);
            m_costs.replayElementwise += normShare;
        }
        take(m_costs.moePlainBytes, h);
        m_costs.replayElementwise += normShare * m_experts;
    }

    void dropLatentOutputs()
    {
        if (!m_p.isMla)
            return;
        take(m_costs.shardedBytes, m_u * keptQueryKeyValue(m_p));
        take(m_costs.moeShardedBytes, m_u * keptQueryKeyValue(m_p));
        replay(SavedTensor::Qkv) = 1;
        m_costs.replayElementwise += halfShare;
    }

    /// The norm in front of a dense MLP is part of its first GEMM, so that it goes with it.
    void dropMlp()
    {
        const double dense = 1 - m_experts;
        take(m_costs.shardedBytes, m_u * m_p.ffn * (m_p.gateFactor + keptActivations(m_p)));
        take(m_costs.plainBytes, m_u * m_p.hidden);
        replay(SavedTensor::MlpIn) = 1;
        if (m_p.moeLayers == 0) // shared experts' last GEMM counts as one of these
            replay(SavedTensor::MlpOut) = 1;
        m_costs.replayElementwise += (normShare + halfShare) * dense;
        m_costs.replayTensorTraffic += halfTraffic * dense;
    }

    void dropSharedExperts()
    {
        take(
            m_costs.moeShardedBytes, m_u * m_p.sharedFfn * (m_p.gateFactor + keptActivations(m_p)));
        replay(SavedTensor::SharedIn) = 1;
        if (m_p.sharedFfn > 0)
            m_costs.replayTensorTraffic += halfTraffic * m_experts;
    }

    /// Router, all-to-alls, experts and shared experts; the norm in front of them stays.
    void dropExperts()
    {
        dropSharedExperts();
        take(m_costs.moePlainBytes, routerBytes * m_p.experts);
        m_costs.expertBytes = 0;
        replay(SavedTensor::ExpertIn) = replay(SavedTensor::ExpertOut) = 1;
        m_costs.replayElementwise += halfShare * m_experts;
        m_costs.replaysDispatch = m_p.moeLayers > 0;
    }

    void sendPlain(double bytes)
    {
        const double dense = take(m_costs.plainBytes, bytes);
        send(dense, take(m_costs.moePlainBytes, bytes));
    }

    void sendSharded(double bytes)
    {
        const double dense = take(m_costs.shardedBytes, bytes);
        send(dense, take(m_costs.moeShardedBytes, bytes));
    }

    /// Of rows of the experts, of which a token has as many as it chooses experts.
    void sendRows(double bytes) { send(0, take(m_costs.expertBytes, bytes) * m_p.topK); }

    void send(double dense, double experts)
    {
        m_costs.offloadBytes += dense * (1 - m_experts) + experts * m_experts;
    }

    const Prepared &m_p;
    RematCosts &m_costs;
    double m_u, m_experts; ///< bytes of an element; share of the layers that have experts
};

} // namespace

void dropModules(const Prepared &p, bool recomputes, RematCosts &costs)
{
    ModuleDropper dropper(p, costs);
    if (recomputes && p.options.recomputeModules.empty())
        dropper.recompute(RecomputeModule::CoreAttention);
    if (recomputes)
        for (const RecomputeModule module : p.options.recomputeModules)
            dropper.recompute(module);
    for (const OffloadModule module : p.options.offloadModules)
        dropper.offload(module);
    costs.replayElementwise = std::min(costs.replayElementwise, 1.0);
    costs.replayTensorTraffic = std::min(costs.replayTensorTraffic, 1.0);
}

void offloadActivations(const Prepared &p, RematCosts &costs)
{
    // @source TRL 1.9.0, trl/models/activation_offloading.py (max_fwd_stash_size)
    constexpr double stashedTensors = 5;
    ModuleDropper(p, costs).offloadAll(stashedTensors);
}

} // namespace headroom
