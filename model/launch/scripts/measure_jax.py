#!/usr/bin/env python3
# @plan
#
# What measure.py measures, in JAX.
import os

WIDEST = 256  # bytes of a reason: all processes gather arrays of one size


class Jax:
    """JAX: one process for each device or node; jax.distributed joins them."""

    name = "jax"

    def __init__(self):
        import jax

        self.jax = jax
        if int(os.environ.get("SLURM_NTASKS", "1")) > 1:
            jax.distributed.initialize()
        elif "JAX_COORDINATOR_ADDRESS" in os.environ:
            jax.distributed.initialize(os.environ["JAX_COORDINATOR_ADDRESS"], num_processes=int(os.environ["NNODES"]),
                                       process_id=int(os.environ["NODE_RANK"]))
        self.rank = jax.process_index()
        self.ranks = jax.device_count()
        self.last = None
        self.types = {"fp32": "float32", "bf16": "bfloat16", "fp16": "float16", "fp8": "float8_e4m3fn"}

    def versions(self):
        import jaxlib

        return {"jax": self.jax.__version__, "jaxlib": jaxlib.__version__,
                "platform": getattr(self.jax.devices()[0].client, "platform_version", "").split("\n")[0]}

    def device_name(self):
        return self.jax.local_devices()[0].device_kind

    def properties(self):
        device = self.jax.local_devices()[0]
        found = {"compute_units": getattr(device, "core_count", None),
                 "capability": getattr(device, "compute_capability", None)}
        return {name: value for name, value in found.items() if value}

    def free_bytes(self):
        stats = self.jax.local_devices()[0].memory_stats() or {}
        return stats.get("bytes_limit", 2 << 30) - stats.get("bytes_in_use", 0)

    def wait(self):
        self.jax.block_until_ready(self.last)

    def queue(self, function, *operands):
        def run():
            self.last = function(*operands)
        return run

    def make(self, shape, form):
        return self.jax.numpy.ones(shape, dtype=self.types[form])

    def product(self, m, k, n, batch, form):
        numpy = self.jax.numpy
        left, right = self.make((batch, m, k) if batch > 1 else (m, k), form), self.make((batch, k, n) if batch > 1 else (k, n), form)
        out = "float32" if form == "fp32" else "bfloat16"
        return self.queue(self.jax.jit(lambda a, b: numpy.matmul(a, b, preferred_element_type=out)), left, right)

    def attention(self, a):
        jax = self.jax
        size = (a["batch"], a["sequence"], a["heads"], a["head_dim"])
        query, key, value = (self.make(size, a["format"]) for _ in range(3))
        kernel = "cudnn" if jax.default_backend() == "gpu" else None

        def core(q, k, v):
            return jax.nn.dot_product_attention(q, k, v, is_causal=True, implementation=kernel)

        def loss(q, k, v):
            return core(q, k, v).astype("float32").sum()

        return (self.queue(jax.jit(core), query, key, value),
                self.queue(jax.jit(jax.grad(loss, argnums=(0, 1, 2))), query, key, value))

    def copy(self, count):
        source = self.jax.numpy.ones(count, dtype="uint8")
        return self.queue(self.jax.jit(lambda x: x + 1), source)

    def tiny(self):
        return self.queue(self.jax.jit(lambda x: x + 1), self.jax.numpy.ones(1))

    def host(self, count):
        import numpy

        if self.jax.default_backend() == "cpu":
            return None
        far = numpy.ones(count, dtype="uint8")
        near = self.jax.device_put(far)
        add = self.jax.jit(lambda x: x + 1)

        def fetch():  # a new array each time: JAX keeps the host's copy of one that was fetched
            numpy.asarray(add(near))
        return self.queue(self.jax.device_put, far), fetch

    def groups(self, per_node):
        import numpy

        jax = self.jax
        nodes = max(self.ranks // per_node, 1)
        devices = sorted(jax.devices(), key=lambda device: (device.process_index, device.id))[:nodes * per_node]
        self.mesh = jax.sharding.Mesh(numpy.array(devices).reshape(nodes, per_node), ("across", "node"))
        found = [("all", ("across", "node"), self.ranks, nodes)]
        if nodes > 1 and per_node > 1:
            found += [("node", "node", per_node, 1), ("across", "across", nodes, nodes)]
        return found

    def collective(self, kind, count, group):
        import numpy

        jax = self.jax
        _, axis, ranks, _ = group
        part = max(count // 2 // ranks, 1)
        local = part if kind == "all_gather" else part * ranks
        spec = jax.sharding.PartitionSpec(("across", "node"))
        sharding = jax.sharding.NamedSharding(self.mesh, spec)
        operand = jax.make_array_from_callback((local * self.mesh.size,), sharding,
                                               lambda index: numpy.ones(local, dtype=jax.numpy.bfloat16))
        body = {"all_reduce": lambda x: jax.lax.psum(x, axis),
                "all_gather": lambda x: jax.lax.all_gather(x, axis, tiled=True),
                "reduce_scatter": lambda x: jax.lax.psum_scatter(x, axis, tiled=True),
                "all_to_all": lambda x: jax.lax.all_to_all(x, axis, 0, 0, tiled=True)}[kind]
        try:
            mapped = jax.shard_map(body, mesh=self.mesh, in_specs=spec, out_specs=spec, check_vma=False)
        except (AttributeError, TypeError):  # releases before 0.6
            from jax.experimental.shard_map import shard_map

            mapped = shard_map(body, mesh=self.mesh, in_specs=spec, out_specs=spec, check_rep=False)
        # Compiled here: what a device does not take fails before any message is sent.
        return self.queue(jax.jit(mapped).lower(operand).compile(), operand), part * ranks * 2

    def of_all_ranks(self, value):
        if self.jax.process_count() == 1:
            return [value]
        from jax.experimental import multihost_utils

        return [float(one) for one in multihost_utils.process_allgather(self.jax.numpy.array(value))]

    def agree(self, fault, patience, shared):
        """Whether all processes failed, and the first that did ("rank 3: why"), once all have come; "" where none
        failed. A message is no way to tell of one that failed: then this process ends, and jax.distributed, which
        misses it, ends the others."""
        del patience
        if self.jax.process_count() == 1:
            return True, f"rank 0: {fault}" if fault else ""
        if fault and shared:
            raise RuntimeError(f"rank {self.rank}: {fault}")
        import numpy
        from jax.experimental import multihost_utils

        told = numpy.frombuffer(fault.encode()[:WIDEST].ljust(WIDEST), dtype=numpy.uint8)
        every = [bytes(bytearray(row)).decode(errors="replace").strip() for row in multihost_utils.process_allgather(told)]
        failed = [f"rank {rank}: {text}" for rank, text in enumerate(every) if text]
        return len(failed) == len(every), failed[0] if failed else ""

    def close(self):
        pass
