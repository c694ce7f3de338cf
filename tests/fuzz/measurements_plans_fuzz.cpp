// Rows of measurement tables as plans: a row becomes a valid run or is left out with a word. What
// it is predicted to take is looked at by the entry `measurements`.
#include "fuzz_entry.h"

#include "model/measurement/measured_run.h"
#include "model/measurement/measurement_reader.h"

#include <sstream>
#include <string>

using namespace headroom;
using namespace headroom::fuzz;

namespace {

/// Further rows look for nothing that these do not show.
constexpr int maxRows = 8;

} // namespace

int LLVMFuzzerTestOneInput(const std::uint8_t *data, std::size_t size)
{
    static const Result<Estimator> estimator = Estimator::make(shippedLibrary());
    promise(estimator.hasValue(), "the shipped profiles make an estimator");
    std::istringstream stream { std::string { textOf(data, size) } };
    Result<MeasurementReader> reader
        = MeasurementReader::open(stream, "a.csv", { HEADROOM_PROFILES, {} });
    if (!reader)
        return 0;
    MeasurementReader::Row row;
    for (int i = 0; i < maxRows && reader.value().next(row); ++i) {
        const auto *measurement = std::get_if<Measurement>(&row);
        if (!measurement)
            continue;
        const auto run = measuredRun(*measurement, *estimator);
        if (const auto *excluded = std::get_if<ExcludedRow>(&run))
            promise(!excluded->reason.empty(), "what is left out has a reason");
        else
            promise(std::get<MeasuredRun>(run).resolved.deviceCount() > 0, "a run has devices");
    }
    return 0;
}
