// What the measuring kit timed becomes a chip file that gives the same times.
#include "tests/model/diagnosis/diagnosed_runs.h"

#include "model/calibration/kernel_evidence.h"
#include "model/diagnosis/measured_chip.h"
#include "model/library/hardware/accelerator_reader.h"

#include <QTemporaryDir>
#include <QTest>

#include <cmath>
#include <fstream>
#include <sstream>

using namespace headroom;

namespace {

const std::filesystem::path sample
    = std::filesystem::path(HEADROOM_PROFILES).parent_path() / "tests/data/runs/measure.json";

std::string sampleText()
{
    std::ifstream stream(sample);
    std::stringstream text;
    text << stream.rdbuf();
    return text.str();
}

std::string replaced(std::string text, const std::string &what, const std::string &with)
{
    const std::size_t at = text.find(what);
    return at == std::string::npos ? std::string() : text.replace(at, what.size(), with);
}

} // namespace

class MeasuredChipTest : public QObject
{
    Q_OBJECT

private slots:
    /// The file's own chip takes as long for matrix multiplication and copies as the kit measured.
    void theFileGivesTheTimesOfTheKit()
    {
        const RunsReading reading = readRuns({ sample.string() }, shippedLibrary(), nullptr, 0);
        const Result<MeasuredChip> chip = made(reading);
        QVERIFY(chip);
        QVERIFY(chip->isSameChip);
        QCOMPARE(chip->relative, std::string("h100-sxm"));
        const auto profile = readAcceleratorProfile(chip->file, "own.yaml");
        QVERIFY(profile);
        const Result<ResolvedPlan> resolved = resolvePlan(planOn("h100-sxm"), shippedLibrary());
        QVERIFY(resolved);
        ResolvedPlan plan = *resolved;
        const auto seconds = [&](const char *kind) {
            const Prepared prepared = shippedEstimator().prepare(plan);
            double measured = 0, estimated = 0;
            for (const OperationSample &one : reading.operations) {
                const auto kernel = one.kind == kind ? measuredKernel(one) : std::nullopt;
                if (!kernel)
                    continue;
                measured += one.seconds;
                estimated += *kernelSeconds(*kernel, prepared, planCandidate(plan.plan));
            }
            return estimated / measured;
        };
        const double before = seconds("gemm");
        plan.accelerator = profile->accelerator;
        constexpr double nearly = 0.001; // four digits are written
        for (const char *kind : { "gemm", "copy", "host_to_device" })
            QVERIFY2(std::abs(seconds(kind) - 1) < nearly, kind);
        QVERIFY(std::abs(before - 1) > nearly);
    }

    /// Twice the time of the node's collectives is half the rate of its links, each of them.
    void linksFollowTheCollectivesOfANode()
    {
        const auto linkOf = [this](const std::string &text) {
            const Result<MeasuredChip> chip = made(read(text));
            const auto profile = readAcceleratorProfile(chip->file, "own.yaml");
            return profile->accelerator;
        };
        std::string slow = sampleText();
        std::size_t slowed = 0;
        for (std::size_t at = slow.find("\"name\": \"node\""); at != std::string::npos;
             at = slow.find("\"name\": \"node\"", at + 1)) {
            const std::size_t number = slow.find("\"seconds\": ", at) + 11;
            const std::size_t end = slow.find(',', number);
            slow.replace(number, end - number,
                std::to_string(2 * std::stod(slow.substr(number, end - number))));
            ++slowed;
        }
        QVERIFY(slowed > 0);
        const Accelerator fast = linkOf(sampleText()), halved = linkOf(slow);
        const double ratio = halved.linkRate.value() / fast.linkRate.value();
        QVERIFY2(ratio > 0.4 && ratio < 0.6, qPrintable(QString::number(ratio)));
    }

    /// A device that nobody knows takes what was measured and says what was not.
    void anUnknownDeviceKeepsNoRateOfItsRelative()
    {
        const RunsReading reading = read(replaced(
            replaced(sampleText(), "NVIDIA H100 80GB HBM3", "Strange Machine 9"), "\"versions\"",
            "\"properties\": {\"memory_bytes\": 34359738368, \"compute_units\": 42, "
            "\"capability\": \"8.9\"}, \"versions\""));
        const Result<MeasuredChip> chip = made(reading);
        QVERIFY(chip);
        QVERIFY(!chip->isSameChip);
        const auto profile = readAcceleratorProfile(chip->file, "own.yaml");
        QVERIFY(profile);
        const Accelerator &own = profile->accelerator;
        QCOMPARE(own.memory.value(), 34359738368.0);
        QCOMPARE(own.computeUnits, 42);
        QCOMPARE(own.capability->text(), std::string("8.9"));
        QVERIFY(!own.peak.fp8); // nobody measured it
        QVERIFY(own.pricePerDeviceHour == 0);
        QVERIFY(std::ranges::count(chip->assumed, "power") == 1);
        QVERIFY(measuredChipText(*chip).find("ASSUMED, as of h100-sxm") != std::string::npos);
    }

    void whatCannotBeAChipIsRefused()
    {
        const RunsReading reading = readRuns({ sample.string() }, shippedLibrary(), nullptr, 0);
        const auto idOf = [](const Result<MeasuredChip> &chip) {
            return chip ? std::string() : chip.errors().front().id;
        };
        for (const char *name :
            { "", "H100", "a b", "../a", "a/b", "aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa" })
            QCOMPARE(idOf(measuredChip(reading, name, shippedLibrary(), shippedEstimator())),
                std::string("chip-file-name"));
        QCOMPARE(idOf(made(RunsReading {})), std::string("chip-file-kit"));
        const RunsReading unknown
            = read(replaced(replaced(sampleText(), "NVIDIA H100 80GB HBM3", "Strange Machine 9"),
                "\"accelerator\": \"h100-sxm\"", "\"accelerator\": \"no-chip\""));
        QCOMPARE(idOf(made(unknown)), std::string("chip-file-relative"));
    }

private:
    Result<MeasuredChip> made(const RunsReading &reading) const
    {
        return measuredChip(reading, "own-chip", shippedLibrary(), shippedEstimator());
    }

    RunsReading read(const std::string &text) const
    {
        QTemporaryDir folder;
        const std::string file = folder.filePath("measure.json").toStdString();
        std::ofstream(file) << text;
        return readRuns({ file }, shippedLibrary(), nullptr, 0);
    }

    static Plan planOn(const char *chip)
    {
        Plan plan;
        plan.model.id = shippedLibrary().modelIds().front();
        plan.hardware.accelerator = chip;
        plan.hardware.nodes = 2;
        return plan;
    }
};

QTEST_GUILESS_MAIN(MeasuredChipTest)
#include "tst_measured_chip.moc"
