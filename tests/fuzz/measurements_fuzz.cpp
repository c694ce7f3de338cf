// Measurement tables: every row is predicted or left out with a word, and every figure is finite.
#include "fuzz_entry.h"

#include "model/measurement/validation.h"

#include <sstream>
#include <string>

using namespace headroom;
using namespace headroom::fuzz;

namespace {

/// Rows cost a prediction each; more of them look for nothing else.
constexpr std::size_t mostBytes = 20000;

const Estimator &estimator()
{
    static const Estimator made = [] {
        Result<Estimator> result = Estimator::make(shippedLibrary());
        promise(result.hasValue(), "the shipped profiles make an estimator");
        return *std::move(result);
    }();
    return made;
}

} // namespace

int LLVMFuzzerTestOneInput(const std::uint8_t *data, std::size_t size)
{
    const std::string text { textOf(data, std::min(size, mostBytes)) };
    std::istringstream stream { text };
    const Result<Validation> validation = validate(stream, "a.csv", estimator(), {}, {});
    if (!validation) {
        promisePlaces(validation.errors());
        return 0;
    }
    for (const RowPrediction &row : validation->predictions) {
        promise(std::isfinite(row.stepSeconds) && std::isfinite(row.p90Seconds)
                && std::isfinite(row.peakBytes) && row.peakBytes >= 0,
            "a prediction is finite");
        promise(row.p10Seconds <= row.stepSeconds && row.stepSeconds <= row.p90Seconds,
            "and inside its interval");
    }
    for (const ExcludedRow &row : validation->excluded)
        promise(!row.reason.empty(), "what is left out has a reason");
    std::istringstream own { text };
    const Result<Calibration> calibration = calibrationFrom(own, "a.csv", estimator());
    if (calibration)
        promise(std::isfinite(calibration->stepFactor) && calibration->stepFactor > 0
                && std::isfinite(calibration->memoryFactor) && calibration->memoryFactor > 0,
            "a factor is a positive number");
    return 0;
}
