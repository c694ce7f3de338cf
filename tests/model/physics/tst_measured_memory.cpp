#include "model/library/profiles/profile_library.h"
#include "model/measurement/validation.h"

#include <QTest>

#include <fstream>

using namespace headroom;

/// Published peaks, family by family: the figures may get better, not worse.
class MeasuredMemoryTest : public QObject
{
    Q_OBJECT

private slots:
    void initTestCase()
    {
        static const ProfileLibrary library { { HEADROOM_PROFILES, {} } };
        Result<Estimator> estimator = Estimator::make(library);
        QVERIFY(bool(estimator));
        std::ifstream file(HEADROOM_PROFILES "/measurements/measurements.csv");
        ValidationOptions options;
        options.by = GroupBy::Family;
        Result<Validation> result = validate(file, "measurements.csv", *estimator, {}, options);
        QVERIFY(bool(result));
        m_validation = *std::move(result);
    }

    void families_data()
    {
        QTest::addColumn<double>("median");
        QTest::addColumn<double>("mean");
        QTest::newRow("simumaxb200") << 0.015 << 0.015;
        QTest::newRow("nanobench") << 0.03 << 0.03;
        QTest::newRow("mbmem") << 0.26 << 0.20;
        QTest::newRow("titan") << 0.06 << 0.13;
        QTest::newRow("dgxc") << 0.08 << 0.08;
        QTest::newRow("bloom") << 0.06 << 0.07;
        QTest::newRow("nanotron") << 0.09 << 0.10;
    }
    void families()
    {
        QFETCH(double, median);
        QFETCH(double, mean);
        const auto group = std::ranges::find(
            m_validation.groups, std::string(QTest::currentDataTag()), &ValidationGroup::key);
        QVERIFY(group != m_validation.groups.end());
        QVERIFY(group->memory.n > 0);
        QVERIFY2(group->memory.medianApe <= median,
            qPrintable(QString::number(group->memory.medianApe)));
        QVERIFY2(group->memory.meanApe <= mean, qPrintable(QString::number(group->memory.meanApe)));
    }

private:
    Validation m_validation;
};

QTEST_GUILESS_MAIN(MeasuredMemoryTest)
#include "tst_measured_memory.moc"
