#pragma once

#include "model/runs/readers/launch_words.h"

namespace headroom {

/// The recipe and the checkpoint that a command of LitGPT names without an option: "litgpt
/// finetune_lora meta-llama/Llama-2-7b-hf" and, before its command line, "python finetune/lora.py".
/// @source Lightning-AI/litgpt litgpt/__main__.py
void addLitgptCommand(const LaunchText &launch, const TextPlace &place, RunTrace &run);

/// What follows from LitGPT's settings in the Trainer's words: whether adapters are trained and
/// where, and that several devices shard and, when they tune, recompute; one device does neither.
/// @source Lightning-AI/litgpt litgpt/finetune/lora.py, full.py, pretrain.py (setup)
void finishLitgpt(const ConfigFacts &from, RunTrace &trace);

} // namespace headroom
