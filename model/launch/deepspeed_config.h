#pragma once

#include "model/launch/launch_spec.h"

#include <string_view>

namespace headroom {

/// Who knows the batch: the file itself, or Hugging Face's Trainer, whose arguments then decide.
enum class DeepSpeedNumbers { Fixed, Trainer };

/// DeepSpeed's configuration. @invariant train_batch_size = micro-batch · accumulation · world
Document deepspeedConfig(const LaunchSpec &spec, DeepSpeedNumbers numbers, ExportDraft &draft);

/// Refuses pipelines, which no configuration of DeepSpeed or the Trainer can ask for.
void refusePipeline(const LaunchSpec &spec, const Operand &framework, ExportDraft &draft);
/// Refuses every cut but ZeRO's where adapters are trained.
void refuseSplitAdapters(const LaunchSpec &spec, ExportDraft &draft);

} // namespace headroom
