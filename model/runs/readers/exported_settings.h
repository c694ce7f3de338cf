#pragma once

#include "model/runs/facts/run_trace.h"

namespace headroom {

/// Adds what the settings of an exported program say of the plan (train.json and tuning.json, which
/// model/launch/torch writes), under the names of the Trainer's arguments, and the model's shape.
/// False: they are no such settings. `settings` has the keys of sections with dots.
bool addExportedSettings(const ConfigFacts &settings, RunTrace &run);

} // namespace headroom
