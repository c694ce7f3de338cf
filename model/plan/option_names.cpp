#include "model/plan/option_names.h"

namespace headroom {
namespace {

// @source MaxText configs/types.py; torchtitan v0.2.2 config/job_config.py; DeepSpeed
// runtime/zero/config.py; transformers training_args.py
constexpr OptionNames names[] {
    { "options.scan_layers", "scan_layers", "", "", "", "" },
    { "options.compile", "", "", "compile.enable", "", "torch_compile" },
    { "options.overlap_grad_reduce", "", "overlap_grad_reduce", "",
        "zero_optimization.overlap_comm", "" },
    { "options.offload_optimizer", "optimizer_memory_host_offload", "",
        "training.enable_cpu_offload", "", "", false },
    { "options.offload_parameters", "parameter_memory_host_offload", "", "", "", "", false },
    { "options.optimizer_in_backward", "", "", "optimizer.early_step_in_backward", "", "", false },
};

} // namespace

std::string_view OptionNames::in(Framework framework) const
{
    switch (framework) {
    case Framework::MaxText:
        return maxtext;
    case Framework::Megatron:
        return megatron;
    case Framework::Torchtitan:
        return torchtitan;
    case Framework::DeepSpeed:
        return deepspeed;
    case Framework::HuggingFace:
        return trainer;
    case Framework::Jax:
        break;
    }
    return {};
}

std::span<const OptionNames> optionNames()
{
    return names;
}

} // namespace headroom
