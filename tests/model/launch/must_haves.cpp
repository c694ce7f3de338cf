#include "export_checks.h"

namespace headroom {
namespace {

// What each target cannot do without, for the plan "Llama 3 70B on 32 H100 nodes" in benchmark
// mode (TPU targets: "Llama 2 70B on a v5p slice"); source: what each framework accepts.
constexpr MustHave list[] {
    { "maxtext-gpu", "config.yml", "base_config: \"base.yml\"" },
    { "maxtext-gpu", "config.yml", "hardware: \"gpu\"" },
    { "maxtext-gpu", "config.yml", "model_name: \"llama3-70b\"" },
    { "maxtext-gpu", "config.yml", "per_device_batch_size: 1" },
    { "maxtext-gpu", "config.yml", "gradient_accumulation_steps: 2" },
    { "maxtext-gpu", "config.yml", "max_target_length: 8192" },
    { "maxtext-gpu", "config.yml", "ici_fsdp_parallelism: 8" },
    { "maxtext-gpu", "config.yml", "dcn_fsdp_parallelism: 32" },
    { "maxtext-gpu", "config.yml", "dcn_data_parallelism: 1" },
    { "maxtext-gpu", "config.yml", "attention: \"cudnn_flash_te\"" },
    { "maxtext-gpu", "config.yml", "max_segments_per_seq: 32" },
    { "maxtext-gpu", "config.yml", "remat_policy: \"save_dot_except_mlp\"" },
    { "maxtext-gpu", "config.yml", "quantization: \"\"" },
    { "maxtext-gpu", "config.yml", "use_qwix_quantization: false" },
    { "maxtext-gpu", "config.yml", "dataset_type: \"synthetic\"" },
    { "maxtext-gpu", "config.yml", "reuse_example_batch: 1" },
    { "maxtext-gpu", "config.yml", "enable_checkpointing: false" },
    { "maxtext-gpu", "config.yml", "steps: 30" },
    { "maxtext-gpu", "config.yml", "profiler: \"xplane\"" },
    { "maxtext-gpu", "run.sh",
        "python3 -m maxtext.trainers.pre_train.train \"${HERE}/config.yml\"" },
    { "maxtext-gpu", "run.sh", "run_name=" },
    { "maxtext-gpu", "run.sh", "base_output_directory=" },
    { "maxtext-gpu", "run.sh", "export XLA_PYTHON_CLIENT_MEM_FRACTION=" },
    { "maxtext-gpu", "run.sh", "export NVTE_FUSED_ATTN=1" },
    { "maxtext-gpu", "run.sh", "export XLA_FLAGS=" },
    { "maxtext-gpu", "run.sh", "JAX_COORDINATOR_IP" },
    { "maxtext-gpu", "run.sh", "NODE_RANK" },
    { "maxtext-gpu", "run.sh", "NCCL_LAUNCH_MODE=GROUP" },
    { "maxtext-gpu", "README.md", "## What to expect" },
    { "maxtext-tpu", "config.yml", "hardware: \"tpu\"" },
    { "maxtext-tpu", "config.yml", "ici_fsdp_parallelism: 64" },
    { "maxtext-tpu", "config.yml", "attention: \"flash\"" },
    { "maxtext-tpu", "config.yml", "model_name: \"llama2-70b\"" },
    { "maxtext-tpu", "run.sh", "export LIBTPU_INIT_ARGS=" },
    { "maxtext-slurm", "config.yml", "hardware: \"gpu_multiprocess\"" },
    { "maxtext-slurm", "job_per_gpu.sbatch", "#SBATCH --nodes=32" },
    { "maxtext-slurm", "job_per_gpu.sbatch", "#SBATCH --ntasks-per-node=8" },
    { "maxtext-slurm", "job_per_gpu.sbatch", "#SBATCH --gpus-per-node=8" },
    { "maxtext-slurm", "job_per_gpu.sbatch", "#SBATCH --exclusive" },
    { "maxtext-slurm", "job_per_gpu.sbatch", "srun --kill-on-bad-exit=1" },
    { "maxtext-slurm", "job_per_node.sbatch", "#SBATCH --ntasks-per-node=1" },
    { "maxtext-slurm", "job_per_node.sbatch", "export JAX_COORDINATOR_IP=" },
    { "maxtext-slurm", "job_per_node.sbatch", "export JAX_COORDINATOR_PORT=" },
    { "maxtext-slurm", "job_per_node.sbatch", "export NNODES=" },
    { "maxtext-slurm", "job_per_node.sbatch", "NODE_RANK=\"${SLURM_NODEID}\"" },
    { "maxtext-slurm", "job_per_node.sbatch", "export NCCL_LAUNCH_MODE=GROUP" },
    { "maxtext-slurm", "job_per_node.sbatch", "hardware=gpu" },
    { "maxtext-gke", "jobset.yaml", "apiVersion: jobset.x-k8s.io/v1alpha2" },
    { "maxtext-gke", "jobset.yaml", "backoffLimit: 0" },
    { "maxtext-gke", "jobset.yaml", "restartPolicy: Never" },
    { "maxtext-gke", "jobset.yaml", "dnsPolicy: ClusterFirstWithHostNet" },
    { "maxtext-gke", "jobset.yaml", "completionMode: Indexed" },
    { "maxtext-gke", "jobset.yaml", "nvidia.com/gpu: 8" },
    { "maxtext-gke", "jobset.yaml", "JAX_COORDINATOR_ADDRESS" },
    { "maxtext-gke", "start.sh", "JAX_COORDINATOR_IP" },
    { "maxtext-gke", "xpk.sh", "xpk workload create" },
    { "maxtext-gke", "xpk.sh", "--device-type=h100-mega-80gb-8" },
    { "maxtext-gke", "xpk.sh", "--num-nodes=32" },
    { "maxtext-gke", "submit.sh", "kubectl create configmap" },
    { "jax", "headroom_env.sh", "export XLA_PYTHON_CLIENT_MEM_FRACTION=" },
    { "jax", "headroom_env.py", "\"jax\" in sys.modules" },
    { "jax", "headroom_env.py", "jax.distributed.initialize()" },
    { "jax", "run.sh", "exec python3 \"$@\"" },
    { "jax", "tune_kernels.sh", "--scratch-kib 227" },
    { "jax", "README.md", "bfloat16" },
    { "pgle-auto", "autopgle.sh", "export JAX_ENABLE_PGLE=" },
    { "pgle-auto", "autopgle.sh", "export JAX_PGLE_PROFILING_RUNS=3" },
    { "pgle-auto", "autopgle.sh", "export JAX_PGLE_AGGREGATION_PERCENTILE=90" },
    { "pgle-auto", "nsight_from_cache.sh", "JAX_COMPILATION_CACHE_EXPECT_PGLE=true" },
    { "pgle-auto", "nsight_from_cache.sh", "export JAX_COMPILATION_CACHE_DIR=" },
    { "pgle-jax-profiler", "1_profile_run.sh", "--xla_gpu_enable_latency_hiding_scheduler=true" },
    { "pgle-jax-profiler", "1_profile_run.sh", "--xla_gpu_enable_command_buffer=" },
    { "pgle-jax-profiler", "1_profile_run.sh", "profiler=xplane" },
    { "pgle-jax-profiler", "2_convert.sh", "extract_costs.py" },
    { "pgle-jax-profiler", "3_performance_run.sh", "xla_gpu_pgle_profile_file_or_directory_path" },
    { "pgle-jax-profiler", "3_performance_run.sh", "fingerprint.sh" },
    { "pgle-nsys", "1_profile_run.sh", "--xla_gpu_enable_latency_hiding_scheduler=false" },
    { "pgle-nsys", "1_profile_run.sh", "--xla_gpu_enable_analytical_sol_latency_estimator=false" },
    { "pgle-nsys", "1_profile_run.sh", "--xla_gpu_disable_async_collectives=allcollectives" },
    { "pgle-nsys", "1_profile_run.sh", "--xla_gpu_enable_command_buffer=" },
    { "pgle-nsys", "1_profile_run.sh", "unset JAX_OPTIMIZATION_LEVEL" },
    { "pgle-nsys", "1_profile_run.sh", "--capture-range=cudaProfilerApi" },
    { "pgle-nsys", "1_profile_run.sh", "profiler=nsys" },
    { "pgle-nsys", "1_profile_run.sh", "/fingerprint\"" },
    { "pgle-nsys", "2_convert.sh", "pgo_nsys_converter.py" },
    { "pgle-nsys", "3_performance_run.sh", "--xla_gpu_enable_latency_hiding_scheduler=true" },
    { "pgle-nsys", "3_performance_run.sh",
        "export TF_CPP_VMODULE=profile_guided_latency_estimator=10" },
    { "pgle-nsys", "3_performance_run.sh", "PGLE found latency" },
    { "pgle-nsys", "3_performance_run.sh", "HEADROOM_DEBUG" },
    { "megatron", "run.sh", "--use-megatron-fsdp" },
    { "megatron", "run.sh", "--data-parallel-sharding-strategy optim_grads_params" },
    { "megatron", "run.sh", "--micro-batch-size 1" },
    { "megatron", "run.sh", "--global-batch-size 512" },
    { "megatron", "run.sh", "--num-layers 80" },
    { "megatron", "run.sh", "--num-query-groups 8" },
    { "megatron", "run.sh", "--bf16" },
    { "megatron", "run.sh", "--recompute-granularity full" },
    { "megatron", "run.sh", "--mock-data" },
    { "megatron", "run.sh", "--log-throughput" },
    { "megatron", "run.sh", "pretrain_gpt.py" },
    { "megatron", "job.sbatch", "NODE_RANK=\"${SLURM_NODEID}\"" },
    { "torchtitan", "config.toml", "data_parallel_shard_degree = 256" },
    { "torchtitan", "config.toml", "flavor = \"70B\"" },
    { "torchtitan", "config.toml", "local_batch_size = 1" },
    { "torchtitan", "config.toml", "global_batch_size = 512" },
    { "torchtitan", "config.toml", "seq_len = 8192" },
    { "torchtitan", "config.toml", "mode = \"full\"" },
    { "torchtitan", "headroom_recipe.py", "num_tokens_per_train_step=4194304" },
    { "torchtitan", "headroom_recipe.py", "FullAC.Config()" },
    { "torchtitan", "run.sh", "-m torchtitan.train --job.config_file" },
    { "deepspeed", "ds_config.json", "\"train_batch_size\": 512" },
    { "deepspeed", "ds_config.json", "\"train_micro_batch_size_per_gpu\": 1" },
    { "deepspeed", "ds_config.json", "\"gradient_accumulation_steps\": 2" },
    { "deepspeed", "ds_config.json", "\"stage\": 3" },
    { "deepspeed", "run.sh", "--deepspeed_config \"${HERE}/ds_config.json\"" },
    { "hf-trainer", "ds_config.json", "\"train_batch_size\": \"auto\"" },
    { "hf-trainer", "run.sh", "--per_device_train_batch_size 1" },
    { "hf-trainer", "run.sh", "--gradient_accumulation_steps 2" },
    { "hf-trainer", "run.sh", "--gradient_checkpointing true" },
    { "hf-trainer", "run.sh", "--bf16 true" },
    { "hf-trainer", "run.sh", "--max_steps 30" },
    { "hf-trainer", "run.sh", "--deepspeed \"${HERE}/ds_config.json\"" },
};

} // namespace

std::span<const MustHave> mustHaves()
{
    return list;
}

Findings missingMustHaves(const std::string &target, const std::vector<ExportFile> &files)
{
    Findings missing;
    for (const MustHave &item : mustHaves()) {
        if (target != item.target)
            continue;
        const ExportFile *file = findFile(files, item.file);
        if (!file || file->content.find(item.text) == std::string::npos)
            missing.push_back(std::string(item.file) + " lacks " + item.text);
    }
    return missing;
}

} // namespace headroom
