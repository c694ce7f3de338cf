#pragma once

#include "model/frameworks/book/rule_rows.h"

namespace headroom::books::trainer {

/// Why axolotl cuts no sequences of weights that are sharded, or trained themselves.
inline constexpr rule_rows::WitnessRow axolotlSplitWhole { "axolotl-split-whole",
    { "axolotl-ai-cloud/axolotl", "src/axolotl/monkeypatch/accelerate/parallelism_config.py",
        "ParallelismConfig is only compatible with DistributedType.FSDP (version 2)", true,
        "v0.18.0" } };

/// What Hugging Face's Trainer cannot be told.
std::span<const Rule> rules();

} // namespace headroom::books::trainer
