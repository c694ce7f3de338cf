#include "tests/model/shipped.h"

#include "model/base/document/document.h"
#include "model/measurement/error_figures.h"
#include "model/measurement/report/validation_report.h"

#include <QTest>

#include <cmath>
#include <streambuf>

using namespace headroom;

namespace {

const std::string header
    = "id,layers,hidden,heads,seq_len,hardware,devices,global_batch_seqs,step_time_s,remat\n";

std::string rowText(int number)
{
    const bool isKnown = number % 10 != 9;
    return "own-" + std::to_string(number) + ",16,2048,16,2048," + (isKnown ? "h100-sxm" : "abacus")
        + ",8," + std::to_string(8 * (1 + number % 4)) + ",1.5,full\n";
}

/// A file that comes into being while it is read: never more than one row of it exists.
class GrowingFile : public std::streambuf
{
public:
    explicit GrowingFile(int rows)
        : m_rows(rows)
        , m_text(header)
    {
        setg(m_text.data(), m_text.data(), m_text.data() + m_text.size());
    }
    int made() const { return m_made; }

protected:
    int_type underflow() override
    {
        if (m_made == m_rows)
            return traits_type::eof();
        m_text = rowText(m_made++);
        setg(m_text.data(), m_text.data(), m_text.data() + m_text.size());
        return traits_type::to_int_type(m_text.front());
    }

private:
    int m_rows, m_made = 0;
    std::string m_text;
};

} // namespace

/// A measurement file of any length is read, checked and predicted in bounded memory.
class ValidationStreamTest : public QObject
{
    Q_OBJECT

private slots:
    void rowsAreHeardOfWhileTheFileIsRead()
    {
        constexpr int rows = 4000;
        GrowingFile file(rows);
        std::istream stream(&file);
        ValidationOptions options;
        options.keptRows = 3;
        int heard = 0, excluded = 0, furthestAhead = 0;
        const auto note = [&] {
            ++heard;
            furthestAhead = std::max(furthestAhead, file.made() - heard);
        };
        options.onPrediction = [&](const RowPrediction &) { note(); };
        options.onExclusion = [&](const ExcludedRow &row) {
            ++excluded;
            QCOMPARE(row.reason, std::string("unknown-hardware"));
            note();
        };
        const Result<Validation> result
            = validate(stream, "growing", shippedEstimator(), {}, options);
        QVERIFY(result);
        QCOMPARE(heard, rows);
        QCOMPARE(excluded, rows / 10);
        // One block of the reader is ahead, whatever the length of the file.
        const int blockRows = (1 << 16) / static_cast<int>(rowText(0).size()) + 2;
        QVERIFY2(furthestAhead <= blockRows, qPrintable(QString::number(furthestAhead)));
        QVERIFY(blockRows < rows / 2);
        QCOMPARE(result->rows, rows);
        QCOMPARE(result->excludedCount, std::size_t { rows / 10 });
        QCOMPARE(result->predictions.size(), std::size_t { 3 });
        QCOMPARE(result->excluded.size(), std::size_t { 3 });
        QCOMPARE(result->step.n, rows - rows / 10);
    }

    void figuresHoldNoMoreForMoreRows()
    {
        const auto heldAfter = [](int rows) {
            FigureCollector collector;
            ScoredRow row;
            row.measured = row.measuredRate = 1;
            for (int i = 0; i < rows; ++i) {
                row.predicted = row.predictedRate = 1 + 0.001 * (i % 300);
                row.low = row.predicted * 0.9;
                row.high = row.predicted * 1.1;
                row.model = "model";
                row.configuration = std::to_string(i);
                collector.add(row);
            }
            return collector.heldBytes();
        };
        const std::size_t many = heldAfter(50'000);
        QCOMPARE(heldAfter(200'000), many);
        QVERIFY(many < (std::size_t { 4 } << 20));
    }

    void quantilesOfManyAreNearTheExactOnes()
    {
        QuantileSketch sketch;
        std::vector<double> values;
        for (int i = 0; i < 60'000; ++i) {
            const double value = std::exp(-6 + 8 * std::fmod(i * 0.6180339887498949, 1.0));
            values.push_back(value);
            sketch.add(value);
        }
        std::ranges::sort(values);
        QVERIFY(sketch.count() > QuantileSketch::exactLimit);
        for (const double at : { 0.0, 0.1, 0.5, 0.9, 1.0 }) {
            const double exact
                = values[static_cast<std::size_t>(at * double(values.size() - 1) + 0.5)];
            QVERIFY2(
                std::abs(sketch.quantile(at) / exact - 1) < 0.001, qPrintable(QString::number(at)));
        }
    }

    void groupsBeyondTheLimitAreSummedUp()
    {
        std::string text = header;
        for (int i = 0; i < 400; ++i)
            text += "f" + std::to_string(i) + "-1,8,1024,8,1024,h100-sxm,8,8,0.1,full\n";
        std::istringstream stream(text);
        const Result<Validation> result = validate(stream, "families", shippedEstimator(), {}, {});
        QVERIFY(result);
        QVERIFY(result->groups.size() <= 257);
        int counted = 0;
        for (const ValidationGroup &group : result->groups)
            counted += group.step.n;
        QCOMPARE(counted, 400);
    }

    void worstRowsAreTheFurthestTwenty()
    {
        std::string text = header;
        for (int i = 1; i <= 60; ++i)
            text += "w-" + std::to_string(i) + ",16,2048,16,2048,h100-sxm,8,8,"
                + std::to_string(i * 10) + ",full\n";
        std::istringstream stream(text);
        const Result<Validation> result = validate(stream, "worst", shippedEstimator(), {}, {});
        QVERIFY(result);
        QCOMPARE(result->worst.size(), std::size_t { 20 });
        QCOMPARE(result->worst.front().id, std::string("w-60"));
        QCOMPARE(result->worst.back().id, std::string("w-41"));
    }

    void absentColumnsAreNamed()
    {
        std::istringstream stream("id,hidden,heads,seq_len,hardware,global_batch_seqs\n"
                                  "a,2048,16,2048,h100-sxm,8\n");
        const Result<Validation> result = validate(stream, "short", shippedEstimator(), {}, {});
        QVERIFY(result);
        QVERIFY((result->absentColumns == std::vector<std::string> { "layers", "devices" }));
        QCOMPARE(result->excluded.front().reason, std::string("lacks:devices"));
    }

    void absurdNumbersAreBroken_data()
    {
        QTest::addColumn<std::string>("column");
        QTest::addColumn<std::string>("value");
        QTest::newRow("devices") << std::string("devices") << std::string("1e14");
        QTest::newRow("layers") << std::string("layers") << std::string("1e9");
        QTest::newRow("heads") << std::string("heads") << std::string("1e12");
        QTest::newRow("half a layer") << std::string("layers") << std::string("8.5");
        QTest::newRow("no sequences") << std::string("global_batch_seqs") << std::string("0");
        QTest::newRow("degree") << std::string("tp") << std::string("1e12");
        QTest::newRow("stage") << std::string("zero_stage") << std::string("9");
        QTest::newRow("no number") << std::string("seq_len") << std::string("0x10");
        QTest::newRow("trailing") << std::string("hidden") << std::string("4096h");
    }

    void absurdNumbersAreBroken()
    {
        QFETCH(std::string, column);
        QFETCH(std::string, value);
        std::map<std::string, std::string> row { { "layers", "16" }, { "hidden", "2048" },
            { "heads", "16" }, { "seq_len", "2048" }, { "hardware", "h100-sxm" },
            { "devices", "8" }, { "global_batch_seqs", "8" } };
        row[column] = value;
        std::string names = "id", values = "a";
        for (const auto &[name, own] : row) {
            names += "," + name;
            values += "," + own;
        }
        std::istringstream stream(names + "\n" + values + "\n");
        const Result<Validation> result = validate(stream, "absurd", shippedEstimator(), {}, {});
        QVERIFY(result);
        QCOMPARE(result->excluded.size(), std::size_t { 1 });
        QCOMPARE(result->excluded.front().reason, "broken-number:" + column);
    }

    void degreesBeyondAnyMachineAreBroken()
    {
        std::istringstream stream(
            "id,layers,hidden,heads,seq_len,hardware,devices,global_batch_seqs,tp,pp\n"
            "a,16,2048,16,2048,h100-sxm,8,8,1000000,100000\n");
        const Result<Validation> result = validate(stream, "absurd", shippedEstimator(), {}, {});
        QVERIFY(result);
        QCOMPARE(result->excluded.front().reason, std::string("broken-number:tp"));
    }

    void jsonIsWrittenInPieces()
    {
        std::string text;
        int pieces = 0;
        std::size_t largest = 0;
        {
            ValidationJsonWriter writer([&](std::string_view piece) {
                text += piece;
                largest = std::max(largest, piece.size());
                ++pieces;
            });
            GrowingFile file(1000);
            std::istream stream(&file);
            ValidationOptions options;
            options.keptRows = 0;
            options.onPrediction = [&](const RowPrediction &row) { writer.add(row); };
            options.onExclusion = [&](const ExcludedRow &row) { writer.add(row); };
            const Result<Validation> result
                = validate(stream, "growing", shippedEstimator(), {}, options);
            QVERIFY(result);
            writer.finish(*result, GroupBy::Family, nullptr);
        }
        QVERIFY(pieces > 900);
        QVERIFY(largest <= 65536);
        const Result<Document> document = parseJson(text, "written");
        QVERIFY(document);
        QCOMPARE(document->find("predictions")->items().size(), std::size_t { 900 });
        QCOMPARE(document->find("excluded")->items().size(), std::size_t { 100 });
        for (const char *key : { "rows", "step_time", "memory", "groups", "absent_columns" })
            QVERIFY2(document->find(key), key);
    }
};

QTEST_GUILESS_MAIN(ValidationStreamTest)
#include "tst_validation_stream.moc"
