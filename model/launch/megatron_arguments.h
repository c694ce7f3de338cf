#pragma once

#include "model/launch/launch_spec.h"
#include "model/launch/torch_launch.h"

namespace headroom {

/// Shape of the model in Megatron-LM's arguments; refuses blocks that it does not have.
void addMegatronModel(const LaunchSpec &spec, ArgumentGroups &arguments, ExportDraft &draft);
/// Experts, router and token dispatch; nothing for a dense model.
void addMegatronExperts(const LaunchSpec &spec, ArgumentGroups &arguments, ExportDraft &draft);
/// What carries tokens to their experts, and what runs beside it; for a model with experts.
void addMegatronDispatch(const LaunchSpec &spec, ArgumentGroups &arguments, ExportDraft &draft);
/// Which part of a step is recorded as CUDA graphs; nothing where the plan records none.
void addMegatronGraphs(const LaunchSpec &spec, ArgumentGroups &arguments, ExportDraft &draft);

} // namespace headroom
