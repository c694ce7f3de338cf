#!/usr/bin/env python3
# @plan
#
# Times Pallas attention and matmul kernels over block sizes for the plan's shapes and prints a table,
# fastest first. The search space holds blocks that divide the shape and fit the chip's scratch memory.
# Uses tune-jax when it is installed; configurations that do not compile are skipped.
import argparse
import functools
import itertools
import os
import sys
import time


def arguments():
    parser = argparse.ArgumentParser(description="block sizes of Pallas kernels for one plan")
    parser.add_argument("--kind", choices=("tpu", "gpu"), required=True)
    parser.add_argument("--scratch-kib", type=float, required=True, help="VMEM or shared memory that one kernel may use")
    parser.add_argument("--batch", type=int, default=1)
    parser.add_argument("--sequence", type=int, required=True, help="tokens on one device")
    parser.add_argument("--heads", type=int, required=True, help="query heads on one device")
    parser.add_argument("--kv-heads", type=int, required=True)
    parser.add_argument("--head-dim", type=int, required=True)
    parser.add_argument("--hidden", type=int, required=True)
    parser.add_argument("--ffn", type=int, required=True, help="MLP width on one device")
    parser.add_argument("--write", help="time attention alone, forward and backward, and write MaxText's keys there")
    parser.add_argument("--repeats", type=int, default=10)
    parser.add_argument("--list", action="store_true", help="print the search space and stop")
    return parser.parse_args()


def divisors(length, least, most):
    """Powers of two from least to most that divide the length."""
    block = least
    while block <= min(most, length):
        if length % block == 0:
            yield block
        block *= 2


def attention_space(options):
    """Query and key blocks: q, k, v, output and fp32 scores of one block must fit."""
    least, most = (128, 4096) if options.kind == "tpu" else (16, 256)
    for block_q, block_kv in itertools.product(
            divisors(options.sequence, least, most), divisors(options.sequence, least, most)):
        inputs = 2 * options.head_dim * (2 * block_q + 2 * block_kv)
        scores = 4 * block_q * block_kv if options.kind == "tpu" else 0
        accumulator = 4 * block_q * options.head_dim if options.kind == "tpu" else 0
        if 2 * inputs + scores + accumulator <= options.scratch_kib * 1024:
            yield {"block_q": block_q, "block_kv": block_kv}


def matmul_space(options):
    """Blocks of m, n, k: two buffers of both inputs in bf16 and one fp32 accumulator must fit."""
    tokens = options.batch * options.sequence
    least, most = (128, 2048) if options.kind == "tpu" else (32, 256)
    for block_m, block_n, block_k in itertools.product(
            divisors(tokens, least, most), divisors(options.ffn, least, most), divisors(options.hidden, least, most)):
        inputs = 2 * 2 * (block_m * block_k + block_k * block_n)
        accumulator = 4 * block_m * block_n if options.kind == "tpu" else 0
        if inputs + accumulator <= options.scratch_kib * 1024:
            yield {"block_m": block_m, "block_n": block_n, "block_k": block_k}


def matmul_kernel(x, y, *, block_m, block_n, block_k):
    import jax
    import jax.numpy as jnp
    from jax.experimental import pallas as pl

    m, k = x.shape
    n = y.shape[1]

    def kernel(x_ref, y_ref, out_ref):
        @pl.when(pl.program_id(2) == 0)
        def _():
            out_ref[...] = jnp.zeros_like(out_ref)

        out_ref[...] += jnp.dot(x_ref[...], y_ref[...], preferred_element_type=jnp.float32)

    return pl.pallas_call(
        kernel,
        grid=(m // block_m, n // block_n, k // block_k),
        in_specs=[
            pl.BlockSpec((block_m, block_k), lambda i, j, s: (i, s)),
            pl.BlockSpec((block_k, block_n), lambda i, j, s: (s, j)),
        ],
        out_specs=pl.BlockSpec((block_m, block_n), lambda i, j, s: (i, j)),
        out_shape=jax.ShapeDtypeStruct((m, n), jnp.float32),
    )(x, y)


def gpu_matmul_kernel(x, y, *, block_m, block_n, block_k):
    import jax
    import jax.numpy as jnp
    from jax.experimental import pallas as pl

    m, k = x.shape
    n = y.shape[1]

    def kernel(x_ref, y_ref, out_ref):
        def body(step, total):
            columns = pl.ds(step * block_k, block_k)
            return total + jnp.dot(x_ref[:, columns], y_ref[columns, :], preferred_element_type=jnp.float32)

        out_ref[...] = jax.lax.fori_loop(0, k // block_k, body, jnp.zeros((block_m, block_n), jnp.float32))

    return pl.pallas_call(
        kernel,
        grid=(m // block_m, n // block_n),
        in_specs=[
            pl.BlockSpec((block_m, k), lambda i, j: (i, 0)),
            pl.BlockSpec((k, block_n), lambda i, j: (0, j)),
        ],
        out_specs=pl.BlockSpec((block_m, block_n), lambda i, j: (i, j)),
        out_shape=jax.ShapeDtypeStruct((m, n), jnp.float32),
    )(x, y)


def tpu_attention(q, k, v, *, block_q, block_kv):
    import jax
    from jax.experimental.pallas.ops.tpu.splash_attention import splash_attention_kernel as splash
    from jax.experimental.pallas.ops.tpu.splash_attention import splash_attention_mask as masks

    heads, length = q.shape[1], q.shape[2]
    sizes = splash.BlockSizes(
        block_q=block_q, block_kv=block_kv, block_kv_compute=block_kv, block_q_dkv=block_q, block_kv_dkv=block_kv,
        block_kv_dkv_compute=block_kv, block_q_dq=block_q, block_kv_dq=block_kv)
    mask = masks.MultiHeadMask([masks.CausalMask((length, length))] * heads)
    kernel = splash.make_splash_mha(mask=mask, head_shards=1, q_seq_shards=1, block_sizes=sizes)
    return jax.vmap(kernel)(q, k, v)


def tpu_attention_step(q, k, v, *, block_q, block_kv, fused):
    """Forward and backward pass; fused computes the gradients of queries and keys in one kernel."""
    import jax
    import jax.numpy as jnp
    from jax.experimental.pallas.ops.tpu.splash_attention import splash_attention_kernel as splash
    from jax.experimental.pallas.ops.tpu.splash_attention import splash_attention_mask as masks

    heads, length = q.shape[1], q.shape[2]
    sizes = splash.BlockSizes(
        block_q=block_q, block_kv=block_kv, block_kv_compute=block_kv, block_q_dkv=block_q, block_kv_dkv=block_kv,
        block_kv_dkv_compute=block_kv, block_q_dq=None if fused else block_q,
        block_kv_dq=None if fused else block_kv, use_fused_bwd_kernel=fused)
    mask = masks.MultiHeadMask([masks.CausalMask((length, length))] * heads)
    kernel = splash.make_splash_mha(mask=mask, head_shards=1, q_seq_shards=1, block_sizes=sizes)
    return jax.grad(lambda *x: jax.vmap(kernel)(*x).astype(jnp.float32).sum(), argnums=(0, 1, 2))(q, k, v)


def maxtext_keys(point):
    """What MaxText calls the blocks, one key=value to a line."""
    queries = ("sa_block_q", "sa_block_q_dkv", "sa_block_q_dq")
    keys = ("sa_block_kv", "sa_block_kv_compute", "sa_block_kv_dkv", "sa_block_kv_dkv_compute", "sa_block_kv_dq")
    lines = [f"{name}={point['block_q']}" for name in queries] + [f"{name}={point['block_kv']}" for name in keys]
    return "".join(line + "\n" for line in lines + [f"sa_use_fused_bwd_kernel={str(point['fused']).lower()}"])


def gpu_attention(q, k, v, *, block_q, block_kv):
    from jax.experimental.pallas.ops.gpu import attention

    try:
        sizes = attention.BlockSizes(block_q=block_q, block_k=block_kv)
        return attention.mha(q, k, v, segment_ids=None, causal=True, block_sizes=sizes)
    except (AttributeError, TypeError):
        return attention.mha(q, k, v, segment_ids=None, causal=True, block_q=block_q, block_k=block_kv)


def time_one(function, operands, repeats):
    """Median seconds of a compiled call; the first call compiles and is not counted."""
    import jax

    compiled = jax.jit(function)
    jax.block_until_ready(compiled(*operands))
    times = []
    for _ in range(repeats):
        start = time.perf_counter()
        jax.block_until_ready(compiled(*operands))
        times.append(time.perf_counter() - start)
    return sorted(times)[len(times) // 2]


def tune_with_library(function, space, operands):
    """Best blocks by tune-jax over the values of the space; None when it is not installed."""
    try:
        from tune_jax import tune
    except ImportError:
        return None
    values = {name: sorted({point[name] for point in space}) for name in space[0]}
    tuned = tune(function, hyperparams=values)
    tuned(*operands)
    return getattr(tuned, "optimal_hyperparams", None)


def search(title, function, space, operands, repeats):
    rows, skipped = [], 0
    for point in space:
        try:
            rows.append((time_one(functools.partial(function, **point), operands, repeats), point))
        except Exception as problem:  # whatever a compiler raises for a block it cannot take
            skipped += 1
            print(f"skipped {point}: {type(problem).__name__}", file=sys.stderr)
    print(f"\n{title}: {len(rows)} measured, {skipped} skipped")
    for seconds, point in sorted(rows, key=lambda row: row[0])[:20]:
        print(f"{seconds * 1e6:12.1f} us  " + "  ".join(f"{name}={value}" for name, value in point.items()))
    return sorted(rows, key=lambda row: row[0])


def main():
    options = arguments()
    spaces = {"attention": list(attention_space(options)), "matmul": list(matmul_space(options))}
    if options.write:
        spaces = {"attention": [{**point, "fused": fused} for point in spaces["attention"] for fused in (False, True)]}
    if options.list:
        for title, space in spaces.items():
            for point in space:
                print(title, point)
        return 0 if all(spaces.values()) else 2

    import jax
    import jax.numpy as jnp

    keys = jax.random.split(jax.random.key(0), 5)

    def values(key, *shape):
        return jax.random.normal(key, shape, jnp.bfloat16)

    if options.kind == "tpu":
        # Splash attention takes grouped heads repeated, head axis before the sequence.
        shape = (options.batch, options.heads, options.sequence, options.head_dim)
        kernels = {"attention": tpu_attention_step if options.write else tpu_attention, "matmul": matmul_kernel}
    else:
        shape = (options.batch, options.sequence, options.heads, options.head_dim)
        kernels = {"attention": gpu_attention, "matmul": gpu_matmul_kernel}
    operands = {
        "attention": [values(key, *shape) for key in keys[:3]],
        "matmul": [values(keys[3], options.batch * options.sequence, options.hidden),
                   values(keys[4], options.hidden, options.ffn)],
    }
    measured = 0
    for title, space in spaces.items():
        if not space:
            print(f"\n{title}: no block divides the shape and fits {options.scratch_kib:.0f} KiB")
            continue
        best = tune_with_library(kernels[title], space, operands[title])
        if best is not None:
            print(f"\n{title}: tune-jax chose {best}")
        rows = search(title, kernels[title], space, operands[title], options.repeats)
        measured += len(rows)
        if options.write and rows:
            with open(options.write + ".new", "w") as file:
                file.write(maxtext_keys(rows[0][1]))
            os.replace(options.write + ".new", options.write)
            print(f"written to {options.write}")
    return 0 if measured else 2


if __name__ == "__main__":
    sys.exit(main())
