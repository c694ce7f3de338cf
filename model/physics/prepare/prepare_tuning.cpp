#include "model/physics/prepare/prepare.h"

#include "model/library/architecture/fused_projections.h"
#include "model/plan/tuning.h"

#include <algorithm>
#include <string_view>

namespace headroom {
namespace {

/// How a number format stores a matrix: weights, one scale for each block of them, and scales of
/// the scales.
struct StoredFormat
{
    Bytes weightBytes { 2 };
    Bytes scaleBytes {};
    double block = 1; ///< block 0: one scale for each column of the matrix
    Bytes secondBytes {}; ///< scales that share one of the second level
    double secondBlock = 1;

    /// Of a matrix [in, out].
    Bytes bytes(double in, double out) const
    {
        const double weights = in * out;
        const double scales = scaleBytes > Bytes {} ? weights / (block > 0 ? block : in) : 0;
        return weightBytes * weights + scaleBytes * scales + secondBytes * scales / secondBlock;
    }
};

StoredFormat storedFormat(BaseFormat base, Bytes computeBytes)
{
    switch (base) {
    case BaseFormat::Nf4:
        // 4.127 bits in all. @source QLoRA (arXiv 2305.14314) §3
        return { .weightBytes = Bytes { 0.5 },
            .scaleBytes = Bytes { 1 },
            .block = 64,
            .secondBytes = Bytes { 4 },
            .secondBlock = 256 };
    case BaseFormat::Int8:
        // @source LLM.int8() (arXiv 2208.07339); bitsandbytes nn/modules.py (SCB, one per row)
        return { .weightBytes = Bytes { 1 }, .scaleBytes = Bytes { 4 }, .block = 0 };
    case BaseFormat::Fp8:
        // @source Hugging Face FineGrainedFP8Config: a 32-bit scale for each 128 x 128
        return { .weightBytes = Bytes { 1 }, .scaleBytes = Bytes { 4 }, .block = 128.0 * 128.0 };
    case BaseFormat::Gptq:
    case BaseFormat::Awq:
        // A 16-bit scale and a 4-bit zero point for each 128 of a column. @source GPTQ
        // (arXiv 2210.17323); AWQ (arXiv 2306.00978); AutoAWQ modules/linear/gemm.py
        // (WQLinear_GEMM)
        return { .weightBytes = Bytes { 0.5 }, .scaleBytes = Bytes { 2 + 0.5 }, .block = 128 };
    case BaseFormat::Fp32:
        return { .weightBytes = elementBytes(NumberFormat::Fp32) };
    case BaseFormat::Auto:
    case BaseFormat::Bf16:
        break;
    }
    return { .weightBytes = computeBytes };
}

/// What a plan calls a matrix that is one; several together, by what one of them is called: rules
/// see to it that all or none have adapters. Of latent attention `q` and `k` are what leads there.
TuningTarget targetOf(const Linear &linear)
{
    switch (static_cast<SavedTensor>(linear.tensor)) {
    case SavedTensor::Qkv:
    case SavedTensor::MlaDown:
        return std::string_view(linear.id).starts_with("query") ? TuningTarget::Query
                                                                : TuningTarget::Key;
    case SavedTensor::Context:
    case SavedTensor::OutProj:
        return TuningTarget::Output;
    case SavedTensor::ExpertIn:
    case SavedTensor::ExpertOut:
        return TuningTarget::Experts;
    case SavedTensor::MlpOut:
        return TuningTarget::Down;
    case SavedTensor::MlpIn:
    case SavedTensor::SharedIn:
    case SavedTensor::Count:
        break;
    }
    return TuningTarget::Up;
}

/// Puts the adapters of one matrix behind those already there.
class AdapterWriter
{
public:
    AdapterWriter(Prepared &prepared, const Tuning &tuning)
        : m_p(prepared)
        , m_tuning(tuning)
    { }

    void write(Linear &linear, const FusedProjections &fused)
    {
        linear.firstAdapter = static_cast<std::uint8_t>(m_p.tuning.adapterCount);
        const auto tensor = static_cast<SavedTensor>(linear.tensor);
        const double in = linear.in, out = linear.out;
        if (tensor == SavedTensor::Qkv && !m_p.isMla && !fused.queryKeyValue) {
            const double keys = m_p.kvHeads * m_p.headDim;
            linear.widest = std::max(keys, out - 2 * keys);
            add(linear, { "q_adapter", in, out - 2 * keys }, TuningTarget::Query);
            add(linear, { "k_adapter", in, keys }, TuningTarget::Key);
            add(linear, { "v_adapter", in, keys }, TuningTarget::Value);
            return;
        }
        const bool isGate = tensor == SavedTensor::MlpIn || tensor == SavedTensor::ExpertIn
            || tensor == SavedTensor::SharedIn;
        const bool isOne = tensor == SavedTensor::ExpertIn ? fused.expertGateUp : fused.gateUp;
        if (isGate && m_p.isGated && !isOne) {
            linear.widest = out / 2;
            const bool isExperts = linear.isOfExperts();
            add(linear, { "gate_adapter", in, out / 2 },
                isExperts ? TuningTarget::Experts : TuningTarget::Gate);
            add(linear, { "up_adapter", in, out / 2 },
                isExperts ? TuningTarget::Experts : TuningTarget::Up);
            return;
        }
        add(linear, { "adapter", in, out }, targetOf(linear));
    }

private:
    void add(Linear &linear, const Adapter &adapter, TuningTarget target)
    {
        TuningWork &tuning = m_p.tuning;
        if (!m_tuning.adapts(target))
            return;
        if (tuning.adapterCount >= static_cast<int>(maxAdapters))
            return;
        tuning.adapters[static_cast<std::size_t>(tuning.adapterCount++)] = adapter;
        ++linear.adapterCount;
        const double layers
            = (linear.ofDense ? m_p.denseLayers : 0) + (linear.ofMoe ? m_p.moeLayers : 0);
        const double magnitudes = tuning.learnsMagnitudes ? adapter.out : 0;
        const double one = layers * (tuning.rank * (adapter.in + adapter.out) + magnitudes);
        tuning.parameters += one * (linear.isOfExperts() ? m_p.experts : 1);
        tuning.activeParameters += one * (linear.isOfExperts() ? m_p.topK : 1);
    }

    Prepared &m_p;
    const Tuning &m_tuning;
};

/// Mean bytes of a frozen weight over the matrices of all layers.
void countBase(Prepared &p, const StoredFormat &format)
{
    std::array<double, 2> weights {};
    std::array<Bytes, 2> bytes {};
    for (const Linear &linear : p.matrices()) {
        if (!linear.isQuantised)
            continue;
        const double layers
            = (linear.ofDense ? p.denseLayers : 0) + (linear.ofMoe ? p.moeLayers : 0);
        const std::size_t kind = linear.isOfExperts() ? 1 : 0;
        weights[kind] += layers * linear.in * linear.out;
        bytes[kind] += layers * format.bytes(linear.in, linear.out);
    }
    p.tuning.baseBytes = weights[0] > 0 ? bytes[0] / weights[0] : format.weightBytes;
    p.tuning.expertBaseBytes = weights[1] > 0 ? bytes[1] / weights[1] : format.weightBytes;
}

/// Model FLOPs of a token: frozen matrices have no gradients of their weights, a third of a
/// training pass; adapters have all three GEMMs.
void countFlop(Prepared &p)
{
    constexpr double weightGradient = 2, training = 6; // FLOP per parameter and token
    for (std::size_t i = 0; i < flopsConventionCount; ++i) {
        const bool isSixN = static_cast<FlopsConvention>(i) == FlopsConvention::SixN;
        const double frozen = (isSixN ? p.parametersActive : p.matmulParameters)
            - (p.tuning.trainsHead ? p.headParameters : 0)
            - (p.tuning.trainsEmbedding && isSixN ? p.embeddingParameters : 0);
        p.flopPerToken[i]
            += Flop { training * p.tuning.activeParameters - weightGradient * frozen };
    }
}

} // namespace

void prepareTuning(Prepared &p, const Plan &plan, const ModelShape &model)
{
    TuningWork &tuning = p.tuning;
    tuning.hasReferencePass = plan.tuning->objective == TuningObjective::Dpo && !p.isInference;
    tuning.hasReferenceModel = tuning.hasReferencePass && !isAdapted(plan);
    if (!isAdapted(plan))
        return;
    tuning.isAdapted = true;
    tuning.rank = plan.tuning->rank;
    tuning.isQuantised = isQuantised(storedBase(plan));
    tuning.isWide = storedBase(plan) == BaseFormat::Fp32;
    tuning.trainsEmbedding = plan.tuning->trainsEmbedding();
    tuning.trainsHead = plan.tuning->trainsHead();
    tuning.learnsMagnitudes = plan.tuning->dora;
    const FusedProjections fused = fusedProjections(model);
    AdapterWriter writer(p, *plan.tuning);
    for (int i = 0; i < p.linearCount; ++i)
        if (Linear &linear = p.linears[static_cast<std::size_t>(i)]; linear.isQuantised)
            writer.write(linear, fused);
    tuning.parameters += (tuning.trainsEmbedding ? p.embeddingParameters : 0)
        + (tuning.trainsHead ? p.headParameters : 0);
    countBase(p, storedFormat(storedBase(plan), p.computeBytes));
    countFlop(p);
    if (!tuning.trainsHead) // whose gradient needs the head's input
        p.finalSavedBytes -= p.computeBytes;
    if (runsKernelByKernel(p) && p.hasRmsNorm)
        p.finalSavedBytes -= p.computeBytes; // what the last norm multiplies for its weight's
}

void addReferencePass(const Prepared &p, RematCosts &remat)
{
    if (!p.tuning.hasReferencePass)
        return;
    for (double &share : remat.replay)
        share += 1;
    remat.replayAttention += 1;
    remat.replayElementwise += 1;
    remat.replayTensorTraffic += 1;
}

namespace {

/// Inputs of GEMMs that adapters need for their own gradients.
struct NeededInputs
{
    bool ofAttention = false; ///< output of the first norm
    bool ofMlp = false, ofShared = false; ///< of the second norm: dense layers, expert layers
    bool gemm = false, sharedGemm = false; ///< inputs of the last GEMMs of an MLP
    bool expertRows = false, expertGemm = false;
};

NeededInputs neededInputs(const Prepared &p)
{
    NeededInputs needed;
    for (const Linear &linear : p.matrices()) {
        if (linear.adapterCount == 0)
            continue;
        switch (static_cast<SavedTensor>(linear.tensor)) {
        case SavedTensor::Qkv:
        case SavedTensor::MlaDown:
            needed.ofAttention = true;
            break;
        case SavedTensor::MlpIn:
            needed.ofMlp = true;
            break;
        case SavedTensor::SharedIn:
            needed.ofShared = true;
            break;
        case SavedTensor::MlpOut:
            (linear.ofDense ? needed.gemm : needed.sharedGemm) = true;
            break;
        case SavedTensor::ExpertIn:
            needed.ofShared = needed.expertRows = true;
            break;
        case SavedTensor::ExpertOut:
            needed.expertGemm = true;
            break;
        case SavedTensor::Context:
        case SavedTensor::OutProj:
        case SavedTensor::Count:
            break;
        }
    }
    return needed;
}

/// The inner tensors of width r, which adapters keep for the gradient of their second matrix.
void keepInnerTensors(const Prepared &p, RematCosts &remat)
{
    for (const Linear &linear : p.matrices()) {
        // Dropout in front of an adapter keeps a mask of its input and what it leaves, in the
        // adapter's format. @source PEFT tuners/lora/layer.py, _cast_input_dtype, lora_dropout
        const double dropped = p.stack.adapterDropout * (1 + p.weightBytes.value()) * linear.in;
        double inner = (p.computeBytes.value() * p.tuning.rank + dropped) * linear.adapterCount;
        // DoRA's magnitudes need the results of matrix and adapter. @source PEFT
        // tuners/lora/dora.py (DoraLinearLayer.forward)
        if (p.tuning.learnsMagnitudes)
            for (const Adapter &adapter : linear.adaptersOf(p.tuning))
                inner += 2 * p.computeBytes.value() * adapter.out;
        if (linear.isOfExperts()) {
            remat.expertBytes += inner;
            continue;
        }
        remat.plainBytes += linear.ofDense ? inner : 0;
        remat.moePlainBytes += linear.ofMoe ? inner : 0;
    }
}

} // namespace

/// What a policy that keeps everything keeps only for gradients of weights: inputs of matrices that
/// are frozen and have no adapter. Adapters keep their inner tensors.
/// @source PyTorch's linear and bitsandbytes' MatMul4Bit save no input whose weight needs no
/// gradient
void dropFrozenInputs(const Prepared &p, RematCosts &remat)
{
    if (remat.kind != RematKind::Whole && remat.kind != RematKind::AllButCore)
        return;
    keepInnerTensors(p, remat);
    // What dropout leaves of an input, which the adapter keeps, stands in for the input itself.
    const bool ownsInputs = isEagerTorch(p) && p.stack.adapterDropout > 0;
    const NeededInputs needed = ownsInputs ? NeededInputs {} : neededInputs(p);
    const double u = p.computeBytes.value(), h = p.hidden;
    const auto drop = [](double &bytes, double own, bool isNeeded) {
        bytes = std::max(0.0, bytes - (isNeeded ? 0 : own));
    };
    if (p.stack.keepsGatheredInputs) {
        drop(remat.wholeBytes, u * h, needed.ofAttention);
        drop(remat.wholeBytes, u * h, needed.ofMlp || needed.ofShared);
    } else {
        drop(remat.plainBytes, u * h, needed.ofAttention);
        drop(remat.plainBytes, u * h, needed.ofMlp);
        drop(remat.moePlainBytes, u * h, needed.ofAttention);
        drop(remat.moePlainBytes, u * h, needed.ofShared);
    }
    // A norm whose weight is frozen does not keep what it multiplies by it.
    // @source torch derivatives.yaml, mul (other.requires_grad)
    if (runsKernelByKernel(p) && p.hasRmsNorm) {
        drop(remat.plainBytes, u * h * p.normsPerLayer, false);
        drop(remat.moePlainBytes, u * h * p.normsPerLayer, false);
    }
    if (ownsInputs && !p.isFlash) // flash attention's own backward pass reads its output
        for (double *bytes : { &remat.shardedBytes, &remat.moeShardedBytes })
            drop(*bytes, u * p.heads * p.valueDim, false);
    drop(remat.shardedBytes, u * p.ffn, needed.gemm);
    drop(remat.moeShardedBytes, u * p.sharedFfn, needed.sharedGemm);
    drop(remat.expertBytes, u * p.expertFfn, needed.expertGemm);
    drop(remat.expertBytes, u * h, needed.expertRows);
}

} // namespace headroom
