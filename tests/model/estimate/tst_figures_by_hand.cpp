#include "derivation_check.h"
#include "model/estimate/estimator.h"
#include "model/estimate/plain_figures.h"
#include "model/estimate/run_cost.h"
#include "model/physics/compute/step_flop.h"
#include "tests/model/shipped.h"

#include <QTest>

#include <algorithm>
#include <cmath>

using namespace headroom;

namespace {

const std::vector<std::string> tokens { "workload.training_tokens=1e12" };

/// The largest term, named by the estimate.
std::string largest(const TimeTerms &terms)
{
    const auto most = std::ranges::max_element(terms.values);
    return termId(static_cast<TimeTerm>(most - terms.values.begin()));
}

} // namespace

/// The figures of an answer, each from the numbers that it follows from.
class FiguresByHandTest : public QObject
{
    Q_OBJECT

private slots:
    void figuresOfAStep();
    void aRunIsPaidByTheHour();
    void powerGrowsWithWhatIsComputed();
    void trafficHidesAboveSoManyTokens();
    void likelihoodOfFitting();
    void termsThatAPlanLacks();
    void constantsThatNoRunInforms();
    void checkersAreAnOperand();
    void stacksAreChosenByReleaseAndChip();
    void minBandwidthOfATorus();
};

/// 128 sequences of 8192 tokens on eight devices, sixteen micro-batches each, a tenth of it
/// padding.
void FiguresByHandTest::figuresOfAStep()
{
    const ResolvedPlan plan
        = shippedPlan("llama3.1-8b-h100-node", { "workload.packing.share_padding=0.1" });
    const Prepared p = shippedEstimator().prepare(plan);
    const Evaluation evaluation = evaluate(p, planCandidate(plan.plan));
    const Estimate own = shippedEstimator().estimate(plan);
    QCOMPARE(own.derived.dataParallelRanks, std::int64_t { 8 });
    QCOMPARE(own.derived.microBatches, 16.0);
    QCOMPARE(own.derived.gradientAccumulation, 16.0);
    QCOMPARE(own.derived.tokensPerDevice, 131072.0);
    const double step = own.time.step.value();
    const ThroughputEstimate &rates = own.throughput;
    QCOMPARE(rates.tokensPerSecondPerDevice, 0.9 * 131072 / step);
    QCOMPARE(rates.model.value(), evaluation.modelFlopPerDevice.value() / step);
    QCOMPARE(rates.hardware.value(), evaluation.hardwareFlopPerDevice.value() / step);
    QCOMPARE(rates.mfu, rates.model / utilisationPeak(p));
    QCOMPARE(rates.hfu, rates.hardware / utilisationPeak(p));
    QCOMPARE(own.plan, plan.plan.name);
    QCOMPARE(own.stack, p.stack.id);
    QCOMPARE(own.parametersActive, p.parametersActive);
    QCOMPARE(own.time.forward.value(), evaluation.forward.value());
    QCOMPARE(own.time.backward.value(), evaluation.backward.value());
    QVERIFY(own.assumed == assumedShifts(p, planCandidate(plan.plan)));
    QCOMPARE(own.time.optimizer.value(), own.time.terms[TimeTerm::Optimizer].value());
    const MemoryEstimate &memory = own.memory;
    QCOMPARE(memory.headroom.value(), (memory.budget - evaluation.reserved).value());
    QCOMPARE(memory.peak.value(), evaluation.peak.value());
    QCOMPARE(memory.capacity.value(), p.usableBytes.value());
    QCOMPARE(memory.outsidePool.value(), evaluation.outsidePool.value());
    QCOMPARE(own.parametersTrained, own.parametersTotal);
    const IntervalWidths time = timeInterval(p, planCandidate(plan.plan), {}),
                         peak = memoryInterval(p, planCandidate(plan.plan), {});
    QCOMPARE(own.time.p10.value(), step * time.low);
    QCOMPARE(own.time.p90.value(), step * time.high);
    QCOMPARE(memory.reserved.p10.value(), (memory.reserved.bytes * peak.low).value());
    QCOMPARE(memory.reserved.p90.value(), (memory.reserved.bytes * peak.high).value());
    QVERIFY(memory.p90 > memory.peak && memory.p90 / memory.peak < peak.high);
    QVERIFY(!own.isExtrapolated);
    // A large vocabulary on the last of two stages.
    const ResolvedPlan stages = shippedPlan("llama3.1-8b-h100-node",
        { "framework=megatron", "remat.policy=full", "parallelism.zero_stage=1",
            "parallelism.fsdp=1", "parallelism.pipeline=2", "parallelism.data=4" });
    QCOMPARE(shippedEstimator().estimate(stages).memory.worstStage, 1);
    const ResolvedPlan adapted = shippedPlan("llama3.1-70b-qlora-node");
    const Estimate tuned = shippedEstimator().estimate(adapted);
    QVERIFY(tuned.isExtrapolated);
    QCOMPARE(tuned.parametersTrained, shippedEstimator().prepare(adapted).tuning.parameters);
    const Estimate outside = shippedEstimator().estimate(
        shippedPlan("llama3.1-8b-h100-node", { "options.offload_parameters=true" }));
    QVERIFY(own.memory.host == Bytes {} && outside.memory.host > Bytes {});
    for (const std::string &id : shippedLibrary().planIds()) {
        const Estimate each = shippedEstimator().estimate(shippedPlan(id));
        QCOMPARE(each.bottleneck, largest(each.time.terms));
    }
    const Estimate slow = shippedEstimator().estimate(
        shippedPlan("llama3-70b-h100-32-nodes", { "hardware.nic_gbytes_per_s_per_device=0.2" }));
    QCOMPARE(slow.bottleneck, std::string(termId(TimeTerm::ExposedFsdp)));
}

void FiguresByHandTest::aRunIsPaidByTheHour()
{
    ResolvedPlan plan = shippedPlan("llama3.1-8b-h100-node", tokens);
    plan.accelerator.pricePerDeviceHour = 3;
    for (const double cap : { 0.0, 500.0 }) {
        if (cap > 0)
            plan.plan.hardware.powerCapW = cap;
        const Estimate own = shippedEstimator().estimate(plan);
        const double hours = 1e12 / own.throughput.tokensPerSecondPerDevice / 3600;
        QCOMPARE(own.run->deviceHours, hours);
        QCOMPARE(own.run->days, hours / 8 / 24);
        QCOMPARE(own.run->cost, 3 * hours);
        const double tdp = cap > 0 ? cap : plan.accelerator.tdpW, idle = plan.accelerator.idleW;
        const double power
            = std::min(tdp, idle + (tdp - idle) * (0.45 + 0.55 * own.throughput.hfu / 0.6));
        QCOMPARE(own.run->energyKwh, hours * power / 1000 * 1.2);
    }
    plan.plan.workload.trainingTokens.reset();
    QVERIFY(!shippedEstimator().estimate(plan).run);
}

/// Of 100 to 700 W, 45 % as soon as a chip works and all of it at an HFU of 60 %.
void FiguresByHandTest::powerGrowsWithWhatIsComputed()
{
    QCOMPARE(averagePower(100, 700, 0), 370.0);
    QCOMPARE(averagePower(100, 700, 0.3), 535.0);
    QCOMPARE(averagePower(100, 700, 0.6), 700.0);
    QCOMPARE(averagePower(100, 700, 0.9), 700.0);
    QCOMPARE(energyKwh(10, 500), 6.0);
    QCOMPARE(deviceHours(7.2e6, 1000, 0.5), 4.0);
    QCOMPARE(bestCheckpointInterval(Seconds { 2 }, Seconds { 100 }).value(), 20.0);
}

/// FORMULAS §7: peak over what a node sends, or over one axis of a torus both ways.
void FiguresByHandTest::trafficHidesAboveSoManyTokens()
{
    const auto critical = [](const ResolvedPlan &plan) {
        return shippedEstimator().estimate(plan).derived.criticalTokensPerDevice;
    };
    ResolvedPlan node = shippedPlan("llama3.1-8b-h100-node");
    const Prepared p = shippedEstimator().prepare(node);
    QCOMPARE(p.domain, 8.0);
    QVERIFY(p.networkPeak > BytesPerSecond {});
    QCOMPARE(critical(node), p.peak16.value() / (8 * p.networkPeak.value()));
    node.accelerator.nicRate = {};
    node.plan.hardware.nicGbytesPerSecondPerDevice.reset();
    QCOMPARE(shippedEstimator().prepare(node).networkPeak.value(), 0.0);
    QCOMPARE(critical(node), 0.0); // a node without a network
    const ResolvedPlan slice = shippedPlan("llama2-70b-v5p-64");
    const Prepared torus = shippedEstimator().prepare(slice);
    QCOMPARE(torus.torusDimensions, 3.0);
    QCOMPARE(critical(slice), torus.peak16.value() / (torus.linkPeak.value() / 3));
    const std::vector<Derivation> trees = shippedEstimator().explain(slice);
    const auto tree = std::ranges::find(trees, "critical_tokens_per_device", &Derivation::id);
    QVERIFY(tree != trees.end());
    QCOMPARE(tree->value, critical(slice));
}

/// Where what lies outside the pool does not fit, no luck with the peak helps.
void FiguresByHandTest::likelihoodOfFitting()
{
    ResolvedPlan plan = shippedPlan("llama3.1-8b-h100-node");
    ModelShape small = *plan.model;
    small.layers = 1;
    small.vocab = 4096;
    plan.model = std::make_shared<const ModelShape>(small);
    int tight = 0, unsure = 0;
    for (double gibibytes = 1; gibibytes < 64; gibibytes *= 1.1) {
        plan.accelerator.memory = plan.accelerator.usableMemory = gib(gibibytes);
        const Estimate whole = shippedEstimator().estimate(plan);
        const MemoryEstimate &own = whole.memory;
        const auto says = [&whole](const char *id, Severity severity) {
            return std::ranges::any_of(whole.findings, [&](const Finding &finding) {
                return finding.id == id && finding.severity == severity;
            });
        };
        QCOMPARE(says("does-not-fit", Severity::Error), own.fitProbability < 0.2);
        QCOMPARE(says("may-not-fit", Severity::Warning),
            own.fitProbability >= 0.2 && own.fitProbability < 0.8);
        if (!own.fits && own.reserved.bytes <= own.budget) {
            ++tight;
            QCOMPARE(own.fitProbability, 0.0);
            continue;
        }
        QCOMPARE(own.fitProbability,
            probabilityBelow(
                own.budget.value(), own.reserved.bytes.value(), own.reserved.p90.value()));
        QCOMPARE(own.fits, own.fitProbability >= 0.5);
        unsure += own.fitProbability > 0.01 && own.fitProbability < 0.99;
    }
    QVERIFY2(tight > 0 && unsure > 0,
        qPrintable(QString::number(tight) + ' ' + QString::number(unsure)));
}

/// Every term has a tree; one of which the plan has nothing says so, in the plan's own name.
void FiguresByHandTest::termsThatAPlanLacks()
{
    const std::vector<Derivation> trees
        = shippedEstimator().explain(shippedPlan("llama3.1-8b-h100-node"));
    for (std::size_t i = 0; i < timeTermCount; ++i)
        QCOMPARE(std::ranges::count(trees, termId(static_cast<TimeTerm>(i)), &Derivation::id),
            std::ptrdiff_t { 1 });
    int lacked = 0;
    for (const Derivation &own : trees) {
        const std::optional<TimeTerm> term = timeTermById(own.id);
        if (!term || own.formula != "nothing of this kind in the plan")
            continue;
        ++lacked;
        QVERIFY2(own.isOwn && own.operands.empty(), own.id.c_str());
        QCOMPARE(own.value, 0.0);
        QCOMPARE(own.unit, std::string("seconds"));
        QCOMPARE(own.label, std::string(termLabel(*term)));
        QCOMPARE(own.source, std::string("plan"));
    }
    QVERIFY(lacked > 0);
}

/// Constants of a chip or stack that no run informs are those of its kin: assumed.
void FiguresByHandTest::constantsThatNoRunInforms()
{
    Estimator own = *Estimator::make(shippedLibrary());
    const ResolvedPlan plan = shippedPlan("llama3.1-8b-h100-node");
    const auto evidence = [&](double dense, double experts, const char *leaf) {
        for (ChipProfile &chip : own.stacks().chips())
            chip.denseSources = dense, chip.expertSources = experts;
        for (StackProfile &stack : own.stacks().stacks())
            stack.denseSources = dense, stack.expertSources = experts;
        std::vector<Derivation> all = own.explain(plan);
        for (std::size_t i = 0; i < all.size(); ++i) {
            const std::vector<Derivation> below = all[i].operands;
            all.insert(all.end(), below.begin(), below.end());
        }
        return std::ranges::find(all, leaf, &Derivation::id)->evidence;
    };
    // The sum of a stack's and a chip's sources counts, of dense models and of those with experts.
    for (const char *leaf : { "tile_softness", "compute_factor" }) {
        QCOMPARE(evidence(2, 0, leaf), Evidence::Fitted);
        QCOMPARE(evidence(0, 2, leaf), Evidence::Fitted);
        QCOMPARE(evidence(2, 2, leaf), Evidence::Fitted);
        QCOMPARE(evidence(0, 0, leaf), Evidence::Assumed);
    }
}

/// Checkers that make every step half as long again: each term of time says so, and computes.
void FiguresByHandTest::checkersAreAnOperand()
{
    const ResolvedPlan plan = shippedPlan("llama3.1-8b-h100-node");
    Estimator own = *Estimator::make(shippedLibrary());
    const double plain = own.estimate(plan).time.step.value();
    QVERIFY(!own.followsFlags());
    own.setFlagEffects([](const ResolvedPlan &) {
        FlagEffects effects;
        effects.stepTimeFactor = 1.5;
        return effects;
    });
    own.setFlagFindings([](const ResolvedPlan &) {
        return std::vector<Finding> { { Severity::Hint, "of-flags", {}, "", {} } };
    });
    QVERIFY(own.followsFlags());
    const Estimate estimate = own.estimate(plan);
    QVERIFY(std::abs(estimate.time.step.value() / plain / 1.5 - 1) < 1e-12);
    QCOMPARE(estimate.findings.back().id, std::string("of-flags"));
    DerivationCheck check;
    for (const Derivation &tree : own.explain(plan)) {
        QVERIFY2(check.fault(tree).empty(), check.fault(tree).c_str());
        const std::optional<TimeTerm> term = timeTermById(tree.id);
        if (!term || tree.value == 0)
            continue;
        QCOMPARE(tree.operands.at(1).id, std::string("step_time_factor"));
        QCOMPARE(tree.operands[1].value, 1.5);
        QCOMPARE(tree.operands[1].evidence, Evidence::Assumed);
        QCOMPARE(tree.evidence, Evidence::Assumed);
        QCOMPARE(tree.source, std::string("effective flags"));
        QCOMPARE(tree.formula, std::string("term · factor"));
        QCOMPARE(tree.value, 1.5 * tree.operands[0].value);
    }
}

/// A stack that was measured with one release on one chip serves no other.
void FiguresByHandTest::stacksAreChosenByReleaseAndChip()
{
    ResolvedPlan plan = shippedPlan("llama3.1-8b-h100-node",
        { "framework=megatron", "remat.policy=full", "parallelism.zero_stage=1",
            "parallelism.fsdp=1", "parallelism.data=8" });
    const auto stack = [&](const char *chip, const char *release) {
        plan.accelerator = **shippedLibrary().accelerator(chip);
        plan.releases.*plan.framework().release = release;
        return shippedEstimator().stackOf(plan).id;
    };
    const char *measured = "0.14.0 (23e00ed)";
    QCOMPARE(stack("b200", measured), std::string("megatron-core-b200-2026"));
    QCOMPARE(stack("b200", "0.17.0"), std::string("megatron-core"));
    QCOMPARE(stack("h100-sxm", measured), std::string("megatron-core"));
}

/// Over links of a torus the rate that hides traffic is one of an axis; without a window nothing
/// hides it.
void FiguresByHandTest::minBandwidthOfATorus()
{
    const ResolvedPlan plan = shippedPlan("llama2-70b-v5p-64");
    const Prepared p = shippedEstimator().prepare(plan);
    const Estimate estimate = shippedEstimator().estimate(plan);
    QVERIFY(!estimate.collectives.empty());
    int hidden = 0;
    for (const CollectiveLoad &load : estimate.collectives) {
        QVERIFY(!load.crossesNodes);
        hidden += load.window > Seconds {};
        QCOMPARE(load.minBandwidth.value(),
            load.window > Seconds {} ? p.axisPeak.value() * (load.duration / load.window) : 0);
    }
    QVERIFY(hidden > 0);
}

QTEST_GUILESS_MAIN(FiguresByHandTest)
#include "tst_figures_by_hand.moc"
