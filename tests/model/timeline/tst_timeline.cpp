#include "timeline_fixture.h"

#include <QTest>

using namespace headroom;

namespace {

constexpr auto dense = "llama3.1-8b-h100-node";
constexpr auto wide = "llama3-70b-h100-32-nodes";
constexpr auto piped = "gpt3-175b-a100-1024";
constexpr auto interleaved = "llama3.1-405b-h100-128-nodes";
constexpr auto mixture = "mixtral-8x7b-h100-8-nodes";
constexpr auto slice = "llama2-70b-v5p-64";
constexpr auto offloaded = "llama3.1-8b-v6e-16";

const TimelineFixture &fixture()
{
    static const TimelineFixture shared;
    return shared;
}

QString overlapOf(const PassTemplate &shape)
{
    for (std::size_t stream = 0; stream < timelineStreamCount; ++stream)
        for (std::uint32_t i = shape.firstOfStream[stream]; i + 1 < shape.firstOfStream[stream + 1];
             ++i)
            if (shape.blocks[i].end() > shape.blocks[i + 1].start + 1e-9 * shape.duration)
                return QStringLiteral("block %1 of %2 overlaps the next")
                    .arg(i)
                    .arg(QLatin1String(nameOf(static_cast<TimelineStream>(stream)).id));
    return {};
}

QString brokenDependency(const PassTemplate &shape)
{
    for (const TimelineBlock &block : shape.blocks) {
        // Waits for launches may be a millionth of a pass: ends are exact to that of the pass.
        if (block.duration < block.work * (1 - 1e-9) - 1e-12 * shape.duration)
            return QStringLiteral("a block is shorter than its work");
        if (block.dependency < 0)
            continue;
        const TimelineBlock &other = shape.blocks[static_cast<std::size_t>(block.dependency)];
        const double earliest = block.dependencyShare >= 1
            ? other.end()
            : other.start + block.dependencyShare * other.work;
        if (block.start < earliest - 1e-9 * shape.duration)
            return QStringLiteral("%1 starts before what it waits for")
                .arg(QLatin1String(nameOf(block.op).id));
    }
    return {};
}

/// What is wrong with a timeline by the laws that every one keeps; empty when nothing is.
QString brokenLaw(const Timeline &timeline)
{
    const double tolerance = 1e-9 * timeline.makespan;
    for (const PassTemplate &shape : timeline.templates) {
        if (const QString text = overlapOf(shape) + brokenDependency(shape); !text.isEmpty())
            return text;
        if (std::abs(shape.terms.total().value() - shape.duration) > tolerance)
            return QStringLiteral("terms of a pass do not sum to its duration");
    }
    for (const StageTimeline &stage : timeline.stages) {
        double time = 0;
        for (const Pass &pass : stage.passes) {
            if (std::abs(pass.start - time) > tolerance)
                return QStringLiteral("a stage has a gap or an overlap at %1").arg(time);
            time = pass.end();
        }
        if (std::abs(time - timeline.makespan) > tolerance)
            return QStringLiteral("a stage does not end with the step");
        if (std::abs(stage.terms.total().value() - timeline.makespan) > tolerance)
            return QStringLiteral("terms of a stage do not sum to the step");
        for (const auto *transfers : { &stage.next, &stage.previous, &stage.gathers })
            for (std::size_t i = 1; i < transfers->size(); ++i)
                if ((*transfers)[i].start < (*transfers)[i - 1].end() - tolerance)
                    return QStringLiteral("transfers overlap");
    }
    if (timeline.makespan < timeline.lowerBound - tolerance)
        return QStringLiteral("the step is shorter than its work");
    return {};
}

} // namespace

class TimelineTest : public QObject
{
    Q_OBJECT

private slots:
    void ownMeasurementsMoveTheEvents();
    void keepsTheLaws_data()
    {
        QTest::addColumn<QString>("plan");
        QTest::addColumn<QStringList>("settings");
        for (const std::string &id : fixture().library().planIds())
            QTest::addRow("%s", id.c_str()) << QString::fromStdString(id) << QStringList {};
        QTest::addRow("sharded optimizer on an uneven pipeline")
            << interleaved << QStringList { "parallelism.pipeline_chunks=1" };
        QTest::addRow("one micro-batch")
            << dense << QStringList { "parallelism.micro_batch_sequences=16" };
        QTest::addRow("more micro-batches than are placed")
            << dense << QStringList { "workload.global_batch_sequences=16000000" };
        QTest::addRow("more of a pipeline than is placed")
            << piped << QStringList { "workload.global_batch_sequences=409600" };
        QTest::addRow("full recomputation") << dense << QStringList { "remat.policy=full" };
        QTest::addRow("inference") << dense << QStringList { "workload.mode=inference" };
        QTest::addRow("replicas of shards")
            << wide << QStringList { "parallelism.data=32", "parallelism.fsdp=8" };
        QTest::addRow("61 layers on 2 stages of 8 chunks, the loss alone on the last")
            << wide
            << QStringList { "model=deepseek-v3", "framework=megatron", "remat.policy=full",
                   "parallelism.data=128", "parallelism.fsdp=1", "parallelism.zero_stage=1",
                   "parallelism.pipeline=2", "parallelism.pipeline_chunks=8",
                   "parallelism.expert=64", "workload.sequence_length=4096",
                   "parallelism.stage_layers=5,4,4,4,4,4,4,4,4,4,4,4,4,4,4,0" };
        QTest::addRow("plain replicas")
            << dense << QStringList { "parallelism.data=8", "parallelism.fsdp=1" };
    }
    void keepsTheLaws()
    {
        QFETCH(QString, plan);
        QFETCH(QStringList, settings);
        QCOMPARE(brokenLaw(fixture().timeline(plan.toStdString(), settings)), QString {});
    }

    void keepsTheLawsUnderAnyFlags_data()
    {
        QTest::addColumn<QString>("plan");
        QTest::addColumn<int>("bits");
        for (const char *plan : { dense, wide, mixture })
            for (int bits = 0; bits < 32; ++bits)
                QTest::addRow("%s %d", plan, bits) << plan << bits;
    }
    void keepsTheLawsUnderAnyFlags()
    {
        QFETCH(QString, plan);
        QFETCH(int, bits);
        FlagEffects flags = bits & 1 ? advisedFlags() : FlagEffects {};
        flags.latencyHiding = !(bits & 2);
        flags.doubleBuffering = bits & 4;
        flags.pipelinedAllGather = !(bits & 8);
        flags.fullUnroll = bits & 16;
        QCOMPARE(brokenLaw(fixture().timeline(plan.toStdString(), flags)), QString {});
    }

    void isDeterministic()
    {
        const Timeline one = fixture().timeline(interleaved),
                       other = fixture().timeline(interleaved);
        QCOMPARE(one.makespan, other.makespan);
        QCOMPARE(one.templates.size(), other.templates.size());
        for (std::size_t i = 0; i < one.stages.size(); ++i) {
            QVERIFY(one.stages[i].terms == other.stages[i].terms);
            QCOMPARE(one.stages[i].passes.size(), other.stages[i].passes.size());
        }
    }

    /// Compute is the same work in both: only waits and bubbles may differ.
    void spendsTheComputeOfTheEstimate_data()
    {
        QTest::addColumn<QString>("plan");
        for (const char *plan : { dense, wide, mixture, slice, offloaded, piped, interleaved })
            QTest::addRow("%s", plan) << plan;
    }
    void spendsTheComputeOfTheEstimate()
    {
        QFETCH(QString, plan);
        const Timeline timeline = fixture().timeline(plan.toStdString());
        for (const TimeTerm term : { TimeTerm::Gemm, TimeTerm::Attention, TimeTerm::Elementwise })
            QVERIFY2(std::abs(seconds(timeline, term) - timeline.closedForm[term].value())
                    < 1e-9 * timeline.makespan,
                termId(term));
    }

    /// With the advised flags the schedule does what the closed form assumes.
    void agreesWithTheClosedForm_data()
    {
        QTest::addColumn<QString>("plan");
        QTest::addColumn<double>("tolerance");
        QTest::addRow("one node") << dense << 0.02;
        QTest::addRow("32 nodes") << wide << 0.07;
        QTest::addRow("a slice") << slice << 0.01;
        QTest::addRow("a slice that offloads") << offloaded << 0.01;
        QTest::addRow("a pipeline") << piped << 0.04;
        QTest::addRow("an interleaved pipeline") << interleaved << 0.08;
    }
    void agreesWithTheClosedForm()
    {
        QFETCH(QString, plan);
        QFETCH(double, tolerance);
        const Timeline timeline = fixture().timeline(plan.toStdString(), advisedFlags());
        QVERIFY2(std::abs(timeline.makespan / timeline.closedFormStep - 1) < tolerance,
            qPrintable(QString::number(timeline.makespan / timeline.closedFormStep)));
    }

    void comparesEveryTermWithoutRescaling()
    {
        const Timeline timeline = fixture().timeline(piped);
        double events = 0, closed = 0;
        for (const TermComparison &row : compareTerms(timeline)) {
            events += row.events;
            closed += row.closedForm;
            QVERIFY(*differenceReason(row.term) != '\0');
        }
        QVERIFY(std::abs(events - timeline.makespan) < 1e-9 * events);
        QVERIFY(std::abs(closed - timeline.closedFormStep) < 1e-9 * closed);
    }

    void flagsMoveBlocks()
    {
        const auto exposed
            = [](bool latencyHiding, bool pipelined, bool doubled, double mebibytes) {
                  FlagEffects flags = advisedFlags();
                  flags.latencyHiding = latencyHiding;
                  flags.pipelinedAllGather = flags.pipelinedReduceScatter = pipelined;
                  flags.doubleBuffering = doubled;
                  flags.allGatherCombineThreshold = flags.reduceScatterCombineThreshold
                      = Bytes { mebibytes * bytesPerMib };
                  return seconds(fixture().timeline(wide, flags), TimeTerm::ExposedFsdp);
              };
        QVERIFY(exposed(false, true, false, 8192) > 1.5 * exposed(true, true, false, 8192));
        QVERIFY(exposed(false, false, false, 256) > exposed(true, false, false, 256));
        const double plain = exposed(true, false, false, 256);
        const double doubled = exposed(true, false, true, 256);
        QVERIFY(doubled <= plain * (1 + 1e-9)); // the unrolled loop never waits longer
        QVERIFY(doubled > exposed(true, true, false, 256));
        // Everything in one message can only be hidden by a neighbour: it is needed at once.
        QCOMPARE(exposed(true, false, false, 8192), exposed(false, false, false, 8192));
        QVERIFY2(exposed(true, true, false, 1) > exposed(true, true, false, 8192),
            "many small messages pay latency each");
    }

    void combineThresholdGroupsMessages()
    {
        const auto gathers = [](double mebibytes) {
            FlagEffects flags = advisedFlags();
            flags.allGatherCombineThreshold = Bytes { mebibytes * bytesPerMib };
            const Timeline timeline = fixture().timeline(dense, flags);
            int count = 0;
            for (const TimelineBlock &block : timeline.templates.front().blocks)
                count += block.op == BlockOp::GatherWeights && block.layer == 5;
            return count;
        };
        // A layer of this model has 416 MiB in two bytes per parameter.
        QCOMPARE(gathers(512), 1);
        QCOMPARE(gathers(400), 2);
        QCOMPARE(gathers(110), 4);
    }

    void collectiveMatmulOverlapsInChunks()
    {
        const QStringList tensor { "parallelism.tensor=8", "parallelism.fsdp=1" };
        FlagEffects chunked = advisedFlags();
        chunked.collectiveMatmul = true;
        const Timeline plain = fixture().timeline(dense, advisedFlags(), tensor);
        const Timeline overlapped = fixture().timeline(dense, chunked, tensor);
        QVERIFY(seconds(plain, TimeTerm::ExposedTensor) > 0);
        QVERIFY(seconds(overlapped, TimeTerm::ExposedTensor)
            < 0.7 * seconds(plain, TimeTerm::ExposedTensor));
        int chunks = 0;
        for (const TimelineBlock &block : overlapped.templates.front().blocks)
            chunks
                = std::max<int>(chunks, block.op == BlockOp::TensorExchange ? block.parts : chunks);
        QVERIFY(chunks > 1);
    }

    /// Beyond what is placed one by one, time grows by the same amount per micro-batch.
    void repeatsTheSteadyPattern()
    {
        const auto step = [](int sequences) {
            return fixture()
                .timeline(
                    dense, { QStringLiteral("workload.global_batch_sequences=%1").arg(sequences) })
                .makespan;
        };
        const double first = step(1600), second = step(3200), huge = step(16000000);
        const double each = (second - first) / 1600;
        QVERIFY(std::abs(huge - (second + each * (16000000 - 3200))) < 1e-6 * huge);
    }

    void bubblesFallWithMicroBatches()
    {
        double last = 1;
        for (const int sequences : { 256, 1024, 4096 }) {
            const Timeline timeline = fixture().timeline(
                piped, { QStringLiteral("workload.global_batch_sequences=%1").arg(sequences) });
            const double fraction = timeline.bubbleFraction(timeline.referenceStage);
            QVERIFY(fraction < last);
            last = fraction;
        }
    }
};

void TimelineTest::ownMeasurementsMoveTheEvents()
{
    const Timeline plain = fixture().timeline(dense);
    Estimator own = fixture().estimator();
    for (StackProfile &stack : own.stacks().stacks())
        stack.computeFactor *= 1.25;
    const ResolvedPlan plan = fixture().resolved(dense);
    const Timeline calibrated = buildTimeline(plan, own);
    QCOMPARE(calibrated.closedFormStep, own.estimate(plan).time.step.value());
    const double events = calibrated.makespan / plain.makespan;
    const double formulas = calibrated.closedFormStep / plain.closedFormStep;
    QVERIFY(events > 1.05);
    QVERIFY(std::abs(events / formulas - 1) < 0.02);
}

QTEST_GUILESS_MAIN(TimelineTest)
#include "tst_timeline.moc"
