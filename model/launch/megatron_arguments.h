#pragma once

#include "model/launch/launch_spec.h"
#include "model/launch/torch_launch.h"

namespace headroom {

/// Shape of the model in Megatron-LM's arguments; refuses blocks that it does not have.
void addMegatronModel(const LaunchSpec &spec, ArgumentGroups &arguments, ExportDraft &draft);
void addMegatronExperts(const LaunchSpec &spec, ArgumentGroups &arguments);

/// True when weights or gradients are sharded, which only Megatron's FSDP does.
bool megatronUsesFsdp(const LaunchSpec &spec);

} // namespace headroom
