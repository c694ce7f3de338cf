#include "model/frameworks/maxtext/maxtext_witnesses.h"

namespace headroom::books::maxtext {

using namespace rule_rows;

namespace {

constexpr WitnessRow ruleWitnesses[] {
    { "maxtext-context-global",
        { "AI-Hypercomputer/maxtext", "src/maxtext/configs/types.py",
            "TPU Ulysses attention is initially supported only for global causal attention." } },
    { "maxtext-ulysses-chip",
        { "AI-Hypercomputer/maxtext", "src/maxtext/configs/types.py",
            "(context_parallel_strategy='ulysses') is only supported on TPU." } },
    { "ulysses-one-slice",
        { "AI-Hypercomputer/maxtext", "src/maxtext/configs/types.py",
            "TPU Ulysses attention does not support dcn context parallelism yet." } },
    { "maxtext-adapter-base",
        { "AI-Hypercomputer/maxtext", "src/maxtext/configs/types.py",
            "Optional quantization type for QLoRA (e.g., 'nf4')." } },
    { "maxtext-adapter-experts",
        { "AI-Hypercomputer/maxtext", "src/maxtext/configs/post_train/lora_module_path.yml",
            "MoeBlock", false } },
    { "maxtext-decoder-block",
        { "AI-Hypercomputer/maxtext", "src/maxtext/configs/types.py", "alibi", false } },
    { "maxtext-int8-states",
        { "AI-Hypercomputer/maxtext", "src/maxtext/optimizers/optimizers.py", "int8", false } },
    { "recipe-intmp",
        { "AI-Hypercomputer/maxtext", "src/maxtext/configs/types.py",
            "Path to the configuration file for 'intmp' quantization." } },
    { "maxtext-adapter-offload",
        { "AI-Hypercomputer/maxtext", "src/maxtext/trainers/post_train/sft/train_sft.py",
            "optimizer_memory_host_offload=True is not supported" } },
    { "vocabulary-tiles",
        { "AI-Hypercomputer/maxtext", "src/maxtext/configs/types.py",
            "(self.per_device_batch_size * self.max_target_length) % self.num_vocab_tiling != "
            "0" } },
    { "maxtext-no-tiles",
        { "AI-Hypercomputer/maxtext", "src/maxtext/configs/types.py", "num_vocab_tiling: int" } },
    { "maxtext-optimizer-shards",
        { "AI-Hypercomputer/maxtext", "src/maxtext/configs/types.py",
            "shard_optimizer_over_data: bool" } },
    { "maxtext-context-strategy",
        { "AI-Hypercomputer/maxtext", "src/maxtext/configs/types.py",
            "context_parallel_strategy: str" } },
    { "maxtext-context-tpu",
        { "AI-Hypercomputer/maxtext", "src/maxtext/configs/types.py",
            "use_tokamax_splash: bool" } },
    { "maxtext-context-attention",
        { "AI-Hypercomputer/maxtext", "src/maxtext/configs/types.py",
            "TPU ring context parallelism requires attention=flash." } },
    { "maxtext-no-adapters",
        { "AI-Hypercomputer/maxtext", "src/maxtext/configs/types.py", "class LoRA(BaseModel)",
            false, "maxtext-v0.2.2" } },
    { "maxtext-no-qlora",
        { "AI-Hypercomputer/maxtext", "src/maxtext/configs/types.py", "lora_weight_qtype", false,
            "maxtext-v0.2.3" } },
    { "maxtext-ulysses-latent",
        { "AI-Hypercomputer/maxtext", "src/maxtext/configs/types.py",
            "TPU Ulysses attention is initially supported only for global causal attention." } },
    { "maxtext-ring-length",
        { "AI-Hypercomputer/maxtext", "src/maxtext/configs/types.py",
            "requires max_target_length to be divisible by context_parallel_size squared." } },
    { "pipeline-too-long",
        { "AI-Hypercomputer/maxtext", "src/maxtext/configs/types.py",
            "must divide the number of pipeline_parallel_layers which defaults to decoder "
            "layers" } },
    { "maxtext-expert-shards",
        { "AI-Hypercomputer/maxtext", "src/maxtext/configs/base.yml",
            "['mlp', ['fsdp_transpose', 'tensor', 'tensor_sequence', 'autoregressive']]" } },
    { "no-optimizer",
        { "AI-Hypercomputer/maxtext", "src/maxtext/optimizers/optimizers.py",
            "config.opt_type=} is not a supported." } },
    { "no-peft-switch",
        { "AI-Hypercomputer/maxtext", "src/maxtext/utils/lora_utils.py", "dora", false } },
    { "no-trained-modules",
        { "AI-Hypercomputer/maxtext", "src/maxtext/utils/lora_utils.py", "modules_to_save",
            false } },
    { "maxtext-adapter-weights",
        { "AI-Hypercomputer/maxtext", "src/maxtext/utils/lora_utils.py",
            "base_dtype = param.dtype" } },
    { "maxtext-latent-attention",
        { "AI-Hypercomputer/maxtext", "src/maxtext/models/llama2.py", "attention_mla", false } },
    { "maxtext-gpt3-block",
        { "AI-Hypercomputer/maxtext", "src/maxtext/models/gpt3.py",
            "class Gpt3LayerNorm(nnx.Module):" } },
    { "maxtext-four-norms",
        { "AI-Hypercomputer/maxtext", "src/maxtext/models/gemma2.py", "num_experts", false } },
    { "maxtext-shared-experts",
        { "AI-Hypercomputer/maxtext", "src/maxtext/models/mixtral.py",
            "self.MoeBlock_0 = moe.RoutedMoE(" } },
    { "maxtext-model-file",
        { "AI-Hypercomputer/maxtext", "src/maxtext/configs/pyconfig.py",
            "os.path.join(dir_path, \"configs\", \"models\", f\"{model_name}.yml\")", true,
            "maxtext-v0.2.1" } },
};

} // namespace

void addMaxTextWitnesses(Rows &rows)
{
    addWitnesses(rows, ruleWitnesses);
}

} // namespace headroom::books::maxtext
