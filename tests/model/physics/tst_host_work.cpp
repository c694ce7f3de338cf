#include "tests/model/shipped.h"

#include "model/estimate/estimator.h"
#include "model/rules/checked_plan.h"

#include <QTest>

using namespace headroom;

/// The host issues kernels one by one: where a layer is short, it sets the pace.
class HostWorkTest : public QObject
{
    Q_OBJECT

private slots:
    void smallLayersWaitForTheHost();
    void recomputationIsIssuedAgain();
    void inferencePaysNoBackwardPass();
    void offloadedUpdatesRunOnTheHost();
    void launchesThatNothingRecords();

private:
    Estimate estimate(const std::vector<std::string> &settings) const;
};

/// GPT-2 medium on one A100 with Megatron-DeepSpeed, one sequence of 128 tokens at a time.
Estimate HostWorkTest::estimate(const std::vector<std::string> &settings) const
{
    std::vector<std::string> all { "model=gpt2-medium", "hardware.accelerator=a100-80-sxm",
        "hardware.devices_per_node=1", "framework=megatron", "software.stack=megatron-deepspeed",
        "software.megatron=0.14.0", "attention=flash", "remat.policy=no_recompute",
        "parallelism.fsdp=1", "parallelism.zero_stage=1", "parallelism.micro_batch_sequences=1",
        "workload.sequence_length=128", "workload.global_batch_sequences=8" };
    all.insert(all.end(), settings.begin(), settings.end());
    const ResolvedPlan plan = shippedPlan("llama3.1-8b-h100-node", all);
    return shippedEstimator().estimate(plan);
}

void HostWorkTest::smallLayersWaitForTheHost()
{
    const double one = estimate({}).time.step.value();
    const double twice = estimate({ "workload.sequence_length=256" }).time.step.value();
    QVERIFY(twice < 1.05 * one); // twice the work, the same kernels
    const double graphs = estimate({ "options.cuda_graphs=full" }).time.step.value();
    QVERIFY(graphs < 0.5 * one);
}

void HostWorkTest::recomputationIsIssuedAgain()
{
    const double kept = estimate({}).time.step.value();
    const double again = estimate({ "remat.policy=full" }).time.step.value();
    // Forward 1, backward 2, and the forward pass once more.
    QVERIFY(again > 1.25 * kept && again < 1.4 * kept);
}

void HostWorkTest::inferencePaysNoBackwardPass()
{
    const double training = estimate({}).time.step.value();
    const double inference = estimate({ "workload.mode=inference" }).time.step.value();
    QVERIFY(inference < 0.45 * training);
}

/// ZeRO-Offload (arXiv 2101.06840) table 4: a host updates ten billion parameters in 2.1 seconds;
/// the gradients and weights of eight go over a PCIe link besides.
void HostWorkTest::offloadedUpdatesRunOnTheHost()
{
    const auto update = [&](const char *isOffloaded) {
        return estimate(
            { "model=llama3.1-8b", std::string("options.offload_optimizer=") + isOffloaded })
            .time.optimizer.value();
    };
    QVERIFY(update("false") < 0.3);
    QVERIFY(update("true") > 1.5 && update("true") < 4);
}

/// Recorded graphs leave an assumed 0.3 of the launches.
void HostWorkTest::launchesThatNothingRecords()
{
    const ResolvedPlan plan = shippedPlan("mixtral-8x7b-h100-8-nodes");
    Prepared p = shippedEstimator().prepare(plan);
    p.denseLayers = p.moeLayers = 1;
    const Candidate c = planCandidate(plan.plan);
    const auto launch = [&](bool isRecorded) {
        p.flags.recordsGraphs = isRecorded;
        NoTrace none;
        const LayerCosts costs = layerCosts(p, c, makeLayout(p, c), none);
        return std::pair(costs.denseLaunch.forward.value(), costs.moeLaunch.forward.value());
    };
    const auto [dense, moe] = launch(true);
    const auto [plainDense, plainMoe] = launch(false);
    QVERIFY(dense > 0 && moe > dense);
    QCOMPARE(dense, p.stack.launchSecondsPerLayer.value() * p.launchShare);
    QCOMPARE(plainDense, dense / 0.3);
    QCOMPARE(plainMoe, moe / 0.3);
}

QTEST_GUILESS_MAIN(HostWorkTest)
#include "tst_host_work.moc"
