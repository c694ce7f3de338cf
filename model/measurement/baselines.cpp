#include "model/measurement/baselines.h"

#include "model/base/files/read_file.h"
#include "model/base/text/plain_number.h"
#include "model/measurement/visit_runs.h"
#include "model/physics/compute/step_flop.h"
#include "model/physics/prepare/prepare.h"
#include "model/physics/step/evaluate.h"

#include <algorithm>

namespace headroom {
namespace {

std::string utilisationKey(const MeasuredRun &run)
{
    return run.row.hardware + "/" + run.row.precisionOrDefault();
}

double utilisation(const RunPrediction &prediction, const Prepared &prepared, Seconds step)
{
    return prediction.evaluation.hardwareFlopPerDevice / step / utilisationPeak(prepared);
}

double median(std::vector<double> values)
{
    const auto middle = values.begin() + static_cast<std::ptrdiff_t>(values.size() / 2);
    std::ranges::nth_element(values, middle);
    return *middle;
}

/// The same plan on a machine that reaches every rate of its datasheet, with nothing to wait for.
Seconds rooflineStep(const MeasuredRun &run, const Prepared &prepared)
{
    ChipProfile chip = prepared.chip;
    chip.gemm16 = chip.gemm8 = chip.gemm4 = chip.memory = chip.groupedGemm = 1;
    chip.attentionForward.fill(1);
    chip.attentionScale = chip.attentionBackwardRatio = 1;
    chip.gemmRamp = chip.tileSoftness = chip.contention = chip.networkContention = 0;
    chip.misaligned = chip.link = chip.network = chip.peer = chip.host = 1;
    chip.allToAll = chip.allToAllNetwork = chip.networkLatency = 1;
    StackProfile stack = prepared.stack;
    stack.stepFactor = stack.computeFactor = 1;
    stack.elementwiseFactor = stack.eagerElementwiseFactor = 1;
    stack.fixedSeconds = stack.launchSecondsPerLayer = stack.expertLaunchSeconds = {};
    stack.expertOverheadSeconds = {};
    stack.dataExposedFloor = 0;
    Prepared plain = prepared;
    applyConstants(plain, chip, stack);
    return evaluate(plain, planCandidate(run.resolved.plan)).step;
}

} // namespace

const char *baselineId(Baseline baseline)
{
    static constexpr const char *ids[] = { "utilisation", "roofline", "first_version" };
    return ids[static_cast<std::size_t>(baseline)];
}

const char *baselineLabel(Baseline baseline)
{
    static constexpr const char *labels[]
        = { "constant utilisation", "simple roofline", "first version" };
    return labels[static_cast<std::size_t>(baseline)];
}

Baselines Baselines::shipped(const Estimator &estimator)
{
    const DataDirectories &data = estimator.library().directories();
    Baselines made;
    if (const auto rows = InputStream::open(data.find("measurements/first_version.csv")))
        made.readFirstVersion(**rows);
    if (const auto measurements = InputStream::open(data.find("measurements/measurements.csv")))
        made.fit(**measurements, estimator);
    return made;
}

void Baselines::readFirstVersion(std::istream &rows)
{
    std::string line;
    std::getline(rows, line); // the header
    while (std::getline(rows, line)) {
        const std::size_t comma = line.find(',');
        if (comma == std::string::npos)
            continue;
        if (const auto seconds = plainNumber(std::string_view(line).substr(comma + 1)))
            m_firstVersion[line.substr(0, comma)] = *seconds;
    }
}

void Baselines::fit(std::istream &measurements, const Estimator &estimator)
{
    Result<MeasurementReader> reader
        = MeasurementReader::open(measurements, "measurements", estimator.library().directories());
    if (!reader)
        return;
    std::map<std::string, std::vector<double>> shares;
    std::vector<double> factors;
    visitRuns(
        reader.value(), estimator, [](const ExcludedRow &) {},
        [&](const MeasuredRun &run) {
            if (!run.step || run.row.isWeak() || run.row.isDuplicate())
                return;
            Prepared prepared = preparedRun(run, estimator);
            const RunPrediction prediction = predictRun(run, prepared);
            const double share = utilisation(prediction, prepared, *run.step);
            shares[utilisationKey(run)].push_back(share);
            shares[""].push_back(share);
            factors.push_back(*run.step / rooflineStep(run, prepared));
        });
    for (const auto &[key, own] : shares)
        m_utilisation[key] = median(own);
    if (!factors.empty())
        m_rooflineFactor = median(factors);
}

BaselineSteps Baselines::steps(
    const MeasuredRun &run, const RunPrediction &prediction, const Prepared &prepared) const
{
    BaselineSteps steps;
    auto usual = m_utilisation.find(utilisationKey(run));
    if (usual == m_utilisation.end())
        usual = m_utilisation.find("");
    if (usual != m_utilisation.end() && usual->second > 0)
        steps[static_cast<std::size_t>(Baseline::Utilisation)]
            = Seconds { utilisation(prediction, prepared, Seconds { 1 }) / usual->second };
    steps[static_cast<std::size_t>(Baseline::Roofline)]
        = rooflineStep(run, prepared) * m_rooflineFactor;
    if (const auto own = m_firstVersion.find(run.row.id); own != m_firstVersion.end())
        steps[static_cast<std::size_t>(Baseline::FirstVersion)] = Seconds { own->second };
    return steps;
}

} // namespace headroom
