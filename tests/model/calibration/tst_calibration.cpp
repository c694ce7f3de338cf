#include "tests/model/shipped.h"

#include "model/base/document/document.h"
#include "model/calibration/calibration_file.h"
#include "model/calibration/calibration_report.h"
#include "model/calibration/kernel_evidence.h"
#include "model/measurement/numbers/symmetric_matrix.h"
#include "model/physics/step/evaluate.h"

#include <QTemporaryDir>
#include <QTest>

#include <cmath>
#include <fstream>
#include <set>
#include <sstream>

using namespace headroom;

namespace {

/// Runs of an 8B model on one node; each step takes what `seconds` says for its number.
template <class Seconds> std::string rowsOf(int count, Seconds seconds)
{
    std::string text
        = "id,framework,model_name,layers,hidden,ffn_hidden,heads,kv_heads,vocab,seq_len,hardware,"
          "devices,global_batch_seqs,fsdp,tp,micro_batch,precision,remat,step_time_s\n";
    for (int i = 0; i < count; ++i) {
        const int tensor = 1 << (i % 3);
        text += "own-" + std::to_string(i)
            + ",torchtitan,llama3.1-8b,32,4096,14336,32,8,128256,8192,h100-sxm,8,"
            + std::to_string(16 << (i / 3)) + ',' + std::to_string(8 / tensor) + ','
            + std::to_string(tensor) + ",2,bf16,full," + std::to_string(seconds(i)) + '\n';
    }
    return text;
}

} // namespace

class CalibrationTest : public QObject
{
    Q_OBJECT

private slots:
    void initTestCase()
    {
        m_priors = **CalibrationPriors::of(shippedLibrary());
        // What the profiles predict, so that tests can say how far the machine is off.
        std::istringstream stream(rowsOf(9, [](int) { return 1.0; }));
        m_plain = *readOwnRuns(stream, "own", shippedEstimator());
        QCOMPARE(m_plain.size(), std::size_t { 9 });
    }

    void choleskySolves()
    {
        SymmetricMatrix matrix(2, { 4, 2, 2, 3 });
        const CholeskyFactor factor = matrix.factorised();
        const std::vector<double> x = factor.solved({ 2, 5 });
        QVERIFY(std::abs(4 * x[0] + 2 * x[1] - 2) < 1e-12);
        QVERIFY(std::abs(2 * x[0] + 3 * x[1] - 5) < 1e-12);
        const std::vector<double> inverse = factor.inverse();
        QVERIFY(std::abs(inverse[0] - 3.0 / 8) < 1e-12);
        QVERIFY(std::abs(factor.times({ 1, 0 })[0] - 2) < 1e-12);
    }

    /// Profiles that share one fitted value move together: runs of one of them say it of all.
    void relativesShareAConstant()
    {
        int shared = 0;
        for (const FittedConstant &constant : m_priors.kin) {
            const std::string first = constant.profiles.back();
            for (const Component &own : componentsOf(
                     { first }, shippedEstimator().stacks(), m_priors, CalibrationMode::Many)) {
                QCOMPARE(own.profiles.front(), first);
                if (own.key != constant.key)
                    continue;
                QCOMPARE(std::set<std::string>(own.profiles.begin(), own.profiles.end()),
                    std::set<std::string>(constant.profiles.begin(), constant.profiles.end()));
                QCOMPARE(own.profiles.size(), constant.profiles.size());
                shared += constant.profiles.size() > 1;
            }
        }
        QVERIFY(shared > 0);
    }

    /// Runs that scatter by half leave an interval that is as wide, whatever was believed before.
    void scatterWidensTheInterval()
    {
        const auto scatterOf = [this](double size) {
            const double signs[] { 1, -1, -1, 1, 1, 1, -1, -1, 1 };
            return calibrated(9, [&](int i) {
                return std::exp(size * signs[i]) * plainStep(i);
            }).doubt.scatter;
        };
        const double calm = scatterOf(0.02), wild = scatterOf(0.5);
        QVERIFY2(wild > 0.4 && wild < 1.5, qPrintable(QString::number(wild)));
        QVERIFY2(calm < 0.1, qPrintable(QString::number(calm)));
    }

    /// Runs that are as predicted move nothing.
    void goodProfilesStay()
    {
        const Calibration own = calibrated(6, [this](int i) { return plainStep(i); });
        QVERIFY(own.chosen == CalibrationMode::None);
        QVERIFY(movedConstants(own).empty());
        QCOMPARE(own.runs, 6);
    }

    /// Runs that died for want of memory say that their configurations take more than they had:
    /// where that is more than predicted, memory is raised; where it is less, nothing is.
    void deadRunsAreLowerBounds()
    {
        const auto factorOf = [this](double share, int exact) {
            std::istringstream plainStream(rowsOf(6, [this](int i) { return plainStep(i); }));
            std::vector<OwnRun> runs = *readOwnRuns(plainStream, "own", shippedEstimator());
            for (std::size_t i = 0; i < runs.size(); ++i)
                (static_cast<int>(i) < exact ? runs[i].peak : runs[i].peakAtLeast)
                    = runs[i].plainPeak * share;
            const Calibration own
                = calibrate({ std::move(runs), {}, {} }, shippedEstimator(), m_priors);
            for (const CalibratedConstant &constant : own.constants)
                if (constant.constant.key == "memory_factor")
                    return constant.posterior / constant.prior;
            return 1.0;
        };
        const double dead = factorOf(1.4, 0), measured = factorOf(1.4, 6);
        QVERIFY2(measured > 1.3 && measured < 1.4, qPrintable(QString::number(measured)));
        QVERIFY2(dead >= measured, qPrintable(QString::number(dead)));
        QVERIFY(std::abs(factorOf(0.6, 0) - 1) < 0.001);
    }

    /// However far off it is: no other run predicts it.
    void oneRunMovesNothing()
    {
        const Calibration own = calibrated(1, [this](int i) { return 1.5 * plainStep(i); });
        QVERIFY(own.chosen == CalibrationMode::None);
    }

    /// A machine that is slower in everything is seen as that, and its other runs with it.
    void aSlowMachineIsLearnt()
    {
        const Calibration own = calibrated(6, [this](int i) { return 1.3 * plainStep(i); });
        QVERIFY(own.chosen != CalibrationMode::None);
        Estimator moved = shippedEstimator();
        moved.setCalibration(own);
        for (int i = 6; i < 9; ++i) {
            const double ratio
                = predictedStep(run(i), moved.stacks()).value() / (1.3 * plainStep(i));
            QVERIFY2(std::abs(ratio - 1) < 0.1, qPrintable(QString::number(ratio)));
        }
        for (const CalibratedConstant &constant : own.constants)
            QVERIFY(constant.p10 <= constant.posterior && constant.posterior <= constant.p90);
        QVERIFY(*own.leftOutMedian[static_cast<std::size_t>(own.chosen)]
            < *own.leftOutMedian[static_cast<std::size_t>(CalibrationMode::None)]);
    }

    /// Runs that all miss by the same few percent say more than their scatter; few runs do not tell
    /// modes apart, and the priors then hold every constant.
    void aSmallSteadyErrorIsLearnt()
    {
        const Calibration own = calibrated(6, [this](int i) { return 1.03 * plainStep(i); });
        QVERIFY(own.chosen == CalibrationMode::Many);
        Estimator moved = shippedEstimator();
        moved.setCalibration(own);
        for (int i = 6; i < 9; ++i) {
            const double ratio = predictedStep(run(i), moved.stacks()).value() / plainStep(i);
            QVERIFY2(ratio > 1.015 && ratio < 1.035, qPrintable(QString::number(ratio)));
        }
    }

    /// One constant that is off is found among the others.
    void theConstantThatIsOffMovesMost()
    {
        StackLibrary truth = shippedEstimator().stacks();
        for (ChipProfile &chip : truth.chips())
            chip.link *= 0.6;
        const Calibration own
            = calibrated(9, [&](int i) { return predictedStep(run(i), truth).value(); });
        QVERIFY(own.chosen == CalibrationMode::Many || own.chosen == CalibrationMode::Few);
        Estimator moved = shippedEstimator();
        moved.setCalibration(own);
        double before = 0, after = 0;
        for (int i = 0; i < 9; ++i) {
            const double measured = predictedStep(run(i), truth).value();
            before = std::max(before, std::abs(plainStep(i) / measured - 1));
            after = std::max(
                after, std::abs(predictedStep(run(i), moved.stacks()).value() / measured - 1));
        }
        QVERIFY(after < before / 2);
    }

    void oneOutlierMovesLittle()
    {
        const auto calm = calibrated(8, [this](int i) { return 1.2 * plainStep(i); });
        const auto shaken
            = calibrated(8, [this](int i) { return (i == 4 ? 3.0 : 1.2) * plainStep(i); });
        Estimator one = shippedEstimator(), other = shippedEstimator();
        one.setCalibration(calm);
        other.setCalibration(shaken);
        const double ratio
            = predictedStep(run(8), other.stacks()) / predictedStep(run(8), one.stacks());
        QVERIFY2(std::abs(ratio - 1) < 0.15, qPrintable(QString::number(ratio)));
    }

    void modesAreObeyed()
    {
        CalibrationRequest request { runs(6, [this](int i) { return 1.3 * plainStep(i); }), {},
            CalibrationMode::None };
        QVERIFY(movedConstants(calibrate(request, shippedEstimator(), m_priors)).empty());
        request.mode = CalibrationMode::One;
        const Calibration one = calibrate(request, shippedEstimator(), m_priors);
        QCOMPARE(one.constants.size(), std::size_t { 1 });
        QCOMPARE(
            constantId(one.constants.front().constant).substr(0, 10), std::string("torchtitan"));
        request.mode = CalibrationMode::Many;
        QVERIFY(calibrate(request, shippedEstimator(), m_priors).constants.size() > 10);
    }

    void repeatedRunsCountOnce()
    {
        const std::string text = rowsOf(3, [this](int i) { return 1.2 * plainStep(i); });
        std::istringstream twice(text + text.substr(text.find('\n') + 1));
        const auto runs = readOwnRuns(twice, "own", shippedEstimator());
        QVERIFY(runs);
        QCOMPARE(runs->size(), std::size_t { 3 });
        QCOMPARE(runs->front().ids.size(), std::size_t { 2 });
    }

    void collectivesAreEvidence()
    {
        CalibrationRequest request { runs(3, [this](int i) { return plainStep(i); }), {},
            CalibrationMode::Many };
        const Calibration without = calibrate(request, shippedEstimator(), m_priors);
        for (double bytes = 1 << 24; bytes <= 1 << 30; bytes *= 4)
            request.operations.push_back(
                { CollectiveKind::AllGather, Bytes { bytes }, 8, 1, Seconds { bytes / 150e9 } });
        const Calibration with = calibrate(request, shippedEstimator(), m_priors);
        const auto link = [](const Calibration &own) {
            for (const CalibratedConstant &constant : own.constants)
                if (constantId(constant.constant) == "hopper.link")
                    return constant.posterior;
            return 0.0;
        };
        QVERIFY(link(without) > 0);
        QVERIFY(link(with) < 0.95 * link(without)); // 150 GB/s is slow for NVLink 4
        QCOMPARE(with.operations, 4);
    }

    /// GEMMs and copies of the kit that are slower than the chip's constants say.
    void kernelsAreEvidence()
    {
        CalibrationRequest request { runs(3, [this](int i) { return plainStep(i); }), {},
            CalibrationMode::Many, {} };
        const auto value = [](const Calibration &own, const char *id) {
            for (const CalibratedConstant &constant : own.constants)
                if (constantId(constant.constant) == id)
                    return constant.posterior;
            return 0.0;
        };
        const Calibration without = calibrate(request, shippedEstimator(), m_priors);
        const OperationSample gemm { .kind = "gemm",
            .seconds = 2 * 8192.0 * 4096 * 14336 / 400e12,
            .name = "mlp_in",
            .format = "bf16",
            .m = 8192,
            .k = 4096,
            .n = 14336 };
        const OperationSample copy { .kind = "copy", .bytes = 2e9, .seconds = 2e9 / 1.5e12 };
        const OperationSample launch { .kind = "launch", .seconds = 40e-6 }; // ten times the usual
        for (const OperationSample &sample : { gemm, gemm, copy, launch }) {
            const auto kernel = measuredKernel(sample);
            QVERIFY(kernel);
            request.kernels.push_back(*kernel);
        }
        QVERIFY(!measuredKernel({ .kind = "barrier", .seconds = 4e-6 }));
        const Calibration with = calibrate(request, shippedEstimator(), m_priors);
        QVERIFY(value(without, "hopper.gemm_16bit") > 0);
        QVERIFY(value(with, "hopper.gemm_16bit") < 0.99 * value(without, "hopper.gemm_16bit"));
        QVERIFY(value(with, "hopper.memory") < 0.9 * value(without, "hopper.memory"));
        const auto launchTime = [](const Calibration &own) {
            for (const CalibratedConstant &constant : own.constants)
                if (constant.constant.key == "launch_seconds_per_layer")
                    return constant.posterior / constant.prior;
            return 0.0;
        };
        QVERIFY(launchTime(without) > 0);
        QVERIFY(launchTime(with) > 1.5 * launchTime(without));
        QCOMPARE(with.operations, 4);
    }

    /// A profile says which part of a step is slow, which its time alone does not.
    void profiledTermsTellPartsApart()
    {
        CalibrationRequest request { runs(3, [this](int i) { return 1.05 * plainStep(i); }), {},
            CalibrationMode::Many, {} };
        const auto share = [&](const char *id) {
            const Calibration own = calibrate(request, shippedEstimator(), m_priors);
            for (const CalibratedConstant &constant : own.constants)
                if (constantId(constant.constant) == id)
                    return constant.posterior / constant.prior;
            return 0.0;
        };
        const double attention = share("hopper.attention_scale");
        for (OwnRun &run : request.runs) {
            const TimeTerms terms = evaluate(run.prepared, run.candidate).time;
            run.terms = { { "gemm", (terms[TimeTerm::Gemm] + terms[TimeTerm::HeadLoss]).value() },
                { "attention", 1.6 * terms[TimeTerm::Attention].value() } };
        }
        QVERIFY(share("hopper.attention_scale") < 0.93 * attention);
    }

    void profilesAreReadBack()
    {
        const ClusterProfile written { "lab", "Lab \"A\"", "own.csv",
            calibrated(6, [this](int i) { return 1.3 * plainStep(i); }) };
        const auto tree = parseYaml(clusterProfileText(written), "lab.yaml");
        QVERIFY(tree);
        Errors problems;
        const ClusterProfile read = clusterProfileOf(*tree, "lab.yaml", problems);
        QVERIFY(problems.empty());
        QCOMPARE(clusterProfileText(read), clusterProfileText(written));
        Estimator one = shippedEstimator(), other = shippedEstimator();
        one.setCalibration(written.calibration);
        other.setCalibration(read.calibration);
        for (int i = 0; i < 9; ++i) {
            const double ratio
                = predictedStep(run(i), one.stacks()) / predictedStep(run(i), other.stacks());
            QVERIFY(std::abs(ratio - 1) < 1e-4);
        }
    }

    void brokenProfilesAreRefused_data()
    {
        QTest::addColumn<QString>("from");
        QTest::addColumn<QString>("to");
        QTest::newRow("unknown key") << "chosen:"
                                     << "chosn:";
        QTest::newRow("unknown constant") << "key: step_factor"
                                          << "key: luck";
        QTest::newRow("value out of its limits") << "posterior: 1."
                                                 << "posterior: 1e9 #";
        QTest::newRow("covariance too short") << "covariance:"
                                              << "covariance: []\nx:";
        QTest::newRow("no schema") << "schema_version: 1"
                                   << "schema_version: 9";
    }
    void brokenProfilesAreRefused()
    {
        QFETCH(QString, from);
        QFETCH(QString, to);
        CalibrationRequest request { runs(4, [this](int i) { return 1.3 * plainStep(i); }), {},
            CalibrationMode::One };
        QString text = QString::fromStdString(clusterProfileText(
            { "lab", "Lab", "own.csv", calibrate(request, shippedEstimator(), m_priors) }));
        QVERIFY2(text.contains(from), qPrintable(text));
        text.replace(text.indexOf(from), from.size(), to);
        const auto tree = parseYaml(text.toStdString(), "lab.yaml");
        Errors problems;
        if (tree)
            clusterProfileOf(*tree, "lab.yaml", problems);
        QVERIFY(!tree || !problems.empty());
    }

    void idsLeadToTheDataFolders()
    {
        QTemporaryDir user;
        const std::filesystem::path folder = user.path().toStdString();
        std::filesystem::create_directories(folder / "clusters");
        std::ofstream(folder / "clusters/lab.yaml") << "x";
        const DataDirectories directories { HEADROOM_PROFILES, folder };
        QCOMPARE(
            calibrationPlace("lab", directories).string(), (folder / "clusters/lab.yaml").string());
        QCOMPARE(calibrationPlace("own.csv", directories).string(), std::string("own.csv"));
        QCOMPARE(calibrationPlace("", directories).string(), std::string());
    }

private:
    double plainStep(int i) const { return run(i).plainStep.value(); }
    const OwnRun &run(int i) const { return m_plain[static_cast<std::size_t>(i)]; }

    template <class Seconds> std::vector<OwnRun> runs(int count, Seconds seconds) const
    {
        std::istringstream stream(rowsOf(count, seconds));
        return *readOwnRuns(stream, "own", shippedEstimator());
    }

    template <class Seconds> Calibration calibrated(int count, Seconds seconds) const
    {
        return calibrate({ runs(count, seconds), {}, {} }, shippedEstimator(), m_priors);
    }

    CalibrationPriors m_priors;
    std::vector<OwnRun> m_plain;
};

QTEST_GUILESS_MAIN(CalibrationTest)
#include "tst_calibration.moc"
