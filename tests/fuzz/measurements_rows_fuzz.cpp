// Measurement tables, read and no more: every row is a measurement or left out with a word.
#include "fuzz_entry.h"

#include "model/measurement/measurement_reader.h"

#include <sstream>
#include <string>

using namespace headroom;
using namespace headroom::fuzz;

int LLVMFuzzerTestOneInput(const std::uint8_t *data, std::size_t size)
{
    std::istringstream stream { std::string { textOf(data, size) } };
    Result<MeasurementReader> reader
        = MeasurementReader::open(stream, "a.csv", { HEADROOM_PROFILES, {} });
    if (!reader) {
        promisePlaces(reader.errors());
        return 0;
    }
    MeasurementReader::Row row;
    while (reader.value().next(row))
        if (const auto *excluded = std::get_if<ExcludedRow>(&row))
            promise(!excluded->reason.empty(), "what is left out has a reason");
    return 0;
}
