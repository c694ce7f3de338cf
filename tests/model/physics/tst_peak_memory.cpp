#include "model/physics/step/evaluate.h"
#include "tests/model/physics/hand_made_model.h"
#include "tests/model/shipped.h"

#include <QTest>

using namespace headroom;
using namespace headroom::test;

/// What stands beside weights, state and activations: buffers between stages, the worst moment of a
/// step, what lies outside the pool and in the host.
class PeakMemoryTest : public QObject
{
    Q_OBJECT

private slots:
    void buffersBetweenStages();
    void chunksAliveAtOnce();
    void bucketsHoldExpertsToo();
    void worstMoments_data();
    void worstMoments();
    void fragmentationAndWorkspace();
    void communicatorsHaveBuffers();
    void contextsGrowWithTheChip();
    void registeredBuffersLieOutside();
    void poolsAndWhatFits();
    void hostsHoldWhatTheirDevicesOffload();
    void logitsInChunks();
};

/// 1000 tokens of width 100 in two bytes: two buffers a chunk, two more where the next one is
/// received ahead, and outputs of the four micro-batches in flight.
void PeakMemoryTest::buffersBetweenStages()
{
    Prepared p = paperGpt(8, 100, 10, 1000);
    p.computeBytes = Bytes { 2 };
    p.globalBatch = 64;
    Candidate c;
    NoTrace none;
    const auto bytes
        = [&](Stage stage) { return stageBoundaryBytes(p, c, makeLayout(p, c), stage, none); };
    QCOMPARE(bytes(Stage::First), 0.0);
    c.pipeline = 4;
    const double tensor = 1000 * 100 * 2;
    QCOMPARE(bytes(Stage::First), 2 * tensor);
    c.chunks = 2;
    QCOMPARE(bytes(Stage::First), 4 * tensor);
    p.flags.pipelinedP2p = p.flags.asyncPermute = p.flags.permuteDecomposer = true;
    p.flags.permuteDecomposerThreshold = Bytes { tensor };
    QCOMPARE(bytes(Stage::Last), 6 * tensor);
    p.flags.permuteDecomposerThreshold = Bytes { tensor + 1 };
    c.chunks = 1;
    p.stack.keepsStageOutputs = true;
    QCOMPARE(bytes(Stage::First), (2 + 4) * tensor);
    QCOMPARE(bytes(Stage::Last), (2 + 1) * tensor);
    c.tensor = 2;
    c.sequenceParallel = true;
    QCOMPARE(bytes(Stage::Last), (2 + 1) * tensor / 2);
}

/// Four chunks of a layer each on two stages: two of eight micro-batches' layers are alive at once
/// for each layer of the stage, by the schedule.
void PeakMemoryTest::chunksAliveAtOnce()
{
    Prepared p = paperGpt(4, 100, 10, 1000);
    p.globalBatch = 8;
    p.stageLayers = { 1, 1, 1, 1 };
    Candidate c;
    c.pipeline = 2;
    c.chunks = 2;
    const Layout layout = makeLayout(p, c);
    QVERIFY(layout.chunksAreGiven);
    // Warm-up of 2 + 2 passes on the first stage and 2 on the last, and the one that is begun.
    QCOMPARE(microBatchesInFlight(p, c, layout, Stage::First), 5 / 2.0);
    QCOMPARE(microBatchesInFlight(p, c, layout, Stage::Last), 3 / 2.0);
}

/// A bucket takes what there is: experts as well where a single layer has them.
void PeakMemoryTest::bucketsHoldExpertsToo()
{
    Prepared p = paperGpt(4, 100, 10, 1000);
    p.stack.bucketParameters = 1e9;
    p.stack.stepBytesPerParameter = {};
    p.stack.copiesReducedGradients = p.stack.cachesWeightGradients = false;
    StageParameters own;
    own.plain = 100;
    own.experts = 50;
    NoTrace none;
    const Layout layout;
    QCOMPARE(stateBuffers(p, {}, layout, own, none), 4 * 100.0);
    p.moeLayers = 1;
    QCOMPARE(stateBuffers(p, {}, layout, own, none), 4 * 150.0);
    p.stack.bucketParameters = 120;
    QCOMPARE(stateBuffers(p, {}, layout, own, none), 4 * 120.0);
}

void PeakMemoryTest::worstMoments_data()
{
    QTest::addColumn<bool>("grows");
    QTest::addColumn<double>("gradients"), QTest::addColumn<double>("working");
    QTest::addColumn<double>("logits");
    // Of 40 saved by four layers.
    QTest::addColumn<double>("gradientsThen"), QTest::addColumn<double>("savedThen");
    QTest::addColumn<double>("workingThen"), QTest::addColumn<double>("logitsThen");
    QTest::newRow("loss") << false << 20.0 << 5.0 << 7.0 << 20.0 << 40.0 << 0.0 << 7.0;
    QTest::newRow("layer") << false << 20.0 << 7.0 << 5.0 << 20.0 << 40.0 << 7.0 << 0.0;
    QTest::newRow("both alike") << false << 20.0 << 5.0 << 5.0 << 20.0 << 40.0 << 0.0 << 5.0;
    QTest::newRow("start, loss") << true << 20.0 << 5.0 << 7.0 << 0.0 << 40.0 << 0.0 << 7.0;
    QTest::newRow("start, layer") << true << 20.0 << 7.0 << 5.0 << 0.0 << 40.0 << 7.0 << 0.0;
    QTest::newRow("end") << true << 50.0 << 5.0 << 7.0 << 50.0 << 10.0 << 5.0 << 0.0;
    QTest::newRow("end, large loss") << true << 70.0 << 5.0 << 30.0 << 70.0 << 10.0 << 5.0 << 0.0;
}

void PeakMemoryTest::worstMoments()
{
    QFETCH(bool, grows);
    QFETCH(double, gradients);
    QFETCH(double, working);
    QFETCH(double, logits);
    QFETCH(double, gradientsThen);
    QFETCH(double, savedThen);
    QFETCH(double, workingThen);
    QFETCH(double, logitsThen);
    Prepared p = paperGpt(4, 100, 10);
    p.stack.gradientsGrow = grows;
    Candidate c;
    Layout layout = makeLayout(p, c);
    layout.microBatches = 1;
    NoTrace none;
    ActivationMemory activations;
    activations.saved = 40;
    activations.working = working;
    activations.logits = logits;
    const auto moment = worstMoment(p, c, layout, Stage::First, { gradients, activations }, none);
    QCOMPARE(moment.gradients, gradientsThen);
    QCOMPARE(moment.saved, savedThen);
    QCOMPARE(moment.working, workingThen);
    QCOMPARE(moment.logits, logitsThen);
    // Gradients of earlier micro-batches lie there from the start; so do those of a pipeline.
    layout.microBatches = 2;
    QCOMPARE(worstMoment(p, c, layout, Stage::First, { gradients, activations }, none).saved, 40.0);
    layout.microBatches = 1;
    c.pipeline = 2;
    QCOMPARE(worstMoment(p, c, layout, Stage::First, { gradients, activations }, none).gradients,
        gradients);
    c.pipeline = 1;
    p.isInference = true;
    QCOMPARE(worstMoment(p, c, layout, Stage::First, { 0.0, activations }, none).saved, 40.0);
    // What FSDP holds differs by moment and decides with the rest.
    p.isInference = false;
    const auto gathered = [&](GatheredOf<double> held) {
        return worstMoment(p, c, layout, Stage::First, { 0.0, activations, held }, none);
    };
    QCOMPARE(gathered({ 100, 1, 0 }).logits, logits);
    QCOMPARE(gathered({ 100, 1, 0 }).gathered, 100.0);
    QCOMPARE(gathered({ 1, 100, 0 }).working, working);
    QCOMPARE(gathered({ 1, 1, 1000 }).total(), 1000.0);
}

void PeakMemoryTest::fragmentationAndWorkspace()
{
    Prepared p = paperGpt(4, 100, 10);
    NoTrace none;
    p.stack.fragmentation = 1.1;
    p.stack.eagerFragmentation = 1.3;
    p.stack.workspace = gib(0.5);
    QCOMPARE(temporaryBytes(p, none), 0.5 * bytesPerGib);
    MemoryTerms terms;
    terms[MemoryTerm::Weights] = Bytes { 1e9 };
    terms[MemoryTerm::Temporary] = gib(0.5);
    const auto overhead
        = [&] { return (reservedFor(p, terms, terms.total()) - terms.total()).value(); };
    p.isCompiled = true;
    QVERIFY(std::abs(overhead() - 0.1e9) < 1);
    p.isCompiled = false;
    QVERIFY(std::abs(overhead() - 0.3e9) < 1);
    p.compiled = MemoryCorrection {}; // what a compiler planned has its gaps counted
    QCOMPARE(overhead(), 0.0);
}

/// Each axis in use has a communicator with buffers; communicators that are split share them.
void PeakMemoryTest::communicatorsHaveBuffers()
{
    Prepared p = paperGpt(4, 100, 10);
    p.stack.contextMemory = gib(1);
    p.stack.collectiveBuffer = gib(0.25);
    Candidate c;
    const auto gib = [&] { return asGib(outsidePool(p, c).value()); };
    QCOMPARE(gib(), 1.0);
    double expected = 1;
    for (int *degree : { &c.data, &c.fsdp, &c.tensor, &c.context, &c.expert, &c.pipeline }) {
        *degree = 2;
        expected += 0.25;
        QCOMPARE(gib(), expected);
    }
    p.flags.ncclCommSplitting = true;
    QCOMPARE(gib(), expected); // JAX's flag alone
    p.expertIsAxis = true;
    QCOMPARE(gib(), 1.25);
    p.isTpu = true;
    QCOMPARE(gib(), 1.0);
    p.contextScale = 1.25;
    QCOMPARE(gib(), 1.25);
}

/// A context grows with the multiprocessors: 0.9 GiB for the 108 of an A100. What it takes on chips
/// of other makers is not known.
void PeakMemoryTest::contextsGrowWithTheChip()
{
    const auto context = [](const char *chip) {
        Prepared p = shippedPrepared("llama3.1-8b-h100-node",
            { std::string("hardware.accelerator=") + chip, "precision.compute=fp16",
                "attention=flash" });
        p.stack.collectiveBuffer = Bytes {};
        return asGib(outsidePool(p, Candidate {}).value());
    };
    QCOMPARE(context("a100-80-sxm"), 0.9);
    QCOMPARE(context("h100-sxm"), 0.9 * 132 / 108);
    QCOMPARE(context("v100"), 0.9 * 80 / 108);
    QCOMPARE(context("mi300x"), 0.9);
}

/// What XLA registers with NCCL leaves the pool and is counted outside it; nothing is lost on the
/// way.
void PeakMemoryTest::registeredBuffersLieOutside()
{
    Prepared p = paperGpt(4, 1000, 10);
    p.stack.memoryFactor = 1;
    p.expertIsAxis = true;
    Candidate c;
    c.fsdp = 8;
    NoTrace none;
    const auto evaluated = [&] {
        Evaluation evaluation;
        evaluateMemory(p, c, makeLayout(p, c), evaluation, none);
        return evaluation;
    };
    const Evaluation inPool = evaluated();
    p.flags.registeredBuffers = true;
    const Evaluation outside = evaluated();
    const Bytes gathered = inPool.memory[MemoryTerm::GatheredParameters];
    QVERIFY(gathered > Bytes {});
    QCOMPARE(outside.memory[MemoryTerm::GatheredParameters], Bytes {});
    QVERIFY(std::abs((outside.outsidePool - inPool.outsidePool - gathered).value()) < 1);
    QVERIFY(std::abs((inPool.peak - outside.peak - gathered).value()) < 1);
    p.expertIsAxis = false; // no program of XLA
    QVERIFY(std::abs((evaluated().memory[MemoryTerm::GatheredParameters]).value()) > 1);
}

/// A preallocated pool has its size, and the rest has to hold what lies outside; one that grows
/// takes what that leaves.
void PeakMemoryTest::poolsAndWhatFits()
{
    Prepared p = paperGpt(4, 1000, 10);
    p.stack.contextMemory = gib(1);
    p.stack.memoryFactor = 1;
    Candidate c;
    NoTrace none;
    const auto evaluated = [&] {
        Evaluation evaluation;
        evaluateMemory(p, c, makeLayout(p, c), evaluation, none);
        return evaluation;
    };
    p.usableBytes = Bytes { 80e9 };
    p.poolBytes = Bytes {};
    const Evaluation growing = evaluated();
    const Bytes outside = growing.outsidePool, peak = growing.reserved;
    QCOMPARE(growing.budget, Bytes { 80e9 } - outside);
    QVERIFY(growing.fits);
    p.usableBytes = peak + outside;
    QVERIFY(evaluated().fits);
    p.usableBytes = peak + outside - Bytes { 1e3 };
    QVERIFY(!evaluated().fits);
    p.poolBytes = peak;
    p.usableBytes = peak + outside;
    QCOMPARE(evaluated().budget, peak);
    QVERIFY(evaluated().fits);
    p.usableBytes -= Bytes { 1e3 }; // the context has no room
    QVERIFY(!evaluated().fits);
    p.usableBytes += Bytes { 1e9 };
    p.poolBytes -= Bytes { 1e3 };
    QVERIFY(!evaluated().fits);
    // A stack that needs twice as much needs twice of each term.
    p.stack.memoryFactor = 2;
    const Evaluation twice = evaluated();
    QCOMPARE(twice.reserved.value(), 2 * peak.value());
    QCOMPARE(
        twice.memory[MemoryTerm::Weights].value(), 2 * growing.memory[MemoryTerm::Weights].value());
}

/// The worst stage counts, and so many devices as a node has, or the run.
void PeakMemoryTest::hostsHoldWhatTheirDevicesOffload()
{
    Prepared p = paperGpt(4, 100, 10, 10);
    p.devicesPerNode = 8;
    NoTrace none;
    Layout layout;
    layout.devices = 64;
    QCOMPARE(hostMemoryPerNode(p, layout, Bytes { 3 }, none).value(), 24.0);
    layout.devices = 2;
    QCOMPARE(hostMemoryPerNode(p, layout, Bytes { 3 }, none).value(), 6.0);
    // Offloaded optimizer states: 12 bytes a parameter of the stage with more of them.
    p.options.offloadOptimizer = true;
    p.stack.offloadsGradients = false;
    p.headParameters = 1e6;
    p.embeddingParameters = 5e5;
    Candidate c;
    c.pipeline = 2;
    c.zeroStage = 0;
    Evaluation evaluation;
    evaluateMemory(p, c, makeLayout(p, c), evaluation, none);
    const double layers = 2 * 12 * 100.0 * 100;
    QCOMPARE(evaluation.host.value(), 2 * 12 * (layers + 1e6));
    QCOMPARE(evaluation.memory[MemoryTerm::OptimizerState].value(), 0.0);
    QCOMPARE(evaluation.worstStage, 1);
    p.stack.offloadsGradients = true;
    evaluateMemory(p, c, makeLayout(p, c), evaluation, none);
    QCOMPARE(evaluation.host.value(), 2 * (12 + p.gradientBytes.value()) * (layers + 1e6));
    p.options.offloadParameters = true;
    evaluateMemory(p, c, makeLayout(p, c), evaluation, none);
    QCOMPARE(evaluation.host.value(), 2 * (12 + p.gradientBytes.value() + 2) * (layers + 1e6));
    QCOMPARE(evaluation.memory[MemoryTerm::Weights].value(), 0.0);
}

/// 1000 tokens over half of 64,000 words: 14 bytes each, of which chunks leave 6 whole.
void PeakMemoryTest::logitsInChunks()
{
    Prepared p = paperGpt(4, 100, 10, 1000);
    p.vocab = 64000;
    p.computeBytes = Bytes { 2 };
    p.stack.loggedBytesPerLogit = Bytes { 14 };
    p.stack.fusedBytesPerLogit = Bytes { 8 };
    p.stack.chunkedBytesPerLogit = Bytes { 6 };
    p.stack.cachesWeightGradients = false;
    p.options.vocabTiling = 1;
    Candidate c;
    c.tensor = 2;
    NoTrace none;
    const auto bytes = [&] { return logitBytes(p, c, makeLayout(p, c), none); };
    const double logits = 1000.0 * 32000;
    QCOMPARE(bytes(), 14 * logits);
    p.options.vocabTiling = 4;
    QCOMPARE(bytes(), (6 + 8 / 4.0) * logits);
    p.loss = CrossEntropy::Fused;
    QCOMPARE(bytes(), (6 + 2 / 4.0) * logits);
    p.stack.chunkedBytesPerLogit = Bytes { 20 }; // never more than there is
    QCOMPARE(bytes(), 8 * logits);
    p.stack.chunkedBytesPerLogit = Bytes { 0 };
    p.stack.cachesWeightGradients = true;
    p.headParameters = 6.4e6;
    QCOMPARE(bytes(), 2 * logits + 2 * 3.2e6);
    p.tuning.isAdapted = true; // a frozen head has no gradient
    QCOMPARE(bytes(), 2 * logits);
    p.isInference = true;
    QCOMPARE(bytes(), (2 + 4) / 4.0 * logits);
}

QTEST_APPLESS_MAIN(PeakMemoryTest)
#include "tst_peak_memory.moc"
