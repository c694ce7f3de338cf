#include "model/intake/tool_keys.h"

#include <algorithm>
#include <array>

namespace headroom {
namespace {

using enum KeyValue;

// @source axolotl-ai-cloud/axolotl src/axolotl/utils/schemas (config.py, model.py, peft.py,
// training.py, fsdp.py), integrations/liger/args.py, integrations/cut_cross_entropy/args.py
constexpr ToolKey axolotlKeys[] {
    { "base_model", "model_name_or_path" },
    { "sequence_len", "max_seq_length" },
    { "micro_batch_size", "per_device_train_batch_size" },
    { "gradient_accumulation_steps", "gradient_accumulation_steps" },
    { "eval_batch_size", "per_device_eval_batch_size" },
    { "test_datasets", "val_set_size", Word, "[]=0;null=0;=1" }, // evaluated whole
    { "val_set_size", "val_set_size" },
    { "optimizer", "optim" },
    { "bf16", "bf16" },
    { "fp16", "fp16" },
    { "bfloat16", "pure_bf16" },
    { "gradient_checkpointing", "gradient_checkpointing" },
    { "gradient_checkpointing", "offload_replaces_recompute", Word,
        "offload=true;offload_disk=true" },
    { "activation_offloading", "activation_offloading" },
    { "activation_offloading", "offload_replaces_recompute", Word,
        "true=true;True=true;legacy=true;disk=true" },
    { "adapter", "use_peft", Word, "lora=true;qlora=true;=false" },
    { "adapter", "load_in_4bit", Word, "qlora=true" },
    { "load_in_4bit", "load_in_4bit" },
    { "load_in_8bit", "load_in_8bit" },
    { "lora_r", "lora_r" },
    { "lora_target_modules", "lora_target_modules" },
    { "lora_target_linear", "lora_target_linear" },
    { "lora_modules_to_save", "lora_modules_to_save" },
    { "gptq", "gptq" },
    { "rl", "rl" },
    { "attn_implementation", "attn_implementation" },
    { "flash_attention", "attn_implementation", IfOn, "flash_attention_2" },
    { "sdp_attention", "attn_implementation", IfOn, "sdpa" },
    { "eager_attention", "attn_implementation", IfOn, "eager" },
    { "fsdp", "fsdp" },
    { "deepspeed", "deepspeed" },
    { "tensor_parallel_size", "tp_size" },
    { "context_parallel_size", "cp_size" },
    { "sequence_parallel_degree", "cp_size" },
    { "ring_attn_func", "context_strategy", Word, "batch_ring=ring;varlen_llama3=all_gather" },
    { "sample_packing", "context_strategy", Word, "true=all_gather;True=all_gather;=ring" },
    { "dp_shard_size", "dp_shard_size" },
    { "dp_replicate_size", "dp_replicate_size" },
    { "liger_fused_linear_cross_entropy", "use_liger_kernel" },
    { "cut_cross_entropy", "use_liger_kernel" },
};
constexpr ToolDefault axolotlDefaults[] {
    { "per_device_train_batch_size", "1", "parallelism.micro_batch_sequences" },
    { "max_seq_length", "512", "workload.sequence_length" },
    { "gradient_checkpointing", "false", "remat.policy" },
};

// @source hiyouga/LLaMA-Factory src/llamafactory/hparams (model_args.py, data_args.py,
// finetuning_args.py, training_args.py)
// Its other keys are the Trainer's words already.
constexpr ToolKey llamaFactoryKeys[] {
    { "enable_liger_kernel", "use_liger_kernel" },
    { "disable_gradient_checkpointing", "gradient_checkpointing", Not },
    { "ray_num_workers", "devices", Fact },
};
constexpr ToolDefault llamaFactoryDefaults[] {
    { "finetuning_type", "lora", "tuning.method" },
    { "lora_rank", "8", "tuning.rank" },
    { "lora_target", "all", "tuning.targets" },
    { "cutoff_len", "2048", "workload.sequence_length" },
    { "per_device_train_batch_size", "8", "parallelism.micro_batch_sequences" },
    { "gradient_checkpointing", "true", "remat.policy" },
};

// @source pytorch/torchtune recipes/configs and recipes/full_finetune_distributed.py,
// lora_finetune_distributed.py
constexpr ToolKey torchtuneKeys[] {
    { "batch_size", "per_device_train_batch_size" },
    { "batch_size_val", "per_device_eval_batch_size" },
    { "run_val_every_n_steps", "val_set_size" },
    { "gradient_accumulation_steps", "gradient_accumulation_steps" },
    { "tokenizer.max_seq_len", "max_seq_length" },
    { "enable_activation_checkpointing", "gradient_checkpointing" },
    { "enable_activation_offloading", "activation_offloading" },
    { "compile", "torch_compile" },
    { "dtype", "pure_bf16", Word, "bf16=true;=false" },
    { "optimizer._component_", "optim", LastName },
    { "model.lora_rank", "lora_r" },
    { "model.use_dora", "use_dora" },
    { "fsdp_cpu_offload", "fsdp", IfOn, "full_shard offload" },
    { "fsdp.cpu_offload", "fsdp", IfOn, "full_shard offload" },
    { "tensor_parallel_dim", "tp_size" },
    { "context_parallel_dim", "cp_size" },
    { "data_parallel_replicate_dim", "dp_replicate_size" },
};

// @source Lightning-AI/litgpt litgpt/finetune/lora.py, full.py, pretrain.py (setup), args.py
// (TrainArgs)
constexpr ToolKey litgptKeys[] {
    { "checkpoint_dir", "model_name_or_path" },
    { "model_name", "model_name_or_path" },
    { "train.max_seq_length", "max_seq_length" },
    { "train.micro_batch_size", "per_device_train_batch_size" },
    { "train.global_batch_size", "total_batch", Fact },
    { "precision", "pure_bf16", Word, "bf16-true=true" },
    { "precision", "bf16", Word, "bf16-mixed=true" },
    { "precision", "fp16", Word, "16-mixed=true" },
    { "quantize", "load_in_4bit", Word,
        "bnb.nf4=true;bnb.nf4-dq=true;bnb.fp4=true;bnb.fp4-dq=true" },
    { "quantize", "load_in_8bit", Word, "bnb.int8-training=true" },
    { "devices", "devices_per_node", Fact },
    { "num_nodes", "nodes", Fact },
    { "optimizer", "optim", LastName },
    { "optimizer.class_path", "optim", LastName },
    { "lora_r", "lora_r" },
};
constexpr ToolDefault litgptDefaults[] {
    { "per_device_train_batch_size", "1", "parallelism.micro_batch_sequences" }, // of finetuning
};

// Its other arguments are the Trainer's. @source modelscope/ms-swift swift/trainers/arguments.py,
// swift/arguments (sft_args.py, tuner_args.py, base_args/model_args.py: _init_mixed_precision)
constexpr ToolKey swiftKeys[] {
    { "quant_bits", "quantization_bit" },
    { "torch_dtype", "bf16", Word, "bfloat16=true" },
    { "torch_dtype", "fp16", Word, "float16=true" },
};
constexpr ToolDefault swiftDefaults[] {
    { "train_type", "lora", "tuning.method" },
    { "lora_rank", "8", "tuning.rank" },
    { "target_modules", "all-linear", "tuning.targets" },
    { "per_device_train_batch_size", "1", "parallelism.micro_batch_sequences" },
    { "gradient_checkpointing", "true", "remat.policy" },
};

// Its programs give the Trainer's arguments. @source unslothai/unsloth models/llama.py
constexpr ToolDefault unslothDefaults[] {
    { "use_liger_kernel", "true", "options.cross_entropy" },
};

// @source huggingface/accelerate src/accelerate/commands/config/config_args.py,
// utils/dataclasses.py; examples/config_yaml_templates
constexpr ToolKey accelerateKeys[] {
    { "num_processes", "devices", Fact },
    { "num_machines", "nodes", Fact },
    { "mixed_precision", "mixed_precision" },
    { "distributed_type", "distributed_type" },
    { "deepspeed_config.zero_stage", "zero_stage" },
    { "deepspeed_config.offload_optimizer_device", "offload_optimizer_device" },
    { "deepspeed_config.offload_param_device", "offload_param_device" },
    { "deepspeed_config.gradient_accumulation_steps", "gradient_accumulation_steps" },
    { "deepspeed_config.deepspeed_config_file", "deepspeed" },
    { "fsdp_config.fsdp_activation_checkpointing", "gradient_checkpointing", IfOn, "true" },
    { "parallelism_config.parallelism_config_tp_size", "tp_size" },
    { "parallelism_config.parallelism_config_cp_size", "cp_size" },
    { "parallelism_config.parallelism_config_sp_size", "sequence_parallel_size" },
    { "parallelism_config.parallelism_config_dp_shard_size", "dp_shard_size" },
    { "parallelism_config.parallelism_config_dp_replicate_size", "dp_replicate_size" },
    { "dynamo_config.dynamo_backend", "torch_compile", Word, "no=false;NO=false;=true" },
};

// The Trainer's own arguments need no other names. @source transformers training_args.py; trl
// sft_config.py
constexpr ToolKey trainerKeys[] {
    { "use_liger", "use_liger_kernel" },
    { "world_size", "world_size" },
};
constexpr ToolDefault trainerDefaults[] {
    { "gradient_checkpointing", "false", "remat.policy" },
    { "per_device_train_batch_size", "8", "parallelism.micro_batch_sequences" },
};

// What NeMo calls other than Megatron-LM's dump of arguments. @source NVIDIA/NeMo
// examples/nlp/language_modeling/conf/megatron_gpt_config.yaml; Megatron-Bridge
// src/megatron/bridge/training/config.py, models/gpt_provider.py
constexpr ToolKey nemoKeys[] {
    { "trainer.devices", "devices_per_node", Fact },
    { "trainer.num_nodes", "nodes", Fact },
    { "trainer.precision", "bf16", Word, "bf16=True;bf16-mixed=True;bf16-true=True" },
    { "trainer.precision", "fp16", Word, "16=True;fp16=True;16-mixed=True" },
    { "precision_config", "bf16", Word, "bf16_mixed=True" },
    { "mixed_precision", "bf16", Word,
        "bf16_mixed=True;bf16_with_fp8_current_scaling_mixed=True;"
        "bf16_with_fp8_delayed_scaling_mixed=True;bf16_with_mxfp8_mixed=True" },
    { "mixed_precision", "fp8", Word,
        "bf16_with_fp8_current_scaling_mixed=hybrid;bf16_with_fp8_delayed_scaling_mixed=hybrid;"
        "bf16_with_mxfp8_mixed=e4m3" },
    { "mixed_precision", "fp8_recipe", Word,
        "bf16_with_fp8_current_scaling_mixed=tensorwise;bf16_with_mxfp8_mixed=mxfp8" },
    { "encoder_seq_length", "seq_length" },
    { "sequence_length", "seq_length" },
    { "num_moe_experts", "num_experts" },
    { "bias", "add_bias_linear" },
    { "activation", "swiglu", Word, "swiglu=True;fast-swiglu=True" },
    { "gated_linear_unit", "swiglu" },
    { "normalization", "normalization", Word, "rmsnorm=RMSNorm;RMSNorm=RMSNorm;=LayerNorm" },
    { "share_embeddings_and_output_weights", "untie_embeddings_and_output_weights", Not },
    { "activations_checkpoint_granularity", "recompute_granularity" },
    { "activations_checkpoint_method", "recompute_method" },
    { "activations_checkpoint_num_layers", "recompute_num_layers" },
    { "ub_tp_comm_overlap", "tp_comm_overlap" },
    { "grad_reduce_in_fp32", "accumulate_allreduce_grads_in_fp32" },
    { "optim.name", "use_distributed_optimizer", Word,
        "distributed_fused_adam=True;mcore_distributed_optim=True" },
    { "model.optim.name", "use_distributed_optimizer", Word,
        "distributed_fused_adam=True;mcore_distributed_optim=True" },
    { "fp8_hybrid", "fp8", IfOn, "hybrid" },
    { "fp8", "fp8", Word,
        "True=hybrid;true=hybrid;False=False;false=False;e4m3=e4m3;"
        "hybrid=hybrid" },
};

constexpr std::array toolTable {
    Tool { ToolKind::Axolotl, "axolotl", "hf", axolotlKeys, axolotlDefaults },
    Tool { ToolKind::LlamaFactory, "llama-factory", "hf", llamaFactoryKeys, llamaFactoryDefaults },
    Tool { ToolKind::Torchtune, "torchtune", "hf", torchtuneKeys, {} },
    Tool { ToolKind::Litgpt, "litgpt", "hf", litgptKeys, litgptDefaults },
    Tool { ToolKind::Swift, "swift", "hf", swiftKeys, swiftDefaults },
    Tool { ToolKind::Unsloth, "unsloth", "hf", {}, unslothDefaults },
    Tool { ToolKind::Accelerate, "accelerate", "hf", accelerateKeys, {} },
    Tool { ToolKind::Trainer, "trainer", "hf", trainerKeys, trainerDefaults },
    Tool { ToolKind::Nemo, "nemo", "megatron", nemoKeys, {} },
};

} // namespace

std::span<const Tool> tools()
{
    return toolTable;
}

const Tool *findTool(std::string_view id)
{
    const auto row = std::ranges::find(toolTable, id, &Tool::id);
    return row == toolTable.end() ? nullptr : &*row;
}

} // namespace headroom
