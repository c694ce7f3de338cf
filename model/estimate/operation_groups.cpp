#include "model/estimate/operation_groups.h"

#include "model/estimate/roofline.h"
#include "model/physics/evaluate.h"

namespace headroom {
namespace {

/// Share of the forward pass in forward + backward work; 1 in inference.
double forwardShare(const Prepared &p, double forward, double backward)
{
    return p.isInference || forward + backward <= 0 ? 1 : forward / (forward + backward);
}

struct Work
{
    double flop = 0, bytes = 0;
    void add(double moreFlop, double moreBytes)
    {
        flop += moreFlop;
        bytes += moreBytes;
    }
};

/// Contractions of a step: `replays` adds what is computed again to the backward products.
void addContractions(const Prepared &p, const Candidate &c, Work &forward, Work &backward)
{
    const Layout layout = makeLayout(p, c);
    const RematCosts &remat = p.remats[static_cast<std::size_t>(c.remat)];
    const double m = layout.microBatches;
    for (int i = 0; i < p.linearCount; ++i) {
        const Linear &linear = p.linears[static_cast<std::size_t>(i)];
        const double layers
            = (linear.ofDense ? p.denseLayers : 0) + (linear.ofMoe ? p.moeLayers : 0);
        const RooflinePoint one = matrixWork(p, c, layout, linear, m * layers / c.pipeline);
        const double again = 2 + remat.replay[linear.tensor];
        forward.add(one.flop.value(), one.bytes.value());
        backward.add(again * one.flop.value(), again * one.bytes.value());
    }
    const double passes = m * p.layers / c.pipeline;
    const double flop = attentionFlop(p, c, layout) * passes;
    const double bytes = attentionBytes(p, c, layout) * passes;
    // The flash backward pass computes the scores again: five products against two.
    const double again = 2.5 + remat.replayAttention;
    forward.add(flop, bytes);
    backward.add(again * flop, again * bytes);
    const double logits = layout.tokens * p.vocab / c.tensor * m;
    const double headBytes = p.computeBytes
        * (logits + m * (layout.tokens * p.hidden + p.hidden * p.vocab / c.tensor));
    forward.add(2 * logits * p.hidden, headBytes);
    backward.add(4 * logits * p.hidden, 2 * headBytes);
}

double contractionForward(const Prepared &p, const LayerCosts &costs, const TimeTerms &time)
{
    const auto both
        = [&](double dense, double moe) { return p.denseLayers * dense + p.moeLayers * moe; };
    const LayerCost &d = costs.dense, &e = costs.moe;
    const double gemm = forwardShare(p, both(d.gemmForward, e.gemmForward),
        both(d.gemmBackward + d.gemmReplay, e.gemmBackward + e.gemmReplay));
    const double attention = forwardShare(p, both(d.attentionForward, e.attentionForward),
        both(d.attentionBackward + d.attentionReplay, e.attentionBackward + e.attentionReplay));
    const double head = forwardShare(
        p, costs.headForward + costs.embedForward, costs.headBackward + costs.embedBackward);
    return gemm * time[TimeTerm::Gemm].value() + attention * time[TimeTerm::Attention].value()
        + head * time[TimeTerm::HeadLoss].value();
}

} // namespace

std::vector<GroupWork> operationGroups(
    const Prepared &p, const Candidate &c, const Evaluation &evaluation)
{
    NoTrace none;
    const LayerCosts costs = layerCosts(p, c, none);
    const Layout layout = makeLayout(p, c);
    const TimeTerms &time = evaluation.time;
    std::vector<GroupWork> groups;
    const auto add = [&](const char *group, const char *phase, double seconds, Work work) {
        if (seconds > 0)
            groups.push_back(
                { group, phase, Seconds { seconds }, Flop { work.flop }, Bytes { work.bytes } });
    };

    Work forward, backward;
    addContractions(p, c, forward, backward);
    const double contractions = time[TimeTerm::Gemm].value() + time[TimeTerm::Attention].value()
        + time[TimeTerm::HeadLoss].value();
    const double ahead = contractionForward(p, costs, time);
    add("contraction", "forward", ahead, forward);
    add("contraction", "backward", contractions - ahead, backward);

    // Both other groups are bound by device memory: about one FLOP and a half per byte of a norm,
    // one per byte of an element-wise kernel.
    const double elementwise = time[TimeTerm::Elementwise].value();
    const double all = elementwise * p.memoryRate;
    const double passes = layout.microBatches * p.layers / c.pipeline;
    const double norms = std::min(all, passes * (p.isInference ? 1 : 3) * normBytes(p, layout));
    const double share = forwardShare(p,
        p.denseLayers * costs.dense.elementForward + p.moeLayers * costs.moe.elementForward,
        p.denseLayers * (costs.dense.elementBackward + costs.dense.elementReplay)
            + p.moeLayers * (costs.moe.elementBackward + costs.moe.elementReplay));
    const auto split = [&](const char *group, double bytes, double flopPerByte) {
        const double seconds = bytes / p.memoryRate;
        add(group, "forward", share * seconds, { share * bytes * flopPerByte, share * bytes });
        add(group, "backward", (1 - share) * seconds,
            { (1 - share) * bytes * flopPerByte, (1 - share) * bytes });
    };
    split("normalisation", norms, 1.5);
    split("elementwise", all - norms, 1);
    const double update = time[TimeTerm::Optimizer].value();
    add("elementwise", "optimizer", update, { update * p.memoryRate * 0.5, update * p.memoryRate });
    return groups;
}

} // namespace headroom
