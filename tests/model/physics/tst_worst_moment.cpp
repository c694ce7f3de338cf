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
    void whatLiesAroundAQuantisedBaseIsWide();
    void hooksOnFrozenUnitsKeepGradients();
    void aLossOverACutVocabularyRunsKernelByKernel();
    void bf16OptimizerAccumulatesBeside();
    void eagerNormsAndActivationsKeepCopies();
    void contextRanksShareWeights();
    void replicasHoldBuckets();
    void offloadedOptimizersTakeTheirCopiesAlong();
    void fsdpOffloadsEverythingTogether();
    void fsdpHoldsItsRootUnit();
    void zeroAllocatesWholeBuckets();
    void chunksLeaveLogitsWhole();
    void transformersGatherLogits();

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

/// PEFT's preparation: embedding, norms and residual stream in 32 bit where the base lies whole
/// under autocast; FSDP goes without.
void WorstMomentTest::whatLiesAroundAQuantisedBaseIsWide()
{
    const std::vector<std::string> tuned { "tuning.method=qlora", "optimizer=adamw",
        "options.cross_entropy=fused_linear" };
    const auto at = [&](const char *stack, std::vector<std::string> more, MemoryTerm term) {
        more.insert(more.begin(), tuned.begin(), tuned.end());
        more.push_back(std::string("software.stack=") + stack);
        return bytes(memory(more), term);
    };
    const double inputs = layers * tokens * hidden;
    QCOMPARE(at("hf", {}, MemoryTerm::SavedActivations)
            - at("generic-gpu", {}, MemoryTerm::SavedActivations),
        2 * inputs);
    QVERIFY(at("hf", {}, MemoryTerm::Weights)
        > at("generic-gpu", {}, MemoryTerm::Weights) + 2.0 * 128256 * hidden);
    const std::vector<std::string> cut { "hardware.devices_per_node=2", "parallelism.fsdp=2",
        "parallelism.zero_stage=3", "workload.global_batch_sequences=4" };
    for (const MemoryTerm term : { MemoryTerm::SavedActivations, MemoryTerm::Weights })
        QCOMPARE(at("hf", cut, term), at("generic-gpu", cut, term));
}

/// FSDP1's hooks on inputs of units without a trained weight: a gradient of each layer's input
/// stays where layers are checkpointed. Trained units and replicas have none.
void WorstMomentTest::hooksOnFrozenUnitsKeepGradients()
{
    const auto working = [&](const char *stack, std::vector<std::string> more) {
        more.insert(more.begin(),
            { "hardware.devices_per_node=2", "parallelism.fsdp=2",
                "workload.global_batch_sequences=4", "options.cross_entropy=fused_linear",
                "optimizer=adamw", std::string("software.stack=") + stack });
        return bytes(memory(more), MemoryTerm::WorkingSet);
    };
    const double gradients = 2 * layers * tokens * hidden;
    QCOMPARE(working("hf", { "parallelism.zero_stage=3", "tuning.method=lora" })
            - working("deepspeed", { "parallelism.zero_stage=3", "tuning.method=lora" }),
        gradients);
    QCOMPARE(working("hf", { "parallelism.zero_stage=2", "tuning.method=lora" }),
        working("deepspeed", { "parallelism.zero_stage=2", "tuning.method=lora" }));
}

/// torch's loss_parallel: 16-bit logits and four of 32 bit, whatever is compiled.
void WorstMomentTest::aLossOverACutVocabularyRunsKernelByKernel()
{
    for (const char *compile : { "options.compile=true", "options.compile=false" })
        QCOMPARE(
            bytes(memory({ "framework=torchtitan", "software.stack=torchtitan", compile,
                      "hardware.devices_per_node=4", "parallelism.tensor=4",
                      "parallelism.micro_batch_sequences=8", "workload.global_batch_sequences=8" }),
                MemoryTerm::LogitsLoss),
            18.0 * 8 * 4096 * 128256 / 4);
}

/// ZeRO 1 of DeepSpeed with 32-bit gradients: 16-bit ones and the flat sum lie whole on each rank,
/// which steps in place.
void WorstMomentTest::bf16OptimizerAccumulatesBeside()
{
    const auto buffers = [&](const char *gradients) {
        return bytes(
            memory({ "framework=deepspeed", "software.stack=deepspeed", "optimizer=adamw",
                "hardware.devices_per_node=2", "parallelism.fsdp=2", "parallelism.zero_stage=1",
                "workload.global_batch_sequences=4", gradients }),
            MemoryTerm::Functional);
    };
    const double all = 3212749824;
    QCOMPARE(buffers("precision.gradients=fp32") - buffers("precision.gradients=bf16"),
        2 * all - 6 * all / 2);
}

void WorstMomentTest::eagerNormsAndActivationsKeepCopies()
{
    const auto saved = [&](const char *compile) {
        return bytes(
            memory({ "remat.policy=no_recompute", compile }), MemoryTerm::SavedActivations);
    };
    const double more = saved("options.compile=false") - saved("options.compile=true");
    QCOMPARE(more, layers * tokens * (2 * 4 * hidden + 2 * ffn) + tokens * 4 * hidden);
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

/// One switch takes weights, gradients and optimizer state to the host; FSDP1 holds each shard of a
/// gradient on the device until the backward pass has ended.
void WorstMomentTest::fsdpOffloadsEverythingTogether()
{
    constexpr double parameters = 3212749824;
    const std::vector<std::string> sharded { "hardware.devices_per_node=4", "parallelism.fsdp=4",
        "parallelism.zero_stage=3", "workload.global_batch_sequences=16" };
    const auto with = [&](std::vector<std::string> settings) {
        settings.insert(settings.begin(), sharded.begin(), sharded.end());
        return memory(settings);
    };
    const MemoryTerms first = with({ "options.offload_parameters=true" });
    QCOMPARE(bytes(first, MemoryTerm::Weights), 0);
    QCOMPARE(bytes(first, MemoryTerm::OptimizerState), 0);
    QCOMPARE(bytes(first, MemoryTerm::Gradients), 2 * parameters / 4);
    const std::vector<std::string> titan { "framework=torchtitan", "software.stack=torchtitan",
        "optimizer=adamw", "precision.optimizer_state=fp32" };
    const MemoryTerms here = with(titan);
    std::vector<std::string> offloaded = titan;
    offloaded.push_back("options.offload_optimizer=true");
    const MemoryTerms second = with(offloaded);
    for (const MemoryTerm term :
        { MemoryTerm::Weights, MemoryTerm::Gradients, MemoryTerm::OptimizerState }) {
        QVERIFY(bytes(here, term) > 0);
        QCOMPARE(bytes(second, term), 0);
    }
    // A layer's shard comes from the host before it is gathered.
    const double layer = 3072.0 * (3072 + 2 * 1024 + 3072) + 3 * hidden * ffn + 2 * hidden;
    QVERIFY(qAbs(bytes(second, MemoryTerm::GatheredParameters)
                - bytes(here, MemoryTerm::GatheredParameters) - 2 * layer / 4)
        < 1e3);
}

/// FSDP1 gives a layer back behind each pass and gathers none ahead under the Trainer; the root
/// unit stays. Its gradient comes last: until then that of the head, here the embedding, waits.
void WorstMomentTest::fsdpHoldsItsRootUnit()
{
    const auto gathered = [&](std::vector<std::string> more) {
        more.insert(more.begin(),
            { "software.stack=hf", "hardware.devices_per_node=8", "parallelism.fsdp=8",
                "parallelism.zero_stage=3", "workload.global_batch_sequences=16" });
        return bytes(memory(more), MemoryTerm::GatheredParameters);
    };
    const double root = 128256 * hidden + hidden;
    const double layer = hidden * (hidden + 2 * 1024 + hidden) + 3 * hidden * ffn + 2 * hidden;
    QCOMPARE(gathered({}), 2 * root);
    QCOMPARE(gathered({ "options.cross_entropy=fused_linear" }), 2 * 2 * root + 2 * 2 * layer);
    // Adapters leave the root unit without a gradient; only theirs comes with a layer.
    const double adapted = gathered({ "options.cross_entropy=fused_linear", "tuning.method=lora" });
    QVERIFY(adapted > 2 * root + 2 * layer && adapted < 2 * root + 2.1 * layer);
    // A short step has its worst moment where embedding and head are reduced, or in the update.
    const double few = gathered({ "options.cross_entropy=fused_linear", "optimizer=adamw_8bit",
        "workload.sequence_length=128", "parallelism.micro_batch_sequences=1",
        "workload.global_batch_sequences=8" });
    QCOMPARE(few, 3 * 2 * root);
}

/// Two buckets of 5e8 gradients, however few parameters adapters have; ZeRO 2 with the optimizer in
/// host memory adds gradients up through a buffer as large as the embedding.
void WorstMomentTest::zeroAllocatesWholeBuckets()
{
    const std::vector<std::string> sharded { "software.stack=deepspeed",
        "hardware.devices_per_node=4", "parallelism.fsdp=4", "workload.global_batch_sequences=16" };
    const auto functional = [&](std::vector<std::string> settings) {
        settings.insert(settings.begin(), sharded.begin(), sharded.end());
        return bytes(memory(settings), MemoryTerm::Functional);
    };
    constexpr double buckets = 4 * 5e8, embedding = 128256 * hidden;
    QVERIFY(functional({ "tuning.method=lora", "parallelism.zero_stage=2" }) > buckets);
    QCOMPARE(functional({ "parallelism.zero_stage=2", "options.offload_optimizer=true" }),
        buckets + 2 * embedding);
    QCOMPARE(functional({ "parallelism.zero_stage=3", "options.offload_optimizer=true" }), buckets);
}

/// Measured: 42.9 GiB with eight chunks, 51.0 without (torchtune, Llama 3.2 3B).
void WorstMomentTest::chunksLeaveLogitsWhole()
{
    const double logits = tokens * 128256;
    QCOMPARE(bytes(memory({ "remat.policy=no_recompute" }), MemoryTerm::LogitsLoss), 14 * logits);
}

/// Transformers' tensor-parallel plan gathers the output of the head: each rank has all logits, of
/// which other programs cut the vocabulary.
void WorstMomentTest::transformersGatherLogits()
{
    const auto logits = [&](const char *stack) {
        return bytes(memory({ std::string("software.stack=") + stack, "hardware.devices_per_node=2",
                         "parallelism.tensor=2", "remat.policy=no_recompute" }),
            MemoryTerm::LogitsLoss);
    };
    QCOMPARE(logits("hf"), 14 * tokens * 128256);
    QCOMPARE(logits("generic-gpu"), 7 * tokens * 128256);
}

QTEST_GUILESS_MAIN(WorstMomentTest)
#include "tst_worst_moment.moc"
