// Measurement tables: every row is predicted or left out with a word, and every figure is finite.
#include "fuzz_entry.h"

#include "model/calibration/calibrate.h"
#include "model/measurement/validation.h"

#include <sstream>
#include <string>

using namespace headroom;
using namespace headroom::fuzz;

namespace {

/// Rows cost a prediction each; more of them look for nothing else.
constexpr std::size_t maxBytes = 20000;
constexpr std::size_t maxOwnRuns = 8;

const Estimator &estimator()
{
    static const Estimator made = [] {
        Result<Estimator> result = Estimator::make(shippedLibrary());
        promise(result.hasValue(), "the shipped profiles make an estimator");
        return *std::move(result);
    }();
    return made;
}

const CalibrationPriors &priors()
{
    static const auto loaded = [] {
        auto result = CalibrationPriors::of(shippedLibrary());
        promise(result.hasValue(), "the shipped spreads are priors");
        return *std::move(result);
    }();
    return *loaded;
}

} // namespace

int LLVMFuzzerTestOneInput(const std::uint8_t *data, std::size_t size)
{
    const std::string text { textOf(data, std::min(size, maxBytes)) };
    std::istringstream stream { text };
    const Result<Validation> validation = validate(stream, "a.csv", estimator(), {}, {});
    if (!validation) {
        promisePlaces(validation.errors());
        return 0;
    }
    for (const RowPrediction &row : validation->predictions) {
        promise(std::isfinite(row.step.value.value()) && std::isfinite(row.step.p90.value())
                && std::isfinite(row.peak.value.value()) && row.peak.value >= Bytes {},
            "a prediction is finite");
        promise(row.step.p10 <= row.step.value && row.step.value <= row.step.p90,
            "and inside its interval");
    }
    for (const ExcludedRow &row : validation->excluded)
        promise(!row.reason.empty(), "what is left out has a reason");
    std::istringstream own { text };
    Result<std::vector<OwnRun>> runs = readOwnRuns(own, "a.csv", estimator());
    if (!runs || runs->size() > maxOwnRuns)
        return 0;
    const Calibration calibration = calibrate({ *std::move(runs), {}, {} }, estimator(), priors());
    for (const CalibratedConstant &constant : calibration.constants)
        promise(std::isfinite(constant.posterior) && constant.p10 <= constant.posterior
                && constant.posterior <= constant.p90,
            "a calibrated constant is a number inside its interval");
    return 0;
}
