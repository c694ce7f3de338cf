#include "tests/model/shipped.h"

#include "model/physics/memory/peak_memory.h"

#include <QFile>
#include <QTest>

#include <cmath>
#include <map>

using namespace headroom;

namespace {

#define HEADROOM_ORACLE HEADROOM_PROFILES "/../tests/data/oracle"

using CountedRow = std::map<std::string, std::string>;

/// The rows of a table without quotes, by column.
std::vector<CountedRow> countedRows(const QString &name)
{
    QFile file(QStringLiteral(HEADROOM_ORACLE "/") + name);
    if (!file.open(QIODevice::ReadOnly))
        return {};
    const QStringList lines = QString::fromUtf8(file.readAll()).trimmed().split('\n');
    const QStringList columns = lines.first().split(',');
    std::vector<CountedRow> rows;
    for (const QString &line : lines.mid(1)) {
        const QStringList cells = line.split(',');
        CountedRow row;
        for (qsizetype i = 0; i < columns.size(); ++i)
            row[columns[i].toStdString()] = cells.value(i).toStdString();
        rows.push_back(std::move(row));
    }
    return rows;
}

double numberOf(const CountedRow &row, const std::string &column)
{
    return std::stod(row.at(column));
}

/// The plan that a counted case is.
std::vector<std::string> settingsOf(const CountedRow &row)
{
    const bool isWide = row.at("compute") == "float32", isLora = row.at("method") == "lora";
    const std::string format = isWide ? "fp32" : "bf16", trained = isLora ? "fp32" : format;
    std::vector<std::string> settings { "framework=hf", "model=" + row.at("model"),
        "hardware.devices_per_node=1", "parallelism.fsdp=1", "parallelism.zero_stage=1",
        "attention=unfused", "optimizer=adamw", "options.cross_entropy=eager",
        "workload.sequence_length=" + row.at("sequence"),
        "workload.global_batch_sequences=" + row.at("micro_batch"),
        "parallelism.micro_batch_sequences=" + row.at("micro_batch"), "options.compile=false",
        "remat.policy=" + (row.at("remat") == "none" ? "no_recompute" : row.at("remat")),
        "precision.compute=" + format, "precision.weights=" + trained,
        "precision.gradients=" + trained, "precision.optimizer_state=" + trained };
    if (isLora) {
        settings.push_back("tuning.method=lora");
        settings.push_back("tuning.rank=" + row.at("rank"));
        settings.push_back("tuning.targets=all");
    }
    return settings;
}

} // namespace

/// The estimate against what torch counted of Hugging Face's own models: equal to the byte, or the
/// difference stands in differences.csv with its reason.
class CountedBytesTest : public QObject
{
    Q_OBJECT

private slots:
    void cases_data();
    void cases();
    void everyDifferenceIsOfACase();
};

void CountedBytesTest::cases_data()
{
    QTest::addColumn<int>("number");
    const std::vector<CountedRow> rows = countedRows(QStringLiteral("counts.csv"));
    QVERIFY(rows.size() >= 14);
    for (std::size_t i = 0; i < rows.size(); ++i)
        QTest::newRow(rows[i].at("case").c_str()) << static_cast<int>(i);
}

void CountedBytesTest::cases()
{
    QFETCH(int, number);
    const CountedRow row
        = countedRows(QStringLiteral("counts.csv")).at(static_cast<std::size_t>(number));
    const ProfileLibrary library { DataDirectories {
        HEADROOM_PROFILES, HEADROOM_ORACLE "/headroom" } };
    const Estimator estimator = *Estimator::make(library);
    Result<CheckedPlan> plan = openForFormulas("llama3.1-8b-h100-node", settingsOf(row), library);
    QVERIFY2(bool(plan), plan ? "" : errorText(plan.errors().front()).c_str());
    const Prepared p = estimator.prepare(plan->resolved);
    const Candidate c = planCandidate(plan->resolved.plan);
    const Layout layout = makeLayout(p, c);
    NoTrace none;
    const StageParameters own = stageParameters(p, c, layout, Stage::First, none);
    const StateMemory state = stateMemory(p, c, layout, own, none);
    const ActivationMemory activations = activationMemory(p, c, layout, Stage::First, none);
    const auto moment
        = worstMoment(p, c, layout, Stage::First, { state.gradients, activations }, none);
    const LayerKind kind = p.moeLayers > 0 ? LayerKind::Moe : LayerKind::Dense;
    const double tokens = microBatchTokens(p, c, layout, none);
    // The logarithms of the softmax, 32 bits each, of all tokens but the last of a sequence.
    const double lossBytes = 4 * p.vocab * (tokens - c.microBatch);
    const std::map<std::string, double> estimated { { "parameters", state.weights },
        { "gradients", state.gradients }, { "optimizer", state.optimizer },
        { "layer", savedLayer(p, c, layout, kind, none) },
        { "rest", p.finalSavedBytes.value() * tokens * p.hidden + lossBytes },
        { "peak", moment.total() } };

    std::map<std::string, double> differences;
    for (const CountedRow &difference : countedRows(QStringLiteral("differences.csv")))
        if (difference.at("case") == row.at("case"))
            differences[difference.at("quantity")] += numberOf(difference, "bytes");
    QStringList wrong;
    for (const auto &[quantity, bytes] : estimated) {
        double counted = numberOf(row, quantity) - differences[quantity];
        if (quantity == "layer")
            for (const char *aside : { "squares", "statistics", "positions", "masks" })
                counted -= numberOf(row, aside);
        // The profiler tells the order of events that are less than a microsecond apart by chance.
        const double allowed = quantity == "peak" ? 0.12 * bytes : 0.5;
        if (std::abs(counted - bytes) > allowed)
            wrong << QStringLiteral("%1: counted without listed differences %2, estimated %3")
                         .arg(QString::fromStdString(quantity))
                         .arg(counted, 0, 'f', 0)
                         .arg(bytes, 0, 'f', 0);
    }
    QVERIFY2(wrong.isEmpty(), qPrintable(wrong.join('\n')));
}

/// A difference is of a case and a quantity that are counted, and says why.
void CountedBytesTest::everyDifferenceIsOfACase()
{
    const std::vector<CountedRow> rows = countedRows(QStringLiteral("counts.csv"));
    for (const CountedRow &difference : countedRows(QStringLiteral("differences.csv"))) {
        const auto found = std::ranges::find_if(
            rows, [&](const CountedRow &row) { return row.at("case") == difference.at("case"); });
        QVERIFY2(found != rows.end() && found->contains(difference.at("quantity")),
            difference.at("case").c_str());
        QVERIFY2(difference.at("reason").size() > 10, difference.at("case").c_str());
    }
}

QTEST_GUILESS_MAIN(CountedBytesTest)
#include "tst_counted_bytes.moc"
