#pragma once

#include "model/frameworks/deepspeed/deepspeed_facts.h"
#include "model/launch/common/launch_spec.h"

namespace headroom {

SequenceSplit sequenceSplit(const LaunchSpec &spec);

/// Says what the split needs.
void tellSequenceSplit(const LaunchSpec &spec, ExportDraft &draft);

/// Variables through which Accelerate's ParallelismConfig learns of the split; empty without one.
/// @source accelerate 1.12 to 1.15, parallelism_config.py, utils/dataclasses.py, utils/launch.py
std::vector<LaunchFlag> accelerateVariables(const LaunchSpec &spec);
/// The same as the section parallelism_config of accelerate.yaml.
Document accelerateSection(const LaunchSpec &spec);
/// What shards weights and state.
Sharder trainerSharder(const LaunchSpec &spec);
/// FSDP's configuration for the Trainer. @pre FSDP shards
Document fsdpConfig(const LaunchSpec &spec);
/// The words of the Trainer's `--fsdp`. @pre FSDP shards
std::string fsdpWords(const LaunchSpec &spec);
/// Says which releases have the plan's FSDP, or that and why DeepSpeed runs a plan whose estimate
/// is that of FSDP.
void tellSharder(const LaunchSpec &spec, Sharder sharder, ExportDraft &draft);
/// The first DeepSpeed whose AutoEP cuts experts under each stage of ZeRO.
inline constexpr const char *minAutoExperts = "0.19.5";
/// The releases that the cut of sequences or experts asks for, by package.
Document releasesOfSplit(const LaunchSpec &spec);
/// Transformers' word for the plan's attention kernel.
std::string transformersAttention(const LaunchSpec &spec);

} // namespace headroom
