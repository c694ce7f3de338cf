#pragma once

#include "model/launch/launch_spec.h"
#include "model/launch/torch_launch.h"

namespace headroom {

/// Gemma 2's layers, of which Megatron-Bridge has a model and Megatron-LM has none.
bool hasGemma2Blocks(const ModelShape &model);
/// Whether base and scaling of the model's rotary positions are known and Megatron-LM's arguments,
/// as Megatron-Bridge's fields, can say them.
bool megatronHasRope(const ModelShape &model);
/// Shape of the model in Megatron-LM's arguments; refuses blocks that it does not have.
void addMegatronModel(const LaunchSpec &spec, ArgumentGroups &arguments, ExportDraft &draft);
/// Experts, router and token dispatch; nothing for a dense model.
void addMegatronExperts(const LaunchSpec &spec, ArgumentGroups &arguments, ExportDraft &draft);
/// What carries tokens to their experts, and what runs beside it; for a model with experts.
void addMegatronDispatch(const LaunchSpec &spec, ArgumentGroups &arguments, ExportDraft &draft);
/// Which part of a step is recorded as CUDA graphs; nothing where the plan records none.
void addMegatronGraphs(const LaunchSpec &spec, ArgumentGroups &arguments, ExportDraft &draft);

/// True when weights or gradients are sharded, which only Megatron's FSDP does. Stage 2 without an
/// fsdp degree shards over the replicas.
bool megatronUsesFsdp(const LaunchSpec &spec);
/// All arguments but tokenizer and data; refuses what Megatron-LM cannot say.
ArgumentGroups megatronArguments(const LaunchSpec &spec, ExportDraft &draft);
/// Shell lines of TOKENS and DATA: the plan's tokenizer and data, or mock ones, and what of the
/// script's arguments takes their place.
std::string megatronData(const LaunchSpec &spec);
/// Where checkpoints are written and looked for; nothing when the plan asks for none.
void addMegatronCheckpoints(const LaunchSpec &spec, ArgumentGroups &arguments);

} // namespace headroom
