#pragma once

#include "model/measurement/measured_run.h"

namespace headroom {

/// A number of ranks that a column states. A blank is `fallback`.
int statedDegree(const std::optional<double> &value, int fallback = 1);

/// Framework of a plan for the word of a measurement; policies and rules of sharding follow it.
Framework planFramework(const std::string &word);

/// Hardware of the row; a part that a note describes as the slower variant takes its profile.
std::string hardwareId(const Measurement &row);

/// Bridges that join two PCIe cards are bought apart: without a word of one, peers talk over PCIe.
bool hasStatedBridge(const Measurement &row);

/// Splits devices over the degrees that the row names; what it leaves open goes to data or FSDP.
/// `unitsPerDevice`: JAX devices of one chip.
void applyDegrees(MeasuredRun &run, const Measurement &row, double unitsPerDevice);
void applyBatch(MeasuredRun &run, const Measurement &row, double unitsPerDevice);
void applyPrecision(MeasuredRun &run, const Measurement &row, MeasurementLookups &lookups);
void applyRemat(MeasuredRun &run, const Measurement &row, MeasurementLookups &lookups);
void applyOptions(MeasuredRun &run, const Measurement &row);

} // namespace headroom
