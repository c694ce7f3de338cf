#include "model/measurement/measurement_reader.h"
#include "model/measurement/validation.h"
#include "model/rules/broken_rules.h"
#include "model/search/search_reasons.h"
#include "model/search/ties.h"
#include "model/session/plan_remedies.h"
#include "search_fixture.h"

#include <algorithm>
#include <atomic>
#include <cmath>
#include <fstream>
#include <map>
#include <numeric>

using namespace headroom;

namespace {

std::string text(const SearchOutcome &outcome)
{
    std::string all = std::to_string(outcome.counts.enumerated) + " "
        + std::to_string(outcome.counts.evaluated) + " " + std::to_string(outcome.counts.feasible)
        + " " + std::to_string(outcome.recommended.value_or(0)) + "\n";
    const auto add = [&all](const std::vector<FieldChange> &settings) {
        for (const FieldChange &setting : settings)
            all += setting.path + "=" + setting.value + " ";
        all += "\n";
    };
    for (const SearchRow &row : outcome.rows)
        add(row.settings);
    for (const SearchRow &row : outcome.pareto)
        add(row.settings);
    if (outcome.simplest)
        add(outcome.simplest->settings);
    return all;
}

QStringList problemIds(const Result<SearchOutcome> &outcome)
{
    QStringList ids;
    if (!outcome)
        for (const Error &problem : outcome.errors())
            ids << QString::fromStdString(problem.id);
    return ids;
}

constexpr auto dense = "llama3.1-8b-h100-node";
constexpr auto large = "llama3.1-405b-h100-128-nodes";
constexpr auto mixture = "mixtral-8x7b-h100-8-nodes";

} // namespace

class SearchOutcomeTest : public QObject
{
    Q_OBJECT

private slots:
    void threadsDoNotChangeTheAnswer_data()
    {
        QTest::addColumn<QString>("plan");
        QTest::addColumn<bool>("isExhaustive");
        QTest::newRow("dense") << dense << false;
        QTest::newRow("dense, everything") << dense << true;
        QTest::newRow("experts") << mixture << false;
    }
    void threadsDoNotChangeTheAnswer()
    {
        QFETCH(QString, plan);
        QFETCH(bool, isExhaustive);
        SearchRequest request = requestFor(
            examplePlan(plan.toUtf8().constData(), { "workload.global_batch_sequences=64" }));
        request.isExhaustive = isExhaustive;
        request.threads = 1;
        const std::string alone = text(*searchConfigurations(shippedEstimator(), request));
        for (const int threads : { 2, 3, 7 }) {
            request.threads = threads;
            QCOMPARE(text(*searchConfigurations(shippedEstimator(), request)), alone);
        }
    }

    void progressArrivesAndCancelStops()
    {
        SearchRequest request = requestFor(examplePlan(large));
        request.isExhaustive = true;
        std::stop_source stop;
        int calls = 0;
        bool hadRows = false;
        const SearchOutcome outcome = *searchConfigurations(
            shippedEstimator(), request,
            [&](const SearchProgress &progress) {
                ++calls;
                hadRows = hadRows || !progress.rows.empty();
                if (hadRows)
                    stop.request_stop();
            },
            stop.get_token());
        QVERIFY(calls > 0);
        QVERIFY(hadRows);
        QVERIFY(outcome.wasCancelled);
        QVERIFY(!outcome.rows.empty());
    }

    void contradictionsAreRefusedWithTheirRule_data()
    {
        QTest::addColumn<QStringList>("settings");
        QTest::addColumn<QStringList>("free");
        QTest::addColumn<QString>("rule");
        QTest::newRow("degrees that do not divide the devices")
            << QStringList { "parallelism.tensor=3" } << QStringList { "fsdp", "data" }
            << "rule-device-count";
        QTest::newRow("heads that tensor does not divide")
            << QStringList { "parallelism.tensor=8", "hardware.nodes=3",
                   "hardware.devices_per_node=8", "parallelism.pipeline=3" }
            << QStringList { "fsdp", "data", "micro_batch" } << "rule-divisible";
        QTest::newRow("chunks without stages")
            << QStringList { "parallelism.pipeline_chunks=2" } << QStringList { "fsdp", "data" }
            << "rule-interleaving-needs-stages";
        QTest::newRow("sequence parallel without tensor")
            << QStringList { "parallelism.sequence_parallel=true" }
            << QStringList { "fsdp", "data" } << "rule-sequence-parallel-needs-tensor";
        QTest::newRow("a batch that never splits") << QStringList {
            "workload.global_batch_sequences=127", "parallelism.micro_batch_sequences=4"
        } << QStringList { "fsdp", "data" } << "rule-batch-split";
        QTest::newRow("a batch that does not split over the machines")
            << QStringList { "hardware.nodes=11" } << QStringList { "parallelism" }
            << "rule-batch-split";
        QTest::newRow("a kernel that the chip lacks")
            << QStringList { "attention=splash" } << QStringList { "parallelism", "remat" }
            << "rule-attention-chip";
    }
    void contradictionsAreRefusedWithTheirRule()
    {
        QFETCH(QStringList, settings);
        QFETCH(QStringList, free);
        QFETCH(QString, rule);
        std::vector<std::string> texts = stdTexts(settings), names = stdTexts(free);
        const auto outcome = searchConfigurations(
            shippedEstimator(), requestFor(examplePlan(dense, texts), names));
        QVERIFY(!outcome);
        QVERIFY2(problemIds(outcome).contains(rule), qPrintable(problemIds(outcome).join(", ")));
    }

    void missingInputsAreNamed()
    {
        SearchRequest request = requestFor(examplePlan(dense));
        request.plan.workload.trainingTokens.reset();
        request.deadlineDays = 10;
        QCOMPARE(problemIds(searchConfigurations(shippedEstimator(), request)),
            QStringList { "search-needs-tokens" });
        QVERIFY(!settingsByName({ "tensr" }, "--free"));
        QCOMPARE(settingsByName({ "tensr" }, "--free").errors().front().id,
            std::string("unknown-knob-near"));
        QCOMPARE(settingsByName({ "workload.sequence_length" }, "--free").errors().front().id,
            std::string("knob-not-free"));
    }

    void whatCannotFitHasANearestMissAndRemedies()
    {
        const SearchOutcome outcome = *searchConfigurations(shippedEstimator(),
            requestFor(
                examplePlan(large, { "hardware.nodes=4", "workload.global_batch_sequences=32" })));
        QVERIFY(outcome.rows.empty());
        QVERIFY(!outcome.recommended);
        QVERIFY(outcome.nearestMiss.has_value());
        const NearestMiss &miss = *outcome.nearestMiss;
        const Estimate &closest = miss.row.estimate;
        QVERIFY(!closest.memory.fits);
        QCOMPARE(miss.shortBytes.value(),
            (closest.memory.decisive().bytes - closest.memory.budget).value());
        QVERIFY(miss.remedies.empty()); // the ladder says what makes a plan fit
        const Plan asked
            = examplePlan(large, { "hardware.nodes=4", "workload.global_batch_sequences=32" });
        const Remedies helps = missRemedies(shippedEstimator(), asked, miss.row.settings);
        QVERIFY(!helps.all.empty() || helps.nearest);
        for (const Remedy &help : helps.all)
            QVERIFY(help.estimate.memory.fits);
    }

    void aFixedMicroBatchIsNamedAsTheRemedy()
    {
        // Two sequences at once with everything kept: other policies and micro-batches would fit.
        const SearchOutcome outcome = *searchConfigurations(shippedEstimator(),
            requestFor(
                examplePlan(dense, { "parallelism.micro_batch_sequences=2" }), { "data", "fsdp" }));
        QVERIFY(outcome.rows.empty());
        const Plan asked = examplePlan(dense, { "parallelism.micro_batch_sequences=2" });
        const Remedies helps
            = missRemedies(shippedEstimator(), asked, outcome.nearestMiss->row.settings);
        QVERIFY(std::ranges::any_of(helps.all, [](const Remedy &help) {
            return help.changes.size() == 1
                && help.changes.front().path == "parallelism.micro_batch_sequences";
        }));
    }

    void tiesAreMarkedAndTheSimplestRecommended_data()
    {
        QTest::addColumn<QString>("plan");
        QTest::addColumn<double>("minFit");
        QTest::newRow("dense") << dense << defaultMinFit;
        QTest::newRow("dense, bold") << dense << 0.5;
        QTest::newRow("dense, careful") << dense << 0.999;
        QTest::newRow("large") << large << defaultMinFit;
        QTest::newRow("experts") << mixture << defaultMinFit;
    }
    void tiesAreMarkedAndTheSimplestRecommended()
    {
        QFETCH(QString, plan);
        QFETCH(double, minFit);
        SearchRequest request = requestFor(examplePlan(plan.toUtf8().constData()));
        request.top = 400;
        request.minFit = minFit;
        const SearchOutcome outcome = *searchConfigurations(shippedEstimator(), request);
        const std::vector<SearchRow> &rows = outcome.rows;
        for (const SearchRow &row : rows)
            QCOMPARE(row.isTie,
                row.estimate.time.step <= rows.front().estimate.time.step * (1 + tieShare()));
        QVERIFY(outcome.recommended && outcome.simplest && outcome.reason);
        const SearchRow &chosen = rows[*outcome.recommended];
        const auto isSafe = [minFit](const SearchRow &row) {
            return row.estimate.memory.fitProbability >= minFit;
        };
        QCOMPARE(isSafe(chosen), std::ranges::any_of(rows, isSafe));
        QVERIFY(outcome.isKept || outcome.simplest->settings == chosen.settings);
        for (const SearchRow &row : rows) {
            if (isSafe(row) != isSafe(chosen))
                continue;
            // Nothing as safe is better in everything, and what is told apart is not worse.
            const bool isBetter = row.simplicity < chosen.simplicity
                && row.estimate.time.step < chosen.estimate.time.step
                && row.estimate.memory.peak < chosen.estimate.memory.peak;
            QVERIFY(!isBetter);
            QVERIFY(chosen.estimate.time.step <= row.estimate.time.step * (1 + tieShare()));
        }
    }

    void aSafeResultIsListedWhereTheFastestAreNot()
    {
        SearchRequest request = requestFor(examplePlan(dense));
        for (const std::size_t top : { std::size_t { 1 }, std::size_t { 3 } }) {
            request.top = top;
            const SearchOutcome outcome = *searchConfigurations(shippedEstimator(), request);
            QVERIFY(outcome.rows.size() == top || outcome.rows.size() == top + 1);
            QVERIFY(outcome.recommended.has_value());
            QVERIFY(outcome.rows[*outcome.recommended].estimate.memory.fitProbability >= 0.9);
        }
    }

    /// The scatter that decides about ties, found again in the measured runs.
    void measuredSetsScatterAsAssumed()
    {
        const char *path = HEADROOM_PROFILES "/measurements/measurements.csv";
        std::ifstream file(path);
        const Result<Validation> validation = validate(file, "shipped", flaggedEstimator(), {}, {});
        QVERIFY(validation);
        std::map<std::string, double> errors;
        for (const RowPrediction &row : validation->predictions)
            if (row.measuredStep > Seconds {} && row.step.value > Seconds {})
                errors[row.id] = std::log(row.step.value / row.measuredStep);
        std::ifstream again(path);
        Result<MeasurementReader> reader
            = MeasurementReader::open(again, "shipped", shippedLibrary().directories());
        using Set = std::tuple<std::string, std::string, std::string, double, double>;
        std::map<Set, std::vector<double>> sets;
        for (MeasurementReader::Row row; reader.value().next(row);)
            if (const auto *run = std::get_if<Measurement>(&row); run && errors.contains(run->id))
                sets[{ run->family(), run->modelName, run->hardware, run->devices.value_or(0),
                         run->globalBatch.value_or(0) }]
                    .push_back(errors[run->id]);
        std::vector<double> scatters;
        for (const auto &[set, found] : sets) {
            if (found.size() < 4)
                continue;
            const double count = static_cast<double>(found.size());
            const double mean = std::accumulate(found.begin(), found.end(), 0.0) / count;
            double squares = 0;
            for (const double error : found)
                squares += (error - mean) * (error - mean);
            scatters.push_back(std::sqrt(squares / (count - 1)));
        }
        QVERIFY(scatters.size() > 40);
        std::ranges::sort(scatters);
        const double median = scatters[scatters.size() / 2];
        QVERIFY2(qAbs(median - scatterWithinSet) < 0.015, qPrintable(QString::number(median)));
    }

    void rowsAreSortedByTheObjectiveThenAxes()
    {
        for (const Objective objective :
            { Objective::Throughput, Objective::Memory, Objective::Cost, Objective::Devices }) {
            SearchRequest request
                = requestFor(examplePlan(dense, { "workload.global_batch_sequences=64" }));
            request.objective = objective;
            request.top = 60;
            const SearchOutcome outcome = *searchConfigurations(shippedEstimator(), request);
            QVERIFY(outcome.rows.size() > 10);
            for (std::size_t i = 1; i < outcome.rows.size(); ++i) {
                const SearchRow &a = outcome.rows[i - 1], &b = outcome.rows[i];
                const auto key = [](const SearchRow &row) {
                    return std::tuple(row.value, row.estimate.time.step, row.simplicity.axes);
                };
                QVERIFY(key(a) <= key(b));
                QVERIFY(b.estimate.memory.fits);
            }
        }
    }

    void fewestDevicesReachTheDeadline()
    {
        SearchRequest request
            = requestFor(examplePlan(dense, { "workload.global_batch_sequences=512" }));
        request.objective = Objective::Devices;
        request.deadlineDays = 30;
        request.top = 5;
        const SearchOutcome outcome = *searchConfigurations(shippedEstimator(), request);
        QVERIFY(!outcome.rows.empty());
        for (const SearchRow &row : outcome.rows) {
            QVERIFY(row.estimate.run->days <= 30);
            QCOMPARE(row.settings.front().path, std::string("hardware.nodes"));
        }
        // Nothing smaller does: the fastest on fewer nodes is late.
        const int nodes = std::stoi(outcome.rows.front().settings.front().value);
        QVERIFY(nodes > 1);
        SearchRequest smaller = requestFor(request.plan);
        smaller.plan.hardware.nodes = nodes - 1;
        smaller.deadlineDays = 30;
        const Result<SearchOutcome> late = searchConfigurations(shippedEstimator(), smaller);
        QVERIFY(!late || late->rows.empty());
        if (late)
            QVERIFY(late->nearestMiss->shortDays > 0);
    }

    void theOwnPlanIsACandidate()
    {
        for (const std::string &id : shippedLibrary().planIds()) {
            SearchRequest request = requestFor(examplePlan(id.c_str()));
            request.free = *settingsByName({ "micro_batch", "remat" }, "--free");
            request.top = 100000;
            const SearchOutcome outcome = *searchConfigurations(shippedEstimator(), request);
            QVERIFY2(outcome.own.has_value(), id.c_str());
            if (!outcome.own->estimate.memory.fits)
                continue;
            const bool isListed = std::ranges::any_of(outcome.rows,
                [&](const SearchRow &row) { return row.estimate == outcome.own->estimate; });
            QVERIFY2(isListed, id.c_str());
        }
    }

    void reasonsAddUp()
    {
        SearchRequest request
            = requestFor(examplePlan(dense, { "workload.global_batch_sequences=64" }));
        const SearchOutcome outcome = *searchConfigurations(shippedEstimator(), request);
        const SearchReasons reasons = searchReasons(shippedEstimator(), request, outcome);
        QVERIFY(reasons.bestAgainstOwn.has_value());
        QCOMPARE(reasons.othersAgainstBest.size(), outcome.rows.size() - 1);
        double seconds = 0, bytes = 0;
        for (const TermDifference &term : reasons.othersAgainstBest.back().terms)
            (term.isTime ? seconds : bytes) += term.change();
        const Comparison &last = reasons.othersAgainstBest.back();
        QVERIFY(std::abs(seconds - last.step.value()) < 1e-9 * outcome.rows.back().value);
        QVERIFY(std::abs(bytes - last.peak.value()) < 1);
        QVERIFY(!comparisonText(last).empty());

        QVERIFY(!reasons.sensitivity.empty());
        const Estimate own = outcome.own->estimate;
        for (const SensitivityRow &row : reasons.sensitivity) {
            const ResolvedPlan stepped
                = *resolvePlan(planOf(request.plan, row.changes), shippedLibrary());
            QVERIFY(brokenRules(stepped).empty());
            const Estimate lone = shippedEstimator().estimate(stepped);
            QVERIFY(row.step == lone.time.step);
            QCOMPARE(row.peakChange.value(), (lone.memory.peak - own.memory.peak).value());
        }
        for (const ChoicePrice &price : reasons.prices) {
            QVERIFY(price.freed < price.fixed);
            const bool isFree = std::ranges::find(request.free, price.path) != request.free.end();
            QVERIFY(!isFree);
        }
    }

    void customPoliciesBeatTheNamedOnes()
    {
        SearchRequest request = requestFor(examplePlan(mixture));
        const SearchOutcome named = *searchConfigurations(shippedEstimator(), request);
        request.wantsCustomRemat = true;
        const SearchOutcome refined = *searchConfigurations(shippedEstimator(), request);
        const SearchRow &best = refined.rows.front();
        QVERIFY(best.estimate.time.step <= named.rows.front().estimate.time.step);
        for (const SearchRow &row : refined.rows) {
            const ResolvedPlan resolved
                = *resolvePlan(planOf(request.plan, row.settings), shippedLibrary());
            QVERIFY(brokenRules(resolved).empty());
            QVERIFY(row.estimate == shippedEstimator().estimate(resolved));
        }
    }
};

QTEST_GUILESS_MAIN(SearchOutcomeTest)
#include "tst_search_outcome.moc"
