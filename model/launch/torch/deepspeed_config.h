#pragma once

#include "model/launch/common/launch_spec.h"

#include <string_view>

namespace headroom {

/// Who knows the batch: the file itself, or Hugging Face's Trainer, whose arguments then decide.
enum class DeepSpeedNumbers { Fixed, Trainer };

/// DeepSpeed's configuration. @invariant train_batch_size = micro-batch · accumulation · world
Document deepspeedConfig(const LaunchSpec &spec, DeepSpeedNumbers numbers, ExportDraft &draft);

} // namespace headroom
