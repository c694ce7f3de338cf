#include "tests/model/shipped.h"

#include "model/estimate/estimator.h"
#include "model/rules/checked_plan.h"

#include <QTest>

using namespace headroom;

/// What lies on a device at the worst moment of a step: gradients that grow while activations go,
/// copies without a compiler, state that context ranks or the host take over.
class WorstMomentTest : public QObject
{
    Q_OBJECT

private slots:
    void gradientsGrowWhileActivationsGo();
    void theStepIsAMomentOfItsOwn();
    void eagerNormsAndActivationsKeepCopies();
    void contextRanksShareWeights();
    void replicasHoldBuckets();
    void offloadedOptimizersTakeTheirCopiesAlong();
    void chunksLeaveLogitsWhole();

private:
    MemoryTerms memory(const std::vector<std::string> &settings) const;
};

namespace {

constexpr double layers = 28, hidden = 3072, ffn = 8192, tokens = 2 * 4096; // Llama 3.2 3B

double bytes(const MemoryTerms &terms, MemoryTerm term)
{
    return terms[term].value();
}

} // namespace

/// Llama 3.2 3B in 16 bits on one A100 with plain PyTorch, two sequences of 4,096 tokens.
MemoryTerms WorstMomentTest::memory(const std::vector<std::string> &settings) const
{
    std::vector<std::string> all { "model=llama3.2-3b", "hardware.accelerator=a100-80-sxm",
        "hardware.devices_per_node=1", "framework=hf", "software.stack=generic-gpu",
        "attention=flash-2", "remat.policy=full", "precision.weights=bf16",
        "precision.gradients=bf16", "precision.optimizer_state=bf16", "optimizer=adamw_bf16",
        "parallelism.fsdp=1", "parallelism.zero_stage=1", "parallelism.micro_batch_sequences=2",
        "workload.sequence_length=4096", "workload.global_batch_sequences=2" };
    all.insert(all.end(), settings.begin(), settings.end());
    const ResolvedPlan plan = shippedPlan("llama3.1-8b-h100-node", all);
    return shippedEstimator().estimate(plan).memory.terms;
}

void WorstMomentTest::gradientsGrowWhileActivationsGo()
{
    const double all = 2.0 * 3212749824; // of 16 bits
    // The loss and the layer inputs are smaller than the gradients: the end of the backward pass
    // is the worst moment with a fused loss, its start where nothing is recomputed.
    const MemoryTerms atEnd = memory({ "options.cross_entropy=fused" });
    const MemoryTerms atStart = memory({ "remat.policy=no_recompute" });
    QCOMPARE(bytes(atStart, MemoryTerm::Gradients), 0);
    QVERIFY(bytes(atStart, MemoryTerm::SavedActivations) > all);
    if (bytes(atEnd, MemoryTerm::Gradients) > 0) {
        QCOMPARE(bytes(atEnd, MemoryTerm::Gradients), all);
        QCOMPARE(bytes(atEnd, MemoryTerm::LogitsLoss), 0);
    }
    // Several micro-batches add to gradients that lie there from the first one on.
    const MemoryTerms several = memory({ "workload.global_batch_sequences=8" });
    QCOMPARE(bytes(several, MemoryTerm::Gradients), all);
    QVERIFY(bytes(several, MemoryTerm::LogitsLoss) > 0);
    // DeepSpeed's gradients have a buffer of their own.
    QCOMPARE(bytes(memory({ "software.stack=deepspeed" }), MemoryTerm::Gradients), all);
}

/// torch's AdamW takes the roots of its second moments: with few tokens the step is the worst
/// moment, five times the weights where all is bf16.
void WorstMomentTest::theStepIsAMomentOfItsOwn()
{
    const double all = 2.0 * 3212749824; // of 16 bits
    const std::vector<std::string> few { "optimizer=adamw", "workload.sequence_length=256",
        "parallelism.micro_batch_sequences=1", "workload.global_batch_sequences=1" };
    const MemoryTerms step = memory(few);
    QCOMPARE(bytes(step, MemoryTerm::Gradients), all);
    QCOMPARE(bytes(step, MemoryTerm::Functional), all);
    for (const MemoryTerm gone : { MemoryTerm::SavedActivations, MemoryTerm::WorkingSet,
             MemoryTerm::LogitsLoss, MemoryTerm::GatheredParameters })
        QCOMPARE(bytes(step, gone), 0);
    QCOMPARE(step.total().value() - bytes(step, MemoryTerm::Temporary), 5 * all);
    // Other optimizers go tensor by tensor, and many tokens outweigh it.
    QVERIFY(bytes(memory({}), MemoryTerm::SavedActivations) > 0);
    QVERIFY(bytes(memory({ "optimizer=adamw", "remat.policy=no_recompute" }),
                MemoryTerm::SavedActivations)
        > 0);
}

void WorstMomentTest::eagerNormsAndActivationsKeepCopies()
{
    const auto saved = [&](const char *compile) {
        return bytes(
            memory({ "remat.policy=no_recompute", compile }), MemoryTerm::SavedActivations);
    };
    const double more = saved("options.compile=false") - saved("options.compile=true");
    QCOMPARE(more, layers * tokens * (2 * 4 * hidden + 2 * ffn));
}

void WorstMomentTest::contextRanksShareWeights()
{
    const std::vector<std::string> eight { "hardware.devices_per_node=8", "framework=torchtitan",
        "software.stack=torchtitan", "remat.policy=full", "parallelism.zero_stage=3",
        "parallelism.micro_batch_sequences=1" };
    const auto weights = [&](std::vector<std::string> more) {
        more.insert(more.begin(), eight.begin(), eight.end());
        return bytes(memory(more), MemoryTerm::Weights);
    };
    const double shared = weights({ "parallelism.context=8", "workload.sequence_length=32768" });
    const double sharded = weights({ "parallelism.fsdp=8", "workload.global_batch_sequences=8" });
    QCOMPARE(shared, sharded);
}

void WorstMomentTest::replicasHoldBuckets()
{
    const double alone = bytes(memory({}), MemoryTerm::Functional);
    const double beside
        = bytes(memory({ "hardware.devices_per_node=2", "parallelism.data=2",
                    "parallelism.zero_stage=0", "workload.global_batch_sequences=4" }),
            MemoryTerm::Functional);
    QCOMPARE(beside - alone, 2.0 * 3212749824);
}

void WorstMomentTest::offloadedOptimizersTakeTheirCopiesAlong()
{
    const MemoryTerms here = memory({ "software.stack=deepspeed" });
    const MemoryTerms away
        = memory({ "software.stack=deepspeed", "options.offload_optimizer=true" });
    QVERIFY(bytes(here, MemoryTerm::Gradients) > 0);
    QCOMPARE(bytes(away, MemoryTerm::Gradients), 0);
    QCOMPARE(bytes(away, MemoryTerm::OptimizerState), 0);
    // Six bytes a parameter of flat copies; the reduction bucket stays.
    QCOMPARE(bytes(here, MemoryTerm::Functional) - bytes(away, MemoryTerm::Functional),
        6.0 * 3212749824);
}

/// Measured: 42.9 GiB with eight chunks, 51.0 without (torchtune, Llama 3.2 3B).
void WorstMomentTest::chunksLeaveLogitsWhole()
{
    const double logits = tokens * 128256;
    QCOMPARE(bytes(memory({ "remat.policy=no_recompute" }), MemoryTerm::LogitsLoss), 14 * logits);
}

QTEST_GUILESS_MAIN(WorstMomentTest)
#include "tst_worst_moment.moc"
