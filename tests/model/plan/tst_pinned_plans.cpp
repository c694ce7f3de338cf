// Pins that are kept beside a plan file.
#include "model/base/files/read_file.h"
#include "model/base/files/write_file.h"
#include "model/base/wording/messages.h"
#include "model/plan/fields/pinned_plans.h"

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

    /// Two windows, each with what it read last.
    void whatOthersPinnedStays()
    {
        const QTemporaryDir folder;
        const auto file = std::filesystem::path(folder.path().toStdString()) / "x.pins.yaml";
        const PinnedPlan first { "first", {} }, one { "one", {} }, other { "other", {} };
        using Pins = std::vector<PinnedPlan>;
        QVERIFY(savePins({ first }, file).empty());
        QVERIFY(changePins({ first }, { first, one }, file).empty());
        QVERIFY(changePins({ first }, { first, other }, file).empty());
        QVERIFY(*loadPins(file) == (Pins { first, other, one }));
        // Who unpins takes away only what it knew.
        QVERIFY(changePins({ first, one }, {}, file).empty());
        QVERIFY(*loadPins(file) == Pins { other });
        // A file that cannot be read is left alone.
        QVERIFY(writeFileAtomically(file, "pins: nothing\n").empty());
        QVERIFY(!changePins({}, { first }, file).empty());
        QCOMPARE(*readTextFile(file), std::string("pins: nothing\n"));
        Pins many;
        for (std::size_t i = 0; i < maxPinnedPlans; ++i)
            many.push_back({ std::to_string(i), {} });
        QVERIFY(savePins(many, file).empty());
        QCOMPARE(changePins({}, { one }, file).front().id, std::string("too-many-entries"));
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
        for (std::size_t i = 0; i <= maxPinnedPlans; ++i)
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
