#pragma once

#include <span>
#include <string>

namespace headroom {

/// The plan's words for the matrices that get adapters, of the modules' names in any program:
/// "q_proj", ".*self_attn\.(q_proj|v_proj)", "linear_fc1_up". Groups that are whole take the
/// group's word; empty: no name is known.
/// @source PEFT's target_modules on transformers' modeling_*.py; torchtune
/// modules/peft (lora_attn_modules); torchtitan models/common; Megatron-Bridge peft/utils.py
std::string adapterTargets(std::span<const std::string> modules);

} // namespace headroom
