#include "recorded_cases.h"
#include "tests/model/shipped.h"

#include "model/estimate/estimator.h"
#include "model/rules/checked_plan.h"

#include <QTest>

#include <cmath>
#include <cstdlib>
#include <fstream>
#include <iomanip>
#include <map>

using namespace headroom;

namespace {

constexpr double tolerance = 1e-9; ///< compilers may add up in another order

/// Every figure of an evaluation that is not zero. @unit bytes, seconds, FLOP
std::map<std::string, double> figuresOf(const Evaluation &evaluation)
{
    std::map<std::string, double> figures;
    const auto add = [&](const std::string &name, double value) {
        if (value != 0)
            figures[name] = value;
    };
    for (std::size_t i = 0; i < memoryTermCount; ++i)
        add(termId(static_cast<MemoryTerm>(i)), evaluation.memory.values[i].value());
    for (std::size_t i = 0; i < timeTermCount; ++i)
        add(termId(static_cast<TimeTerm>(i)), evaluation.time.values[i].value());
    for (std::size_t i = 0; i < axisCount; ++i) {
        const AxisLoad &load = evaluation.axes[i];
        const std::string axis = axisIds[i];
        add(axis + ".bytes", load.bytes.value());
        add(axis + ".seconds", load.seconds.value());
        add(axis + ".window", load.window.value());
        add(axis + ".exposed", load.exposed.value());
        add(axis + ".crosses_nodes", load.crossesNodes ? 1 : 0);
    }
    add("peak", evaluation.peak.value());
    add("budget", evaluation.budget.value());
    add("outside_pool", evaluation.outsidePool.value());
    add("host", evaluation.host.value());
    add("step", evaluation.step.value());
    add("forward", evaluation.forward.value());
    add("backward", evaluation.backward.value());
    add("micro_batches", evaluation.microBatches);
    add("model_flop", evaluation.modelFlopPerDevice.value());
    add("hardware_flop", evaluation.hardwareFlopPerDevice.value());
    add("worst_stage", evaluation.worstStage);
    add("fits", evaluation.fits ? 1 : 0);
    return figures;
}

using Results = std::map<std::string, std::map<std::string, double>>;

Results readResults(const std::string &path)
{
    Results results;
    std::ifstream file(path);
    for (std::string line; std::getline(file, line);) {
        const std::size_t last = line.rfind(','), first = line.find(',');
        if (first == last || line.starts_with("case,"))
            continue;
        results[line.substr(0, first)][line.substr(first + 1, last - first - 1)]
            = std::strtod(line.c_str() + last + 1, nullptr);
    }
    return results;
}

} // namespace

/// Every term of plans that reach the branches of the physics, as it was when somebody last looked
/// at it: a change of a formula shows here as the figures that it moves. After a change that is
/// meant, HEADROOM_REGENERATE=1 records them anew, and their difference belongs in the review.
class RecordedResultsTest : public QObject
{
    Q_OBJECT

private slots:
    void initTestCase()
    {
        const Estimator estimator = *Estimator::make(shippedLibrary());
        for (const RecordedCase &own : recordedCases()) {
            const ResolvedPlan plan = shippedPlan(own.plan, own.settings);
            m_results[own.name]
                = figuresOf(evaluate(estimator.prepare(plan), planCandidate(plan.plan)));
        }
        if (!qEnvironmentVariableIsSet("HEADROOM_REGENERATE"))
            return;
        std::ofstream file(m_path);
        file << "case,figure,value\n" << std::setprecision(12);
        for (const auto &[name, figures] : m_results)
            for (const auto &[figure, value] : figures)
                file << name << ',' << figure << ',' << value << '\n';
    }

    void figuresAreThoseRecorded_data()
    {
        QTest::addColumn<QString>("name");
        for (const auto &[name, figures] : m_results)
            QTest::newRow(name.c_str()) << QString::fromStdString(name);
        QVERIFY(m_results.size() > 150);
        m_recorded = readResults(m_path);
        QCOMPARE(m_recorded.size(), m_results.size());
    }
    void figuresAreThoseRecorded()
    {
        QFETCH(QString, name);
        const auto found = m_recorded.find(name.toStdString());
        QVERIFY(found != m_recorded.end());
        const std::map<std::string, double> &now = m_results.at(name.toStdString());
        QStringList moved;
        const auto compare = [&](const std::string &figure, double was, double is) {
            if (!(std::abs(is - was) <= tolerance * std::abs(was)))
                moved << QStringLiteral("%1: %2, was %3")
                             .arg(QString::fromStdString(figure))
                             .arg(is, 0, 'g', 10)
                             .arg(was, 0, 'g', 10);
        };
        for (const auto &[figure, was] : found->second)
            compare(figure, was, now.contains(figure) ? now.at(figure) : 0.0);
        for (const auto &[figure, is] : now)
            if (!found->second.contains(figure))
                compare(figure, 0, is);
        QVERIFY2(moved.empty(), qPrintable(moved.join(QStringLiteral("; "))));
    }

private:
    const std::string m_path = HEADROOM_TEST_DATA "/../golden/results.csv";
    Results m_results, m_recorded;
};

QTEST_GUILESS_MAIN(RecordedResultsTest)
#include "tst_recorded_results.moc"
