#pragma once

#include "model/measurement/measured_run.h"

namespace headroom {

/// A number of ranks that a column states. A blank is `fallback`.
int statedDegree(const std::optional<double> &value, int fallback = 1);

/// The chip of the row; a part that a note describes as the slower variant has its own profile.
const std::string &chipOf(const Measurement &row);

/// What a run is before its row says otherwise, and what its prose says.
void applyWords(MeasuredRun &run, const Measurement &row);
/// The stated settings of a row that describe machine and shape: nvlink_domain, mtp_layers.
void applyMachineSettings(MeasuredRun &run, const Measurement &row);

/// Splits devices over the degrees that the row names; what it leaves open goes to data or FSDP.
/// `unitsPerDevice`: JAX devices of one chip.
void applyDegrees(MeasuredRun &run, const Measurement &row, double unitsPerDevice);
void applyBatch(MeasuredRun &run, const Measurement &row, double unitsPerDevice);
/// The network of a node, by setting or by note.
void applyNetwork(MeasuredRun &run, const Measurement &row);
void applyRemat(MeasuredRun &run, const Measurement &row, MeasurementLookups &lookups);
/// All other settings of a row; they win over its prose. A value that is not understood is listed
/// among the run's assumptions and changes nothing.
void applySettings(MeasuredRun &run, const Measurement &row, MeasurementLookups &lookups);

} // namespace headroom
