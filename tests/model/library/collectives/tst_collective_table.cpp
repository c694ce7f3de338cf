#include "model/base/wording/messages.h"
#include "model/library/collectives/collective_table.h"
#include "model/library/profiles/profile_library.h"
#include "model/library/stacks/stack_library.h"

#include <QTest>

#include <fstream>

using namespace headroom;

namespace {

const DataDirectories shipped { HEADROOM_PROFILES, {} };

QString linesOf(const Errors &errors)
{
    QStringList lines;
    for (const Error &error : errors)
        lines << QString::fromStdString(errorText(error));
    return lines.join('\n');
}

} // namespace

/// The table of constants: it loads, it is complete for every chip, and it refuses what is wrong.
class CollectiveTableTest : public QObject
{
    Q_OBJECT

private slots:
    void loads();
    void everyChipHasItsGeneration();
    void everyGenerationHasRings();
    void whatIsNotCitedHasBounds();
    void refuses_data();
    void refuses();
    void missingFileIsNamed();

private:
    CollectiveTable m_table;
};

void CollectiveTableTest::loads()
{
    const Result<CollectiveTable> table = CollectiveTable::load(shipped);
    QVERIFY2(table.hasValue(), qPrintable(table ? QString {} : linesOf(table.errors())));
    m_table = *table;
    QCOMPARE(m_table.id, std::string { "nccl" });
    // Two numbers of NCCL's source that are easy to look up.
    for (const CollectiveLatency &row : m_table.latencies)
        if (row.library == "nccl" && row.algorithm == CollectiveAlgorithm::Ring
            && row.protocol == CollectiveProtocol::LowLatency128)
            QCOMPARE(row.base.value(), 14e-6);
    QCOMPARE(m_table.constants.patRank.value, 2.8e-6);
}

void CollectiveTableTest::everyChipHasItsGeneration()
{
    const ProfileLibrary library(shipped);
    const Result<StackLibrary> stacks = StackLibrary::load(shipped);
    QVERIFY(stacks);
    for (const std::string &id : library.acceleratorIds()) {
        const auto chip = library.accelerator(id);
        QVERIFY(chip.hasValue());
        const CollectiveGeneration *generation
            = m_table.generation(**chip, stacks->chip(**chip).id);
        QCOMPARE(generation == nullptr, (*chip)->kind == AcceleratorKind::Tpu);
        if (generation)
            QCOMPARE(generation->library == "rccl", (*chip)->isAmd());
    }
    Accelerator unknown;
    unknown.vendor = "NVIDIA";
    QCOMPARE(m_table.generation(unknown, "next")->id, std::string { "blackwell" });
}

void CollectiveTableTest::everyGenerationHasRings()
{
    for (const CollectiveGeneration &generation : m_table.generations) {
        int rings = 0;
        for (const CollectiveRate &row : m_table.rates)
            rings += row.algorithm == CollectiveAlgorithm::Ring
                && std::ranges::count(row.generations, generation.id);
        QVERIFY2(rings >= 2, generation.id.c_str());
    }
}

void CollectiveTableTest::whatIsNotCitedHasBounds()
{
    const auto file = readYamlFile(shipped.shipped / "collectives/nccl.yaml");
    QVERIFY(file);
    std::vector<std::pair<std::string, Document>> numbers = file->find("constants")->members();
    for (const Document &generation : file->find("generations")->items())
        numbers.emplace_back(generation.find("id")->text(), *generation.find("fill"));
    int bounded = 0;
    for (const auto &[name, number] : numbers) {
        if (number.find("evidence")->text() == "cited")
            continue;
        QVERIFY2(number.find("p10")->number() < number.find("p90")->number(), name.c_str());
        ++bounded;
    }
    QVERIFY(bounded > 15);
}

void CollectiveTableTest::refuses_data()
{
    QTest::addColumn<QString>("from");
    QTest::addColumn<QString>("to");
    QTest::addColumn<QString>("message");
    QTest::newRow("unknown algorithm") << "algorithm: pat,"
                                       << "algorithm: pot,"
                                       << "pot";
    QTest::newRow("unknown generation") << "[volta, ampere]"
                                        << "[volta, ampire]"
                                        << "ampire";
    QTest::newRow("short list") << "at_most: [39, 39, 20.4]"
                                << "at_most: [39, 39]"
                                << "at_most";
    QTest::newRow("text in a list") << "at_most: [39, 39, 20.4]"
                                    << "at_most: [39, 39, fast]"
                                    << "at_most";
    QTest::newRow("share of the bus") << "of_bus: 1,"
                                      << "of_bus: 2.5,"
                                      << "of_bus";
    QTest::newRow("no source") << R"(, source: "as ampere")"
                               << ""
                               << "source";
    QTest::newRow("no bounds") << "p10: 28, p90: 112, "
                               << ""
                               << "p10";
    QTest::newRow("bound above") << "p10: 28"
                                 << "p10: 60"
                                 << "p10";
    QTest::newRow("unknown key") << "pat_rank_us"
                                 << "pat_rang_us"
                                 << "pat_rank_us";
    QTest::newRow("text for a number") << "base_us: 6.8"
                                       << "base_us: fast"
                                       << "base_us";
    QTest::newRow("a larger message is faster") << "0.4, 0.4, 0.5"
                                                << "0.4, 0.4, 0.7"
                                                << "shares";
}

void CollectiveTableTest::refuses()
{
    QFETCH(QString, from);
    QFETCH(QString, to);
    QFETCH(QString, message);
    const auto text
        = readTextFile(std::filesystem::path { HEADROOM_PROFILES } / "collectives/nccl.yaml");
    QVERIFY(text);
    QString changed = QString::fromStdString(*text);
    const qsizetype place = changed.indexOf(from);
    QVERIFY(place >= 0);
    changed.replace(place, from.size(), to);
    const int line = static_cast<int>(changed.left(place).count('\n')) + 1;

    const QTemporaryDir folder;
    const std::filesystem::path user { folder.path().toStdString() };
    std::filesystem::create_directories(user / "collectives");
    std::ofstream(user / "collectives/nccl.yaml") << changed.toStdString();
    const Result<CollectiveTable> table = CollectiveTable::load({ shipped.shipped, user });
    QVERIFY(!table);
    const QString lines = linesOf(table.errors());
    QVERIFY2(lines.contains(message), qPrintable(lines));
    if (from != "pat_rank_us")
        QVERIFY2(lines.contains(QString { "nccl.yaml:%1:" }.arg(line)), qPrintable(lines));
}

void CollectiveTableTest::missingFileIsNamed()
{
    const QTemporaryDir folder;
    const Result<CollectiveTable> table
        = CollectiveTable::load({ folder.path().toStdString(), {} });
    QVERIFY(!table);
    QVERIFY(linesOf(table.errors()).contains("nccl.yaml"));
}

QTEST_APPLESS_MAIN(CollectiveTableTest)
#include "tst_collective_table.moc"
