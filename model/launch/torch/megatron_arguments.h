#pragma once

#include "model/frameworks/megatron/megatron_facts.h"
#include "model/frameworks/megatron/megatron_settings.h"
#include "model/launch/common/launch_spec.h"
#include "model/launch/targets/field_homes.h"

namespace headroom {

/// What a run of the plan sets: the plan's own settings, or those of a benchmark.
books::Settings megatronSettings(const LaunchSpec &spec);
/// Tells what of the plan changes in meaning, or is lost, in Megatron's words.
void tellMegatron(const LaunchSpec &spec, FileReader reader, ExportDraft &draft);

} // namespace headroom
