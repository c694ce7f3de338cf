#include "drawn_plans.h"
#include "model/physics/prepare/prepare.h"
#include "model/physics/step/evaluate.h"
#include "model/plan/tuning.h"
#include "tests/model/shipped.h"

#include <QTest>

#include <functional>
#include <utility>

using namespace headroom;

namespace {

/// Sums are added in another order here and there.
constexpr double slack = 1e-9;

/// A plan with what the estimator makes of it.
struct Case
{
    const ResolvedPlan &plan;
    const Prepared &prepared;
    Candidate candidate;
    const Estimate &estimate;
};

double state(const Evaluation &evaluation)
{
    const MemoryTerms &terms = evaluation.memory;
    return (terms[MemoryTerm::Weights] + terms[MemoryTerm::Gradients]
        + terms[MemoryTerm::OptimizerState])
        .value();
}

std::string describe(const ResolvedPlan &plan)
{
    const Parallelism &d = plan.plan.parallelism;
    std::string text = plan.model->id + ", " + plan.accelerator.id + ", " + plan.plan.framework
        + ", " + plan.plan.remat.policy + ", " + plan.plan.precision.recipe + ", "
        + (plan.plan.workload.mode == WorkloadMode::Inference ? "inference" : "training");
    const auto add = [&](const char *name, double value) {
        text += std::string(" ") + name + " " + std::to_string(static_cast<int>(value));
    };
    add("data", d.data);
    add("fsdp", d.fsdp);
    add("zero", d.zeroStage);
    add("tensor", d.tensor);
    add("context", d.context);
    add("pipeline", d.pipeline);
    add("chunks", d.chunks);
    add("expert", d.expert);
    add("micro", d.microBatch);
    add("batch", double(plan.plan.workload.globalBatchSequences));
    add("sequence", double(plan.plan.workload.sequenceLength));
    return text;
}

} // namespace

/// What holds for every valid plan, over drawn ones. HEADROOM_LAW_PLANS: so many instead of 2,000.
class LawsTest : public QObject
{
    Q_OBJECT

private slots:
    void hold()
    {
        const std::size_t wanted = wantedPlans(2000);
        DrawnPlans draw(shippedLibrary(), 23, DrawnPlans::Range::Wide);
        std::size_t plans = 0;
        for (const ResolvedPlan &plan : draw.withExamples(wanted)) {
            const Prepared prepared = flaggedEstimator().prepare(plan);
            const Estimate estimate = flaggedEstimator().estimate(plan);
            const Case own { plan, prepared, planCandidate(plan.plan), estimate };
            anyPlan(own);
            inferencePaysNoBackwardPass(own);
            longerSequencesTakeMore(own);
            ++plans;
        }
        QVERIFY(plans >= wanted);
        verdict(plans);
    }

    /// The same of plans with adapters and packed documents, and what holds between methods.
    void holdForTunedPlans()
    {
        DrawnPlans draw(shippedLibrary(), 31, DrawnPlans::Range::Tuned);
        std::size_t plans = 0, adapted = 0, quantised = 0;
        for (const ResolvedPlan &plan : draw.withExamples(wantedPlans(400))) {
            const Prepared prepared = flaggedEstimator().prepare(plan);
            const Estimate estimate = flaggedEstimator().estimate(plan);
            const Case own { plan, prepared, planCandidate(plan.plan), estimate };
            anyPlan(own);
            shorterDocumentsTakeLess(own);
            ++plans;
            if (!isAdapted(plan.plan))
                continue;
            ++adapted;
            quantised += plan.plan.tuning->method == TuningMethod::Qlora ? 1 : 0;
            moreRankTakesMore(own);
            adaptersHoldLess(own);
        }
        QVERIFY(adapted > plans / 3 && quantised > plans / 10);
        verdict(plans);
    }

    void zeroThreeOverNothingIsFound()
    {
        const auto findings = [&](const char *setting) {
            const std::vector<std::string> settings { "parallelism.fsdp=1", "parallelism.data=8",
                setting };
            const ResolvedPlan plan
                = openCheckedPlan("llama3.1-8b-h100-node", settings, shippedLibrary())
                      .value()
                      .resolved;
            std::vector<std::string> ids;
            for (const Finding &finding : flaggedEstimator().estimate(plan).findings)
                ids.push_back(finding.id);
            return ids;
        };
        const auto has = [](const std::vector<std::string> &ids) {
            return std::ranges::find(ids, "nothing-sharded") != ids.end();
        };
        QVERIFY(has(findings("parallelism.zero_stage=3")));
        QVERIFY(!has(findings("parallelism.zero_stage=0")));
    }

private:
    static std::size_t wantedPlans(std::size_t usual)
    {
        bool isGiven = false;
        const int given = qEnvironmentVariableIntValue("HEADROOM_LAW_PLANS", &isGiven);
        return isGiven ? static_cast<std::size_t>(given) : usual;
    }

    /// What holds for plain and tuned plans alike.
    void anyPlan(const Case &own)
    {
        termsSum(own);
        sharesAreShares(own);
        exposedIsPartOfTraffic(own);
        intervalsHoldTheMedian(own);
        fasterIsNeverSlower(own);
        moreShardsHoldLess(own);
    }

    struct Broken
    {
        int count = 0;
        std::string first;
    };

    /// Tells which laws were broken since the last verdict.
    void verdict(std::size_t plans)
    {
        const std::map<std::string, Broken> found = std::exchange(m_broken, {});
        for (const auto &[law, broken] : found)
            qInfo("%s: broken by %d of %zu, first: %s", law.c_str(), broken.count, plans,
                broken.first.c_str());
        for (const auto &[law, broken] : found)
            QVERIFY2(broken.count == 0, law.c_str());
    }

    void expect(const Case &own, const std::string &law, bool holds, const std::string &detail = {})
    {
        if (holds)
            return;
        Broken &broken = m_broken[law];
        if (broken.count++ == 0)
            broken.first = describe(own.plan) + " " + detail;
    }

    void termsSum(const Case &own)
    {
        const auto sum = [&](const auto &terms, auto total, const char *law) {
            double all = 0;
            bool isSound = true;
            for (const auto value : terms.values) {
                all += value.value();
                isSound = isSound && std::isfinite(value.value()) && value.value() >= 0;
            }
            expect(own, law, std::abs(all - total.value()) <= slack * total.value());
            expect(own, "terms are finite and not negative", isSound);
        };
        sum(own.estimate.memory.terms, own.estimate.memory.peak, "memory terms sum to the peak");
        sum(own.estimate.time.terms, own.estimate.time.step, "time terms sum to the step");
    }

    void sharesAreShares(const Case &own)
    {
        const ThroughputEstimate &throughput = own.estimate.throughput;
        expect(own, "MFU is at most 1", throughput.mfu > 0 && throughput.mfu <= 1,
            std::to_string(throughput.mfu));
        expect(own, "HFU is at most 1", throughput.hfu <= 1, std::to_string(throughput.hfu));
    }

    /// A stage waits for the transfers of others as well while the pipeline fills and drains; the
    /// term of experts counts the host's routing, which is no traffic.
    void exposedIsPartOfTraffic(const Case &own)
    {
        const bool routes
            = own.prepared.stack.expertOverheadSeconds * own.prepared.routingShare > Seconds {};
        const Candidate &c = own.candidate;
        for (const CollectiveLoad &load : own.estimate.collectives) {
            double most = load.duration.value();
            if (load.axis == "pipeline")
                most *= 1 + (c.pipeline - 1) / (c.chunks * own.estimate.derived.microBatches);
            if (load.axis != "expert" || !routes)
                expect(own, "exposed traffic is at most the traffic: " + load.axis,
                    load.exposed.value() <= most * (1 + slack),
                    std::to_string(load.exposed.value()) + " of " + std::to_string(most));
        }
    }

    void intervalsHoldTheMedian(const Case &own)
    {
        const MemoryEstimate &memory = own.estimate.memory;
        const TimeEstimate &time = own.estimate.time;
        expect(own, "intervals hold the median",
            memory.p10 <= memory.peak && memory.peak <= memory.p90 && time.p10 <= time.step
                && time.step <= time.p90);
    }

    Evaluation evaluated(const ResolvedPlan &plan, const Case &own) const
    {
        return evaluate(flaggedEstimator().prepare(plan, flaggedEstimator().stackOf(own.plan),
                            flaggedEstimator().flagsOf(own.plan)),
            own.candidate);
    }

    /// The same program on a chip with one of its rates doubled.
    void fasterIsNeverSlower(const Case &own)
    {
        const double before = evaluate(own.prepared, own.candidate).step.value();
        const auto faster
            = [&](const char *law, const std::function<void(ResolvedPlan &)> &change) {
                  ResolvedPlan plan = own.plan;
                  change(plan);
                  const double after = evaluated(plan, own).step.value();
                  expect(own, law, after <= before * (1 + slack),
                      std::to_string(before) + " s, then " + std::to_string(after) + " s");
              };
        faster("twice the peak is never slower", [](ResolvedPlan &plan) {
            PeakRates &peak = plan.accelerator.peak;
            for (auto *rate : { &peak.fp32, &peak.tf32, &peak.bf16, &peak.fp16, &peak.fp8,
                     &peak.fp4, &peak.int8 })
                if (*rate)
                    **rate = **rate * 2;
        });
        faster("twice the memory bandwidth is never slower", [](ResolvedPlan &plan) {
            plan.accelerator.memoryBandwidth = plan.accelerator.memoryBandwidth * 2;
        });
        faster("twice the link is never slower", [](ResolvedPlan &plan) {
            plan.accelerator.linkRate = plan.accelerator.linkRate * 2;
            plan.accelerator.ratePerLink = plan.accelerator.ratePerLink * 2;
        });
        faster("twice the network is never slower", [](ResolvedPlan &plan) {
            plan.accelerator.nicRate = plan.accelerator.nicRate * 2;
            if (auto &nic = plan.plan.hardware.nicGbytesPerSecondPerDevice)
                *nic *= 2;
        });
        faster("twice the host link is never slower",
            [](ResolvedPlan &plan) { plan.accelerator.hostRate = plan.accelerator.hostRate * 2; });
    }

    void inferencePaysNoBackwardPass(const Case &own)
    {
        ResolvedPlan plan = own.plan;
        plan.plan.workload.mode = WorkloadMode::Inference;
        const Evaluation inference = evaluated(plan, own);
        const MemoryTerms &memory = inference.memory;
        const TimeTerms &time = inference.time;
        expect(own, "inference has no backward pass",
            inference.backward.value() == 0 && memory[MemoryTerm::Gradients].value() == 0
                && memory[MemoryTerm::OptimizerState].value() == 0
                && memory[MemoryTerm::SavedActivations].value() == 0
                && time[TimeTerm::Optimizer].value() == 0
                && time[TimeTerm::ExposedData].value() == 0);
        if (own.plan.plan.workload.mode == WorkloadMode::Training) {
            const Evaluation training = evaluate(own.prepared, own.candidate);
            expect(own, "inference takes at most what training takes",
                inference.step.value() <= training.step.value() * (1 + slack),
                std::to_string(inference.step.value()) + " over "
                    + std::to_string(training.step.value()));
        }
    }

    void longerSequencesTakeMore(const Case &own)
    {
        ResolvedPlan plan = own.plan;
        plan.plan.workload.sequenceLength *= 2;
        const Evaluation longer = evaluated(plan, own);
        expect(own, "more sequence never takes less memory",
            longer.peak.value() >= own.estimate.memory.peak.value() * (1 - slack));
    }

    /// Where the state lies in shards of fsdp ranks, or would. Not where a pipeline keeps whole
    /// gradients of experts as soon as FSDP shards at all.
    void moreShardsHoldLess(const Case &own)
    {
        Candidate sharded = own.candidate;
        const bool keepsExperts = own.prepared.moeLayers > 0 && sharded.pipeline > 1
            && !own.prepared.stack.reshardsInPipeline;
        if (sharded.data % 2 != 0 || (sharded.fsdp == 1 && (sharded.zeroStage < 3 || keepsExperts)))
            return;
        sharded.data /= 2;
        sharded.fsdp *= 2;
        expect(own, "more shards never hold more state",
            state(evaluate(own.prepared, sharded))
                <= state(evaluate(own.prepared, own.candidate)) * (1 + slack));
    }

    Evaluation tuned(const Case &own, TuningMethod method, BaseFormat base) const
    {
        ResolvedPlan plan = own.plan;
        plan.plan.tuning->method = method;
        plan.plan.tuning->base = base;
        return evaluated(plan, own);
    }

    void moreRankTakesMore(const Case &own)
    {
        ResolvedPlan plan = own.plan;
        plan.plan.tuning->rank *= 2;
        const Evaluation wider = evaluated(plan, own);
        const Evaluation before = evaluate(own.prepared, own.candidate);
        // Of one stage: another one may hold most as soon as activations of adapters grow.
        if (wider.worstStage == before.worstStage)
            expect(own, "more rank takes more state", state(wider) > state(before));
        expect(own, "more rank never takes less memory",
            wider.peak.value() >= before.peak.value() * (1 - slack));
    }

    /// Gradients and optimizer state are those of the adapters alone, weights in the base's format.
    /// Tensor parallelism leaves one side of each adapter whole, so that wide ones outgrow their
    /// part of a matrix; scales of nf4 lie whole on every rank, a thirtieth of an 8-bit weight.
    void adaptersHoldLess(const Case &own)
    {
        const auto terms
            = [&](TuningMethod method, BaseFormat base) { return tuned(own, method, base).memory; };
        const auto full = terms(TuningMethod::Full, BaseFormat::Auto);
        const auto lora = terms(TuningMethod::Lora, BaseFormat::Auto);
        const bool isThin = own.candidate.tensor == 1 && own.prepared.tuning.rank <= 64;
        for (const MemoryTerm term : { MemoryTerm::Gradients, MemoryTerm::OptimizerState })
            expect(own, "adapters never hold more gradients and state than the whole model",
                !isThin || lora[term].value() <= full[term].value() * (1 + slack));
        constexpr double manyShards = 30;
        const Layout layout = makeLayout(own.prepared, own.candidate);
        if (std::max(layout.weightShards, layout.expertWeightShards) > manyShards)
            return;
        double before = lora[MemoryTerm::Weights].value();
        for (const BaseFormat base : { BaseFormat::Int8, BaseFormat::Nf4 }) {
            const double weights = terms(TuningMethod::Qlora, base)[MemoryTerm::Weights].value();
            expect(own, "fewer bits of frozen weights take less memory", weights < before);
            before = weights;
        }
    }

    /// Documents attend to themselves alone: the shorter, the less attention of fused kernels;
    /// unfused ones compute the whole square.
    void shorterDocumentsTakeLess(const Case &own)
    {
        if (!own.prepared.isFlash)
            return;
        double attention = 0, step = 0;
        for (const double parts : { 1.0, 4.0, 16.0 }) {
            ResolvedPlan plan = own.plan;
            plan.plan.workload.packing.meanTokens
                = static_cast<double>(plan.plan.workload.sequenceLength) / parts;
            const Evaluation packed = evaluated(plan, own);
            const double core = packed.time[TimeTerm::Attention].value();
            if (parts > 1) {
                expect(own, "shorter documents never take more attention",
                    core <= attention * (1 + slack));
                expect(own, "shorter documents are never slower",
                    packed.step.value() <= step * (1 + slack));
            }
            attention = core;
            step = packed.step.value();
        }
    }

    std::map<std::string, Broken> m_broken;
};

QTEST_GUILESS_MAIN(LawsTest)
#include "tst_laws.moc"
