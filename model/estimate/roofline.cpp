#include "model/estimate/roofline.h"

#include "model/physics/layer_compute.h"

#include <array>

namespace headroom {
namespace {

struct MatrixLabel
{
    const char *id, *label;
};
constexpr std::array matrixLabels {
    MatrixLabel { "qkv", "Query, key and value projection" },
    MatrixLabel { "query", "Query projection" },
    MatrixLabel { "query_down", "Query, down to its rank" },
    MatrixLabel { "query_up", "Query, up from its rank" },
    MatrixLabel { "latent_down", "Latent keys and values, down" },
    MatrixLabel { "latent_up", "Latent keys and values, up" },
    MatrixLabel { "out_projection", "Attention output projection" },
    MatrixLabel { "mlp_in", "MLP in" },
    MatrixLabel { "mlp_out", "MLP out" },
    MatrixLabel { "router", "Router" },
    MatrixLabel { "expert_in", "Experts in" },
    MatrixLabel { "expert_out", "Experts out" },
    MatrixLabel { "shared_in", "Shared expert in" },
    MatrixLabel { "shared_out", "Shared expert out" },
};

const char *labelOf(const char *id)
{
    for (const MatrixLabel &entry : matrixLabels)
        if (std::string_view(id) == entry.id)
            return entry.label;
    return id;
}

RooflinePoint point(const char *id, const char *label, double flop, double bytes, double seconds)
{
    RooflinePoint result;
    result.id = id;
    result.label = label;
    result.flop = Flop { flop };
    result.bytes = Bytes { bytes };
    result.time = Seconds { seconds };
    return result;
}

} // namespace

RooflinePoint matrixWork(const Prepared &p, const Candidate &c, const Layout &layout,
    const Linear &linear, double products)
{
    const RecipeCosts &recipe = p.recipes[static_cast<std::size_t>(c.recipe)];
    const MatrixShape shape = matrixShape(p, c, layout, linear);
    const auto [m, k, n, batch] = shape;
    const bool isLow = linear.isQuantised && recipe.isLow;
    const double rate = isLow ? recipe.gemmRate : p.rate16;
    const double size = isLow ? recipe.elementBytes : p.computeBytes;
    const double flop = 2 * m * k * n * batch * products;
    const double bytes = batch * (size * (m * k + k * n) + 2 * m * n) * products;
    const double one = gemmSeconds(p, m, k, n, rate, size, 2, batch) * p.stack.computeFactor;
    return point(linear.id, labelOf(linear.id), flop, bytes, one * products);
}

MatrixShape matrixShape(
    const Prepared &p, const Candidate &c, const Layout &layout, const Linear &linear)
{
    MatrixShape shape { layout.tokens, linear.in, linear.out, 1 };
    if (linear.cut == Cut::Column)
        shape.n /= c.tensor;
    else if (linear.cut == Cut::Row)
        shape.k /= c.tensor;
    else if (linear.cut == Cut::Expert) {
        shape.batch = std::max(1.0, p.experts / c.expert);
        shape.m = expertRows(p, c, layout) / shape.batch;
    }
    return shape;
}

double attentionFlop(const Prepared &p, const Candidate &c, const Layout &layout)
{
    const double keys = p.fullAttentionShare * attendedKeys(p, 0)
        + (1 - p.fullAttentionShare) * attendedKeys(p, p.window);
    return 2 * layout.tokens * keys * p.heads / c.tensor * (p.headDim + p.valueDim);
}

double attentionBytes(const Prepared &p, const Candidate &c, const Layout &layout)
{
    return layout.tokens * p.computeBytes
        * (p.heads * (p.headDim + p.valueDim) + p.keyValueElements) / c.tensor;
}

double normBytes(const Prepared &p, const Layout &layout)
{
    return layout.tokens * 10 * p.computeBytes * p.hidden * p.normsPerLayer / 2
        / layout.plainDivisor * p.elementwiseFactor;
}

std::vector<RooflinePoint> rooflinePoints(
    const Prepared &p, const Candidate &c, const Evaluation &evaluation)
{
    const Layout layout = makeLayout(p, c);
    const double m = layout.microBatches;
    std::vector<RooflinePoint> points;
    for (int i = 0; i < p.linearCount; ++i) {
        const Linear &linear = p.linears[static_cast<std::size_t>(i)];
        const double layers
            = (linear.ofDense ? p.denseLayers : 0) + (linear.ofMoe ? p.moeLayers : 0);
        const double replay = p.remats[static_cast<std::size_t>(c.remat)].replay[linear.tensor];
        points.push_back(matrixWork(
            p, c, layout, linear, (p.isInference ? 1 : 3 + replay) * m * layers / c.pipeline));
    }
    NoTrace none;
    const double passes = m * p.layers / c.pipeline;
    const WorkSeconds attention = attentionWork(p, c, layout, none);
    const double repeats
        = p.isInference ? 1 : 3.5 + p.remats[static_cast<std::size_t>(c.remat)].replayAttention;
    const double seconds = p.isInference
        ? attention.forward
        : attention.forward + attention.backward + attention.replay;
    points.push_back(
        point("attention", "Attention core", attentionFlop(p, c, layout) * repeats * passes,
            attentionBytes(p, c, layout) * repeats * passes, seconds * passes));

    // Norms and residuals move ten passes over h; the rest of the element-wise time is activation
    // functions, positions, casts and expert permutation. About one FLOP per byte moved.
    const double elementwise = evaluation.time[TimeTerm::Elementwise].value();
    const double all = elementwise * p.memoryRate;
    const double norms = std::min(all, passes * (p.isInference ? 1 : 3) * normBytes(p, layout));
    points.push_back(
        point("norms", "Normalisations and residuals", norms * 1.5, norms, norms / p.memoryRate));
    points.push_back(point("elementwise", "Element-wise kernels", all - norms, all - norms,
        elementwise - norms / p.memoryRate));
    const double head = layout.tokens * p.vocab / c.tensor;
    const double headPasses = p.isInference ? 1 : 3;
    points.push_back(point("head", "Output head and loss", 2 * head * p.hidden * headPasses * m,
        m * headPasses * 2 * (head + layout.tokens * p.hidden + p.hidden * p.vocab / c.tensor),
        evaluation.time[TimeTerm::HeadLoss].value()));
    const double optimizer = evaluation.time[TimeTerm::Optimizer].value();
    if (optimizer > 0)
        points.push_back(point("optimizer", "Optimizer", optimizer * p.memoryRate * 0.5,
            optimizer * p.memoryRate, optimizer));

    static constexpr std::array<MatrixLabel, axisCount> axes {
        MatrixLabel { "fsdp", "FSDP traffic" }, MatrixLabel { "data", "Gradient exchange" },
        MatrixLabel { "tensor", "Tensor-parallel traffic" },
        MatrixLabel { "context", "Context-parallel traffic" },
        MatrixLabel { "expert", "Expert exchange" },
        MatrixLabel { "pipeline", "Transfers between stages" }
    };
    for (std::size_t i = 0; i < axisCount; ++i) {
        const AxisLoad &axis = evaluation.axes[i];
        if (axis.seconds <= 0)
            continue;
        RooflinePoint collective = point(
            axes[i].id, axes[i].label, evaluation.hardwareFlopPerDevice, axis.bytes, axis.seconds);
        collective.isCollective = true;
        points.push_back(collective);
    }
    return points;
}

} // namespace headroom
