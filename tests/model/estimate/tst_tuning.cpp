#include "derivation_check.h"
#include "drawn_plans.h"
#include "model/physics/compute/layer_compute.h"
#include "model/physics/prepare/prepare.h"
#include "model/physics/step/evaluate.h"
#include "model/plan/fields/plan_file.h"
#include "model/plan/tuning.h"
#include "model/rules/broken_rules.h"
#include "model/timeline/build_timeline.h"
#include "tests/model/shipped.h"

#include <QTest>

#include <cmath>

using namespace headroom;

namespace {

/// LLaMA 65B as its paper gives it. @source arXiv 2302.13971 table 2
constexpr const char *llama65b = R"(schema_version: 1
name: "QLoRA 65B"
model: {id: llama-65b, name: "LLaMA 65B", family: llama, layers: 80, hidden: 8192, ffn: 22016, heads: 64, kv_heads: 64, head_dim: 128, vocab: 32000}
hardware: {accelerator: l40s, nodes: 1, devices_per_node: 1}
workload: {sequence_length: 512, global_batch_sequences: 16}
parallelism: {micro_batch_sequences: 1}
precision: {compute: bf16, weights: bf16, gradients: bf16, optimizer_state: fp32}
tuning: {method: qlora, rank: 64, targets: all}
remat: {policy: full}
attention: flash-2
framework: hf
options: {cross_entropy: fused, compile: false}
)";

bool isNear(double a, double b, double tolerance = 1e-12)
{
    return std::abs(a - b) <= tolerance * std::abs(b);
}

/// Adapter parameters of a model, counted matrix by matrix from its shape alone.
double adaptersByHand(const ModelShape &m, double r, bool attention, bool mlp, bool experts)
{
    const double h = double(m.hidden), a = m.heads, k = m.kvHeads, d = m.headDim;
    const auto pair = [r](double in, double out) { return r * (in + out); };
    const bool isPhi3 = m.family == "phi" && m.gatedMlp;
    const bool isFused = m.family == "gpt2" || m.family == "bloom" || m.family == "mpt" || isPhi3;
    double ofAttention = 0;
    if (m.mla) {
        const MlaShape &l = *m.mla;
        const double head = l.qkNopeHeadDim + l.qkRopeHeadDim;
        ofAttention += l.qLoraRank > 0 ? pair(h, l.qLoraRank) + pair(l.qLoraRank, a * head)
                                       : pair(h, a * head);
        ofAttention += pair(h, l.kvLoraRank + l.qkRopeHeadDim)
            + pair(l.kvLoraRank, a * (l.qkNopeHeadDim + l.vHeadDim)) + pair(a * l.vHeadDim, h);
    } else {
        ofAttention += isFused ? pair(h, (a + 2 * k) * d) : pair(h, a * d) + 2 * pair(h, k * d);
        ofAttention += pair(a * d, h);
    }
    const auto mlpOf = [&](double f, bool isOne) {
        const double in = !m.gatedMlp ? pair(h, f) : isOne ? pair(h, 2 * f) : 2 * pair(h, f);
        return in + pair(f, h);
    };
    const double moeLayers = m.moe ? m.moe->moeLayers : 0;
    double count = attention ? m.layers * ofAttention : 0;
    if (mlp && m.layers > moeLayers)
        count += (m.layers - moeLayers) * mlpOf(double(m.ffn), isPhi3);
    if (m.moe && mlp && m.moe->sharedExperts > 0)
        count += moeLayers * mlpOf(double(m.moe->sharedExperts) * double(m.moe->ffn), false);
    const bool isOneTensor = m.family == "gpt-oss" || m.family == "llama4";
    if (m.moe && experts)
        count += moeLayers * m.moe->experts * mlpOf(double(m.moe->ffn), isOneTensor);
    return count;
}

} // namespace

/// Adapters beside frozen weights: counts, memory, time.
class TuningTest : public QObject
{
    Q_OBJECT

private slots:
    /// Section 7.1 of the LoRA paper: 18M parameters of GPT-3 with rank 8 on one type of attention
    /// matrix, 4 on two, 2 on all four. @source arXiv 2106.09685
    void countsOfTheLoraPaper()
    {
        const ResolvedPlan plan = shippedPlan("gpt3-175b-a100-1024",
            { "tuning.method=lora", "tuning.rank=2", "tuning.targets=attention" });
        QCOMPARE(flaggedEstimator().prepare(plan).tuning.parameters, 18'874'368.0);
    }

    void countsOfEveryModel_data()
    {
        QTest::addColumn<QString>("model");
        for (const std::string &id : shippedLibrary().modelIds())
            QTest::newRow(id.c_str()) << QString::fromStdString(id);
    }
    void countsOfEveryModel()
    {
        QFETCH(QString, model);
        const Result<std::shared_ptr<const ModelShape>> shape
            = shippedLibrary().model(model.toStdString());
        QVERIFY(shape);
        struct Case
        {
            const char *targets;
            bool attention, mlp, experts;
        };
        for (const Case &one : { Case { "attention", true, false, false },
                 Case { "mlp", false, true, false }, Case { "experts", false, false, true },
                 Case { "attention, mlp", true, true, false }, Case { "all", true, true, true } }) {
            LoadedPlan loaded = *loadPlan(*shippedLibrary().planPath("llama3.1-8b-h100-node"));
            QVERIFY(applySettings(loaded,
                { "model=" + model.toStdString(), "tuning.method=lora", "tuning.rank=12",
                    std::string("tuning.targets=") + one.targets })
                        .empty());
            const Prepared p
                = flaggedEstimator().prepare(*resolvePlan(loaded.plan, shippedLibrary()));
            const double byHand = adaptersByHand(**shape, 12, one.attention, one.mlp, one.experts);
            QVERIFY2(isNear(p.tuning.parameters, byHand) || p.tuning.parameters == byHand,
                qPrintable(QString("%1: %2, by hand %3")
                               .arg(one.targets)
                               .arg(p.tuning.parameters, 0, 'f', 0)
                               .arg(byHand, 0, 'f', 0)));
        }
    }

    /// nf4 with double quantisation: 0.127 bits beside the four. @source arXiv 2305.14314 §3
    void bitsOfNf4()
    {
        const Prepared p
            = flaggedEstimator().prepare(*resolvePlan(parsed(llama65b), shippedLibrary()));
        QVERIFY(isNear(8 * p.tuning.baseBytes.value(), 4 + 8.0 / 64 + 32.0 / (64 * 256)));
        QVERIFY(std::abs(8 * p.tuning.baseBytes.value() - 4.127) < 5e-4);
    }

    /// "Finetune a 65B parameter model on a single 48GB GPU": the state by hand, and the whole of
    /// it.
    void sixtyFiveBillionFitFortyEightGigabytes()
    {
        const ResolvedPlan plan = *resolvePlan(parsed(llama65b), shippedLibrary());
        QVERIFY(brokenRules(plan).empty());
        const Estimate estimate = flaggedEstimator().estimate(plan);
        const double h = 8192, f = 22016, vocabulary = 32000, layers = 80, r = 64;
        const double matrices = layers * (4 * h * h + 3 * h * f);
        const double kept = 2 * vocabulary * h + (2 * layers + 1) * h;
        const double adapters = layers * r * (4 * (h + h) + 2 * (h + f) + (f + h));
        QCOMPARE(estimate.parametersTotal, matrices + kept); // 65,285,660,672
        QCOMPARE(estimate.parametersTotal, 65'285'660'672.0);
        QCOMPARE(estimate.parametersTrained, adapters);
        const double nf4 = 0.5 + 1.0 / 64 + 4.0 / (64 * 256);
        const auto bytes = [&](MemoryTerm term) { return estimate.memory.terms[term].value(); };
        QVERIFY(isNear(bytes(MemoryTerm::Weights), nf4 * matrices + 4 * kept + 2 * adapters));
        QVERIFY(isNear(bytes(MemoryTerm::Gradients), 2 * adapters));
        QVERIFY(isNear(bytes(MemoryTerm::OptimizerState), 8 * adapters));
        // Figure 6 of the paper has 45 GB of state and input gradients for this model.
        const double state = bytes(MemoryTerm::Weights) + bytes(MemoryTerm::Gradients)
            + bytes(MemoryTerm::OptimizerState);
        QVERIFY2(state > 43e9 && state < 45.5e9, qPrintable(QString::number(state)));
        QVERIFY2(estimate.memory.peak.value() < 48e9,
            qPrintable(QString::number(estimate.memory.peak.value())));
        // The paper pages the optimizer's state to the host when memory is short: so it fits an
        // L40S as well, whose error correction takes a tenth of its 48 GB.
        ResolvedPlan paged = plan;
        paged.plan.options.offloadOptimizer = true;
        QVERIFY(flaggedEstimator().estimate(paged).memory.fits);
        // The same in 16 bits needs more than twice that for the weights alone.
        ResolvedPlan whole = plan;
        whole.plan.tuning->method = TuningMethod::Lora;
        QVERIFY(
            flaggedEstimator().estimate(whole).memory.terms[MemoryTerm::Weights].value() > 130e9);
    }

    /// More adapters never cost less where ranks are multiples of 8. Between them the alignment of
    /// thin GEMMs decides: rank 12 reaches half the rate of rank 16.
    void moreRankIsNeverFaster()
    {
        for (const char *plan :
            { "llama3.1-8b-lora-one-gpu", "llama3.1-70b-qlora-node", "mixtral-8x7b-h100-8-nodes",
                "llama3.1-8b-v6e-16", "llama3.1-405b-h100-128-nodes" }) {
            double before = 0;
            for (int rank = 8; rank <= 512; rank *= 2) {
                const ResolvedPlan resolved = shippedPlan(
                    plan, { "tuning.method=lora", "tuning.rank=" + std::to_string(rank) });
                const double step = flaggedEstimator().estimate(resolved).time.step.value();
                QVERIFY2(step >= before * (1 - 1e-9),
                    qPrintable(QString("%1, rank %2: %3 s after %4 s")
                                   .arg(plan)
                                   .arg(rank)
                                   .arg(step)
                                   .arg(before)));
                before = step;
            }
        }
    }

    /// 70B in 16 bits on one 80 GB device: the weights lie in host memory, layers come one by one.
    void frozenWeightsLieInHostMemory()
    {
        const std::vector<std::string> settings { "model=llama3.1-70b", "parallelism.zero_stage=3",
            "workload.global_batch_sequences=1", "parallelism.micro_batch_sequences=1" };
        const ResolvedPlan onDevice = shippedPlan("llama3.1-8b-lora-one-gpu", settings);
        ResolvedPlan inHost = onDevice;
        inHost.plan.options.offloadParameters = true;
        QVERIFY(brokenRules(inHost).empty());
        const Estimate before = flaggedEstimator().estimate(onDevice);
        const Estimate after = flaggedEstimator().estimate(inHost);
        QVERIFY(!before.memory.fits && after.memory.fits);
        const double weights = before.memory.terms[MemoryTerm::Weights].value();
        QCOMPARE(after.memory.terms[MemoryTerm::Weights].value(), 0.0);
        QVERIFY(isNear(after.memory.host.value() - before.memory.host.value(), weights));
        // The layer in use, the next, embedding and head are a small part of it.
        QVERIFY(after.memory.terms[MemoryTerm::GatheredParameters].value() < weights / 15);
        // Both passes read every weight over the host link; what computation does not hide is felt.
        const Prepared p = flaggedEstimator().prepare(inHost);
        const double copies = 2 * weights / p.hostRate.value();
        const double felt = after.time.terms[TimeTerm::HostTransfer].value();
        QVERIFY2(felt > 0.05 * copies && felt < copies,
            qPrintable(QString("%1 of %2 s").arg(felt).arg(copies)));
        QVERIFY(after.time.step > before.time.step);
        const Timeline timeline = buildTimeline(inHost, flaggedEstimator());
        QVERIFY(std::abs(timeline.makespan / timeline.closedFormStep - 1) < 0.03);
    }

    /// A quantised base costs time and saves memory; of the formats nf4 saves most.
    void formatsOfTheBase()
    {
        double weights = 0, gemm = 0;
        for (const char *base : { "bf16", "fp8", "int8", "nf4" }) {
            const bool isWhole = std::string(base) == "bf16";
            const Estimate one = flaggedEstimator().estimate(shippedPlan("llama3.1-8b-lora-one-gpu",
                { isWhole ? "tuning.method=lora" : "tuning.method=qlora",
                    std::string("tuning.base=") + base }));
            const double own = one.memory.terms[MemoryTerm::Weights].value();
            const double time = one.time.terms[TimeTerm::Gemm].value();
            if (!isWhole && std::string(base) != "int8")
                QVERIFY(own < weights);
            QVERIFY(isWhole || time > gemm);
            weights = isWhole ? own : std::min(own, weights);
            gemm = isWhole ? time : gemm;
        }
    }

    /// Replicas and shards: only adapters have gradients to exchange and state to cut.
    void exchangesAndShards()
    {
        const std::vector<std::string> replicas { "tuning.method=lora", "parallelism.data=8",
            "parallelism.fsdp=1", "parallelism.zero_stage=1" };
        const std::vector<std::string> whole { replicas.begin() + 1, replicas.end() };
        const auto data = [&](const std::vector<std::string> &settings) {
            const ResolvedPlan plan = shippedPlan("llama3.1-8b-h100-node", settings);
            const Prepared p = flaggedEstimator().prepare(plan);
            return evaluate(p, planCandidate(plan.plan));
        };
        const auto axis = static_cast<std::size_t>(Axis::Data);
        QVERIFY(data(replicas).axes[axis].bytes < 0.02 * data(whole).axes[axis].bytes);
        const auto weights = [&](const char *fsdp) {
            return flaggedEstimator()
                .estimate(shippedPlan("llama3.1-70b-qlora-node",
                    { "parallelism.zero_stage=3", std::string("parallelism.fsdp=") + fsdp,
                        std::string("parallelism.data=") + (fsdp[0] == '8' ? "1" : "8") }))
                .memory.terms[MemoryTerm::Weights]
                .value();
        };
        // Uncut, what lies around the base is in 32 bit; cut, scales are whole on every rank.
        const double kept = 2.0 * 128256 * 8192 + (2 * 80 + 1) * 8192;
        const double scales = 80 * 8192.0 * (10240 + 8192 + 3 * 28672) * (1 + 4.0 / 256) / 64;
        QVERIFY(isNear(weights("8") * 8 + 2 * kept, weights("1") + 7 * scales, 1e-9));
    }

    /// Documents shorten what attention reaches over; padding is computed and not counted.
    void packedAndPadded()
    {
        const auto estimate = [&](const char *setting) {
            return flaggedEstimator().estimate(shippedPlan("llama3.1-8b-h100-node", { setting }));
        };
        const Estimate plain = estimate("name=plain");
        const Estimate packed = estimate("workload.packing.mean_tokens=1024");
        const Estimate padded = estimate("workload.packing.share_padding=0.25");
        const auto attention
            = [](const Estimate &e) { return e.time.terms[TimeTerm::Attention].value(); };
        // A seventh of the keys, and cuDNN's ramp of 650 in each row: (4160 + 650)/(576 + 650).
        QVERIFY(attention(packed) < attention(plain) / 3.5);
        QVERIFY(attention(packed) > attention(plain) / 5);
        QVERIFY(packed.time.terms[TimeTerm::Gemm] == plain.time.terms[TimeTerm::Gemm]);
        QVERIFY(packed.throughput.model.value() < packed.time.step.value() * 1e18);
        QCOMPARE(padded.time.step.value(), plain.time.step.value());
        QVERIFY(isNear(padded.throughput.tokensPerSecondPerDevice,
            0.75 * plain.throughput.tokensPerSecondPerDevice));
        QVERIFY(isNear(padded.throughput.mfu, 0.75 * plain.throughput.mfu));
        QVERIFY(isNear(padded.run->days, plain.run->days / 0.75));
        QCOMPARE(estimate("workload.packing.mean_tokens=8192").time.step.value(),
            plain.time.step.value());
    }

    /// What was never measured says so.
    void theIntervalIsWide()
    {
        const auto ratio = [&](const char *method) {
            const Estimate one = flaggedEstimator().estimate(
                shippedPlan("llama3.1-8b-h100-node", { std::string("tuning.method=") + method }));
            const bool isTold = std::ranges::any_of(
                one.findings, [](const Finding &finding) { return finding.id == "extrapolated"; });
            return std::pair { one.time.p90 / one.time.step, isTold && one.isExtrapolated };
        };
        QVERIFY(ratio("lora").first > 1.3);
        QVERIFY(ratio("lora").second);
        QVERIFY(!ratio("full").second);
    }

    void rules_data()
    {
        QTest::addColumn<QString>("settings");
        QTest::addColumn<QString>("rule");
        QTest::newRow("nf4 is QLoRA") << "tuning.method=lora;tuning.base=nf4"
                                      << "rule-tuning-base-quantised";
        QTest::newRow("bf16 is LoRA") << "tuning.method=qlora;tuning.base=bf16"
                                      << "rule-tuning-base-whole";
        QTest::newRow("no experts") << "tuning.method=lora;tuning.targets=attention, experts"
                                    << "rule-tuning-targets";
        QTest::newRow("no gate") << "model=gpt3-175b;tuning.method=lora;tuning.targets=gate"
                                 << "rule-tuning-targets";
        QTest::newRow("one matrix") << "model=phi-4;tuning.method=lora;tuning.targets=q, v"
                                    << "rule-tuning-fused";
        QTest::newRow("latent") << "model=deepseek-v3;tuning.method=lora;tuning.targets=k"
                                << "rule-tuning-fused";
        QTest::newRow("packed pairs")
            << "framework=hf;tuning.objective=dpo;workload.packing.mean_tokens=900"
            << "rule-dpo-packing";
        QTest::newRow("half a pair")
            << "framework=hf;tuning.objective=dpo;parallelism.micro_batch_sequences=1"
            << "rule-framework";
        QTest::newRow("inference") << "tuning.method=lora;workload.mode=inference"
                                   << "rule-tuning-inference";
        QTest::newRow("recipe") << "tuning.method=qlora;precision.recipe=fp8"
                                << "rule-tuning-recipe";
        QTest::newRow("long documents") << "workload.packing.mean_tokens=9000"
                                        << "rule-packing-mean";
    }
    void rules()
    {
        QFETCH(QString, settings);
        QFETCH(QString, rule);
        LoadedPlan loaded = *loadPlan(*shippedLibrary().planPath("llama3.1-8b-h100-node"));
        std::vector<std::string> all = stdTexts(settings.split(';'));
        QVERIFY(applySettings(loaded, all).empty());
        const std::vector<RuleBreak> broken
            = brokenRules(*resolvePlan(loaded.plan, shippedLibrary()));
        QVERIFY(std::ranges::any_of(broken, [&rule](const RuleBreak &one) {
            return QString::fromStdString(one.error.id) == rule;
        }));
    }

    /// Derivations of plans with adapters compute, and give what the estimate gives.
    void treesOfTunedPlansCompute()
    {
        DrawnPlans draw(shippedLibrary(), 23, DrawnPlans::Range::Tuned);
        DerivationCheck check;
        int adapted = 0;
        for (const ResolvedPlan &plan : draw.withExamples(300)) {
            adapted += isAdapted(plan.plan) ? 1 : 0;
            const Estimate estimate = flaggedEstimator().estimate(plan);
            for (const Derivation &tree : flaggedEstimator().explain(plan)) {
                QVERIFY2(check.fault(tree).empty(), check.fault(tree).c_str());
                if (const auto term = memoryTermById(tree.id))
                    QVERIFY2(isNear(tree.value, estimate.memory.terms[*term].value(), 1e-9)
                            || tree.value == estimate.memory.terms[*term].value(),
                        tree.id.c_str());
                if (const auto term = timeTermById(tree.id))
                    QVERIFY2(isNear(tree.value, estimate.time.terms[*term].value(), 1e-9)
                            || tree.value == estimate.time.terms[*term].value(),
                        tree.id.c_str());
            }
            for (const Bytes bytes : estimate.memory.terms.values)
                QVERIFY(std::isfinite(bytes.value()) && bytes.value() >= 0);
            for (const Seconds seconds : estimate.time.terms.values)
                QVERIFY(std::isfinite(seconds.value()) && seconds.value() >= 0);
        }
        QVERIFY(adapted > 100);
    }

    /// The numbers of the examples, so that a change shows.
    void examplesArePinned()
    {
        const Estimate one = flaggedEstimator().estimate(shippedPlan("llama3.1-8b-lora-one-gpu"));
        const Estimate node = flaggedEstimator().estimate(shippedPlan("llama3.1-70b-qlora-node"));
        QVERIFY(one.memory.fits && node.memory.fits);
        QCOMPARE(one.parametersTrained, 41'943'040.0); // PEFT prints the same for r = 16
        QCOMPARE(node.parametersTrained, 207'093'760.0);
    }

private:
    static Plan parsed(const char *text) { return parsePlan(text, "plan.yaml")->plan; }
};

QTEST_GUILESS_MAIN(TuningTest)
#include "tst_tuning.moc"
