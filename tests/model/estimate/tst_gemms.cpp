#include "drawn_plans.h"
#include "model/estimate/dimension_fit.h"
#include "model/estimate/roofline.h"
#include "model/estimate/step_collectives.h"
#include "model/estimate/step_operations.h"
#include "model/library/architecture/parameter_count.h"
#include "model/physics/compute/layer_compute.h"
#include "model/timeline/layer_steps.h"
#include "tests/model/shipped.h"

#include <QTest>

#include <algorithm>
#include <cmath>

using namespace headroom;

namespace {

bool isNear(double a, double b, double tolerance = 1e-9)
{
    return std::abs(a - b) <= tolerance * std::max(std::abs(a), std::abs(b));
}

const Derivation *operandOf(const Derivation *parent, std::string_view id)
{
    if (!parent)
        return nullptr;
    const auto found = std::ranges::find(parent->operands, id, &Derivation::id);
    return found == parent->operands.end() ? nullptr : &*found;
}

double valueOf(const Derivation *parent, std::string_view id)
{
    const Derivation *operand = operandOf(parent, id);
    return operand ? operand->value : std::nan("");
}

} // namespace

/// The GEMM that a rank computes is the same in every place that speaks of it.
class GemmsTest : public QObject
{
    Q_OBJECT

private slots:
    void initTestCase()
    {
        m_plans = DrawnPlans(shippedLibrary()).withExamples(300);
        QVERIFY(m_plans.size() >= 300);
        const auto count = [&](auto has) { return std::ranges::count_if(m_plans, has); };
        using P = const ResolvedPlan &;
        QVERIFY(count([](P p) { return p.model->moe && p.plan.parallelism.tensor > 1; }) > 20);
        QVERIFY(count([](P p) { return p.plan.parallelism.expertTensor > 1; }) > 5);
        QVERIFY(count([](P p) { return p.model->mla && p.plan.parallelism.tensor > 1; }) > 5);
        QVERIFY(count([](P p) { return p.plan.precision.recipe != "none"; }) > 20);
        QVERIFY(count([](P p) { return p.accelerator.kind == AcceleratorKind::Tpu; }) > 20);
        QVERIFY(count([](P p) { return p.plan.parallelism.pipeline > 1; }) > 20);
    }

    /// Megatron cuts the fused gate and up projection of an expert by columns and the projection
    /// behind it by rows, over the expert-tensor ranks; each rank holds two of eight experts.
    void expertsAreCutByTheirOwnDegree()
    {
        const ResolvedPlan plan = shippedPlan("llama3.1-8b-h100-node",
            { "framework=megatron", "model=mixtral-8x7b", "hardware.nodes=8", "remat.policy=full",
                "parallelism.tensor=8", "parallelism.sequence_parallel=true",
                "parallelism.expert=4", "parallelism.expert_tensor=4", "parallelism.fsdp=1",
                "parallelism.data=8", "parallelism.zero_stage=1",
                "parallelism.micro_batch_sequences=1", "workload.global_batch_sequences=64" });
        const Prepared p = shippedEstimator().prepare(plan);
        const std::vector<TileFit> tiles = tileFits(p, planCandidate(plan.plan));
        const auto tile
            = [&](const char *id) { return *std::ranges::find(tiles, id, &TileFit::id); };
        QCOMPARE(tile("expert_in").k, 4096.0);
        QCOMPARE(tile("expert_in").n, 2 * 14336.0 / 4);
        QCOMPARE(tile("expert_out").k, 14336.0 / 4);
        QCOMPARE(tile("expert_out").n, 4096.0);
        QCOMPARE(tile("expert_in").batch, 2.0);
        const double sequence = double(plan.plan.workload.sequenceLength);
        QCOMPARE(
            tile("expert_in").m, sequence / 8 * 4 * 2 / 2); // own tokens · etp · top 2 / 2 experts
        // With sequence parallelism a rank routes the tokens that it holds.
        QCOMPARE(tile("router").m, sequence / 8);
    }

    /// Experts narrower than the model are cut along the same dimensions as wide ones.
    void narrowExpertsAreCutAlongTheirWidth()
    {
        for (const char *model : { "mixtral-8x7b", "deepseek-v3", "qwen3-30b-a3b" }) {
            const ModelShape &shape = **shippedLibrary().model(model);
            ResolvedPlan plan = m_plans.front();
            plan.model = std::make_shared<const ModelShape>(shape);
            const Prepared p = shippedEstimator().prepare(plan);
            Candidate c;
            c.tensor = 4;
            const Layout layout = makeLayout(p, c);
            QCOMPARE(layout.expertTensor, 4.0); // MaxText: the tensor axis
            for (const Linear &linear : p.matrices()) {
                const Gemm own = layerGemm(p, c, layout, linear);
                if (linear.isOfExperts())
                    QCOMPARE(std::min(own.k, own.n) * std::max(own.k, own.n),
                        linear.in * linear.out / 4);
                if (std::string_view(linear.id) == "expert_in")
                    QCOMPARE(own.k, double(shape.hidden));
                if (std::string_view(linear.id) == "expert_out")
                    QCOMPARE(own.n, double(shape.hidden));
            }
        }
    }

    void tablesDerivationAndRooflineAgree()
    {
        for (const ResolvedPlan &plan : m_plans) {
            const Prepared p = shippedEstimator().prepare(plan);
            const Candidate c = planCandidate(plan.plan);
            const Evaluation evaluation = evaluate(p, c);
            const std::vector<TileFit> tiles = tileFits(p, c);
            const std::vector<RooflinePoint> points = rooflinePoints(p, c, evaluation);
            const std::vector<Derivation> terms = shippedEstimator().explain(plan);
            const auto whole = std::ranges::find(terms, "gemm", &Derivation::id);
            QVERIFY(whole != terms.end());
            const Derivation *dense = operandOf(&*whole, "layer_dense_gemm"),
                             *moe = operandOf(&*whole, "layer_moe_gemm");
            double repeats = 0; // micro-batches · share of the layers on the slowest stage
            double seconds = 0;
            for (const TileFit &tile : tiles) {
                const Derivation *node = operandOf(moe, tile.id);
                node = node ? node : operandOf(dense, tile.id);
                QVERIFY2(node, tile.id.c_str());
                const Derivation *gemm = operandOf(operandOf(node, "forward"), "arithmetic");
                QCOMPARE(valueOf(gemm, "m"), tile.m);
                QCOMPARE(valueOf(gemm, "k"), tile.k);
                QCOMPARE(valueOf(gemm, "n"), tile.n);
                QCOMPARE(valueOf(gemm, "products"), tile.batch);
                QCOMPARE(tile.tiles,
                    std::ceil(tile.m / tile.tileRows) * std::ceil(tile.n / tile.tileColumns)
                        * tile.batch);

                const auto point = std::ranges::find(points, tile.id, &RooflinePoint::id);
                QVERIFY(point != points.end());
                const double layers = (operandOf(dense, tile.id) ? p.denseLayers : 0)
                    + (operandOf(moe, tile.id) ? p.moeLayers : 0);
                // Frozen matrices have no gradient of their own; adapters add their GEMMs.
                const bool isAdapted = p.tuning.isAdapted;
                const double passes
                    = p.isInference ? 1 : (isAdapted ? 2 : 3) + valueOf(node, "replay");
                const double once = 2 * tile.m * tile.k * tile.n * tile.batch * passes * layers;
                const double flop = point->flop.value();
                if (isAdapted) {
                    repeats = evaluation.microBatches;
                    QVERIFY2(flop > repeats * once && flop < 1.1 * repeats * once, tile.id.c_str());
                }
                repeats = repeats > 0 ? repeats : flop / once;
                QVERIFY2(isAdapted || isNear(flop, repeats * once), tile.id.c_str());
                if (c.pipeline == 1)
                    QVERIFY2(isNear(repeats, evaluation.microBatches), tile.id.c_str());
                if (!p.isInference)
                    QVERIFY2(
                        isNear(point->time.value(),
                            repeats * node->value * p.stack.computeFactor * layers * p.stepFactor),
                        tile.id.c_str());
                seconds += point->time.value();
            }
            QVERIFY(isNear(seconds, evaluation.time[TimeTerm::Gemm].value()));
        }
    }

    /// The kernels of the timeline are those GEMMs, by the kernel that they belong to.
    void timelineAgrees()
    {
        for (const ResolvedPlan &plan : m_plans) {
            const Prepared p = shippedEstimator().prepare(plan);
            const Candidate c = planCandidate(plan.plan);
            const Layout layout = makeLayout(p, c);
            NoTrace none;
            const LayerCosts costs = layerCosts(p, c, layout, none);
            for (const LayerKind kind : { LayerKind::Dense, LayerKind::Moe }) {
                const bool isMoe = kind == LayerKind::Moe;
                if ((isMoe ? p.moeLayers : p.denseLayers) <= 0)
                    continue;
                const LayerSteps steps = layerSteps(p, c, costs, isMoe);
                const LayerCost &cost = isMoe ? costs.moe : costs.dense;
                Seconds output;
                for (const Linear &linear : p.matrices())
                    if (linear.isOf(kind) && std::string_view(linear.id) == "out_projection")
                        output += matrixWork(p, c, layout, linear).forward * p.stack.computeFactor;
                QVERIFY(isNear(steps.forward.kernels.attentionOutput.value(), output.value()));
                const auto gemms = [](const KernelTimes &kernels) {
                    return (kernels.attentionInput + kernels.attentionOutput + kernels.mlp())
                        .value();
                };
                QVERIFY(isNear(gemms(steps.forward.kernels), cost.gemmForward.value()));
                QVERIFY(isNear(gemms(steps.backward.kernels), cost.gemmBackward.value()));
                QVERIFY(isNear(gemms(steps.backward.replay), cost.gemmReplay.value()));
            }
        }
    }

    /// What all ranks of a tensor group compute is what the model asks for its tokens: nothing is
    /// lost or done twice, but for matrices that every rank multiplies whole.
    void ranksTogetherComputeTheModel()
    {
        for (const ResolvedPlan &plan : m_plans) {
            const Prepared p = shippedEstimator().prepare(plan);
            const Candidate c = planCandidate(plan.plan);
            const Layout layout = makeLayout(p, c);
            double dense = 0, moe = 0;
            for (const Linear &linear : p.matrices()) {
                const double copies = linear.cut == Cut::None ? c.tensor / layout.plainDivisor : 1;
                const double flop = layerGemm(p, c, layout, linear).flop().value();
                const double perToken = flop * c.tensor / copies / layout.tokens;
                dense += linear.ofDense ? perToken : 0;
                moe += linear.ofMoe ? perToken : 0;
            }
            const ParameterCount count = countParameters(*plan.model);
            const double expected
                = 2 * static_cast<double>(count.activeMatmul() - count.headMatmul);
            QVERIFY2(isNear(p.denseLayers * dense + p.moeLayers * moe, expected),
                plan.model->id.c_str());
        }
    }

    /// MFU, measured figures and the library count one thing.
    void modelFlopsAreTheLibrarys()
    {
        std::vector<ResolvedPlan> plans = m_plans;
        ResolvedPlan chunked = plans.front();
        ModelShape shape = *chunked.model;
        shape.window = { 3000, true, 3, 1 };
        chunked.model = std::make_shared<const ModelShape>(shape);
        plans.push_back(chunked);
        for (const ResolvedPlan &plan : plans) {
            const Prepared p = shippedEstimator().prepare(plan);
            const Evaluation evaluation = evaluate(p, planCandidate(plan.plan));
            const double sequence = double(plan.plan.workload.sequenceLength);
            const double tokens = double(plan.plan.workload.globalBatchSequences) * sequence
                / double(plan.deviceCount());
            const double all
                = modelFlopsPerToken(*plan.model, sequence, FlopsConvention::Causal).value();
            const double passes = p.isInference ? 3 : 1;
            // Adapters beside frozen weights have a count of their own (FORMULAS §12).
            if (!p.tuning.isAdapted)
                QVERIFY(isNear(evaluation.modelFlopPerDevice.value(), all / passes * tokens));
            QVERIFY(evaluation.hardwareFlopPerDevice >= evaluation.modelFlopPerDevice);
            // A kernel computes whole blocks: never less than the mask asks for.
            QVERIFY(kernelKeys(p) >= p.modelKeys);
            QVERIFY(kernelKeys(p) <= sequence);
        }
    }

    /// Neither computation nor traffic beats what its chip and link can do.
    void noPointLiesAboveItsRoof()
    {
        int onLinks = 0;
        for (const ResolvedPlan &plan : m_plans) {
            const Prepared p = shippedEstimator().prepare(plan);
            const Candidate c = planCandidate(plan.plan);
            const Evaluation evaluation = evaluate(p, c);
            const FlopPerSecond peak
                = std::max(p.peak16, p.recipes[static_cast<std::size_t>(c.recipe)].gemmPeak);
            for (const RooflinePoint &point : rooflinePoints(p, c, evaluation)) {
                const QString what = QStringLiteral("%1 of %2 on %3, %4: %5 of %6 TFLOP/s")
                                         .arg(QString::fromStdString(point.id),
                                             QString::fromStdString(plan.model->id),
                                             QString::fromStdString(plan.accelerator.id),
                                             QString::fromStdString(plan.plan.framework))
                                         .arg(inTflopPerSecond(point.attained()))
                                         .arg(point.intensity() * point.roofRate.value() / 1e12);
                const double rate = point.attained().value() * (1 - 1e-9);
                QVERIFY2(point.bytes.value() > 0 && point.flop.value() > 0, qPrintable(what));
                QVERIFY2(rate <= peak.value(), qPrintable(what));
                QVERIFY2(rate <= point.intensity() * point.roofRate.value(), qPrintable(what));
                onLinks += point.isCollective() ? 1 : 0;
            }
        }
        QVERIFY(onLinks > 100);
    }

    /// A link twice as fast moves the roof; the bytes on it stay.
    void axesStandUnderTheirSlowestLink()
    {
        const auto axis = [&](const std::vector<std::string> &settings, const char *id) {
            const ResolvedPlan plan = shippedPlan("llama3-70b-h100-32-nodes", settings);
            const Prepared p = shippedEstimator().prepare(plan);
            const Candidate c = planCandidate(plan.plan);
            const auto points = rooflinePoints(p, c, evaluate(p, c));
            return *std::ranges::find(points, id, &RooflinePoint::id);
        };
        const RooflinePoint slow = axis({ "hardware.nic_gbytes_per_s_per_device=25" }, "fsdp"),
                            fast = axis({ "hardware.nic_gbytes_per_s_per_device=50" }, "fsdp");
        QVERIFY(slow.roof == Roof::Network && fast.roof == Roof::Network);
        QCOMPARE(fast.roofRate.value(), 2 * slow.roofRate.value());
        QVERIFY(isNear(fast.bytes.value(), slow.bytes.value()));
        QVERIFY(isNear(fast.flop.value(), slow.flop.value()));
    }

    /// FSDP in a node puts 7/8 of what it gathers and scatters on the scale-up links; chips whose
    /// links join pairs alone pass it over the host's bus, slices over one axis of the torus.
    void shardsPassTheSlowestLink()
    {
        const auto point = [](const Prepared &p, const Candidate &c, std::string_view id) {
            const auto points = rooflinePoints(p, c, evaluate(p, c));
            return *std::ranges::find(points, id, &RooflinePoint::id);
        };
        Candidate c;
        c.fsdp = 8;
        const Prepared p = shippedPrepared("llama3.1-8b-h100-node");
        Bytes all;
        for (const StepCollective &own : stepCollectives(p, c))
            all += own.bytes;
        const RooflinePoint fsdp = point(p, c, "fsdp");
        QVERIFY(fsdp.roof == Roof::ScaleUpLink);
        QCOMPARE(fsdp.roofRate.value(), p.linkPeak.value());
        QVERIFY(isNear(fsdp.bytes.value(), all.value() * 7 / 8));
        OperationWork step;
        for (const Operation &own : stepOperations(p, c, evaluate(p, c))) {
            OperationWork both = own.forward;
            both += own.backward;
            step += both;
            const RooflinePoint kernel = point(p, c, own.id);
            QVERIFY(kernel.roof == Roof::Memory && kernel.beside == Seconds {});
            QCOMPARE(kernel.roofRate.value(), p.memoryPeak.value());
            QVERIFY(isNear(kernel.bytes.value(), both.bytes.value()));
        }
        QVERIFY(isNear(fsdp.beside.value(), step.time.value()));
        QVERIFY(isNear(fsdp.flop.value(), step.flop.value()));
        QVERIFY(isNear(fsdp.intensity(), (step.flop.value() / fsdp.bytes.value())));
        QVERIFY(fsdp.time < fsdp.beside);
        QVERIFY(isNear(fsdp.attained().value(), (step.flop / step.time).value()));
        const Prepared pairs = shippedPrepared(
            "llama3.1-8b-h100-node", { "hardware.accelerator=a100-80-pcie", "attention=flash-2" });
        QVERIFY(pairs.domain < pairs.devicesPerNode && !pairs.isTpu);
        const RooflinePoint bus = point(pairs, c, "fsdp");
        QVERIFY(bus.roof == Roof::HostBus);
        QCOMPARE(bus.roofRate.value(), pairs.hostPeak.value());
        const ResolvedPlan slice = shippedPlan("llama2-70b-v5p-64");
        const Prepared torus = shippedEstimator().prepare(slice);
        const RooflinePoint axis = point(torus, planCandidate(slice.plan), "fsdp");
        QVERIFY(axis.roof == Roof::TorusAxis);
        QCOMPARE(axis.roofRate.value(), torus.axisPeak.value());
    }

private:
    std::vector<ResolvedPlan> m_plans;
};

QTEST_GUILESS_MAIN(GemmsTest)
#include "tst_gemms.moc"
