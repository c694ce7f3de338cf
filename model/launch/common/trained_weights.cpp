#include "model/launch/common/trained_weights.h"

#include "model/base/text/release_number.h"
#include "model/frameworks/torchtitan/torchtitan_models.h"
#include "model/frameworks/transformers/huggingface_config.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>

namespace headroom {
namespace {

/// @source MaxText 0.2.4, checkpoint_conversion/to_maxtext.py and its README.md
std::string maxtextText(const LaunchSpec &spec, const std::string &name)
{
    const bool trains = spec.target.starts_with("maxtext-") || spec.target.starts_with("pgle-");
    if (!trains || !isRelease(spec.resolved().releases.maxtext, "0.2.2"))
        return {};
    return fmt::format(
        "Trained weights: `python3 -m maxtext.checkpoint_conversion.to_maxtext config.yml "
        "base_output_directory=WEIGHTS hardware=cpu skip_jax_distributed_system=True "
        "--hf_model_path={}`, MaxText's own converter, makes a checkpoint of them, which `bash "
        "run.sh "
        "load_parameters_path=WEIGHTS/0/items` starts from.",
        name);
}

/// @source Megatron-Bridge of 2026-08-22, models/conversion/auto_bridge.py (import_ckpt);
///   Megatron-LM, training/arguments.py (--pretrained-checkpoint)
std::string megatronText(const LaunchSpec &spec, const std::string &name)
{
    struct Start
    {
        std::string_view target, command, adapted;
    };
    static constexpr std::array starts {
        Start { "megatron", "bash run.sh --pretrained-checkpoint WEIGHTS",
            "bash run.sh --pretrained-checkpoint WEIGHTS" },
        Start { "nemo", "bash run.sh checkpoint.pretrained_checkpoint=WEIGHTS",
            "MODEL=WEIGHTS bash run.sh" },
    };
    const auto row = std::ranges::find(starts, spec.target, &Start::target);
    const Start &start = row == starts.end() ? starts.front() : *row;
    return fmt::format(
        "Trained weights: `python3 -c 'from megatron.bridge import AutoBridge; "
        "AutoBridge.import_ckpt(\"{}\", \"WEIGHTS\")'` of Megatron-Bridge makes a checkpoint of "
        "Megatron of them, which `{}` starts from.",
        name, isAdapted(spec.plan()) ? start.adapted : start.command);
}

/// @source torchtitan v0.2.2, config/job_config.py (Checkpoint); at 2026-08-21,
///   components/checkpointer/base.py
std::string torchtitanText(const LaunchSpec &spec)
{
    if (!titanModel(spec.resolved()) || isAdapted(spec.plan()))
        return {};
    return "Trained weights: torchtitan reads Hugging Face's files itself: `bash run.sh "
           "--checkpoint.initial_load_in_hf --checkpoint.initial_load_path /path/of/MODEL`.";
}

} // namespace

std::string trainedWeightsText(const LaunchSpec &spec)
{
    if (spec.isBenchmark())
        return {};
    const std::string known = huggingFaceName(spec.model());
    const std::string name = known.empty() ? "MODEL" : known;
    switch (spec.framework().id) {
    case Framework::MaxText:
        return maxtextText(spec, name);
    case Framework::Megatron:
        return megatronText(spec, name);
    case Framework::Torchtitan:
        return torchtitanText(spec);
    case Framework::DeepSpeed:
    case Framework::HuggingFace:
    case Framework::Jax:
        break;
    }
    return {};
}

} // namespace headroom
