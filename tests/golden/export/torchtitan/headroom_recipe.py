# Plan: Llama 3.1 405B on 128 H100 nodes
# llama3.1-405b on 128 nodes of 8 h100-sxm, sequence 8192, 512 sequences per step; target torchtitan, benchmark.
# Data of 2026-08-22.
#
# Recipe for torchtitan after v0.2.2 (written against the sources of 2026-08-21). The folder of
# this file must be importable as a model package's config_registry, or its function be called by
# yours; a field that was renamed since stops with its name.
from torchtitan.distributed.activation_checkpoint import FullAC, SelectiveAC  # noqa: F401
from torchtitan.models.llama3.config_registry import llama3_405b


def put(section, **values):
    for name, value in values.items():
        if not hasattr(section, name):
            raise AttributeError(f"{type(section).__qualname__} has no {name}: another torchtitan")
        setattr(section, name, value)


def llama_3_1_405b_on_128_h100_nodes():
    config = llama3_405b()
    put(
        config.training,
        max_context_length=8192,
        num_tokens_per_microbatch_per_dp_rank=8192,
        num_tokens_per_train_step=4194304,
        steps=30,
    )
    put(
        config.parallelism,
        data_parallel_replicate_degree=1,
        data_parallel_shard_degree=8,
        tensor_parallel_degree=8,
        context_parallel_degree=2,
        pipeline_parallel_degree=8,
        expert_parallel_degree=1,
        fsdp_reshard_after_forward="never",
        num_pp_microbatches=64,
        pipeline_parallel_schedule="Interleaved1F1B",
    )
    put(
        config.compile,
        enable=True,
    )
    put(
        config.checkpoint,
        enable=False,
    )
    put(
        config.metrics,
        log_freq=1,
    )
    config.activation_checkpoint = None
    return config
