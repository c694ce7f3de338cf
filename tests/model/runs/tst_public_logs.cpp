#include "model/plan/fields/plan_fields.h"
#include "model/runs/read_runs.h"

#include <QFile>
#include <QTest>
#include <QTextStream>

#include <cmath>

using namespace headroom;

namespace {

const QString folder = QStringLiteral(HEADROOM_TEST_DATA "/runs/public/");
constexpr double gib = 1024.0 * 1024 * 1024;

/// What is known to be read otherwise, and why.
const QStringList &knownMisses()
{
    static const QStringList misses {
        // An estimate by eye; the reader sums the iterations of each step.
        QStringLiteral("04-litgpt-abbreviated.log step_s"),
        // Tokens a second of one step, and nothing tells how many steps lie between two lines.
        QStringLiteral("06-liger.log step_s"),
        // The bar's rate; the printed speed counts the set-up of the one step there is.
        QStringLiteral("09-swift-offload.log step_s"),
        // Nothing tells the shape of the model, and one without experts has no expert degree.
        QStringLiteral("31-swift-megatron-assertion.log ep"),
    };
    return misses;
}

bool isNear(std::optional<double> value, const QString &wanted, double share)
{
    if (wanted == QLatin1String("none"))
        return !value;
    return value && std::abs(*value / wanted.toDouble() - 1) <= share;
}

FieldOrigin originOf(const RunRecord &run, const std::string &path)
{
    for (const auto &[name, origin] : run.fields)
        if (name == path)
            return origin;
    return FieldOrigin::Assumed;
}

/// A field of the plan that somebody told.
bool hasField(const RunRecord &run, const std::string &path, const QString &wanted)
{
    return originOf(run, path) != FieldOrigin::Assumed
        && QString::fromStdString(planFieldText(run.plan, path)) == wanted;
}

bool hasFact(const RunRecord &run, const QString &key, const QString &wanted)
{
    const auto &hardware = run.plan.hardware;
    const auto bytes = [&](std::optional<double> RunCrash::*member) -> std::optional<double> {
        return run.crash && (*run.crash).*member ? std::optional(*((*run.crash).*member) / gib)
                                                 : std::nullopt;
    };
    if (key == QLatin1String("step_s"))
        return isNear(run.stepSeconds, wanted, 0.05);
    if (key == QLatin1String("memory"))
        return isNear(
            run.peakBytes ? std::optional(*run.peakBytes / gib) : std::nullopt, wanted, 0.03);
    if (key == QLatin1String("memory_is"))
        return QString::fromStdString(run.memoryIs) == wanted;
    if (key == QLatin1String("crash"))
        return run.crash && crashKindName(run.crash->kind) == wanted;
    if (key == QLatin1String("phase"))
        return run.crash && QString::fromStdString(run.crash->phase) == wanted;
    if (key == QLatin1String("requested"))
        return isNear(bytes(&RunCrash::requestedBytes), wanted, 0.03);
    if (key == QLatin1String("allocated"))
        return isNear(bytes(&RunCrash::allocatedBytes), wanted, 0.03);
    if (key == QLatin1String("reserved"))
        return isNear(bytes(&RunCrash::reservedBytes), wanted, 0.03);
    if (key == QLatin1String("devices"))
        return std::ranges::find(run.missing, RunFact::Devices) == run.missing.end()
            && hardware.nodes * hardware.devicesPerNode == wanted.toInt();
    if (key == QLatin1String("chip"))
        return originOf(run, "hardware.accelerator") != FieldOrigin::Assumed
            && QString::fromStdString(hardware.accelerator).startsWith(wanted);
    static const std::map<QString, std::string> paths {
        { QStringLiteral("batch"), "workload.global_batch_sequences" },
        { QStringLiteral("micro"), "parallelism.micro_batch_sequences" },
        { QStringLiteral("seq"), "workload.sequence_length" },
        { QStringLiteral("tp"), "parallelism.tensor" },
        { QStringLiteral("pp"), "parallelism.pipeline" },
        { QStringLiteral("ep"), "parallelism.expert" },
        { QStringLiteral("zero"), "parallelism.zero_stage" },
        { QStringLiteral("tuning"), "tuning.method" },
        { QStringLiteral("remat"), "remat.policy" },
        { QStringLiteral("model"), "model" },
        { QStringLiteral("rank"), "tuning.rank" },
    };
    const auto path = paths.find(key);
    return path != paths.end() && hasField(run, path->second, wanted);
}

} // namespace

/// Excerpts of public logs against what an engineer reads in them (truth.txt beside them).
class PublicLogsTest : public QObject
{
    Q_OBJECT

private slots:
    void facts_data()
    {
        QTest::addColumn<QString>("file");
        QTest::addColumn<QString>("truth");
        QFile file(folder + QStringLiteral("truth.txt"));
        QVERIFY(file.open(QIODevice::ReadOnly));
        QTextStream lines(&file);
        while (!lines.atEnd()) {
            const QStringList parts = lines.readLine().split(QStringLiteral(" | "));
            if (parts.size() == 3 && !parts.front().startsWith(QLatin1Char('#')))
                QTest::newRow(qPrintable(parts.at(0))) << parts.at(0) << parts.at(2);
        }
    }
    void facts()
    {
        QFETCH(QString, file);
        QFETCH(QString, truth);
        const ProfileLibrary library { DataDirectories { HEADROOM_PROFILES, {} } };
        const RunsReading reading = readRuns({ (folder + file).toStdString() }, library, nullptr);
        if (truth == QLatin1String("refused")) {
            QVERIFY(reading.isEmpty() && reading.unrecognised.size() == 1);
            return;
        }
        QVERIFY2(!reading.runs.empty(), "not recognised");
        const auto timed = std::ranges::find_if(
            reading.runs, [](const RunRecord &run) { return run.stepSeconds.has_value(); });
        const RunRecord &run = timed == reading.runs.end() ? reading.runs.front() : *timed;
        for (const QString &fact : truth.split(QStringLiteral("; "))) {
            const QString key = fact.section(QLatin1Char('='), 0, 0);
            const bool isKnown = knownMisses().contains(file + QLatin1Char(' ') + key);
            const bool isRead = hasFact(run, key, fact.section(QLatin1Char('='), 1));
            QVERIFY2(isRead || isKnown, qPrintable(fact));
            QVERIFY2(!(isRead && isKnown), qPrintable(key + QStringLiteral(" is read now")));
        }
    }
};

QTEST_GUILESS_MAIN(PublicLogsTest)
#include "tst_public_logs.moc"
