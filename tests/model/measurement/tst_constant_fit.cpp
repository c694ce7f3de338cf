#include "tests/model/shipped.h"

#include "model/measurement/leave_out.h"

#include <QTest>

#include <cmath>
#include <fstream>

using namespace headroom;

/// The fitted constants: that the profiles hold what the fit finds, and how far it carries to
/// sources that it has not seen.
class ConstantFitTest : public QObject
{
    Q_OBJECT

private slots:
    void initTestCase();
    void entriesAreComplete();
    void profilesHoldTheFit();
    void widthsComeFromLeftOutRows();
    void theFilesHoldTheErrors();
    void leftOutAccuracyStaysWhereItIs_data();
    void leftOutAccuracyStaysWhereItIs();

private:
    std::vector<FittedConstant> m_constants;
    LeaveOutTable m_table;
};

void ConstantFitTest::initTestCase()
{
    const DataDirectories directories { HEADROOM_PROFILES, {} };
    Result<std::vector<FittedConstant>> constants = loadFittedConstants(directories);
    QVERIFY(constants);
    m_constants = std::move(constants).value();
    std::ifstream rows(directories.find("measurements/measurements.csv"));
    m_table = leaveOut(rows, shippedEstimator(), m_constants);
}

void ConstantFitTest::entriesAreComplete()
{
    QVERIFY(m_constants.size() <= 44);
    for (const FittedConstant &constant : m_constants) {
        QVERIFY2(!constant.profiles.empty(), constant.key.c_str());
        QVERIFY2(!constant.source.empty() && !constant.name.empty(), constant.key.c_str());
        // Every listed profile has the key: an unknown one would be passed over in silence.
        for (const std::string &profile : constant.profiles) {
            FittedConstant alone = constant;
            alone.profiles = { profile };
            QVERIFY2(constantValue(shippedEstimator().stacks(), alone) > 0,
                (profile + " " + constant.key).c_str());
        }
    }
}

void ConstantFitTest::profilesHoldTheFit()
{
    QCOMPARE(m_table.constants.size(), m_constants.size());
    for (const auto &[constant, fitted] : m_table.constants)
        for (const std::string &profile : constant.profiles) {
            FittedConstant alone = constant;
            alone.profiles = { profile };
            const double shipped = constantValue(shippedEstimator().stacks(), alone);
            QVERIFY2(std::abs(std::log(shipped / fitted)) < 0.01,
                (profile + " " + constant.key + ": profile " + std::to_string(shipped) + ", fit "
                    + std::to_string(fitted))
                    .c_str());
        }
}

void ConstantFitTest::widthsComeFromLeftOutRows()
{
    constexpr int enough = 15; // rows; a kind with fewer takes the width of the other chips
    QVERIFY(!m_table.widths.empty());
    for (const LeftOutWidth &width : m_table.widths)
        for (const ChipProfile &chip : shippedEstimator().stacks().chips()) {
            if (width.n < enough || width.isTpu != chip.id.starts_with("tpu"))
                continue;
            const double shipped = width.key == "dense_width" ? chip.denseWidth : chip.expertWidth;
            QVERIFY2(std::abs(shipped - width.width) < 0.005, (chip.id + " " + width.key).c_str());
        }
}

void ConstantFitTest::theFilesHoldTheErrors()
{
    const Result<std::vector<LeftOutSource>> expected
        = expectedErrors(DataDirectories { HEADROOM_PROFILES, {} });
    QVERIFY(expected);
    QCOMPARE(expected->size(), m_table.kinds.size());
    for (std::size_t i = 0; i < expected->size(); ++i) {
        const LeftOutSource &file = (*expected)[i], &found = m_table.kinds[i];
        QCOMPARE(file.name, found.name);
        QCOMPARE(file.leftOut.sources, found.leftOut.sources);
        QCOMPARE(file.leftOut.rows, found.leftOut.rows);
        for (const auto member :
            { &LeftOutSource::fit, &LeftOutSource::leftOut, &LeftOutSource::apart }) {
            QVERIFY(std::abs((file.*member).median - (found.*member).median) < 0.003);
            QVERIFY(std::abs((file.*member).p90 - (found.*member).p90) < 0.01);
            QVERIFY(std::abs((file.*member).inside - (found.*member).inside) < 0.01);
        }
        // To leave out more cannot teach more, but for chance.
        QVERIFY(found.leftOut.median > 0.8 * found.fit.median);
    }
}

void ConstantFitTest::leftOutAccuracyStaysWhereItIs_data()
{
    QTest::addColumn<QString>("kind");
    QTest::addColumn<double>("median");
    QTest::addColumn<double>("p90");
    QTest::newRow("dense, GPU") << "dense_gpu" << 0.10 << 0.27;
    QTest::newRow("dense, TPU") << "dense_tpu" << 0.06 << 0.14;
    QTest::newRow("experts") << "experts" << 0.17 << 0.46;
    QTest::newRow("adapters") << "adapters" << 0.2 << 0.4;
}

void ConstantFitTest::leftOutAccuracyStaysWhereItIs()
{
    QFETCH(QString, kind);
    QFETCH(double, median);
    QFETCH(double, p90);
    for (const LeftOutSource &own : m_table.kinds)
        if (own.name == kind.toStdString()) {
            QVERIFY2(own.leftOut.median < median, std::to_string(own.leftOut.median).c_str());
            QVERIFY2(own.leftOut.p90 < p90, std::to_string(own.leftOut.p90).c_str());
            return;
        }
    QFAIL("no such kind");
}

QTEST_GUILESS_MAIN(ConstantFitTest)
#include "tst_constant_fit.moc"
