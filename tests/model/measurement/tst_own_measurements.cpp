#include "model/plan/fields/plan_fields.h"
#include "model/rules/checked_plan.h"
#include "model/search/search.h"
#include "model/search/search_settings.h"
#include "model/session/workbench.h"

#include <QTemporaryDir>
#include <QTest>

#include <fstream>

using namespace headroom;

namespace {

const char *const planId = "llama3.1-8b-h100-node";

/// Runs of an 8B model that took longer and held more than they would by themselves.
void writeRuns(const std::filesystem::path &file, double seconds, double gibibytes)
{
    std::ofstream out(file);
    out << "id,framework,model_name,layers,hidden,ffn_hidden,heads,kv_heads,vocab,seq_len,hardware,"
           "devices,global_batch_seqs,fsdp,micro_batch,precision,remat,step_time_s,peak_mem_gib,"
           "memory_is\n";
    for (int i = 0; i < 3; ++i)
        out << "own-" << i << ",maxtext,llama3.1-8b,32,4096,14336,32,8,128256,8192,h100-sxm,8,"
            << 16 * (i + 1) << ",8,2,bf16,full," << seconds * (i + 1) << "," << gibibytes
            << ",allocated\n";
}

} // namespace

/// Own measurements move every answer alike: a lone estimate, a search, the application.
class OwnMeasurementsTest : public QObject
{
    Q_OBJECT

private slots:
    void initTestCase()
    {
        m_library = std::make_unique<ProfileLibrary>(DataDirectories { HEADROOM_PROFILES, {} });
        QVERIFY(m_folder.isValid());
        m_file = std::filesystem::path(m_folder.path().toStdString()) / "own.csv";
        writeRuns(m_file, 12.0, 60);
    }

    void predictionsMoveTowardsTheRuns()
    {
        const Result<Estimator> plain = Workbench { *m_library }.estimator();
        const Result<Estimator> moved = Workbench { *m_library }.estimator(m_file);
        QVERIFY(plain && moved);
        const Calibration &own = moved->calibration();
        QCOMPARE(own.runs, 3);
        QVERIFY(own.chosen != CalibrationMode::None);
        const ResolvedPlan plan = resolved();
        const Estimate before = plain->estimate(plan), after = moved->estimate(plan);
        QVERIFY(after.time.step.value() > 1.1 * before.time.step.value());
        QVERIFY(after.memory.peak.value() > 1.02 * before.memory.peak.value());
        QCOMPARE(after.time.terms.total().value(), after.time.step.value());
        QCOMPARE(after.memory.terms.total().value(), after.memory.peak.value());
        QVERIFY(after.time.p10 < after.time.step && after.time.step < after.time.p90);
    }

    void explanationFollows()
    {
        const Result<Estimator> moved = Workbench { *m_library }.estimator(m_file);
        QVERIFY(moved);
        const Estimate estimate = moved->estimate(resolved());
        for (const Derivation &tree : moved->explain(resolved())) {
            if (const auto term = timeTermById(tree.id))
                QVERIFY(std::abs(tree.value - estimate.time.terms[*term].value())
                    <= 1e-12 * tree.value);
            if (const auto term = memoryTermById(tree.id); term && !tree.operands.empty()) {
                QVERIFY(std::abs(tree.value - estimate.memory.terms[*term].value())
                    <= 1e-12 * tree.value);
                QVERIFY(std::ranges::any_of(tree.operands,
                    [](const Derivation &operand) { return operand.id == "memory_factor"; }));
            }
        }
    }

    void searchResultsEqualEstimates()
    {
        const Result<Estimator> moved = Workbench { *m_library }.estimator(m_file);
        QVERIFY(moved);
        const Result<CheckedPlan> plan = openCheckedPlan(planId, {}, *m_library);
        QVERIFY(plan);
        SearchRequest request;
        request.plan = plan->loaded.plan;
        request.free = *settingsByName({ "remat.policy", "parallelism.micro_batch_sequences",
                                           "parallelism.tensor", "parallelism.fsdp" },
            "--free");
        request.threads = 1;
        request.wantsCustomRemat = false;
        const Result<SearchOutcome> outcome = searchConfigurations(*moved, request);
        QVERIFY(outcome);
        QVERIFY(outcome->rows.size() > 3);
        for (const SearchRow &row : outcome->rows) {
            Plan next = request.plan;
            for (const FieldChange &change : row.settings)
                QVERIFY(setPlanField(next, change.path, change.value, {}).empty());
            const Result<ResolvedPlan> again = resolvePlan(next, *m_library);
            QVERIFY(again);
            const Estimate alone = moved->estimate(*again);
            QCOMPARE(row.estimate.time.step.value(), alone.time.step.value());
            QCOMPARE(row.estimate.memory.peak.value(), alone.memory.peak.value());
            QVERIFY(alone.memory.fits);
        }
    }

    /// What the measurements say of memory decides what the search calls a fit.
    void searchFollowsMeasuredMemory()
    {
        const auto feasible = [&](double factor) {
            Result<Estimator> estimator = Workbench { *m_library }.estimator();
            for (StackProfile &stack : estimator.value().stacks().stacks())
                stack.memoryFactor = factor;
            SearchRequest request;
            request.plan = openCheckedPlan(planId, {}, *m_library)->loaded.plan;
            request.free = *settingsByName(
                { "remat.policy", "parallelism.micro_batch_sequences" }, "--free");
            request.threads = 1;
            request.isExhaustive = true;
            request.wantsCustomRemat = false;
            return searchConfigurations(*estimator, request)->counts.feasible;
        };
        QVERIFY(feasible(1.5) < feasible(1.0));
        QVERIFY(feasible(0.6) > feasible(1.0));
    }

    void applicationFollowsThePlansOwnFile()
    {
        const Result<Estimator> plain = Workbench { *m_library }.estimator();
        CalibratedEstimators estimators(*plain);
        ResolvedPlan plan = resolved();
        QVERIFY(estimators.estimate(plan) == plain->estimate(plan));
        plan.calibrationFile = m_file;
        const Result<Estimator> moved = Workbench { *m_library }.estimator(m_file);
        QVERIFY(estimators.estimate(plan) == moved->estimate(plan));
        QVERIFY(estimators.of(plan)->calibration() == moved->calibration());
        // The file changes: so does the answer.
        const auto other = m_file.parent_path() / "other.csv";
        writeRuns(other, 12, 60);
        plan.calibrationFile = other;
        const Estimate first = estimators.estimate(plan);
        writeRuns(other, 30, 60);
        std::filesystem::last_write_time(
            other, std::filesystem::last_write_time(other) + std::chrono::seconds(5));
        QVERIFY(estimators.estimate(plan).time.step > first.time.step);
    }

    void unusableFilesAreSaid()
    {
        const auto empty = m_file.parent_path() / "unknown.csv";
        std::ofstream(empty)
            << "id,layers,hidden,heads,seq_len,hardware,devices,global_batch_seqs\n"
               "a,1,1,1,1,abacus,1,1\n";
        for (const auto &file : { m_file.parent_path() / "missing.csv", empty }) {
            const Result<Estimator> refused = Workbench { *m_library }.estimator(file);
            QVERIFY(!refused);
            const std::string &id = refused.errors().front().id;
            QVERIFY2(id == (file == empty ? "measurement-header" : "file-unreadable"), id.c_str());
            const Result<Estimator> plain = Workbench { *m_library }.estimator();
            CalibratedEstimators estimators(*plain);
            ResolvedPlan plan = resolved();
            plan.calibrationFile = file;
            const Estimate estimate = estimators.estimate(plan);
            QCOMPARE(estimate.time.step.value(), plain->estimate(plan).time.step.value());
            QVERIFY(std::ranges::any_of(estimate.findings,
                [](const Finding &finding) { return finding.id == "calibration-unusable"; }));
        }
    }

    void planNamesItsFileFromItsFolder()
    {
        const Result<CheckedPlan> plan = openCheckedPlan(planId, {}, *m_library);
        Plan named = plan->loaded.plan;
        named.calibration = "own.csv";
        const Result<ResolvedPlan> found
            = resolvePlan(named, *m_library, m_folder.path().toStdString());
        QVERIFY(found);
        QCOMPARE(found->calibrationFile.string(), m_file.string());
    }

private:
    ResolvedPlan resolved() const { return openCheckedPlan(planId, {}, *m_library)->resolved; }

    std::unique_ptr<ProfileLibrary> m_library;
    QTemporaryDir m_folder;
    std::filesystem::path m_file;
};

QTEST_GUILESS_MAIN(OwnMeasurementsTest)
#include "tst_own_measurements.moc"
