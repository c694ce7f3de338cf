#include "model/estimate/step_operations.h"

#include "model/physics/compute/layer_compute.h"
#include "model/physics/step/evaluate.h"

#include <array>

namespace headroom {
namespace {

// FLOPs for each byte that such kernels move, ASSUMED: squares, sums and scales of a norm; one
// operation for an element of two bytes read and written; an update of 32-bit states.
constexpr double normFlopPerByte = 1.5;
constexpr double elementFlopPerByte = 1;
constexpr double updateFlopPerByte = 0.5;

/// A kernel bound by memory: its time is its traffic.
OperationWork streamed(const Prepared &p, Bytes bytes, double flopPerByte)
{
    return { Flop { bytes.value() * flopPerByte }, bytes, bytes / p.memoryRate };
}

/// The operations of all layers and the head for one micro-batch, one after the other.
class MicroBatch
{
public:
    MicroBatch(const Prepared &p, const Candidate &c)
        : m_p(p)
        , m_c(c)
        , m_layout(makeLayout(p, c))
        , m_remat(p.remats[static_cast<std::size_t>(c.remat)])
    { }

    std::vector<Operation> operations() const
    {
        std::vector<Operation> all;
        for (const Linear &linear : m_p.matrices())
            all.push_back(matrix(linear));
        all.push_back(attention());
        addElementwise(all);
        all.push_back(head());
        return all;
    }

private:
    double layersOf(const Linear &linear) const
    {
        return (linear.ofDense ? m_p.denseLayers : 0) + (linear.ofMoe ? m_p.moeLayers : 0);
    }

    Operation matrix(const Linear &linear) const
    {
        const Gemm gemm = layerGemm(m_p, m_c, m_layout, linear);
        const WorkTime work = matrixWork(m_p, m_c, m_layout, linear);
        const double replay = m_remat.replay[linear.tensor], stack = m_p.stack.computeFactor;
        const AdapterLoad more = adapterLoad(linear, gemm);
        const Bytes traffic = gemm.traffic(outputBytes16) + more.forward;
        const OperationWork forward { gemm.flop() + more.flop, traffic, work.forward * stack };
        const OperationWork backward { gemm.flop() * (gradientGemms(m_p) + replay)
                + more.flop * (2 + replay),
            gradientTraffic(gemm) + more.backward + traffic * replay,
            (work.backward + work.replay) * stack };
        const double layers = layersOf(linear);
        return { linear.id, OperationKind::Contraction, TimeTerm::Gemm, forward * layers,
            backward * layers };
    }

    Bytes gradientTraffic(const Gemm &gemm) const
    {
        const Bytes input = gemm.inputGradient().traffic(outputBytes16);
        return m_p.tuning.isAdapted ? input : input + weightGradientTraffic(gemm);
    }

    Bytes weightGradientTraffic(const Gemm &gemm) const
    {
        return gemm.weightGradient().traffic(weightGradientBytes(m_p, m_layout));
    }

    /// What adapters and a widened base add to one matrix.
    struct AdapterLoad
    {
        Flop flop; ///< of the forward pass
        Bytes forward, backward;
    };

    AdapterLoad adapterLoad(const Linear &linear, const Gemm &gemm) const
    {
        AdapterLoad load;
        load.forward = dequantisedTraffic(m_p, m_layout, linear, gemm);
        if (m_p.tuning.isQuantised) // a cast of 32 bit is kept for the backward pass
            load.backward = load.forward;
        for (const Adapter &adapter : linear.adaptersOf(m_p.tuning)) {
            const AdapterGemms pair = adapterGemms(m_p, linear, gemm, adapter);
            for (const Gemm &own : { pair.down, pair.up }) {
                load.flop += own.flop();
                load.forward += own.traffic(outputBytes16);
                load.backward
                    += own.inputGradient().traffic(outputBytes16) + weightGradientTraffic(own);
            }
        }
        return load;
    }

    Operation attention() const
    {
        NoTrace none;
        const AttentionCore core = attentionCore(m_p, m_c, m_layout);
        const WorkTime work = attentionWork(m_p, m_c, m_layout, none);
        const Bytes inputs = m_layout.tokens * m_p.computeBytes
            * (m_p.heads * (m_p.headDim + m_p.valueDim) + m_p.keyValueElements) / m_c.tensor;
        const double again = core.backwardRatio + m_remat.replayAttention;
        const Bytes scoresAgain
            = core.scoresBackward + core.scoresForward * m_remat.replayAttention;
        return { "attention", OperationKind::Contraction, TimeTerm::Attention,
            OperationWork { core.flop, inputs + core.scoresForward, work.forward } * m_p.layers,
            OperationWork {
                core.flop * again, inputs * again + scoresAgain, work.backward + work.replay }
                * m_p.layers };
    }

    void addElementwise(std::vector<Operation> &all) const
    {
        Bytes norms, normsBackward, others, othersBackward;
        const double replay = m_remat.replayElementwise, factor = m_p.elementwiseFactor;
        const auto add = [&](LayerKind kind, double layers) {
            const ElementTraffic own = elementTraffic(m_p, m_c, m_layout, kind);
            const Bytes moved = own.others * factor + own.castForward;
            norms += own.norms * factor * layers;
            normsBackward += (own.normsBackward + own.norms * replay) * factor * layers;
            others += moved * layers;
            othersBackward
                += (own.othersBackward * factor + own.castBackward + moved * replay) * layers;
        };
        if (m_p.denseLayers > 0)
            add(LayerKind::Dense, m_p.denseLayers);
        if (m_p.moeLayers > 0)
            add(LayerKind::Moe, m_p.moeLayers);
        all.push_back({ "norms", OperationKind::Normalisation, TimeTerm::Elementwise,
            streamed(m_p, norms, normFlopPerByte), streamed(m_p, normsBackward, normFlopPerByte) });
        all.push_back({ "elementwise", OperationKind::Elementwise, TimeTerm::Elementwise,
            streamed(m_p, others, elementFlopPerByte),
            streamed(m_p, othersBackward, elementFlopPerByte) });
    }

    /// With the loss and the lookup of the embedding.
    Operation head() const
    {
        NoTrace none;
        const Gemm gemm = headGemm(m_p, m_c, m_layout);
        const WorkTime work = headWork(m_p, m_c, m_layout, none);
        const OperationWork lookup = streamed(m_p, lookupTraffic(m_p, m_layout), 0);
        const double heads = 1 + m_p.mtpLayers;
        const Bytes loss = gemm.m * gemm.n * lossBytesPerLogit(m_p);
        Operation operation { "head", OperationKind::Contraction, TimeTerm::HeadLoss,
            { gemm.flop() * heads, (gemm.traffic(outputBytes16) + loss / lossPasses) * heads,
                work.forward },
            { gemm.flop() * (trainsHead(m_p) ? 2 : 1) * heads,
                (gemm.inputGradient().traffic(outputBytes16)
                    + (trainsHead(m_p) ? weightGradientTraffic(gemm) : Bytes {})
                    + loss * ((lossPasses - 1) / lossPasses))
                    * heads,
                work.backward } };
        if (m_p.tuning.hasReferencePass)
            operation.backward += { operation.forward.flop, operation.forward.bytes, Seconds {} };
        operation.forward += lookup;
        operation.backward += lookup * lookupBackwardPasses(m_p);
        return operation;
    }

    const Prepared &m_p;
    const Candidate &m_c;
    Layout m_layout;
    const RematCosts &m_remat;
};

struct OperationLabel
{
    const char *id, *label;
};
constexpr std::array operationLabels {
    OperationLabel { "qkv", "Query, key and value projection" },
    OperationLabel { "query", "Query projection" },
    OperationLabel { "query_down", "Query, down to its rank" },
    OperationLabel { "query_up", "Query, up from its rank" },
    OperationLabel { "latent_down", "Latent keys and values, down" },
    OperationLabel { "latent_up", "Latent keys and values, up" },
    OperationLabel { "out_projection", "Attention output projection" },
    OperationLabel { "mlp_in", "MLP in" },
    OperationLabel { "mlp_out", "MLP out" },
    OperationLabel { "router", "Router" },
    OperationLabel { "expert_in", "Experts in" },
    OperationLabel { "expert_out", "Experts out" },
    OperationLabel { "shared_in", "Shared expert in" },
    OperationLabel { "shared_out", "Shared expert out" },
    OperationLabel { "attention", "Attention core" },
    OperationLabel { "norms", "Normalisations and residuals" },
    OperationLabel { "elementwise", "Element-wise kernels" },
    OperationLabel { "head", "Output head and loss" },
    OperationLabel { "optimizer", "Optimizer" },
    OperationLabel { "fsdp", "FSDP traffic" },
    OperationLabel { "data", "Gradient communication" },
    OperationLabel { "tensor", "Tensor-parallel traffic" },
    OperationLabel { "context", "Context-parallel traffic" },
    OperationLabel { "expert", "Expert all-to-all" },
    OperationLabel { "pipeline", "Transfers between stages" },
};

} // namespace

OperationWork &OperationWork::operator+=(const OperationWork &other)
{
    flop += other.flop;
    bytes += other.bytes;
    time += other.time;
    return *this;
}

OperationWork OperationWork::operator*(double factor) const
{
    return { flop * factor, bytes * factor, time * factor };
}

const char *operationLabel(const char *id)
{
    for (const OperationLabel &entry : operationLabels)
        if (std::string_view(id) == entry.id)
            return entry.label;
    return id;
}

std::vector<PlanGemm> planGemms(const Prepared &prepared, const Candidate &candidate)
{
    const Layout layout = makeLayout(prepared, candidate);
    std::vector<PlanGemm> gemms;
    for (const Linear &linear : prepared.matrices())
        gemms.push_back({ linear.id, layerGemm(prepared, candidate, layout, linear) });
    gemms.push_back({ "head", headGemm(prepared, candidate, layout) });
    return gemms;
}

std::vector<Operation> stepOperations(
    const Prepared &p, const Candidate &c, const Evaluation &evaluation)
{
    std::vector<Operation> all = MicroBatch(p, c).operations();
    TimeTerms once;
    for (Operation &own : all) {
        if (p.isInference)
            own.backward = {};
        once[own.term] += own.forward.time + own.backward.time;
    }
    // The step has so many micro-batches of the share of the layers that the slowest stage holds.
    for (Operation &own : all) {
        const double seconds = once[own.term].value();
        const double factor = seconds > 0 ? evaluation.time[own.term].value() / seconds : 0;
        for (OperationWork *work : { &own.forward, &own.backward }) {
            const Seconds time = work->time * factor;
            *work = *work * (factor / p.stepFactor);
            work->time = time;
        }
    }
    const Seconds update = evaluation.time[TimeTerm::Optimizer];
    const Bytes states = update / p.stepFactor * p.memoryRate;
    all.push_back({ "optimizer", OperationKind::Elementwise, TimeTerm::Optimizer,
        { Flop { states.value() * updateFlopPerByte }, states, update }, {} });
    std::erase_if(all,
        [](const Operation &own) { return own.forward.time + own.backward.time <= Seconds {}; });
    return all;
}

} // namespace headroom
