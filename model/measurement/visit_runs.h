#pragma once

#include "model/measurement/measured_run.h"
#include "model/measurement/measurement_lookups.h"
#include "model/measurement/measurement_reader.h"

namespace headroom {

/// Hands every row that can be predicted to `visit`, the others to `exclude`; one row at a time.
/// Returns how many there were.
template <class Exclude, class Visit>
int visitRuns(MeasurementReader &reader, const Estimator &estimator, Exclude exclude, Visit visit)
{
    MeasurementLookups lookups(estimator.library());
    MeasurementReader::Row row;
    int count = 0;
    while (reader.next(row)) {
        ++count;
        if (const auto *lacking = std::get_if<ExcludedRow>(&row)) {
            exclude(*lacking);
            continue;
        }
        const auto mapped = measuredRun(std::get<Measurement>(row), estimator, lookups);
        if (const auto *lacking = std::get_if<ExcludedRow>(&mapped))
            exclude(*lacking);
        else
            visit(std::get<MeasuredRun>(mapped));
    }
    return count;
}

} // namespace headroom
