#include "tests/model/shipped.h"

#include "model/base/files/read_file.h"
#include "model/library/architecture/model_flops.h"
#include "model/library/architecture/parameter_count.h"
#include "model/measurement/known_runs.h"
#include "model/measurement/measured_shape.h"
#include "model/measurement/visit_runs.h"
#include "model/physics/prepare/prepare.h"

#include <QTest>

#include <functional>

using namespace headroom;

namespace {

void forEachRun(const std::function<void(const MeasuredRun &)> &visit)
{
    const auto file
        = InputStream::open(shippedLibrary().directories().find("measurements/measurements.csv"));
    auto reader = MeasurementReader::open(**file, "measurements", shippedLibrary().directories());
    visitRuns(
        reader.value(), shippedEstimator(), [](const ExcludedRow &) {}, visit);
}

/// By the formulas of the model's shape alone.
double mfuOf(const MeasuredRun &run)
{
    const ResolvedPlan &plan = run.resolved;
    const auto length = static_cast<double>(plan.plan.workload.sequenceLength);
    const double tokens = length * static_cast<double>(plan.plan.workload.globalBatchSequences)
        / static_cast<double>(plan.deviceCount());
    return modelFlopsPerToken(*plan.model, length, FlopsConvention::Causal) * tokens / *run.step
        / densePeak(plan.accelerator, plan.plan.precision.compute);
}

} // namespace

class KnownRunsTest : public QObject
{
    Q_OBJECT

private slots:
    /// A row that names no known model says by its count whether the head is the embedding.
    void aCountOfParametersSaysWhatIsTied()
    {
        Measurement row;
        row.modelName = "unknown";
        row.layers = 24;
        row.hidden = 2048;
        row.heads = 16;
        row.kvHeads = 1;
        row.ffnHidden = 8192;
        row.vocab = 49280;
        row.gatedMlp = false;
        const auto isTied = [&](std::optional<double> billions) {
            row.paramsTotalB = billions;
            bool isIncomplete = false;
            std::string lacking;
            return measuredShape(row, nullptr, isIncomplete, lacking)->tiedEmbeddings;
        };
        // 24 layers of 42.5 M and 101 M for each of embedding and head.
        QVERIFY(isTied(1.125));
        QVERIFY(!isTied(1.222));
        QVERIFY(!isTied(1.5));
        QVERIFY(!isTied(std::nullopt));
    }

    /// 70 billion parameters on 256 H100: the best of the like runs, found by hand.
    void theBestIsThatOfTheRows()
    {
        const KnownRuns known(shippedLibrary());
        const ResolvedPlan plan = shippedPlan("llama3-70b-h100-32-nodes");
        const auto place = known.place(shippedEstimator(), plan, 0.4);
        QVERIFY(place);
        QVERIFY(place->isOfClass);
        QVERIFY(place->isOfScale);
        double best = 0;
        std::string id;
        int runs = 0;
        forEachRun([&](const MeasuredRun &run) {
            const ResolvedPlan &other = run.resolved;
            const double devices = static_cast<double>(other.deviceCount());
            const double billions
                = static_cast<double>(countParameters(*other.model).total()) / 1e9;
            if (other.accelerator.id != "h100-sxm" || other.model->moe || !other.recipe.isNone()
                || isAdapted(other.plan) || !run.step || run.row.isWeak() || run.row.isDuplicate()
                || billions < 35.3 || billions > 141.1 || devices < 32 || devices > 2048)
                return;
            ++runs;
            if (mfuOf(run) > best) {
                best = mfuOf(run);
                id = run.row.id;
            }
        });
        QCOMPARE(place->runs, runs);
        QCOMPARE(place->bestId, id);
        QVERIFY(std::abs(place->best / best - 1) < 1e-9);
        QVERIFY(place->sources >= 2);
    }

    void thePlaceFollowsTheMfu()
    {
        const KnownRuns known(shippedLibrary());
        for (const std::string &id : shippedLibrary().planIds()) {
            const ResolvedPlan plan = shippedPlan(id);
            const auto middle = known.place(shippedEstimator(), plan, 0.4);
            if (!middle)
                continue;
            QVERIFY(middle->lower <= middle->median && middle->median <= middle->upper);
            QVERIFY(middle->upper <= middle->best && middle->best < 1);
            const auto standing = [&](double mfu) {
                return mfuStandingName(known.place(shippedEstimator(), plan, mfu)->standing);
            };
            QCOMPARE(standing(middle->median), "typical");
            QCOMPARE(standing(middle->lower * 0.99), "low");
            QCOMPARE(standing(middle->best * 1.01), "best");
            const std::string text = mfuText(*middle);
            QVERIFY2(text.find(middle->bestSource) != std::string::npos, text.c_str());
            QVERIFY2(text.find("half of the peak") != std::string::npos, text.c_str());
            QVERIFY2(text.find('{') == std::string::npos, text.c_str());
        }
    }

    /// Fine-tuning is held against fine-tuning, 8 bits against 8 bits, and a chip that nobody
    /// measured against nothing.
    void onlyLikeRunsCount()
    {
        const KnownRuns known(shippedLibrary());
        const auto place = [&](const std::vector<std::string> &settings) {
            return known.place(
                shippedEstimator(), shippedPlan("llama3.1-8b-h100-node", settings), 0.4);
        };
        const auto whole = place({});
        QVERIFY(whole);
        QVERIFY(!place({ "tuning.method=lora" }));
        QVERIFY(!place({ "hardware.accelerator=l40s" }));
        const auto narrow = place({ "framework=megatron", "precision.recipe=fp8_current" });
        QVERIFY(narrow);
        QVERIFY(narrow->best != whole->best);
    }

    void anUnreadableTableHasNoRuns()
    {
        const ProfileLibrary empty { DataDirectories { "/nowhere", {} } };
        QVERIFY(
            !KnownRuns(empty).place(shippedEstimator(), shippedPlan("llama3.1-8b-h100-node"), 0.4));
    }
};

QTEST_GUILESS_MAIN(KnownRunsTest)
#include "tst_known_runs.moc"
