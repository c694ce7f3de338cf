# Plan: Llama 3.1 8B on one H100 node
# llama3.1-8b on 1 node of 8 h100-sxm, sequence 8192, 128 sequences per step; target jax, benchmark.
# Data of 2026-08-22; written for jaxlib 0.9.2 and MaxText 0.2.2.
# Machine: accelerator=h100-sxm devices_per_node=8 nodes=1
#
# Import it before jax: `import headroom_env`. The variables are read once, when the backend
# starts. What the caller has set already wins.
import os
import sys

if "jax" in sys.modules:
    raise RuntimeError("import headroom_env before jax: XLA reads its flags only once")

XLA_FLAGS = [
    "--xla_gpu_enable_latency_hiding_scheduler=true",
]
LIBTPU_INIT_ARGS = [
]
VARIABLES = {
    "NCCL_DEBUG": "WARN",
    "XLA_PYTHON_CLIENT_MEM_FRACTION": "0.75",
    "NVTE_FUSED_ATTN": "1",
}

for name, flags in (("XLA_FLAGS", XLA_FLAGS), ("LIBTPU_INIT_ARGS", LIBTPU_INIT_ARGS)):
    if flags:
        os.environ[name] = " ".join(flags + [os.environ.get(name, "")]).strip()
for name, value in VARIABLES.items():
    os.environ.setdefault(name, value)


def start():
    """Joins the processes of the job; call it before anything touches a device."""
    import jax

    if int(os.environ.get("SLURM_NTASKS", "1")) > 1:
        jax.distributed.initialize()  # Slurm says who and where, one process per GPU
    elif "JAX_COORDINATOR_ADDRESS" in os.environ:
        jax.distributed.initialize(
            os.environ["JAX_COORDINATOR_ADDRESS"],
            num_processes=int(os.environ["NNODES"]),
            process_id=int(os.environ["NODE_RANK"]),
        )
