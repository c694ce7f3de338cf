#!/usr/bin/env python3
# @plan
#
# What measure.py measures, in PyTorch.
import datetime
import os
import time

START_MINUTES = 10  # for all ranks to be there; no message takes longer


class Torch:
    """PyTorch: one process for each device, started by torch.distributed.run or by srun."""

    name = "torch"

    def __init__(self):
        import torch

        self.torch = torch
        for name, source in (("RANK", "SLURM_PROCID"), ("WORLD_SIZE", "SLURM_NTASKS"), ("LOCAL_RANK", "SLURM_LOCALID")):
            if name not in os.environ and source in os.environ:
                os.environ[name] = os.environ[source]
        self.rank = int(os.environ.get("RANK", "0"))
        self.ranks = int(os.environ.get("WORLD_SIZE", "1"))
        self.uses_cuda = torch.cuda.is_available()
        if self.uses_cuda:
            torch.cuda.set_device(int(os.environ.get("LOCAL_RANK", "0")) % torch.cuda.device_count())
        self.device = "cuda" if self.uses_cuda else "cpu"
        self.types = {"fp32": torch.float32, "bf16": torch.bfloat16, "fp16": torch.float16}
        if self.ranks > 1:
            import torch.distributed as dist
            from torch.distributed.rendezvous import rendezvous

            os.environ.setdefault("MASTER_ADDR", "127.0.0.1")
            os.environ.setdefault("MASTER_PORT", "29500")
            limit = datetime.timedelta(minutes=START_MINUTES)
            store, self.rank, self.ranks = next(rendezvous("env://", rank=self.rank, world_size=self.ranks, timeout=limit))
            dist.init_process_group("nccl" if self.uses_cuda else "gloo", store=store, rank=self.rank, world_size=self.ranks,
                                    timeout=limit)
            self.dist, self.store, self.steps = dist, dist.PrefixStore("headroom", store), 0

    def versions(self):
        torch = self.torch
        found = {"torch": torch.__version__, "cuda": getattr(torch.version, "cuda", None) or "",
                 "hip": getattr(torch.version, "hip", None) or ""}
        try:
            found["nccl"] = ".".join(map(str, torch.cuda.nccl.version()))
        except Exception:  # a build without it
            pass
        return {key: value for key, value in found.items() if value}

    def device_name(self):
        return self.torch.cuda.get_device_name() if self.uses_cuda else "cpu"

    def properties(self):
        if not self.uses_cuda:
            return {"memory_bytes": os.sysconf("SC_PAGE_SIZE") * os.sysconf("SC_PHYS_PAGES"), "compute_units": os.cpu_count()}
        known = self.torch.cuda.get_device_properties(0)
        return {"memory_bytes": known.total_memory, "compute_units": known.multi_processor_count,
                "capability": f"{known.major}.{known.minor}"}

    def free_bytes(self):
        return self.torch.cuda.mem_get_info()[0] if self.uses_cuda else 2 << 30

    def wait(self):
        if self.uses_cuda:
            self.torch.cuda.synchronize()

    def make(self, shape, form):
        return self.torch.ones(shape, dtype=self.types[form], device=self.device)

    def product(self, m, k, n, batch, form):
        torch = self.torch
        if form == "fp8":
            left = torch.ones((m, k), device=self.device).to(torch.float8_e4m3fn)
            right = torch.ones((n, k), device=self.device).to(torch.float8_e4m3fn).t()
            scale = torch.ones((), device=self.device)
            return lambda: torch._scaled_mm(left, right, scale_a=scale, scale_b=scale, out_dtype=torch.bfloat16)
        left, right = self.make((batch, m, k) if batch > 1 else (m, k), form), self.make((batch, k, n) if batch > 1 else (k, n), form)
        return lambda: torch.matmul(left, right)

    def attention(self, a):
        functional = self.torch.nn.functional
        size = (a["batch"], a["heads"], a["sequence"], a["head_dim"])
        query, key, value = (self.make(size, a["format"]) for _ in range(3))
        for tensor in (query, key, value):
            tensor.requires_grad_(True)
        gradient = self.make(size, a["format"])

        def forward():
            return functional.scaled_dot_product_attention(query, key, value, is_causal=True)

        def both():
            forward().backward(gradient)

        return forward, both

    def copy(self, count):
        source = self.torch.ones(count, dtype=self.torch.uint8, device=self.device)
        target = self.torch.empty_like(source)
        return lambda: target.copy_(source)

    def tiny(self):
        one = self.torch.ones(1, device=self.device)
        return lambda: one.add_(1)

    def host(self, count):
        if not self.uses_cuda:
            return None
        far = self.torch.ones(count, dtype=self.torch.uint8).pin_memory()
        near = self.torch.ones(count, dtype=self.torch.uint8, device=self.device)
        return lambda: near.copy_(far, non_blocking=True), lambda: far.copy_(near, non_blocking=True)

    def groups(self, per_node):
        """Name, handle, ranks and nodes of each group that this rank is in; all ranks make all groups."""
        nodes = max(self.ranks // per_node, 1)
        found = [("all", None, self.ranks, nodes)]
        if nodes > 1 and per_node > 1:
            for node in range(nodes):
                members = list(range(node * per_node, (node + 1) * per_node))
                handle = self.dist.new_group(members)
                if self.rank in members:
                    found.append(("node", handle, per_node, 1))
            for local in range(per_node):
                members = list(range(local, nodes * per_node, per_node))
                handle = self.dist.new_group(members)
                if self.rank in members:
                    found.append(("across", handle, nodes, nodes))
        return found

    def collective(self, kind, count, group):
        dist, (_, handle, ranks, _) = self.dist, group
        form, size = ("bf16", 2) if self.uses_cuda else ("fp32", 4)  # gloo has no 16-bit sums
        part = max(count // size // ranks, 1)
        whole, piece = self.make(part * ranks, form), self.make(part, form)
        other = self.make(part * ranks, form) if kind == "all_to_all" else None
        run = {"all_reduce": lambda: dist.all_reduce(whole, group=handle),
               "all_gather": lambda: dist.all_gather_into_tensor(whole, piece, group=handle),
               "reduce_scatter": lambda: dist.reduce_scatter_tensor(piece, whole, group=handle),
               "all_to_all": lambda: dist.all_to_all_single(other, whole, group=handle)}[kind]
        return run, part * ranks * size

    def of_all_ranks(self, value):
        if self.ranks == 1:
            return [value]
        mine = self.torch.tensor([value], dtype=self.torch.float64 if not self.uses_cuda else self.torch.float32, device=self.device)
        every = [self.torch.zeros_like(mine) for _ in range(self.ranks)]
        self.dist.all_gather(every, mine)
        return [float(one[0]) for one in every]

    def await_all(self, prefix, patience):
        """Back when every rank has called this, or one has waited too long. Asks again and again: after a wait that
        timed out, older releases of the store mistake the late answer for that of the next question."""
        pause, end = 0.0005, time.monotonic() + patience
        missing = self.ranks - self.store.add(prefix + "here", 1)
        while missing > 0 and self.store.add(prefix + "apart", 0) == 0:
            if time.monotonic() > end:
                self.store.add(prefix + "apart", 1)
            time.sleep(pause)
            pause = min(2 * pause, 0.1)
            missing = self.ranks - self.store.add(prefix + "here", 0)

    def agree(self, fault, patience, shared):
        """Whether all ranks failed, and the first that did ("rank 3: why"), once all have come; "" where none failed.
        Goes by the store, which a rank reaches that is stuck in no message."""
        if self.ranks == 1:
            return True, f"rank 0: {fault}" if fault else ""
        self.steps += 1
        store, prefix = self.store, f"{self.steps}/"
        try:
            if fault and store.add(prefix + "failed", 1) == 1:
                store.set(prefix + "first", f"rank {self.rank}: {fault}")
            self.await_all(prefix, patience)
            failed, is_apart = store.add(prefix + "failed", 0), store.add(prefix + "apart", 0) > 0
            first = store.get(prefix + "first").decode() if failed else ""
        except RuntimeError as gone:
            raise RuntimeError(f"{fault or 'another rank has ended'} (and rank 0 cannot be asked for the reason: {gone})") from gone
        if is_apart and not failed:
            first = f"rank {self.rank}: waited {patience:g} s for the others"
        return failed == self.ranks and not is_apart, first

    def close(self):
        if self.ranks > 1:
            self.dist.destroy_process_group()
