#include "tests/model/shipped.h"

#include "model/measurement/leave_out.h"

#include <QTest>

#include <fstream>
#include <sstream>

using namespace headroom;

/// How intervals do on runs of which nothing was known: three sources.
class HeldOutTest : public QObject
{
    Q_OBJECT

private slots:
    void initTestCase();
    void everySchemeAndQuantity();
    void whatIsLessKnownIsWider();
    void manyRowsOfASourceWeighNoMore();

private:
    const HeldOutFigures &of(const std::string &scheme, const std::string &quantity) const;
    std::vector<HeldOutFigures> m_figures;
};

void HeldOutTest::initTestCase()
{
    const DataDirectories directories { HEADROOM_PROFILES, {} };
    const Result<std::vector<FittedConstant>> constants = loadFittedConstants(directories);
    QVERIFY(constants);
    std::ifstream all(directories.find("measurements/measurements.csv"));
    std::stringstream some;
    std::string line;
    for (int i = 0; std::getline(all, line); ++i)
        if (i == 0 || line.starts_with("titan-") || line.starts_with("torchao-")
            || line.starts_with("stas-"))
            some << line << '\n';
    m_figures = heldOut(some, shippedEstimator(), *constants);
}

const HeldOutFigures &HeldOutTest::of(const std::string &scheme, const std::string &quantity) const
{
    const auto found = std::ranges::find_if(m_figures, [&](const HeldOutFigures &own) {
        return own.scheme == scheme && own.quantity == quantity;
    });
    if (found == m_figures.end())
        qFatal("%s %s", scheme.c_str(), quantity.c_str());
    return *found;
}

void HeldOutTest::everySchemeAndQuantity()
{
    QCOMPARE(m_figures.size(), std::size_t { 3 * 4 });
    QCOMPARE(of("source", "reserved").n, 40);
    QCOMPARE(of("source", "reserved").groups, 3);
    QCOMPARE(of("chip", "reserved").groups, 3); // of Hopper one
    QCOMPARE(of("source", "step").groups, 3);
    QCOMPARE(of("source", "allocated").n, 0);
    for (const char *scheme : { "source", "stack", "chip" })
        for (const char *quantity : { "step", "reserved" }) {
            const HeldOutFigures &own = of(scheme, quantity);
            QVERIFY(own.n > 0 && own.inside > 0 && own.inside <= 1 && own.halfWidth > 0);
            QVERIFY(own.score > 0);
        }
}

void HeldOutTest::whatIsLessKnownIsWider()
{
    QVERIFY(of("stack", "reserved").halfWidth > of("chip", "reserved").halfWidth);
    QVERIFY(of("stack", "reserved").halfWidth >= of("source", "reserved").halfWidth);
    // A stack of one source (torchtitan on ROCm) leaves the rest of that source in.
    QVERIFY2(of("stack", "step").halfWidth >= 0.95 * of("source", "step").halfWidth,
        qPrintable(QString::number(of("stack", "step").halfWidth) + u' '
            + QString::number(of("source", "step").halfWidth)));
}

void HeldOutTest::manyRowsOfASourceWeighNoMore()
{
    QCOMPARE(rowWeight(1), 1.0);
    QCOMPARE(rowWeight(50), 1.0);
    QCOMPARE(200 * rowWeight(200), 50.0);
}

QTEST_GUILESS_MAIN(HeldOutTest)
#include "tst_held_out.moc"
