#include "model/estimate/estimator.h"
#include "model/physics/step/layer_traffic.h"
#include "model/rules/checked_plan.h"

#include <QTest>

using namespace headroom;

/// Exchanges of activations inside a tensor group, against the same by hand.
class TensorTrafficTest : public QObject
{
    Q_OBJECT

private slots:
    void callsOfALayer_data()
    {
        QTest::addColumn<bool>("sequenceParallel");
        QTest::addColumn<bool>("isFull"); ///< the forward pass runs again
        QTest::addColumn<double>("forward"), QTest::addColumn<double>("backward");
        QTest::addColumn<double>("share"); ///< of the bytes that a call sends, on the wire
        // Without sequence parallelism each half of a layer is all-reduced once in each direction.
        QTest::newRow("all-reduced") << false << false << 2.0 << 2.0 << 2.0;
        QTest::newRow("all-reduced, again") << false << true << 2.0 << 4.0 << 2.0;
        // With it inputs are gathered and outputs scattered, and inputs gathered again backward.
        QTest::newRow("cut") << true << false << 4.0 << 6.0 << 1.0;
        QTest::newRow("cut, again") << true << true << 4.0 << 10.0 << 1.0;
    }
    void callsOfALayer()
    {
        QFETCH(bool, sequenceParallel);
        QFETCH(bool, isFull);
        QFETCH(double, forward);
        QFETCH(double, backward);
        QFETCH(double, share);
        const ProfileLibrary library { DataDirectories { HEADROOM_PROFILES, {} } };
        const Result<Estimator> estimator = Estimator::make(library);
        QVERIFY(estimator);
        const Result<CheckedPlan> plan = openCheckedPlan("llama3.1-8b-h100-node",
            { "framework=megatron", "parallelism.fsdp=1", "parallelism.tensor=8",
                "parallelism.zero_stage=1",
                std::string("parallelism.sequence_parallel=")
                    + (sequenceParallel ? "true" : "false"),
                std::string("remat.policy=") + (isFull ? "full" : "no_recompute") },
            library);
        QVERIFY(plan);
        const Prepared p = estimator->prepare(plan->resolved);
        Candidate c = planCandidate(plan->resolved.plan);
        const Layout layout = makeLayout(p, c);
        NoTrace trace;
        const LayerTraffic traffic
            = tensorTraffic(p, c, tensorCalls(p, c, layout), {}, LayerKind::Dense, trace);
        const Bytes bytes { 8192 * 4096 * 2 }; // tokens of a micro-batch, width, bf16
        const CollectiveKind kind
            = sequenceParallel ? CollectiveKind::AllGather : CollectiveKind::AllReduce;
        const double one = curveOf(p, kind, layout.tensor).seconds(bytes).value();
        QVERIFY(one > 0);
        QCOMPARE(traffic.forwardDuration.value(), forward * one);
        QCOMPARE(traffic.duration.value(), (forward + backward) * one);
        QCOMPARE(traffic.forward / traffic.backward, forward / backward);
        QVERIFY(traffic.forward > Seconds {} && traffic.forward <= traffic.forwardDuration);
        if (!isFull)
            QCOMPARE(traffic.bytes.value(), (forward + backward) * share * bytes.value() * 7 / 8);

        c.tensor = 1;
        QCOMPARE(tensorCalls(p, c, makeLayout(p, c)).count(), 0.0);
    }
    /// Column-parallel GEMMs of Megatron exchange beside their gradients backward: four of six
    /// calls, each behind half of its GEMM's backward pass and felt by the share that contends.
    void exchangesLieBesideGradients()
    {
        TensorCalls calls;
        calls.isCut = true;
        calls.duration = Seconds { 1 };
        calls.forward = 4;
        calls.backward = 6;
        calls.share = 1;
        calls.besideGradients = 4;
        calls.contention = 0.25;
        Candidate c;
        c.tensor = 4;
        SiteTimes gemms;
        gemms.fill({ Seconds { 10 }, Seconds { 10 }, {} });
        NoTrace trace;
        const auto traffic
            = [&] { return tensorTraffic({}, c, calls, gemms, LayerKind::Dense, trace); };
        QCOMPARE(traffic().forward.value(), 4.0);
        QCOMPARE(traffic().backward.value(), 2 + 4 * 0.25);
        // A gradient of 0.5 hides half of its exchange.
        gemms[static_cast<std::size_t>(ExchangeSite::MlpInput)].backward = Seconds { 1 };
        QCOMPARE(traffic().backward.value(), 2 + 2 * 0.25 + 2 * (0.5 + 0.125));
        // Several hardware queues: what could hide starts late.
        calls.lateGradients = 0.5;
        QCOMPARE(traffic().backward.value(),
            2 + 2 * (0.25 + 0.75 * 0.5) + 2 * (0.5 + (0.25 + 0.75 * 0.5) * 0.5));
        QCOMPARE(traffic().duration.value(), 10.0);
        // A stack that overlaps more by itself goes on doing so.
        gemms.fill({ Seconds { 10 }, Seconds { 10 }, {} });
        calls.share = 0.01;
        QCOMPARE(traffic().backward.value(), 6 * 0.01);
    }
    /// Of what may hide, three pieces of four lie beside a GEMM; the rest outlasts it.
    void anExchangeOutlastsAShortProduct()
    {
        TensorCalls calls;
        calls.isCut = true;
        calls.chunks = 4;
        calls.bytes = Bytes { 1e6 };
        calls.duration = Seconds { 1 };
        calls.forward = 4;
        calls.backward = 6;
        calls.share = 0.4;
        Candidate c;
        c.tensor = 4;
        SiteTimes gemms;
        gemms.fill({ Seconds { 10 }, Seconds { 10 }, {} });
        NoTrace trace;
        const auto traffic
            = [&] { return tensorTraffic({}, c, calls, gemms, LayerKind::Dense, trace); };
        QCOMPARE(traffic().forward.value(), 4 * 0.4);
        QCOMPARE(traffic().backward.value(), 6 * 0.4);
        gemms[0] = { Seconds { 0.2 }, Seconds { 0.4 }, {} }; // hides 0.15 of 0.6, 0.3 of 0.9
        QCOMPARE(traffic().forward.value(), 4 * 0.4 + 0.45);
        QCOMPARE(traffic().backward.value(), 6 * 0.4 + 0.6);
        QCOMPARE(traffic().duration.value(), 10.0);
        QCOMPARE(traffic().bytes.value(), 10 * 1e6 * 3 / 4);
    }
};

QTEST_GUILESS_MAIN(TensorTrafficTest)
#include "tst_tensor_traffic.moc"
