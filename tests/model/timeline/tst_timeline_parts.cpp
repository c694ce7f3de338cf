#include "model/physics/memory/activation_memory.h"
#include "model/timeline/pass_program.h"
#include "model/timeline/pipeline_play.h"
#include "model/timeline/stage_layers.h"

#include <QTest>

#include <numeric>
#include <set>

using namespace headroom;

namespace {

PassOp kernel(double work)
{
    PassOp op;
    op.work = work;
    return op;
}

PassOp message(double work, double contention = 0)
{
    PassOp op;
    op.work = work;
    op.stream = TimelineStream::Weights;
    op.term = TimeTerm::ExposedFsdp;
    op.contention = contention;
    return op;
}

/// Equal stages without transfers: a forward pass of 1/chunks, a backward pass of 2/chunks.
Timeline equalStages(PipelineSchedule schedule, int stages, int microBatches, int chunks)
{
    Timeline timeline;
    for (const double work : { 1.0 / chunks, 2.0 / chunks }) {
        PassProgram program(1);
        program.add(kernel(work));
        program.join();
        timeline.templates.push_back(playProgram(program));
    }
    PipelinePlay play;
    play.stages = stages;
    play.chunks = chunks;
    play.microBatches = microBatches;
    for (int stage = 0; stage < stages; ++stage)
        play.orders.push_back(stageOrder(schedule, stage, stages, chunks, microBatches, false));
    play.pattern = [](int, const PassStep &step, bool, bool) { return step.isBackward ? 1 : 0; };
    if (!playPipeline(play, timeline))
        return {};
    for (const StageTimeline &stage : timeline.stages)
        timeline.makespan = std::max(timeline.makespan, stage.passes.back().end());
    return timeline;
}

} // namespace

class TimelinePartsTest : public QObject
{
    Q_OBJECT

private slots:
    /// Golden case G12: (p − 1)/(v·m + p − 1).
    void bubbleFraction_data()
    {
        QTest::addColumn<int>("schedule");
        QTest::addColumn<int>("stages");
        QTest::addColumn<int>("microBatches");
        QTest::addColumn<int>("chunks");
        QTest::addColumn<double>("fraction");
        const int plain = int(PipelineSchedule::OneForwardOneBackward);
        const int chunked = int(PipelineSchedule::Interleaved);
        const int circular = int(PipelineSchedule::Circular);
        QTest::addRow("p4 m8") << plain << 4 << 8 << 1 << .272727;
        QTest::addRow("p8 m64") << plain << 8 << 64 << 1 << .098592;
        QTest::addRow("p8 m64 v3") << chunked << 8 << 64 << 3 << .035176;
        QTest::addRow("p35 m280 v3") << chunked << 35 << 280 << 3 << .038902;
        QTest::addRow("p64 m512") << plain << 64 << 512 << 1 << .109565;
        QTest::addRow("p8 m8") << plain << 8 << 8 << 1 << .466667;
        QTest::addRow("p8 m8 v2") << chunked << 8 << 8 << 2 << .304348;
        QTest::addRow("GPipe p4 m8") << circular << 4 << 8 << 1 << .272727;
        QTest::addRow("circular p8 m8 v2") << circular << 8 << 8 << 2 << .304348;
        QTest::addRow("circular p8 m64 v3") << circular << 8 << 64 << 3 << .035176;
    }
    void bubbleFraction()
    {
        QFETCH(int, schedule);
        QFETCH(int, stages);
        QFETCH(int, microBatches);
        QFETCH(int, chunks);
        QFETCH(double, fraction);
        const Timeline timeline
            = equalStages(static_cast<PipelineSchedule>(schedule), stages, microBatches, chunks);
        const double exact = (stages - 1.0) / (chunks * microBatches + stages - 1);
        QVERIFY(std::abs(exact - fraction) < 1e-6);
        for (std::size_t stage = 0; stage < timeline.stages.size(); ++stage) {
            const StageTimeline &own = timeline.stages[stage];
            const double idle
                = own.terms[TimeTerm::Bubble].value() + timeline.makespan - own.passes.back().end();
            QVERIFY2(std::abs(idle / timeline.makespan - exact) < 1e-9,
                qPrintable(QStringLiteral("stage %1: %2").arg(stage).arg(idle)));
        }
    }

    void ordersVisitEveryPassOnce_data()
    {
        QTest::addColumn<int>("schedule");
        QTest::addColumn<int>("microBatches");
        QTest::addColumn<int>("chunks");
        QTest::addRow("1F1B") << 1 << 7 << 1;
        QTest::addRow("interleaved") << 2 << 8 << 3;
        QTest::addRow("interleaved, last group short") << 2 << 6 << 2;
        QTest::addRow("circular") << 3 << 8 << 2;
    }
    void ordersVisitEveryPassOnce()
    {
        QFETCH(int, schedule);
        QFETCH(int, microBatches);
        QFETCH(int, chunks);
        for (int stage = 0; stage < 4; ++stage) {
            std::set<std::tuple<bool, int, int>> seen;
            for (const PassStep &step : stageOrder(static_cast<PipelineSchedule>(schedule), stage,
                     4, chunks, microBatches, false)) {
                QVERIFY2(!step.isBackward || seen.contains({ false, step.microBatch, step.chunk }),
                    "a backward pass before its forward pass");
                QVERIFY(seen.insert({ step.isBackward, step.microBatch, step.chunk }).second);
            }
            QCOMPARE(seen.size(), std::size_t(2 * microBatches * chunks));
        }
    }

    /// max(computation, communication) + κ·min of both, whichever is longer.
    void overlapCostsContention_data()
    {
        QTest::addColumn<double>("computation");
        QTest::addColumn<double>("communication");
        QTest::addRow("hidden") << 10.0 << 4.0;
        QTest::addRow("equal") << 5.0 << 5.0;
        QTest::addRow("network-bound") << 3.0 << 8.0;
    }
    void overlapCostsContention()
    {
        QFETCH(double, computation);
        QFETCH(double, communication);
        constexpr double kappa = 0.47;
        PassProgram program(1);
        program.add(message(communication, kappa));
        program.add(kernel(computation));
        program.join();
        const PassTemplate shape = playProgram(program);
        const double longer = std::max(computation, communication);
        const double shorter = std::min(computation, communication);
        QVERIFY(std::abs(shape.duration - (longer + kappa * shorter)) < 1e-12);
        QVERIFY(
            std::abs(shape.terms[TimeTerm::ExposedFsdp].value() - (shape.duration - computation))
            < 1e-12);
    }

    void waitsBelongToWhatIsWaitedFor()
    {
        PassProgram program(1);
        const std::int32_t first = program.add(kernel(2));
        const std::int32_t late = program.add(message(3), { { first, 0.5 } });
        program.add(kernel(1), { { late, 1 } });
        program.join();
        const PassTemplate shape = playProgram(program);
        // The message runs from 1 to 4; computation idles from 2.
        QVERIFY(std::abs(shape.duration - (2 + 2 + 1)) < 1e-12);
        const TimelineBlock &message
            = shape.blocks[shape.firstOfStream[std::size_t(TimelineStream::Weights)]];
        QVERIFY(std::abs(message.start - 1) < 1e-12);
        QVERIFY(std::abs(message.exposed - 2) < 1e-12);
        QVERIFY(std::abs(message.waitStart - 2) < 1e-12);
    }

    void startedIsEnoughForShareZero()
    {
        PassProgram program(1);
        program.add(kernel(1));
        const std::int32_t second = program.add(kernel(2));
        program.add(message(1), { { second, 0 } });
        program.join();
        const PassTemplate shape = playProgram(program);
        QCOMPARE(shape.blocks.back().start, 1.0);
        QCOMPARE(shape.duration, 3.0);
    }

    void layersOfChunks_data()
    {
        QTest::addColumn<int>("layers");
        QTest::addColumn<int>("stages");
        QTest::addColumn<int>("chunks");
        QTest::addColumn<QVector<int>>("given");
        QTest::addColumn<bool>("countsEnds");
        QTest::addColumn<QVector<int>>("slotLayers"); ///< first ones, in the order of the model
        QTest::addRow("even") << 96 << 16 << 2 << QVector<int> {} << false << QVector<int>(32, 3);
        QTest::addRow("embedding and head count")
            << 126 << 8 << 2 << QVector<int> {} << true
            << QVector<int> { 7, 8, 8, 8, 8, 8, 8, 8, 8, 8, 8, 8, 8, 8, 8, 7 };
        QTest::addRow("filled one after the other")
            << 70 << 4 << 1 << QVector<int> {} << true << QVector<int> { 17, 18, 18, 17 };
        QTest::addRow("the last has less")
            << 71 << 4 << 1 << QVector<int> {} << true << QVector<int> { 18, 19, 19, 15 };
        QTest::addRow("inner ones first")
            << 11 << 4 << 1 << QVector<int> {} << false << QVector<int> { 3, 3, 3, 2 };
        QTest::addRow("hardly enough")
            << 5 << 4 << 1 << QVector<int> {} << true << QVector<int> { 1, 2, 1, 1 };
        QTest::addRow("one stage")
            << 24 << 1 << 1 << QVector<int> {} << false << QVector<int> { 24 };
        QTest::addRow("given") << 10 << 4 << 1 << QVector<int> { 1, 4, 3, 2 } << false
                               << QVector<int> { 1, 4, 3, 2 };
        QTest::addRow("stages given, chunks cut")
            << 13 << 2 << 3 << QVector<int> { 7, 6 } << false << QVector<int> { 3, 2, 2, 2, 2, 2 };
        QTest::addRow("chunks given")
            << 11 << 2 << 2 << QVector<int> { 5, 4, 2, 0 } << false << QVector<int> { 5, 4, 2, 0 };
    }
    /// Timeline and closed form lay the same stages out.
    void layersOfChunks()
    {
        QFETCH(int, layers);
        QFETCH(int, stages);
        QFETCH(int, chunks);
        QFETCH(QVector<int>, given);
        QFETCH(bool, countsEnds);
        QFETCH(QVector<int>, slotLayers);
        Prepared p;
        p.layers = layers;
        p.stageLayers = { given.begin(), given.end() };
        p.stack.countsEmbeddingAsLayer = countsEnds;
        Candidate c;
        c.pipeline = stages;
        c.chunks = chunks;
        QVector<int> found;
        int next = 0;
        std::vector<double> ofStage(std::size_t(stages), 0);
        for (const ChunkLayers &slot : chunkLayers(p, c)) {
            QCOMPARE(slot.first, next);
            next += slot.count;
            ofStage[std::size_t(found.size() % stages)] += slot.count;
            found.append(slot.count);
        }
        QCOMPARE(next, layers);
        QCOMPARE(found, slotLayers);
        Layout layout;
        layout_detail::placeStages(p, c, layout);
        QCOMPARE(layout.firstStageLayers, ofStage.front());
        QCOMPARE(layout.lastStageLayers, ofStage.back());
        QCOMPARE(layout.maxStageLayers, *std::ranges::max_element(ofStage));
    }

    /// Memory counts what the schedule itself keeps alive, on the first and the last stage.
    void givenChunksHoldWhatTheScheduleKeeps_data()
    {
        QTest::addColumn<int>("stages");
        QTest::addColumn<int>("microBatches");
        QTest::addColumn<QVector<int>>("layers");
        QTest::addRow("heavy end") << 2 << 16 << QVector<int> { 1, 4, 4, 4, 4, 8 };
        QTest::addRow("light ends") << 4 << 8 << QVector<int> { 0, 3, 3, 3, 3, 3, 3, 0 };
        QTest::addRow("61 layers, 2 x 8")
            << 2 << 64 << QVector<int> { 5, 4, 4, 4, 4, 4, 4, 4, 4, 4, 4, 4, 4, 4, 4, 0 };
        QTest::addRow("one round") << 4 << 4 << QVector<int> { 2, 3, 4, 5, 6, 5, 4, 3 };
        QTest::addRow("as the closed form") << 4 << 32 << QVector<int>(12, 2);
    }
    void givenChunksHoldWhatTheScheduleKeeps()
    {
        QFETCH(int, stages);
        QFETCH(int, microBatches);
        QFETCH(QVector<int>, layers);
        const int chunks = static_cast<int>(layers.size()) / stages;
        Prepared p;
        p.stageLayers = { layers.begin(), layers.end() };
        p.layers = std::accumulate(layers.begin(), layers.end(), 0);
        p.sequence = 1;
        p.globalBatch = microBatches;
        Candidate c;
        c.pipeline = stages;
        c.chunks = chunks;
        const Layout layout = makeLayout(p, c);
        for (const Stage which : { Stage::First, Stage::Last }) {
            const int stage = which == Stage::First ? 0 : stages - 1;
            int live = 0, most = 0, own = 0;
            for (int chunk = 0; chunk < chunks; ++chunk)
                own += layers[chunk * stages + stage];
            for (const PassStep &step : stageOrder(
                     PipelineSchedule::Interleaved, stage, stages, chunks, microBatches, false)) {
                const int moved = layers[step.chunk * stages + stage];
                live += step.isBackward ? -moved : moved;
                most = std::max(most, live);
            }
            QCOMPARE(live, 0);
            QCOMPARE(which == Stage::First ? layout.firstStageLayers : layout.lastStageLayers,
                double(own));
            QCOMPARE(microBatchesInFlight(p, c, layout, which) * own, double(most));
        }
        // Where chunks are even, the first stage holds what the closed form says.
        if (std::ranges::count(layers, layers.front()) == layers.size()) {
            p.stageLayers.clear();
            const Layout even = makeLayout(p, c);
            QCOMPARE(microBatchesInFlight(p, c, even, Stage::First),
                microBatchesInFlight(p, c, layout, Stage::First));
        }
    }
};

QTEST_GUILESS_MAIN(TimelinePartsTest)
#include "tst_timeline_parts.moc"
