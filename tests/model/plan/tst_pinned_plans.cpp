// Pins that are kept beside a plan file.
#include "model/base/wording/messages.h"
#include "model/plan/pinned_plans.h"

#include <QTemporaryDir>
#include <QTest>

#include <fstream>

using namespace headroom;

class PinnedPlansTest : public QObject
{
    Q_OBJECT

private slots:
    void theFileStandsBesideThePlan()
    {
        QCOMPARE(pinsFileBeside("/a/b/llama.headroom.yaml"),
            std::filesystem::path("/a/b/llama.pins.yaml"));
        QCOMPARE(pinsFileBeside("plan.yaml"), std::filesystem::path("plan.pins.yaml"));
    }

    void pinsSurviveSaving()
    {
        Plan plan;
        plan.name = "A: \"quoted\"";
        plan.hardware.nodes = 7;
        const std::vector<PinnedPlan> pins { { "before", plan }, { {}, Plan {} } };
        const auto read = parsePins(writePins(pins), "p");
        QVERIFY2(read.hasValue(), read ? "" : errorText(read.errors().front()).c_str());
        QVERIFY(*read == pins);
    }

    void withoutPinsThereIsNoFile()
    {
        const QTemporaryDir folder;
        const std::filesystem::path file
            = std::filesystem::path(folder.path().toStdString()) / "deeper" / "x.pins.yaml";
        QVERIFY(loadPins(file)->empty());
        QVERIFY(savePins({ { "a", Plan {} } }, file).empty());
        QCOMPARE(loadPins(file)->size(), std::size_t(1));
        QVERIFY(savePins({}, file).empty());
        QVERIFY(!std::filesystem::exists(file));
    }

    void mistakesAreNamed_data()
    {
        QTest::addColumn<QString>("text");
        QTest::addColumn<QString>("says");
        QTest::newRow("no list") << "schema_version: 1\npins: {a: 1}\n"
                                 << "p:2: pins is not a list";
        QTest::newRow("no plan") << "schema_version: 1\npins:\n  - name: a\n"
                                 << "key plan is missing";
        QTest::newRow("a field of no plan")
            << "schema_version: 1\npins:\n  - name: a\n    plan:\n      schema_version: 1\n"
               "      nodes: 3\n"
            << "key nodes is not known";
        QString many = QStringLiteral("schema_version: 1\npins:\n");
        for (std::size_t i = 0; i <= mostPinnedPlans; ++i)
            many += QStringLiteral("  - {name: a, plan: {schema_version: 1}}\n");
        QTest::newRow("too many") << many << "holds more than 16 entries";
    }
    void mistakesAreNamed()
    {
        QFETCH(QString, text);
        QFETCH(QString, says);
        const auto read = parsePins(text.toStdString(), "p");
        QVERIFY(!read);
        QString all;
        for (const Error &error : read.errors())
            all += QString::fromStdString(errorText(error)) + QLatin1Char('\n');
        QVERIFY2(all.contains(says), qPrintable(all));
    }
};

QTEST_GUILESS_MAIN(PinnedPlansTest)
#include "tst_pinned_plans.moc"
