#include "tests/model/shipped.h"

#include "model/base/wording/messages.h"
#include "model/measurement/measured_pairs.h"
#include "model/session/workbench.h"

#include <QTest>

#include <set>

using namespace headroom;

namespace {

template <class T> T loadOrDie(Result<T> result)
{
    if (!result)
        qFatal("%s", errorText(result.errors().front()).c_str());
    return *std::move(result);
}

const std::vector<MeasuredPair> &pairs()
{
    static const auto loaded = loadOrDie(loadMeasuredPairs(shippedLibrary().directories()));
    return loaded;
}

} // namespace

class TestMeasuredPairs : public QObject
{
    Q_OBJECT

private slots:
    /// Every pair names its source, and either a plan or the reason why there is none.
    void everyPairIsWhole()
    {
        QVERIFY(pairs().size() >= 40);
        std::set<std::string> ids;
        for (const MeasuredPair &pair : pairs()) {
            QVERIFY2(ids.insert(pair.id).second, pair.id.c_str());
            QVERIFY2(!pair.source.empty() && !pair.where.empty(), pair.id.c_str());
            QVERIFY2(pair.plan.empty() != pair.notExpressed.empty(), pair.id.c_str());
            for (const auto &measured : { pair.step, pair.peak })
                QVERIFY2(
                    !measured || (measured->least > -1 && measured->most < 10), pair.id.c_str());
        }
    }

    void eachIsComparedOrLeftOut()
    {
        const Estimator estimator = loadOrDie(Workbench { shippedLibrary() }.estimator());
        const PairTable table = loadOrDie(comparePairs(pairs(), estimator));
        QCOMPARE(table.rows.size(), pairs().size());
        std::size_t expressed = 0, right = 0, inside = 0;
        for (const PairComparison &row : table.rows) {
            QCOMPARE(row.modelled.has_value(), !row.pair.plan.empty());
            expressed += row.modelled.has_value();
            right += row.hasRightSign;
            inside += row.isInside;
            if (!row.modelled)
                continue;
            QVERIFY(row.modelled->p10 <= row.modelled->middle);
            QVERIFY(row.modelled->middle <= row.modelled->p90);
        }
        QCOMPARE(table.expressed, expressed);
        QCOMPARE(table.rightSign, right);
        QCOMPARE(table.inside, inside);
        // As they were when the table was made; more may become true.
        QVERIFY(expressed >= 11);
        QVERIFY2(right >= 4, std::to_string(right).c_str());
        QVERIFY2(inside >= 3, std::to_string(inside).c_str());
        const std::string text = pairTableText(table, false);
        for (const MeasuredPair &pair : pairs())
            QVERIFY2(text.find(pair.id) != std::string::npos, pair.id.c_str());
        QCOMPARE(pairTableDocument(table).find("rows")->items().size(), pairs().size());
    }
};

QTEST_GUILESS_MAIN(TestMeasuredPairs)
#include "tst_measured_pairs.moc"
