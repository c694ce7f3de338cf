#include "model/launch/targets/field_home_rows.h"

namespace headroom {
namespace {

constexpr FieldHomeRow maxtextRows[] {
    { "model", "model_name|base_num_decoder_layers" },
    { "hardware.nodes",
        "NNODES|--nodes|--num-nodes|--num-slices|dcn_data_parallelism|dcn_fsdp_parallelism" },
    { "hardware.devices_per_node",
        "ici_fsdp_parallelism|ici_data_parallelism|--gpus-per-node|nvidia.com/gpu|google.com/tpu" },
    { "hardware.topology", "cloud.google.com/gke-tpu-topology", Keyless::Lost,
        "the slice that run.sh is started on has its topology already" },
    { "workload.sequence_length", "max_target_length" },
    { "workload.global_batch_sequences",
        "per_device_batch_size|gradient_accumulation_steps|num_pipeline_microbatches" },
    { "workload.training_tokens", "steps" },
    { "workload.evaluation.micro_batch", "eval_per_device_batch_size", Keyless::Lost,
        "the run evaluates nothing until eval_interval, eval_per_device_batch_size and the data to "
        "evaluate are named after run.sh" },
    { "parallelism.data", "ici_data_parallelism|dcn_data_parallelism" },
    { "parallelism.fsdp",
        "ici_fsdp_parallelism|dcn_fsdp_parallelism|ici_data_parallelism|dcn_data_parallelism" },
    { "parallelism.zero_stage",
        "shard_optimizer_over_data|ici_data_parallelism|dcn_data_parallelism" },
    { "parallelism.tensor",
        "ici_tensor_parallelism|dcn_tensor_parallelism|ici_tensor_sequence_parallelism|"
        "dcn_tensor_sequence_parallelism" },
    { "parallelism.sequence_parallel",
        "ici_tensor_sequence_parallelism|dcn_tensor_sequence_parallelism" },
    { "parallelism.context", "ici_context_parallelism|dcn_context_parallelism" },
    { "parallelism.context_strategy", "context_parallel_strategy" },
    { "parallelism.pipeline", "ici_pipeline_parallelism|dcn_pipeline_parallelism" },
    { "parallelism.pipeline_chunks", "num_pipeline_repeats" },
    { "parallelism.stage_layers", "", Keyless::Settled,
        "MaxText's stages are even, and so are the plan's" },
    { "parallelism.expert", "ici_expert_parallelism|dcn_expert_parallelism" },
    { "parallelism.expert_tensor", "", Keyless::Settled,
        "MaxText cuts experts over the tensor axis, as the plan says" },
    { "parallelism.micro_batch_sequences",
        "per_device_batch_size|gradient_accumulation_steps|num_pipeline_microbatches" },
    { "parallelism.mesh.ici", "ici_{}_parallelism|ici_{}_sequence_parallelism" },
    { "parallelism.mesh.dcn", "dcn_{}_parallelism|dcn_{}_sequence_parallelism" },
    { "precision.compute", "dtype" },
    { "precision.weights", "weight_dtype" },
    { "precision.gradients", "grad_dtype", Keyless::Lost,
        "this MaxText release has no grad_dtype: gradients have the type of the weights" },
    { "precision.optimizer_state", "mu_dtype", Keyless::Settled,
        "MaxText's moments take the type of the weights" },
    { "precision.recipe", "quantization" },
    { "optimizer", "opt_type|mu_dtype" },
    { "remat.policy", "remat_policy" },
    { "remat.tensors", "{}" },
    { "attention", "attention" },
    { "options.vocab_tiling", "num_vocab_tiling" },
    { "options.pipeline_gather", "pipeline_fsdp_ag_once", Keyless::Settled,
        "weights that no pipeline shards are not gathered in one" },
    { "options.moe_capacity_factor", "capacity_factor" },
};

// Of every framework; a program of the user's decides for itself.
constexpr std::string_view noAdapters = "full training has no adapters";
constexpr FieldHomeRow tuningRows[] {
    { "tuning.method", "lora|qlora|lora_rank|peft|LoRAConverter" },
    { "tuning.rank", "lora_rank", Keyless::Settled, noAdapters },
    { "tuning.targets", "lora_module_path|lora_modules|lora_parameters|target_modules",
        Keyless::Settled, noAdapters },
    { "tuning.base", "lora_weight_qtype|base_format", Keyless::Settled,
        "full training has no frozen weights, and LoRA's own are in 16 bits" },
    { "tuning.trained", "trained_modules", Keyless::Settled, "nothing is trained whole" },
    { "tuning.rank_stabilized", "use_rslora|lora_alpha|LoRAConverter", Keyless::Settled,
        noAdapters }, // one number where there is no PEFT
    { "workload.packing.mean_tokens", "packing|max_segments_per_seq", Keyless::Lost,
        "how the data are packed is the business of the data loader" },
};

// Of Megatron-Bridge, where its words are not those of Megatron-LM's arguments.
constexpr FieldHomeRow bridgeRows[] {
    { "tuning.rank", "dim", Keyless::Settled, noAdapters }, // of its class LoRA
    { "tuning.dora", "DoRA", Keyless::Settled, "adapters have no magnitudes" },
    { "tuning.rank_stabilized", "alpha", Keyless::Settled, noAdapters },
};

// Of axolotl, LLaMA-Factory and TRL, in this order.
constexpr std::string_view noToolPlace = "the file has no key for it";
constexpr std::string_view unsharded = "every rank holds everything";
constexpr FieldHomeRow toolRows[] {
    { "model", "base_model|model_name_or_path" },
    { "workload.sequence_length", "sequence_len|cutoff_len|max_length" },
    { "workload.global_batch_sequences", "gradient_accumulation_steps" },
    { "workload.training_tokens", "max_steps" },
    { "workload.packing.mean_tokens", "sample_packing|neat_packing|packing_strategy" },
    { "workload.evaluation.micro_batch", "eval_batch_size|per_device_eval_batch_size" },
    { "parallelism.micro_batch_sequences", "micro_batch_size|per_device_train_batch_size" },
    { "precision.weights", "bfloat16|pure_bf16", Keyless::Settled,
        "weights have the type of the computation, with fp32 copies in the optimizer" },
    { "parallelism.fsdp", "stage|zero_hpz_partition_size|fsdp|fsdp_version", Keyless::Settled,
        unsharded },
    { "parallelism.zero_stage", "stage|fsdp|fsdp_version", Keyless::Settled, unsharded },
    { "options.offload_optimizer", "offload_optimizer|offload_params|fsdp", Keyless::Lost,
        noToolPlace },
    { "options.offload_parameters", "offload_param|offload_params|fsdp", Keyless::Lost,
        noToolPlace },
    { "parallelism.context", "context_parallel_size" },
    { "parallelism.context_strategy", "ring_attn_func" },
    { "optimizer", "optimizer|optim" },
    { "options.paged_optimizer", "optimizer|optim" },
    { "options.offload_activations", "activation_offloading|use_unsloth_gc" },
    { "remat.policy", "gradient_checkpointing|disable_gradient_checkpointing" },
    { "attention", "attn_implementation|flash_attn" },
    { "options.cross_entropy",
        "liger_fused_linear_cross_entropy|enable_liger_kernel|use_liger_kernel", Keyless::Settled,
        "without Liger's kernels the loss is not fused" },
    { "tuning.method", "adapter|finetuning_type|use_peft|load_in_4bit|quantization_bit",
        Keyless::Settled, noAdapters },
    { "tuning.rank", "lora_r|lora_rank", Keyless::Settled, noAdapters },
    { "tuning.targets", "lora_target_linear|lora_target_modules|lora_target_parameters|lora_target",
        Keyless::Settled, noAdapters },
    { "tuning.trained", "lora_modules_to_save|additional_target", Keyless::Settled,
        "nothing is trained whole" },
    { "tuning.objective", "rl|stage|loss_type" },
    { "tuning.base", "load_in_4bit|load_in_8bit|quantization_bit|gptq", Keyless::Settled,
        "full training has no frozen weights, and LoRA's own are in 16 bits" },
    { "job.data_path", "path|file_name|hf_hub_url|dataset_name|data_files", Keyless::Lost,
        noToolPlace },
    { "job.tokenizer", "base_model|model_name_or_path", Keyless::Lost, noToolPlace },
};

constexpr FieldHomeRow jaxRows[] {
    { "hardware.nodes", "--nodes" },
    { "hardware.devices_per_node", "--devices-per-node" },
};

constexpr std::string_view processCount
    = "there is no flag for it: it is the number of processes over the other degrees";

constexpr std::string_view noExperts = "the model has no experts";

constexpr FieldHomeRow megatronRows[] {
    { "model", "--num-layers|--hidden-size|--vocab-size" },
    { "hardware.nodes", "NNODES|--nnodes" },
    { "hardware.devices_per_node", "--nproc_per_node" },
    { "workload.sequence_length", "--seq-length" },
    { "workload.evaluation.micro_batch", "", Keyless::Lost,
        "the run evaluates nothing (--eval-iters 0); Megatron-LM would do so with the micro-batch "
        "of "
        "training" },
    { "workload.global_batch_sequences", "--global-batch-size" },
    { "workload.training_tokens", "--train-iters" },
    { "parallelism.data", "--num-distributed-optimizer-instances", Keyless::Settled, processCount },
    { "parallelism.fsdp",
        "--use-megatron-fsdp|--use-distributed-optimizer|--num-distributed-optimizer-instances",
        Keyless::Settled, processCount },
    { "parallelism.zero_stage", "--data-parallel-sharding-strategy|--use-distributed-optimizer",
        Keyless::Settled, "without their flags nothing is sharded" },
    { "parallelism.tensor", "--tensor-model-parallel-size" },
    { "parallelism.sequence_parallel", "--sequence-parallel" },
    { "parallelism.context", "--context-parallel-size" },
    { "parallelism.context_strategy", "--cp-comm-type" },
    { "parallelism.pipeline", "--pipeline-model-parallel-size" },
    { "parallelism.pipeline_chunks",
        "--num-virtual-stages-per-pipeline-rank|--pipeline-model-parallel-layout" },
    { "parallelism.stage_layers", "--pipeline-model-parallel-layout" },
    { "parallelism.expert", "--expert-model-parallel-size" },
    { "parallelism.expert_tensor", "--expert-tensor-parallel-size" },
    { "parallelism.micro_batch_sequences", "--micro-batch-size" },
    { "parallelism.mesh", "", Keyless::Lost,
        "Megatron-LM orders its ranks itself: tensor, context, expert, data, pipeline" },
    { "precision.compute", "--bf16|--fp16", Keyless::Settled,
        "without a flag Megatron-LM computes in fp32" },
    { "precision.weights", "", Keyless::Settled,
        "Megatron-LM's weights have the type of the computation, with fp32 copies in the "
        "optimizer" },
    { "precision.gradients", "--accumulate-allreduce-grads-in-fp32|--grad-reduce-in-bf16",
        Keyless::Settled, "without a flag gradients have the type of the weights" },
    { "precision.optimizer_state", "--exp-avg-dtype" },
    { "precision.recipe", "--fp8-recipe|--fp4-format" },
    { "optimizer", "--optimizer|--exp-avg-dtype" },
    { "remat.policy", "--recompute-granularity", Keyless::Settled,
        "without --recompute-granularity nothing is computed again" },
    { "attention", "--attention-backend" },
    { "options.cross_entropy", "--cross-entropy-loss-fusion", Keyless::Settled,
        "without --cross-entropy-loss-fusion the loss is not fused" },
    { "options.tensor_overlap", "--tp-comm-overlap", Keyless::Settled,
        "without --tp-comm-overlap tensor traffic does not overlap" },
    { "options.overlap_grad_reduce", "--overlap-grad-reduce", Keyless::Settled,
        "without --overlap-grad-reduce gradients are reduced at the end" },
    { "options.overlap_param_gather", "--overlap-param-gather", Keyless::Settled,
        "without --overlap-param-gather weights are gathered before the forward pass" },
    { "options.offload_optimizer", "--optimizer-cpu-offload" },
    { "options.recompute_modules", "--recompute-modules", Keyless::Settled,
        "modules are named with the policy selective alone" },
    { "options.offload_modules", "--offload-modules", Keyless::Settled,
        "layers that are computed again as a whole keep no inner input that could be offloaded" },
    { "options.moe_capacity_factor", "--moe-expert-capacity-factor" },
    { "options.cuda_graphs", "--cuda-graph-impl|--cuda-graph-modules|--cuda-graph-scope",
        Keyless::Settled, "without --cuda-graph-impl nothing is recorded" },
    { "options.expert_dispatcher",
        "--moe-token-dispatcher-type|--moe-flex-dispatcher-backend|--moe-enable-deepep",
        Keyless::Lost, noExperts },
    { "options.fused_expert_mlp", "--use-transformer-engine-op-fuser", Keyless::Settled,
        "without --use-transformer-engine-op-fuser the activation function runs by itself" },
    { "options.low_precision_attention", "fp8_dot_product_attention", Keyless::Lost,
        "Megatron-LM has no argument for attention in 8 bits; recipes of Megatron-Bridge set it" },
    { "options.expert_overlap", "--overlap-moe-expert-parallel-comm", Keyless::Settled,
        "without --overlap-moe-expert-parallel-comm expert all-to-alls overlap with nothing" },
    { "software.megatron", "", Keyless::Lost,
        "the arguments are those of Megatron-LM's sources of August 2026, but for graphs and the "
        "expert dispatcher, which follow the release; an older one may lack one" },
};

constexpr FieldHomeRow titanRows[] {
    { "model", "name|flavor" },
    { "hardware.nodes", "NNODES|--nnodes" },
    { "hardware.devices_per_node", "--nproc_per_node" },
    { "workload.sequence_length", "seq_len" },
    { "workload.global_batch_sequences", "global_batch_size" },
    { "workload.training_tokens", "steps" },
    { "parallelism.data", "data_parallel_replicate_degree|data_parallel_shard_degree" },
    { "parallelism.fsdp", "data_parallel_shard_degree|data_parallel_replicate_degree" },
    { "parallelism.zero_stage", "fsdp_reshard_after_forward|data_parallel_shard_degree" },
    { "parallelism.tensor", "tensor_parallel_degree" },
    { "parallelism.sequence_parallel", "", Keyless::Settled,
        "torchtitan's tensor parallelism always shards the sequence between the matmuls" },
    { "parallelism.context", "context_parallel_degree" },
    { "parallelism.context_strategy", "context_parallel_rotate_method" },
    { "parallelism.pipeline", "pipeline_parallel_degree" },
    { "parallelism.pipeline_chunks", "pipeline_parallel_schedule" },
    { "parallelism.stage_layers", "module_fqns_per_model_part" },
    { "parallelism.expert", "expert_parallel_degree" },
    { "parallelism.expert_tensor", "expert_tensor_parallel_degree" },
    { "workload.evaluation.micro_batch", "validation" },
    { "parallelism.micro_batch_sequences", "local_batch_size|pipeline_parallel_microbatch_size" },
    { "parallelism.mesh", "", Keyless::Lost,
        "torchtitan orders its ranks itself: tensor, context, shards, replicas, pipeline" },
    { "precision.compute", "mixed_precision_param" },
    { "precision.weights", "dtype" },
    { "precision.gradients", "", Keyless::Lost, "torchtitan always reduces gradients in float32" },
    { "tuning.rank", "rank", Keyless::Settled, noAdapters }, // of LoRAConverter
    { "precision.optimizer_state", "implementation", Keyless::Settled,
        "torchtitan's moments have the type of the weights" },
    { "precision.recipe", "converters|recipe_name" },
    { "optimizer", "implementation", Keyless::Settled,
        "torchtitan's AdamW keeps its states in the type of the weights" },
    { "remat.policy", "mode" },
    { "attention", "", Keyless::Lost, "the flavor names the kernel, PyTorch's fused one" },
    { "options.cross_entropy", "components", Keyless::Settled, "the compiled loss is fused" },
    { "options.tensor_overlap", "enable_async_tensor_parallel", Keyless::Settled,
        "without enable_async_tensor_parallel tensor traffic does not overlap" },
    { "options.expert_dispatcher", "expert_parallel_comm_backend|moe_comm_backend",
        Keyless::Settled, "torchtitan's own all-to-alls carry tokens, if there are experts" },
    { "options.compile", "compile" },
    { "software.torchtitan", "", Keyless::Lost,
        "config.toml is for v0.2.2 and headroom_recipe.py for the sources of August 2026" },
};

constexpr std::string_view wholeSequences = "no rank has only a part of a sequence";

constexpr FieldHomeRow deepspeedRows[] {
    { "model", "model_type|hidden_size|num_hidden_layers|n_embd", Keyless::Settled,
        "the script decides it" },
    { "workload.sequence_length", "sequence_length", Keyless::Lost, "the script decides it" },
    { "workload.training_tokens", "steps|--max_steps" },
    { "attention", "attention" },
    { "hardware.nodes", "NNODES|--nnodes" },
    { "hardware.devices_per_node", "--nproc_per_node" },
    { "workload.global_batch_sequences", "train_batch_size|gradient_accumulation_steps" },
    { "parallelism.data", "train_batch_size|zero_hpz_partition_size" },
    { "parallelism.tensor", "autotp_size" },
    { "parallelism.expert", "autoep_size" },
    { "parallelism.context", "sequence_parallel_size" },
    { "parallelism.context_strategy", "sequence_parallel_size", Keyless::Settled, wholeSequences },
    { "parallelism.fsdp", "stage|zero_hpz_partition_size" },
    { "parallelism.zero_stage", "stage" },
    { "parallelism.micro_batch_sequences", "train_micro_batch_size_per_gpu" },
    { "precision.compute", "bf16|fp16" },
    { "precision.weights", "bf16_master_weights_and_grads", Keyless::Settled,
        "DeepSpeed's weights have the type of the computation, with fp32 copies in the optimizer" },
    { "precision.gradients", "grad_accum_dtype" },
    { "precision.optimizer_state", "bf16_optimizer_states" },
    { "optimizer", "optimizer" },
    { "remat.policy", "activation_checkpointing|--gradient_checkpointing", Keyless::Settled,
        "nothing is computed again unless the script asks for it" },
    { "options.overlap_grad_reduce", "overlap_comm", Keyless::Settled,
        "without ZeRO there is no overlap_comm" },
    { "options.tensor_overlap", "tp_overlap_comm", Keyless::Settled,
        "nothing overlaps without tensor parallelism" },
    { "options.offload_optimizer", "offload_optimizer" },
    { "options.offload_parameters", "offload_param" },
    { "options.offload_activations", "cpu_checkpointing" },
    { "options.cross_entropy", "--use_liger_kernel" },
    { "options.compile", "--torch_compile" },
};

// Of the Trainer without DeepSpeed.
constexpr std::string_view likeWeights = "they have the type of the weights";

constexpr FieldHomeRow trainerRows[] {
    { "model", "model_type|hidden_size|num_hidden_layers|n_embd", Keyless::Settled,
        "the script decides it" },
    { "workload.sequence_length", "sequence_length", Keyless::Lost, "the script decides it" },
    { "attention", "attention" },
    { "hardware.nodes", "NNODES|--nnodes" },
    { "hardware.devices_per_node", "--nproc_per_node" },
    { "workload.sequence_length", "sequence_length" },
    { "workload.global_batch_sequences", "--gradient_accumulation_steps" },
    { "workload.training_tokens", "--max_steps" },
    { "parallelism.data", "zero_hpz_partition_size|PARALLELISM_CONFIG_DP_REPLICATE_SIZE",
        Keyless::Settled, processCount },
    { "parallelism.fsdp", "stage|zero_hpz_partition_size|PARALLELISM_CONFIG_DP_SHARD_SIZE|--fsdp" },
    { "parallelism.zero_stage", "stage|reshard_after_forward|--fsdp" },
    { "parallelism.tensor", "autotp_size" },
    { "parallelism.context", "PARALLELISM_CONFIG_SP_SIZE|PARALLELISM_CONFIG_CP_SIZE" },
    { "parallelism.context_strategy",
        "PARALLELISM_CONFIG_SP_SIZE|PARALLELISM_CONFIG_CP_COMM_STRATEGY", Keyless::Settled,
        wholeSequences },
    { "workload.evaluation.micro_batch", "--per_device_eval_batch_size" },
    { "parallelism.micro_batch_sequences", "--per_device_train_batch_size" },
    { "precision.compute", "--bf16|--fp16" },
    { "precision.weights", "adapter_dtype" },
    { "precision.gradients", "grad_accum_dtype", Keyless::Settled, likeWeights },
    { "precision.optimizer_state", "bf16_optimizer_states", Keyless::Settled, likeWeights },
    { "optimizer", "--optim" },
    { "options.paged_optimizer", "--optim" },
    { "attention", "attention" },
    { "remat.policy", "--gradient_checkpointing" },
    { "options.cross_entropy", "--use_liger_kernel", Keyless::Settled,
        "without --use_liger_kernel the loss is not fused" },
    { "options.overlap_grad_reduce", "overlap_comm", Keyless::Settled,
        "without ZeRO there is no overlap_comm" },
    { "options.offload_optimizer", "offload_optimizer|--fsdp" },
    { "options.offload_parameters", "offload_param|--fsdp" },
    { "options.tensor_overlap", "tp_overlap_comm", Keyless::Settled,
        "nothing overlaps without tensor parallelism" },
};

} // namespace

std::span<const FieldHomeRow> fieldHomeRows(Framework framework)
{
    switch (framework) {
    case Framework::MaxText:
        return maxtextRows;
    case Framework::Jax:
        return jaxRows;
    case Framework::Megatron:
        return megatronRows;
    case Framework::Torchtitan:
        return titanRows;
    case Framework::DeepSpeed:
        return deepspeedRows;
    case Framework::HuggingFace:
        return trainerRows;
    }
    return {};
}

std::span<const FieldHomeRow> tuningHomeRows()
{
    return tuningRows;
}

std::span<const FieldHomeRow> toolHomeRows()
{
    return toolRows;
}

std::span<const FieldHomeRow> bridgeHomeRows()
{
    return bridgeRows;
}

} // namespace headroom
