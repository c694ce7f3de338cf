#include "model/base/wording/messages.h"

namespace headroom {
namespace {

// Why an export target cannot take a plan; each is quoted by "export-not-expressible".
constexpr MessageTemplate refusalRows[] {
    { "refusal-seen", "{0} ({1}, sources of {2})" },
    // Any target
    { "needs-gpu", "it runs on GPUs, and {0} is a TPU" },
    { "needs-tpu", "it runs on TPUs, and {0} is a GPU" },
    { "needs-nvidia", "{0} is not an NVIDIA GPU" },
    { "needs-estimate",
        "the kit measures the GEMMs of an estimate, and this plan cannot be "
        "estimated" },
    { "prove-framework",
        "{0} compiles no whole step ahead of time: the compiler can be asked for MaxText and for "
        "JAX programs" },
    { "prove-topology", "MaxText's train_compile has no topology of {0}" },
    { "needs-training", "the plan describes inference, and this target trains" },
    { "no-optimizer", "{0} has no optimizer {1}" },
    { "no-recipe", "{0} has no recipe {1}" },
    { "no-low-precision-recipe", "{0} has no low-precision recipe {1}" },
    { "hf-low-precision",
        "the Trainer computes in 8 bits only through Accelerate "
        "(ACCELERATE_MIXED_PRECISION=fp8 without --bf16: Transformers 5.12.1, "
        "training_args.py:1554; Accelerate 1.14, accelerator.py:478), and no profile says what "
        "that costs, so the recipe {0} cannot be exported" },
    { "no-such-recipe", "{0} has nothing like the recipe {1}" },
    { "no-such-axis",
        "{0} has no {1} parallelism in its configuration: parallelism.{1} is {2} in the plan, and "
        "would "
        "have to be 1" },
    { "no-adapters", "{0} trains whole models: it has no adapters" },
    { "no-switch", "{0} has no setting for {1}" },
    { "no-peft-switch",
        "no export writes {0} for {1}; programs on Hugging Face's Trainer have it" },
    { "no-trained-modules",
        "no export trains embedding or head next to adapters for {0}; programs on Hugging Face's "
        "Trainer do" },
    { "no-preferences",
        "no export trains preferences (DPO) for {0}; those for TRL, axolotl and LLaMA-Factory do" },
    { "trainer-no-preferences",
        "the program of this export trains on documents: preferences (DPO) are for the targets "
        "trl, "
        "axolotl and llama-factory" },
    { "dpo-pairs",
        "the two sequences of a pair must be on one rank, and a micro-batch of {0} is no whole "
        "number of pairs" },
    { "peft-dora-experts",
        "PEFT's DoRA needs a module for each matrix, and the experts of a layer are one tensor" },
    { "peft-packed-shards",
        "GPTQ and AWQ keep packed weights in buffers, which ZeRO 3 and FSDP leave whole on every "
        "rank: they cannot be split into the {0} shards of the plan; nf4 can" },
    { "tool-no-axis",
        "the file that is exported for {0} uses no {1} parallelism: parallelism.{1} is {2} in the "
        "plan, and would have to be 1" },
    { "adapters-no-context",
        "the program that is exported for adapters keeps whole sequences on a rank: "
        "parallelism.context is {0}, and would have to be 1" },
    { "tool-no-split",
        "{0} has no setting that splits sequences over ranks: parallelism.context is {1}, and "
        "would have to be 1; axolotl splits them for adapters" },
    { "trl-no-split",
        "TRL leaves it to Accelerate's configuration to split sequences, which this export does "
        "not write: parallelism.context is {0}, and would have to be 1" },
    { "axolotl-split-whole",
        "axolotl splits sequences over ranks that hold all weights, or under FSDP2, which this "
        "export does not write: parallelism.context is {0}, so that nothing may be sharded "
        "(parallelism.fsdp=1) and adapters are trained" },
    { "axolotl-split-kernel",
        "axolotl splits sequences by ring-flash-attn, which needs FlashAttention 2 or 3 and has a "
        "ring, or gathers keys and values (all_gather) of one packed row at a time" },
    { "axolotl-offload-whole",
        "axolotl recomputes layers where whole models are trained and activations are offloaded: "
        "remat.policy would have to be full" },
    { "factory-offload-remat",
        "LLaMA-Factory offloads the inputs of layers that are recomputed, and nothing else: "
        "remat.policy would have to be full" },
    { "trainer-no-offload",
        "the Trainer has no argument that offloads activations; TRL, axolotl and LLaMA-Factory "
        "have one" },
    { "deepspeed-offload-adapters",
        "DeepSpeed offloads the inputs of layers that its own checkpoint function recomputes, "
        "which Transformers' Trainer, the program for adapters, does not call" },
    { "deepspeed-offload-remat",
        "DeepSpeed's cpu_checkpointing offloads the inputs of layers that are recomputed, and "
        "nothing else: remat.policy would have to be full" },
    { "paged-states",
        "bitsandbytes keeps states of AdamW and Lion in 32 bits in pages, or of AdamW in 8: "
        "optimizer is {0} and precision.optimizer_state {1}" },
    { "paged-on-host",
        "an optimizer whose states lie in host memory is DeepSpeed's or FSDP's, not one of "
        "bitsandbytes with pages" },
    { "adapters-no-tensor",
        "DeepSpeed splits layers over tensor ranks without knowing adapters: parallelism.tensor is "
        "{0}, and would have to be 1" },
    { "tool-no-expert-adapters",
        "LLaMA-Factory puts adapters only on modules, and transformers keeps the experts of a "
        "layer in one tensor" },
    { "peft-no-modules",
        "the names that the matrices of the family {0} have in transformers are not known" },
    { "peft-fp8-base",
        "transformers loads fp8 weights only for inference; nf4 and int8 can be "
        "trained with" },
    { "peft-wide-base",
        "DeepSpeed casts every weight to the type of the computation: frozen weights in 32 bits "
        "need "
        "Hugging Face's Trainer without it, that is framework hf with parallelism.fsdp 1" },
    { "tool-wide-base",
        "{0} has no setting that loads frozen weights in 32 bits next to computation in 16" },
    { "peft-int8-shards",
        "bitsandbytes' int8 weights cannot be split into the {0} shards of the plan; nf4 can" },
    { "nemo-adapter-base",
        "Megatron-Bridge keeps frozen weights in 16 bits: it has LoRA and no QLoRA" },
    { "nemo-adapter-rope",
        "the frozen weights need the rotary positions that they were trained with, and the "
        "model names no base, or a scaling that this export cannot write; give the model "
        "`rope: {base: …, scaling: none|llama3|linear, factor: …, original_length: …}`" },
    { "nemo-adapter-parts",
        "Megatron-Bridge's CanonicalLoRA separates query, key and value only in models with a "
        "gated MLP, and its LoRA keeps them together: name all three of q, k and v, or none" },
    { "nemo-dora-parts",
        "Megatron-Bridge's DoRA works on query, key and value in one matrix: name all three of "
        "q, k and v, or none" },
    { "nemo-dora-experts",
        "Megatron-Bridge's DoRA reads the weight of a single matrix, and routed experts are many "
        "in "
        "one module" },
    { "maxtext-no-adapters", "MaxText {0} has no adapters; 0.2.3 has" },
    { "maxtext-no-qlora",
        "MaxText {0} trains adapters next to weights in 16 bits; 0.2.4 also next to nf4 and "
        "int8" },
    { "maxtext-adapter-base",
        "MaxText keeps frozen weights in 16 or 32 bits, nf4 or int8, not in {0}" },
    { "maxtext-adapter-weights",
        "MaxText keeps adapters and frozen weights in one type: the frozen ones of LoRA are {1}, "
        "the adapters of the plan {0}" },
    { "maxtext-adapter-offload",
        "MaxText's trainer of adapters (0.2.4, post_train/sft) keeps the optimizer on the chip" },
    { "maxtext-adapter-experts", "MaxText puts no adapters on routed experts" },
    { "gradient-type",
        "{0} sums gradients in fp32 or in the type that it computes in, {1}, not in {2}" },
    { "hf-trainer", "the Trainer" },
    { "deepspeed-configuration", "DeepSpeed's configuration" },
    // A plan in the words of another framework
    { "expert-is-no-axis", "expert {0} must divide fsdp {1} or data {2} to become an axis" },
    { "fraction-micro-batch", "a micro-batch of {0} sequences is no whole number" },
    // MaxText
    { "maxtext-decoder-block",
        "MaxText has no decoder block with ALiBi, parallel attention and MLP, a norm after the "
        "embedding, or partly rotated heads" },
    { "maxtext-four-norms",
        "MaxText's blocks with four norms in a layer, Gemma 2's and 3's, hold no experts" },
    { "maxtext-model-file",
        "MaxText {0} finds the file of a model only inside its own sources; 0.2.2 finds it from "
        "any folder" },
    { "maxtext-gpt3-block",
        "MaxText has LayerNorm and ungated MLPs only in its GPT-3 block, with learned positions" },
    { "maxtext-latent-attention",
        "MaxText has latent attention only in its DeepSeek block, which holds experts" },
    { "maxtext-shared-experts",
        "MaxText has shared experts only in blocks of single models (DeepSeek, Llama 4, Gemma 4, "
        "Qwen3-Next), not in Mixtral's" },
    { "maxtext-expert-shards", "MaxText shards experts over the tensor axis ({0}), not over {1}" },
    { "maxtext-micro-batches",
        "MaxText runs {0} micro-batches on {1} stages: it takes a multiple" },
    { "maxtext-optimizer-shards", "MaxText {0} cannot shard the optimizer alone (ZeRO stage {1})" },
    { "maxtext-context-strategy",
        "MaxText {0} only gathers keys and values for context parallelism" },
    { "maxtext-context-tpu",
        "MaxText {0} only gathers keys and values for context parallelism on TPU; 0.2.4 has {1}" },
    { "maxtext-context-attention", "MaxText has {0} on TPU only with fused attention" },
    { "maxtext-context-global",
        "MaxText has {0} on TPU only for global attention without sinks, not for windows" },
    { "maxtext-ulysses-latent", "MaxText's Ulysses has no latent attention" },
    { "maxtext-ring-length",
        "MaxText's ring on TPU takes sequences that are a multiple of context squared, {0}" },
    { "maxtext-ulysses-chip", "MaxText has Ulysses context parallelism only on TPU" },
    { "ulysses-one-slice", "Ulysses context parallelism must stay inside one slice" },
    { "pipeline-too-long", "{0} layers cannot fill {1} pipeline stages" },
    { "maxtext-no-key", "MaxText {0} has no key {1}" },
    { "maxtext-no-word", "MaxText {0} does not know {1}" },
    { "maxtext-no-compile-check",
        "the check by the compiler is written for MaxText 0.1.0 or later, and the plan has {0}" },
    { "maxtext-no-tiles", "MaxText {0} has no vocabulary tiles" },
    { "maxtext-int8-states", "MaxText keeps no int8 states of its optimizers" },
    { "vocabulary-tiles", "{0} tokens per device do not divide into {1} vocabulary tiles" },
    { "recipe-accumulation",
        "the recipe {0} does not work with gradient accumulation ({1} passes)" },
    { "recipe-intmp",
        "the recipe intmp needs a file of its own (quant_cfg_path), which a plan does not name" },
    { "releases-cannot-start",
        "{0} {1} does not start with jaxlib {2}: it needs {3} or later, and asks for {4}" },
    { "autopgle-release", "JAX reads JAX_ENABLE_PGLE from 0.4.29 on, and the plan has jaxlib {0}" },
    // Google Kubernetes Engine
    { "gke-chip", "Headroom does not know what Google Kubernetes Engine calls {0}" },
    { "gke-hosts", "a slice of {0} chips is no whole number of hosts of 4" },
    // Megatron-LM
    { "megatron-alibi", "Megatron-LM has no ALiBi positions" },
    { "megatron-parallel-block", "Megatron-LM has no block with attention and MLP in parallel" },
    { "megatron-embedding-norm", "Megatron-LM has no norm after the embedding" },
    { "megatron-norms",
        "Megatron-LM's GPT block has two norms per layer, before attention and MLP" },
    { "megatron-release", "Megatron-Core {0} has no {1}: it came with {2}" },
    { "megatron-sinks", "attention sinks" },
    { "megatron-hybridep", "HybridEP" },
    { "megatron-expert-overlap", "overlap of expert all-to-alls" },
    { "megatron-graphs", "CUDA graphs of parts of a layer" },
    { "megatron-fused-mlp", "fused MLP of experts" },
    { "megatron-graphs-experts",
        "Megatron-LM records layers with experts as a whole only when every expert takes a fixed "
        "number of tokens: set options.moe_capacity_factor, or record partial graphs" },
    { "megatron-graphs-remat",
        "with CUDA graphs, Megatron-LM recomputes whole layers only in a graph of the full "
        "iteration" },
    { "megatron-dispatcher-alone",
        "DeepEP and HybridEP carry tokens between ranks: expert or tensor parallelism must be "
        "above 1" },
    { "megatron-dispatcher-padding",
        "DeepEP takes no experts padded to their capacity, which graphs of whole layers need" },
    { "megatron-overlap-experts",
        "Megatron-LM overlaps expert all-to-alls only between expert-parallel ranks" },
    { "megatron-overlap-chunks",
        "Megatron-LM overlaps expert all-to-alls in a pipeline only when it is interleaved "
        "(parallelism.pipeline_chunks)" },
    { "megatron-overlap-remat",
        "Megatron-LM overlaps expert all-to-alls only without full recomputation" },
    { "megatron-overlap-precision",
        "Megatron-LM overlaps expert all-to-alls only in bf16 or fp16" },
    { "megatron-overlap-heads",
        "Megatron-LM overlaps expert all-to-alls with at most one multi-token-prediction head" },
    { "megatron-overlap-moe",
        "Megatron-LM overlaps expert all-to-alls only when it does not recompute the whole "
        "expert part (moe)" },
    { "megatron-recompute-latent",
        "Megatron-LM recomputes mla_up_proj only in models with multi-head latent attention" },
    { "megatron-recompute-activation",
        "Megatron-LM recomputes moe_act only in models with experts" },
    { "megatron-recompute-delayed",
        "Megatron-LM recomputes neither layernorm nor moe_act with delayed scaling" },
    { "megatron-graphs-moe",
        "Megatron-LM cannot recompute the expert part (moe) when its router is in a CUDA graph" },
    { "megatron-offload-projection",
        "Megatron-LM offloads attn_proj only together with core_attn, whose output it is" },
    { "megatron-offload-moe",
        "Megatron-LM does not offload expert_fc1 and moe_act when it recomputes the whole "
        "expert part (moe)" },
    { "megatron-offload-graphs",
        "Megatron-LM offloads activations together with CUDA graphs only from 0.18.0 on, only "
        "with partial graphs of a model with experts, and never those of attn_norm and mlp_norm" },
    { "megatron-shared-recompute", "recomputation of shared experts" },
    { "megatron-offload", "offloading of activations by module" },
    { "megatron-fsdp-muon", "Megatron-LM's FSDP does not take the optimizer muon" },
    { "megatron-expert-tensor",
        "Megatron-LM trains experts with tensor parallelism only when sequence_parallel is on" },
    { "megatron-states",
        "Megatron-LM's {0} keeps no {1} states; Adam takes bf16, and adamw_8bit is its fp8" },
    // DeepSpeed
    { "deepspeed-context",
        "DeepSpeed shards sequences only by Ulysses: parallelism.context_strategy would have "
        "to be ulysses" },
    { "deepspeed-ulysses-tensor",
        "DeepSpeed's Ulysses counts no tensor ranks: parallelism.tensor would have to be 1" },
    { "deepspeed-autotp-family",
        "DeepSpeed splits Llama's, Qwen 2's and Mistral's layers over tensor ranks by itself, not "
        "experts, GPT-2's layers or norms of heads (0.19.6, tp_plan_converter.py:37, "
        "auto_tp.py:301 and :620); parallelism.tensor is {0}, and would have to be 1" },
    { "deepspeed-experts-family",
        "DeepSpeed's AutoEP knows the experts of Mixtral, Qwen 3 and DeepSeek; parallelism.expert "
        "is {0}, and would have to be 1" },
    { "deepspeed-experts-alone",
        "DeepSpeed's AutoEP takes no Ulysses (0.19.6, runtime/engine.py:588) and splits no expert "
        "(auto_ep_folding.py:214); parallelism.expert is {0}, and would have to be 1" },
    { "hf-experts",
        "the Trainer collects the parameters (Transformers 5.12.1, integrations/deepspeed.py:639) "
        "before DeepSpeed puts experts over ranks in their place, and DeepSpeed then refuses to "
        "start (0.19.6, stage_1_and_2.py:778); parallelism.expert is {0}, and would have to be 1" },
    { "hf-tensor",
        "under FSDP, which PyTorch's context parallelism needs, the Trainer cannot train what is "
        "split over tensor ranks: Transformers leaves every rank plain parts of the weights "
        "(5.12.1, "
        "integrations/tensor_parallel.py:1575), Accelerate clips by the norm of a rank's own part "
        "(1.14.0, accelerator.py:3007), and what all ranks hold drifts apart; parallelism.tensor "
        "is "
        "{0}, and would have to be 1" },
    { "hf-context-fsdp",
        "Accelerate splits sequences by PyTorch's context parallelism only under FSDP: "
        "parallelism.fsdp would have to hold the data ranks" },
    { "hf-context-zero",
        "Accelerate splits sequences by PyTorch's context parallelism only under FSDP: "
        "parallelism.zero_stage would have to be 2 or 3" },
    { "hf-context-offload",
        "under FSDP, which PyTorch's context parallelism needs, the Trainer moves the weights to "
        "the host with the optimizer" },
    { "hf-context-attention",
        "sequences are sharded only with fused attention: eager attention keeps the mask of a "
        "whole sequence" },
    { "deepspeed-experts-tensor",
        "DeepSpeed's AutoEP takes no tensor ranks under ZeRO 3 (0.19.5, runtime/engine.py): "
        "parallelism.zero_stage would have to be 2, or parallelism.tensor 1" },
    { "hf-tensor-stage",
        "DeepSpeed splits tensors of whole weights, and the Trainer makes ZeRO 3's shards while it "
        "builds the model (Transformers 5.12.1, integrations/deepspeed.py; DeepSpeed 0.19.5, "
        "runtime/engine.py): parallelism.zero_stage would have to be 2, or parallelism.tensor 1; "
        "framework deepspeed takes both" },
    { "deepspeed-states",
        "DeepSpeed keeps {0} states of the optimizer only under ZeRO, and only with everything "
        "else in bf16" },
    // torchtitan
    { "torchtitan-later-model",
        "torchtitan v0.2.2 has no {0}; its later sources do, but have no configuration of this "
        "model" },
    { "torchtitan-adapter-base",
        "torchtitan's adapters (sources of 2026-08-21, components/lora.py) need frozen weights "
        "in 16 bits: it has LoRA and no QLoRA" },
    { "torchtitan-adapter-parts",
        "torchtitan (sources of 2026-08-21, models/common/attention.py) holds {0} in one "
        "matrix, which gets adapters as a whole or not at all" },
    { "torchtitan-adapter-weights",
        "torchtitan keeps adapters and frozen weights in one type (training.dtype): the frozen "
        "ones of LoRA are bf16, the adapters of the plan {0}" },
    { "torchtitan-adapter-experts",
        "torchtitan puts adapters on linear layers alone (sources of 2026-08-21, "
        "components/lora.py), and routed experts are one tensor" },
    { "torchtitan-deepep-axes",
        "torchtitan's DeepEP and HybridEP need expert parallelism above 1 and experts that tensor "
        "parallelism "
        "leaves whole" },
    { "torchtitan-fp16-weights",
        "torchtitan keeps weights in bfloat16 or float32, not in float16" },
    { "torchtitan-step-axes",
        "torchtitan updates weights during the backward pass only without expert and pipeline "
        "parallelism" },
    { "torchtitan-step-accumulation",
        "torchtitan's update during the backward pass comes after every micro-batch, and the "
        "plan accumulates {0}" },
    { "torchtitan-eager-loss", "torchtitan fuses the loss only when it is compiled" },
    { "torchtitan-flavor", "torchtitan has no flavor of {0}, and its blocks are not Llama's" },
    { "torchtitan-own-shape",
        "torchtitan trains the shapes that it ships, and other shapes of Llama's blocks: "
        "rotary positions, RMSNorm, a gated MLP, no biases, heads that make up the width" },
    { "torchtitan-recipe-alone",
        "torchtitan v0.2.2 does not have the model or what the plan asks for, and the later "
        "sources, "
        "which do, {0}" },
    { "torchtitan-fp16", "torchtitan computes in bfloat16 or float32, not in float16" },
    { "torchtitan-stages", "{0} layers cannot be split into {1} pipeline stages of equal size" },
    { "torchtitan-overlap", "torchtitan overlaps tensor traffic only in compiled models" },
    { "torchtitan-expert-shards",
        "torchtitan shards experts over 1 or {0} tensor ranks, not over {1}" },
    { "torchtitan-ulysses", "torchtitan has no Ulysses context parallelism" },
    { "torchtitan-muon",
        "torchtitan v0.2.2 has no Muon, and the DistMuon of its later sources must be told how "
        "each matrix is sharded while it is orthogonalized, which no field of a plan says" },
    { "torchtitan-states", "torchtitan keeps no 8-bit states of its optimizers" },
};

} // namespace

std::span<const MessageTemplate> refusalMessages()
{
    return refusalRows;
}

} // namespace headroom
