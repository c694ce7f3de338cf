#include "model/timeline/timeline_csv.h"
#include "model/timeline/timeline_view.h"
#include "timeline_fixture.h"

#include <QTest>

using namespace headroom;

namespace {

const Timeline &step()
{
    static const Timeline timeline = TimelineFixture().timeline("llama3.1-405b-h100-128-nodes");
    return timeline;
}

std::vector<DrawnBlock> drawn(int stage, TimelineStream stream, const ViewRange &range)
{
    std::vector<DrawnBlock> blocks;
    drawnBlocks(step(), stage, stream, range, blocks);
    return blocks;
}

} // namespace

class TimelineViewTest : public QObject
{
    Q_OBJECT

private slots:
    void drawsNoMoreThanThePictureShows_data()
    {
        QTest::addColumn<double>("share");
        for (const double share : { 1.0, 0.1, 0.01, 0.001, 0.0001 })
            QTest::addRow("%g of the step", share) << share;
    }
    void drawsNoMoreThanThePictureShows()
    {
        QFETCH(double, share);
        const double from = 0.4 * step().makespan, span = share * step().makespan;
        const ViewRange range { share == 1.0 ? 0 : from, share == 1.0 ? span : from + span,
            span / 500 };
        for (std::size_t stream = 0; stream < timelineStreamCount; ++stream) {
            const auto blocks = drawn(3, static_cast<TimelineStream>(stream), range);
            QVERIFY2(blocks.size() <= 2000, qPrintable(QString::number(blocks.size())));
            for (std::size_t i = 0; i < blocks.size(); ++i) {
                QVERIFY(blocks[i].end >= range.from && blocks[i].start <= range.to);
                QVERIFY(i == 0 || blocks[i].start >= blocks[i - 1].end - 1e-9);
            }
        }
    }

    void computationIsNeverMissing()
    {
        // Passes, bubbles and waits together cover the whole step at every zoom.
        for (const double cell : { step().makespan / 50, step().makespan / 400 }) {
            double covered = 0;
            for (const DrawnBlock &block :
                drawn(2, TimelineStream::Compute, { 0, step().makespan, cell }))
                if (block.level == DrawnLevel::Pass)
                    covered += block.end - block.start;
            QVERIFY(std::abs(covered - step().makespan) < 1e-6 * step().makespan);
        }
    }

    void zoomingInShowsLayersThenKernels()
    {
        std::size_t middle = step().stages[3].passes.size() / 2;
        while (step().stages[3].passes[middle].pattern < 0)
            ++middle;
        const Pass &pass = step().stages[3].passes[middle];
        const auto levelAt = [&](double cells) {
            const ViewRange range { pass.start, pass.end(), pass.duration / cells };
            DrawnLevel level = DrawnLevel::Pass;
            for (const DrawnBlock &block : drawn(3, TimelineStream::Compute, range))
                level = std::max(level, block.level);
            return level;
        };
        QCOMPARE(levelAt(3), DrawnLevel::Pass);
        QCOMPARE(levelAt(30), DrawnLevel::Layer);
        QCOMPARE(levelAt(3000), DrawnLevel::Kernel);
    }

    void pictureStaysStillWhilePanning()
    {
        // The cells are anchored in time: what both ranges show in full is drawn the same.
        const double cell = step().makespan / 300;
        const auto first = drawn(1, TimelineStream::Activations, { 2, 6, cell });
        const auto second = drawn(1, TimelineStream::Activations, { 2.7 * cell + 2, 6, cell });
        QVERIFY(second.size() > 10);
        for (std::size_t i = 1; i <= second.size() - 2; ++i) {
            const DrawnBlock &one = first[first.size() - i], &other = second[second.size() - i];
            QCOMPARE(one.start, other.start);
            QCOMPARE(int(one.term), int(other.term));
        }
    }

    void csvHoldsEveryBlock()
    {
        const std::string text = timelineCsv(step(), 3);
        const QList<QByteArray> lines = QByteArray::fromStdString(text).split('\n');
        QVERIFY(lines.front().startsWith("stage,stream,block,phase,term,layer,micro_batch"));
        std::size_t expected = step().stages[3].next.size() + step().stages[3].previous.size()
            + step().stages[3].gathers.size();
        double computed = 0;
        for (const Pass &pass : step().stages[3].passes)
            expected
                += pass.pattern < 0 ? 1 : step().templates[std::size_t(pass.pattern)].blocks.size();
        QCOMPARE(std::size_t(lines.size()), expected + 2); // header, and nothing behind the last
        for (const QByteArray &line : lines.mid(1, lines.size() - 2)) {
            const QList<QByteArray> cells = line.split(',');
            QCOMPARE(cells.size(), 11);
            if (cells[1] == "compute" && cells[4] == "gemm")
                computed += cells[9].toDouble();
        }
        QVERIFY(computed >= step().stages[3].terms[TimeTerm::Gemm].value() * 0.999);
    }

    void csvOfAllStagesHoldsPasses()
    {
        const QByteArray text = QByteArray::fromStdString(timelineCsv(step(), -1));
        std::size_t passes = 0;
        for (const StageTimeline &stage : step().stages)
            passes += stage.passes.size();
        QCOMPARE(std::size_t(text.count('\n')), passes + 1);
        QVERIFY(text.contains("bubble"));
        QCOMPARE(QByteArray::fromStdString(timelineCsv(step(), 0, 7)).count('\n'), 8);
    }

    void everyNameIsUnique()
    {
        QStringList ids;
        for (std::size_t i = 0; i < std::size_t(BlockOp::Count); ++i)
            ids << QLatin1String(nameOf(static_cast<BlockOp>(i)).id);
        for (std::size_t i = 0; i < timelineStreamCount; ++i)
            ids << QLatin1String(nameOf(static_cast<TimelineStream>(i)).id);
        const auto all = ids.size();
        ids.removeDuplicates();
        QCOMPARE(ids.size(), all);
    }
};

QTEST_GUILESS_MAIN(TimelineViewTest)
#include "tst_timeline_view.moc"
