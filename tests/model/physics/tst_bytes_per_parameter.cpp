#include "tests/model/shipped.h"

#include "model/physics/memory/state_memory.h"

#include <QFile>
#include <QTest>

#include <cmath>

using namespace headroom;

/// The table of bytes per parameter in model/FORMULAS.md: what the formulas give for its settings.
class BytesPerParameterTest : public QObject
{
    Q_OBJECT

private slots:
    void theTableIsThatOfTheFormulas_data();
    void theTableIsThatOfTheFormulas();
};

void BytesPerParameterTest::theTableIsThatOfTheFormulas_data()
{
    QTest::addColumn<QStringList>("settings");
    QTest::addColumn<QStringList>("bytes");
    QFile file(QStringLiteral(HEADROOM_PROFILES "/../model/FORMULAS.md"));
    QVERIFY(file.open(QIODevice::ReadOnly));
    const QStringList lines = QString::fromUtf8(file.readAll()).split('\n');
    int rows = 0;
    for (const QString &line : lines) {
        if (!line.startsWith(QStringLiteral("| `framework=")))
            continue;
        const QStringList cells = line.split('|');
        QVERIFY2(cells.size() >= 7, qPrintable(line));
        const QString settings = cells[1].trimmed().remove('`');
        QTest::newRow(qPrintable(settings)) << settings.split(' ') << cells.mid(2, 4);
        ++rows;
    }
    QVERIFY(rows >= 12);
}

/// Llama 3.1 8B on eight devices, or as the settings say.
void BytesPerParameterTest::theTableIsThatOfTheFormulas()
{
    QFETCH(QStringList, settings);
    QFETCH(QStringList, bytes);
    std::vector<std::string> all { "options.cross_entropy=auto",
        "workload.global_batch_sequences=128", "parallelism.micro_batch_sequences=1",
        "remat.policy=full", "optimizer=adamw" };
    const std::vector<std::string> own = stdTexts(settings);
    all.insert(all.end(), own.begin(), own.end());
    const ResolvedPlan plan = shippedPlan("llama3.1-8b-h100-node", all);
    const Prepared p = shippedEstimator().prepare(plan);
    const Candidate c = planCandidate(plan.plan);
    const Layout layout = makeLayout(p, c);
    NoTrace none;
    const StageParameters parameters = stageParameters(p, c, layout, Stage::First, none);
    const StateMemory state = stateMemory(p, c, layout, parameters, none);
    const double beside = stateBuffers(p, c, layout, parameters, none)
        + stepCopyBytes(p, c, layout, parameters, none);
    const double whole = 8030261248;
    const double found[] { state.weights / whole, state.gradients / whole, state.optimizer / whole,
        beside / whole };
    for (int i = 0; i < 4; ++i) {
        const double told = bytes[i].trimmed().toDouble();
        QVERIFY2(std::abs(found[i] - told) < 0.006,
            qPrintable(QStringLiteral("column %1: %2, told %3").arg(i).arg(found[i]).arg(told)));
    }
}

QTEST_GUILESS_MAIN(BytesPerParameterTest)
#include "tst_bytes_per_parameter.moc"
