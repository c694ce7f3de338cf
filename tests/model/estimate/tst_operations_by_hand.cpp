#include "model/estimate/estimator.h"
#include "model/estimate/step_collectives.h"
#include "model/estimate/step_operations.h"
#include "model/physics/compute/layer_compute.h"
#include "model/physics/compute/vocabulary.h"
#include "model/physics/step/layer_traffic.h"
#include "tests/model/shipped.h"

#include <QTest>

#include <algorithm>

using namespace headroom;

namespace {

constexpr double microBatches = 2, layers = 32, rows = 8192, hidden = 4096, inner = 14336;

/// Llama 3.1 8B over eight devices, two micro-batches each, checkers that double the step.
Prepared prepared(
    const std::vector<std::string> &settings = {}, const char *plan = "llama3.1-8b-h100-node")
{
    Prepared p = shippedPrepared(plan, settings);
    p.globalBatch = 8 * microBatches;
    p.stepFactor = 2;
    return p;
}

Operation operation(const Prepared &p, const Candidate &c, std::string_view id)
{
    const std::vector<Operation> all = stepOperations(p, c, evaluate(p, c));
    const auto found = std::ranges::find(all, id, &Operation::id);
    return found == all.end() ? Operation {} : *found;
}

const Linear &matrix(const Prepared &p, std::string_view id)
{
    return *std::ranges::find(p.matrices(), id, &Linear::id);
}

bool isNear(double a, double b)
{
    return std::abs(a - b) <= 1e-9 * std::abs(b);
}

/// Operands of 16 bits read, a result of 16 bits written.
double moved(double m, double k, double n)
{
    return 2 * (m * k + k * n + m * n);
}

#define COMPARE_NEAR(own, expected)                                                                \
    QVERIFY2(isNear(own, expected),                                                                \
        qPrintable(                                                                                \
            QStringLiteral("%1, expected %2").arg(own, 0, 'g', 12).arg(expected, 0, 'g', 12)))

} // namespace

/// What the kernels of a step do and move, and what ranks exchange, counted by hand.
class OperationsByHandTest : public QObject
{
    Q_OBJECT

private slots:
    void aMatrixInBothPasses();
    void adaptersBesideFrozenMatrices();
    void attentionReadsWhatItNeeds();
    void headAndLoss();
    void kernelsBoundByMemory();
    void inferenceRunsForwardAlone();
    void gemmsHaveNames();
    void keysGoRoundTheContext_data();
    void keysGoRoundTheContext();
    void tokensGoToTheirExperts();
    void shardedOptimizersScatterAndGather();
    void adaptersAreGatheredWithTheBase();
};

/// The fused gate and up projection: half of it again, its weight gradient added to one that
/// stands in memory.
void OperationsByHandTest::aMatrixInBothPasses()
{
    Prepared p = prepared();
    const Candidate c = shardedOver(8);
    const Linear &in = matrix(p, "mlp_in");
    p.remats.front().replay[in.tensor] = 0.5;
    const Operation own = operation(p, c, "mlp_in");
    const double all = layers * microBatches, m = rows, k = hidden, n = 2 * inner;
    COMPARE_NEAR(own.forward.flop.value(), 2 * m * k * n * all);
    COMPARE_NEAR(own.backward.flop.value(), 2.5 * 2 * m * k * n * all);
    COMPARE_NEAR(own.forward.bytes.value(), moved(m, k, n) * all);
    const double weight = 2 * (k * m + m * n) + 2 * p.gradientBytes.value() * k * n;
    COMPARE_NEAR(own.backward.bytes.value(), (1.5 * moved(m, k, n) + weight) * all);
    const WorkTime work = matrixWork(p, c, makeLayout(p, c), in);
    const double factor = all * p.stack.computeFactor * p.stepFactor;
    COMPARE_NEAR(own.forward.time.value(), work.forward.value() * factor);
    COMPARE_NEAR(own.backward.time.value(), (work.backward + work.replay).value() * factor);
    QVERIFY(own.kind == OperationKind::Contraction && own.term == TimeTerm::Gemm);
    // Two layers of 32 with experts have no such matrix.
    p.denseLayers = 30;
    p.moeLayers = 2;
    Linear &dense = *std::ranges::find(p.linears, std::string_view("mlp_in"), &Linear::id);
    dense.ofMoe = false;
    p.experts = p.topK = 1;
    COMPARE_NEAR(operation(p, c, "mlp_in").forward.flop.value()
            / operation(p, c, "out_projection").forward.flop.value(),
        k * n * 30 / (4096.0 * 4096 * 32));
}

/// Two narrow GEMMs in each pass for each adapter, with gradients of both; the frozen matrix is
/// widened in both passes and has no gradient.
void OperationsByHandTest::adaptersBesideFrozenMatrices()
{
    Prepared p = prepared({}, "llama3.1-70b-qlora-node");
    const Candidate c;
    const Layout layout = makeLayout(p, c);
    const Linear &out = matrix(p, "mlp_out");
    p.remats.front().replay[out.tensor] = 1;
    const Operation own = operation(p, c, "mlp_out");
    const double m = p.sequence, k = 28672, n = 8192, r = 16;
    const double all = 80 * layout.microBatches;
    QVERIFY(layout.microBatches > 1);
    COMPARE_NEAR(own.forward.flop.value(), 2 * m * (k * n + r * (k + n)) * all);
    COMPARE_NEAR(own.backward.flop.value(), 2 * m * (2 * k * n + 3 * r * (k + n)) * all);
    const double widened = k * n * (p.tuning.baseBytes.value() + 2);
    const double adapter = moved(m, k, r) + moved(m, r, n);
    COMPARE_NEAR(own.forward.bytes.value(), (moved(m, k, n) + widened + adapter) * all);
    const double gradients
        = 2 * (k * m + m * r) + 2 * (r * m + m * n) + 2 * p.gradientBytes.value() * r * (k + n);
    COMPARE_NEAR(own.backward.bytes.value(),
        (moved(m, k, n) + widened + adapter + gradients + moved(m, k, n) + widened + adapter)
            * all);
}

void OperationsByHandTest::attentionReadsWhatItNeeds()
{
    for (const bool isFlash : { true, false }) {
        Prepared p = prepared({ "framework=megatron", "remat.policy=full" });
        p.isFlash = isFlash;
        p.remats.front().replayAttention = 0.5;
        Candidate c;
        c.tensor = 2;
        c.data = 4;
        c.zeroStage = 1;
        const Layout layout = makeLayout(p, c);
        const AttentionCore core = attentionCore(p, c, layout);
        QCOMPARE(core.scoresForward > Bytes {}, !isFlash);
        const Operation own = operation(p, c, "attention");
        const double all = layers * layout.microBatches;
        // Queries and the context of 32 heads, keys and values of eight: 128 elements each.
        const double inputs = rows * 2 * 128 * (2 * 32 + 2 * 8) / 2;
        const double ratio = isFlash ? 2.5 : 2;
        COMPARE_NEAR(own.forward.flop.value(), core.flop.value() * all);
        COMPARE_NEAR(own.backward.flop.value(), core.flop.value() * (ratio + 0.5) * all);
        COMPARE_NEAR(own.forward.bytes.value(), (inputs + core.scoresForward.value()) * all);
        COMPARE_NEAR(own.backward.bytes.value(),
            (inputs * (ratio + 0.5) + core.scoresBackward.value()
                + 0.5 * core.scoresForward.value())
                * all);
        NoTrace none;
        const WorkTime work = attentionWork(p, c, layout, none);
        COMPARE_NEAR(
            own.backward.time / own.forward.time, (work.backward + work.replay) / work.forward);
    }
}

/// With one more head that predicts a token further; the embedding's rows are read and written
/// once forward and twice backward.
void OperationsByHandTest::headAndLoss()
{
    Prepared p = prepared();
    p.mtpLayers = 1;
    const Candidate c = shardedOver(8);
    const double m = rows, k = hidden, n = paddedVocabulary(p, c);
    const double loss = m * n * lossBytesPerLogit(p).value(), lookup = 2 * rows * hidden * 2;
    const Operation own = operation(p, c, "head");
    COMPARE_NEAR(own.forward.flop.value(), 2 * 2 * m * k * n * microBatches);
    COMPARE_NEAR(own.backward.flop.value(), 2 * 4 * m * k * n * microBatches);
    COMPARE_NEAR(
        own.forward.bytes.value(), (2 * (moved(m, k, n) + loss / 3) + lookup) * microBatches);
    const double weight = 2 * (k * m + m * n) + 2 * p.gradientBytes.value() * k * n;
    COMPARE_NEAR(own.backward.bytes.value(),
        (2 * (moved(m, k, n) + weight + loss * 2 / 3) + 2 * lookup) * microBatches);
    QVERIFY(own.term == TimeTerm::HeadLoss);
}

/// Norms and other element-wise kernels run as long as their traffic; so does the update.
void OperationsByHandTest::kernelsBoundByMemory()
{
    Prepared p = prepared({}, "llama3.1-405b-h100-128-nodes");
    p.elementwiseFactor = 1.25;
    p.remats.front().replayElementwise = 0.5;
    p.denseLayers = 30;
    p.moeLayers = p.layers - 30;
    p.experts = p.topK = 1;
    p.expertFfn = 1024;
    Candidate c;
    c.fsdp = 8;
    const Layout layout = makeLayout(p, c);
    Bytes norms, others, back;
    for (const LayerKind kind : { LayerKind::Dense, LayerKind::Moe }) {
        const double count = kind == LayerKind::Dense ? p.denseLayers : p.moeLayers;
        const ElementTraffic one = elementTraffic(p, c, layout, kind);
        norms += 1.25 * one.norms * count;
        others += (1.25 * one.others + one.castForward) * count;
        back += (1.25 * (one.othersBackward + 0.5 * one.others) + one.castBackward
                    + 0.5 * one.castForward)
            * count;
    }
    const Operation norm = operation(p, c, "norms"), other = operation(p, c, "elementwise"),
                    update = operation(p, c, "optimizer");
    COMPARE_NEAR(norm.backward.bytes / norm.forward.bytes, 2.5);
    COMPARE_NEAR(other.forward.bytes / norm.forward.bytes, others / norms);
    COMPARE_NEAR(other.backward.bytes / norm.forward.bytes, back / norms);
    COMPARE_NEAR(norm.forward.flop.value(), 1.5 * norm.forward.bytes.value());
    COMPARE_NEAR(other.backward.flop.value(), other.backward.bytes.value());
    COMPARE_NEAR(update.forward.flop.value(), 0.5 * update.forward.bytes.value());
    for (const Operation &own : { norm, other, update })
        COMPARE_NEAR(
            own.forward.time.value(), (own.forward.bytes / p.memoryRate * p.stepFactor).value());
    QVERIFY(norm.kind == OperationKind::Normalisation && update.backward.time == Seconds {});
    QVERIFY(other.kind == OperationKind::Elementwise && update.kind == OperationKind::Elementwise);
}

void OperationsByHandTest::inferenceRunsForwardAlone()
{
    const Prepared p = prepared({ "workload.mode=inference" });
    const Candidate c = shardedOver(8);
    const Evaluation evaluation = evaluate(p, c);
    Seconds gemm;
    for (const Operation &own : stepOperations(p, c, evaluation)) {
        QCOMPARE(own.backward.time.value(), 0.0);
        QCOMPARE(own.backward.bytes.value(), 0.0);
        QVERIFY(own.term != TimeTerm::Optimizer);
        gemm += own.term == TimeTerm::Gemm ? own.forward.time : Seconds {};
    }
    COMPARE_NEAR(gemm.value(), evaluation.time[TimeTerm::Gemm].value());
}

void OperationsByHandTest::gemmsHaveNames()
{
    const Prepared p = prepared();
    const Candidate c = shardedOver(8);
    const std::vector<PlanGemm> gemms = planGemms(p, c);
    QCOMPARE(gemms.size(), p.matrices().size() + 1);
    for (const PlanGemm &own : gemms)
        QVERIFY2(operationLabel(own.id.c_str()) != own.id, own.id.c_str());
    QCOMPARE(gemms.back().id, std::string("head"));
    QCOMPARE(gemms.back().gemm.k, hidden);
    QCOMPARE(gemms.back().gemm.n, paddedVocabulary(p, c));
    QCOMPARE(std::string(operationLabel("mlp_out")), std::string("MLP out"));
    QCOMPARE(std::string(operationLabel("of nothing")), std::string("of nothing"));
}

void OperationsByHandTest::keysGoRoundTheContext_data()
{
    QTest::addColumn<int>("strategy");
    QTest::addColumn<QList<double>>("calls"); // send, all-to-all, all-gather, reduce-scatter
    const auto row = [](const char *name, ContextStrategy strategy, QList<double> calls) {
        QTest::newRow(name) << static_cast<int>(strategy) << calls;
    };
    row("ring", ContextStrategy::Ring, { 9, 0, 0, 0 }); // three passes of three
    row("ulysses", ContextStrategy::Ulysses, { 0, 3, 0, 0 });
    row("gather", ContextStrategy::AllGather, { 0, 0, 2, 1 });
}

/// Four ranks of context exchange keys and values in every layer.
void OperationsByHandTest::keysGoRoundTheContext()
{
    QFETCH(int, strategy);
    QFETCH(QList<double>, calls);
    const Prepared p = prepared({ "framework=megatron", "remat.policy=full" });
    Candidate c;
    c.context = 4;
    c.data = 2;
    c.zeroStage = 1;
    c.contextStrategy = static_cast<ContextStrategy>(strategy);
    const Layout layout = makeLayout(p, c);
    const double tokens = rows / 4, keys = 2 * 8 * 128 * 2;
    const bool isUlysses = c.contextStrategy == ContextStrategy::Ulysses;
    const double one = isUlysses                     ? tokens * (2 * 32 * 128 * 2 + keys)
        : c.contextStrategy == ContextStrategy::Ring ? tokens * keys
                                                     : 4 * tokens * keys;
    const CollectiveKind kinds[] { CollectiveKind::SendReceive, CollectiveKind::AllToAll,
        CollectiveKind::AllGather, CollectiveKind::ReduceScatter };
    const std::vector<StepCollective> all = stepCollectives(p, c);
    for (int i = 0; i < 4; ++i) {
        const auto own = std::ranges::find_if(all, [&](const StepCollective &found) {
            return found.kind == kinds[i] && found.axis == Axis::Context;
        });
        QCOMPARE(own != all.end(), calls[i] > 0);
        if (own == all.end())
            continue;
        QCOMPARE(own->group, 4.0);
        QCOMPARE(own->count, layout.microBatches * layers * calls[i]);
        QCOMPARE(own->bytes.value(), own->count * one);
    }
}

/// Mixtral: two experts of a token, dispatch and combine in both passes of 32 layers; tensor ranks
/// without sequence parallelism add up whole activations.
void OperationsByHandTest::tokensGoToTheirExperts()
{
    Prepared p = prepared({ "framework=megatron", "model=mixtral-8x7b", "remat.policy=full" });
    std::ranges::fill(p.remats.front().replay, 0.0);
    p.remats.front().replaysDispatch = false;
    Candidate c;
    c.tensor = 2;
    c.expert = 4;
    c.data = 4;
    c.zeroStage = 1;
    const Layout layout = makeLayout(p, c);
    const std::vector<StepCollective> all = stepCollectives(p, c);
    const auto of = [&](Axis axis) { return *std::ranges::find(all, axis, &StepCollective::axis); };
    const StepCollective exchange = of(Axis::Expert), sum = of(Axis::Tensor);
    QCOMPARE(exchange.group, 4.0);
    QVERIFY(exchange.kind == CollectiveKind::AllToAll && sum.kind == CollectiveKind::AllReduce);
    QCOMPARE(exchange.count, layout.microBatches * 32 * 4);
    QCOMPARE(exchange.bytes.value(), exchange.count * p.sequence / 2 * 2 * 4096 * 2);
    QCOMPARE(sum.group, 2.0);
    QCOMPARE(
        sum.count, layout.microBatches * 32 * (2 + 2 * (1 + p.remats.front().replayTensorTraffic)));
    QCOMPARE(sum.bytes.value(), sum.count * p.sequence * 4096 * 2);
    c = {};
    c.data = 8;
    c.zeroStage = 1;
    for (const StepCollective &own : stepCollectives(p, c))
        QVERIFY(own.axis == Axis::Data); // ranks that hold everything exchange gradients alone
}

/// ZeRO-1: each of four ranks reduces its part of the gradients and hands its weights to the
/// others; replicas of the shards add up theirs. Hybrid sharding adds up shards alone.
void OperationsByHandTest::shardedOptimizersScatterAndGather()
{
    const Prepared p = prepared({ "framework=megatron", "remat.policy=full" });
    Candidate c;
    c.fsdp = 4;
    c.data = 2;
    c.zeroStage = 1;
    const auto bytes = [&](CollectiveKind kind, Axis axis) {
        for (const StepCollective &own : stepCollectives(p, c))
            if (own.kind == kind && own.axis == axis)
                return std::pair(own.group, own.bytes.value());
        return std::pair(0.0, 0.0);
    };
    const double gradients = p.parametersTotal * p.stack.gradientReduceBytes.value();
    using Found = std::pair<double, double>;
    QCOMPARE(bytes(CollectiveKind::ReduceScatter, Axis::Data), Found(4, gradients));
    QCOMPARE(bytes(CollectiveKind::AllGather, Axis::Data),
        Found(4, p.parametersTotal * p.wideGatherBytes.value()));
    QCOMPARE(bytes(CollectiveKind::AllReduce, Axis::Data), Found(2, gradients / 4));
    // An all-reduce passes its bytes twice.
    QCOMPARE(evaluate(p, c).axes[static_cast<std::size_t>(Axis::Data)].bytes.value(),
        gradients * (1 + 2.0 / 4) + p.parametersTotal * p.wideGatherBytes.value());
    c.zeroStage = 3;
    QCOMPARE(bytes(CollectiveKind::AllReduce, Axis::Data), Found(2, gradients / 4));
    QCOMPARE(bytes(CollectiveKind::AllGather, Axis::Data), Found(0, 0));
    QCOMPARE(bytes(CollectiveKind::ReduceScatter, Axis::Fsdp).first, 4.0);
    c.zeroStage = 0;
    QCOMPARE(bytes(CollectiveKind::AllReduce, Axis::Data), Found(8, gradients));
}

/// Frozen weights are gathered in their own format, adapters in 16 bits; embedding and head once,
/// and only adapters have gradients.
void OperationsByHandTest::adaptersAreGatheredWithTheBase()
{
    const Prepared p = prepared({}, "llama3.1-70b-qlora-node");
    const Candidate c = shardedOver(8);
    const Layout layout = makeLayout(p, c);
    const double passes = layout.microBatches;
    const double root = 2 * 128256.0 * 8192 + 8192, base = p.parametersTotal - root;
    StepCollective gather, reduce;
    for (const StepCollective &own : stepCollectives(p, c))
        (own.kind == CollectiveKind::AllGather ? gather : reduce) = own;
    QVERIFY(gather.axis == Axis::Fsdp && reduce.kind == CollectiveKind::ReduceScatter);
    COMPARE_NEAR(gather.bytes.value(),
        passes
            * (2 * (base * p.gatherBytes.value() + p.tuning.parameters * p.wideGatherBytes.value())
                + root * p.wideGatherBytes.value()));
    const double rounds = p.stack.reducesEachMicroBatch ? passes : 1;
    COMPARE_NEAR(
        reduce.bytes.value(), rounds * p.tuning.parameters * p.stack.gradientReduceBytes.value());
    QCOMPARE(std::fmod(reduce.count, rounds * 80), 0.0); // no message of the root
}

QTEST_GUILESS_MAIN(OperationsByHandTest)
#include "tst_operations_by_hand.moc"
