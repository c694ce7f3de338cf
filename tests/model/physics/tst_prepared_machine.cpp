#include "model/physics/prepare/prepare.h"
#include "tests/model/shipped.h"

#include <QTest>

using namespace headroom;

/// What is made of a chip and its cluster, by data sheet.
class PreparedMachineTest : public QObject
{
    Q_OBJECT

private slots:
    void torusAxes_data();
    void torusAxes();
    void domainsAndLinks();
    void poolsAndPower();
    void ratesOfAttention();
    void graphsAndDispatchers();
    void biasesOfExpertsAreAddedApart();
    void channelsOfPairsAreLimited();
};

/// v4 and v5p close every axis of whole cubes, v6e and v5e axes of sixteen; an axis that does not
/// close carries half.
void PreparedMachineTest::torusAxes_data()
{
    QTest::addColumn<QString>("chip"), QTest::addColumn<QString>("topology");
    QTest::addColumn<int>("devices"), QTest::addColumn<double>("gbytes");
    QTest::newRow("cubes") << "tpu-v4"
                           << "4x4x8" << 128 << 90.0;
    QTest::newRow("less than a cube") << "tpu-v4"
                                      << "2x2x4" << 16 << 45.0;
    QTest::newRow("a side of six") << "tpu-v5p"
                                   << "4x4x6" << 96 << 90.0;
    QTest::newRow("nothing said, a cube") << "tpu-v5p"
                                          << "" << 64 << 180.0;
    QTest::newRow("nothing said, none") << "tpu-v5p"
                                        << "" << 8 << 90.0;
    QTest::newRow("sixteen") << "tpu-v6e"
                             << "16x16" << 256 << 180.0;
    QTest::newRow("half of it") << "tpu-v6e"
                                << "8x16" << 128 << 90.0;
    QTest::newRow("the other half") << "tpu-v6e"
                                    << "16x8" << 128 << 90.0;
    QTest::newRow("nothing said, sixteen") << "tpu-v5e"
                                           << "" << 256 << 90.0;
    QTest::newRow("nothing said, eight") << "tpu-v5e"
                                         << "" << 64 << 45.0;
}

void PreparedMachineTest::torusAxes()
{
    QFETCH(QString, chip);
    QFETCH(QString, topology);
    QFETCH(int, devices);
    QFETCH(double, gbytes);
    const Prepared p = shippedPrepared("llama3.1-8b-h100-node",
        { "hardware.accelerator=" + chip.toStdString(), "hardware.nodes=1",
            "hardware.topology=" + topology.toStdString(),
            "hardware.devices_per_node=" + std::to_string(devices), "attention=splash",
            "parallelism.data=1", "parallelism.fsdp=" + std::to_string(devices),
            "workload.global_batch_sequences=" + std::to_string(4 * devices) });
    QCOMPARE(p.axisPeak.value(), gbytes * 1e9);
    QVERIFY(p.isTpu);
    QCOMPARE(p.domain, double(devices));
    QCOMPARE(p.poolBytes, Bytes {});
}

void PreparedMachineTest::domainsAndLinks()
{
    const auto of = [](const char *chip, int nodes, int devices, const char *more = "") {
        const int all = nodes * devices;
        std::vector<std::string> settings { std::string("hardware.accelerator=") + chip,
            "hardware.nodes=" + std::to_string(nodes),
            "hardware.devices_per_node=" + std::to_string(devices),
            "parallelism.fsdp=" + std::to_string(all),
            "workload.global_batch_sequences=" + std::to_string(4 * all) };
        if (*more)
            settings.emplace_back(more);
        return shippedPrepared("llama3.1-8b-h100-node", settings);
    };
    QCOMPARE(of("h100-sxm", 2, 8).domain, 8.0);
    QCOMPARE(of("h100-sxm", 2, 4).domain, 4.0); // half of a board each
    QCOMPARE(of("gb200", 18, 4).domain, 72.0);
    QCOMPARE(of("gb200", 4, 4).domain, 16.0); // as many as there are
    QCOMPARE(of("gb200", 36, 4).domain, 72.0);
    QCOMPARE(of("h100-sxm", 2, 8).networkPeak.value(), 50e9);
    QCOMPARE(of("h100-sxm", 2, 8, "hardware.nic_gbytes_per_s_per_device=12.5").networkPeak.value(),
        12.5e9);
    QCOMPARE(of("h100-sxm", 2, 8).nodes, 2.0);
}

void PreparedMachineTest::poolsAndPower()
{
    const auto with
        = [](const char *more) { return shippedPrepared("llama3.1-8b-h100-node", { more }); };
    const Prepared plain = with("framework=torchtitan");
    QCOMPARE(plain.powerShare, 1.0);
    QCOMPARE(plain.powerFactor, 1.0);
    const Prepared capped = with("hardware.power_cap_w=350"); // of 700
    QCOMPARE(capped.powerShare, 0.5);
    QCOMPARE(capped.powerFactor, std::pow(0.5, capped.assumed.powerExponent));
    QCOMPARE(capped.rate16, plain.rate16 * capped.powerFactor);
    QCOMPARE(capped.memoryRate, plain.memoryRate);
    QCOMPARE(with("hardware.power_cap_w=700").powerShare, 1.0);
    QCOMPARE(with("framework=torchtitan").poolBytes, Bytes {});
    const Prepared pool = with("framework=maxtext");
    QVERIFY(pool.flags.memoryFraction < 1);
    QCOMPARE(pool.poolBytes, pool.usableBytes * pool.flags.memoryFraction);
}

/// Fused kernels have a share of the peak each, less on narrow heads; GEMMs of unfused ones half
/// the rate of large ones, and less with heads that are no whole 16 bytes.
void PreparedMachineTest::ratesOfAttention()
{
    Prepared p;
    p.peak16 = FlopPerSecond { 1e15 };
    p.memoryPeak = BytesPerSecond { 3e12 };
    p.hostPeak = BytesPerSecond { 60e9 };
    p.recipes.resize(2);
    p.recipes[0].gemmPeak = FlopPerSecond { 1e15 };
    p.recipes[1].gemmPeak = FlopPerSecond { 2e15 };
    p.recipes[1].bits = 8;
    p.collectives.constants = shippedPrepared("llama3.1-8b-h100-node").collectives.constants;
    ChipProfile chip;
    chip.gemm16 = 0.7;
    chip.gemm8 = 0.6;
    chip.memory = 0.9;
    chip.host = 0.8;
    chip.attentionForward[static_cast<std::size_t>(AttentionKernel::Flash2)] = 0.5;
    chip.attentionForward[static_cast<std::size_t>(AttentionKernel::Flash3)] = 0.75;
    chip.attentionScale = 0.8;
    chip.attentionBackwardRatio = 0.85;
    const StackProfile stack;
    const auto rates = [&](AttentionKernel kernel, double headDim) {
        p.kernel = kernel;
        p.isFlash = kernel != AttentionKernel::Unfused;
        p.headDim = headDim;
        applyConstants(p, chip, stack);
        return std::pair { p.attentionForwardRate.value(), p.attentionBackwardRate.value() };
    };
    const auto flash2 = rates(AttentionKernel::Flash2, 128);
    QCOMPARE(flash2.first, 1e15 * 0.5 * 0.8);
    QCOMPARE(flash2.second, 0.85 * flash2.first);
    QCOMPARE(rates(AttentionKernel::Flash2, 64).first, flash2.first * std::pow(0.5, 0.2));
    QCOMPARE(rates(AttentionKernel::Flash2, 256).first, flash2.first);
    const auto flash3 = rates(AttentionKernel::Flash3, 128);
    QCOMPARE(flash3.first, 1e15 * 0.75 * 0.8);
    QCOMPARE(rates(AttentionKernel::Flash3, 64).first, flash3.first * std::pow(0.5, 0.4));
    p.options.lowPrecisionAttention = true;
    QCOMPARE(rates(AttentionKernel::Flash3, 128), flash3); // the plan computes in 16 bits
    p.recipes[0].isLow = true;
    QCOMPARE(rates(AttentionKernel::Flash3, 128).first, 1.6 * flash3.first);
    QCOMPARE(
        rates(AttentionKernel::Flash3, 128).second, p.assumed.lowAttentionBackward * flash3.second);
    const auto unfused = rates(AttentionKernel::Unfused, 128);
    QCOMPARE(unfused.first, 0.5 * 0.7e15);
    QCOMPARE(unfused.second, unfused.first);
    QCOMPARE(rates(AttentionKernel::Unfused, 132).first, 0.12 * unfused.first);
    QCOMPARE(rates(AttentionKernel::Unfused, 130).first, 0.1 * unfused.first);
    QCOMPARE(p.rate16.value(), 0.7e15);
    QCOMPARE(p.memoryRate.value(), 2.7e12);
    QCOMPARE(p.hostRate.value(), 48e9);
    QCOMPARE(p.recipes[0].gemmRate.value(), 0.7e15);
    QCOMPARE(p.recipes[1].gemmRate.value(), 1.2e15);
}

/// What graphs and dispatch kernels leave of the host's work and of passes over rows.
void PreparedMachineTest::graphsAndDispatchers()
{
    struct Host
    {
        double launch, routing, rows;
        bool once;
        bool operator==(const Host &) const = default;
    };
    Prepared p;
    StackProfile stack;
    stack.partialGraphShare = 0.5;
    stack.fusedDispatchShare = 0.25;
    p.collectives.constants = shippedPrepared("llama3.1-8b-h100-node").collectives.constants;
    const auto host = [&](CudaGraphs graphs, ExpertDispatcher dispatcher) {
        p.options.cudaGraphs = graphs;
        p.options.expertDispatcher = dispatcher;
        applyConstants(p, {}, stack);
        return Host { p.launchShare, p.routingShare, p.rowPasses, p.deduplicatesDispatch };
    };
    using G = CudaGraphs;
    using D = ExpertDispatcher;
    QVERIFY(host(G::None, D::Auto) == (Host { 1, 1, 8, false }));
    QVERIFY(host(G::Auto, D::DeepEp) == (Host { 1, 0.25, 4, true }));
    QVERIFY(host(G::None, D::HybridEp) == (Host { 1, 0.25, 0, true }));
    QVERIFY(host(G::Partial, D::Auto) == (Host { 0.5, 0.5, 8, false }));
    QVERIFY(host(G::Partial, D::DeepEp) == (Host { 0.5, 0.125, 4, true }));
    QVERIFY(host(G::Layer, D::Auto) == (Host { 0, 0, 8, false }));
    QVERIFY(host(G::Full, D::HybridEp) == (Host { 0, 0, 0, true }));
    stack.deduplicatesDispatch = true;
    QVERIFY(host(G::None, D::Auto) == (Host { 1, 1, 4, true }));
    p.isTpu = true;
    p.rowPasses = 6;
    QVERIFY(host(G::None, D::Auto).rows == 6);
    // Exchanges of experts: nothing hides what is not asynchronous.
    stack.expertExposed = 0.9;
    stack.expertExposedOverlapped = 0.3;
    const auto exposed = [&](bool isAsync, Switch overlap) {
        p.flags.asyncAllToAll = isAsync;
        p.options.expertOverlap = overlap;
        applyConstants(p, {}, stack);
        return p.expertExposed;
    };
    QCOMPARE(exposed(false, Switch::On), 1.0);
    QCOMPARE(exposed(true, Switch::On), 0.3);
    QCOMPARE(exposed(true, Switch::Off), 0.9);
}

/// Experts with biases, gpt-oss, where kernels of their own add them.
void PreparedMachineTest::biasesOfExpertsAreAddedApart()
{
    const auto bytes = [](const char *model, bool isFused, bool isAxis) {
        const ResolvedPlan plan
            = shippedPlan("mixtral-8x7b-h100-8-nodes", { std::string("model=") + model });
        Prepared p;
        p.options.fusedExpertMlp = isFused;
        p.expertIsAxis = isAxis;
        prepareModel(p, *plan.model, plan);
        return p.expertBiasBytes.value();
    };
    QCOMPARE(bytes("gpt-oss-20b", false, false), 64 / 3.0);
    QCOMPARE(bytes("gpt-oss-20b", true, false), 0.0);
    QCOMPARE(bytes("gpt-oss-20b", false, true), 0.0);
    QCOMPARE(bytes("mixtral-8x7b", false, false), 0.0);
}

void PreparedMachineTest::channelsOfPairsAreLimited()
{
    const ResolvedPlan plan = shippedPlan("llama3.1-8b-h100-node");
    const Prepared usual = shippedEstimator().prepare(plan);
    FlagEffects flags = usual.flags;
    flags.ncclP2pMaxChannels = 4;
    flags.ncclCollectiveMaxChannels = 8;
    const Prepared own = shippedEstimator().prepare(plan, usual.stack, flags);
    QCOMPARE(own.collectives.settings.maxPairChannels, 4);
    QCOMPARE(own.collectives.settings.maxChannels, 8);
}

QTEST_GUILESS_MAIN(PreparedMachineTest)
#include "tst_prepared_machine.moc"
