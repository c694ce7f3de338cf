"""As much of JAX as the measuring kit calls: four devices in one process, no arithmetic."""
import types

import numpy as _numpy

__version__ = "0.7.0.stub"


class Device:
    device_kind = "stub"
    client = types.SimpleNamespace(platform_version="stub 1\nmore")

    def __init__(self, number):
        self.id, self.process_index = number, 0

    def memory_stats(self):
        return {"bytes_limit": 64 << 30, "bytes_in_use": 0}


_devices = [Device(number) for number in range(4)]
devices = local_devices = lambda: _devices
device_count = lambda: len(_devices)
process_index = lambda: 0
process_count = lambda: 1
default_backend = lambda: "tpu"
block_until_ready = lambda value: value


class jit:
    def __init__(self, function):
        self.function = function

    def lower(self, *operands):
        return types.SimpleNamespace(compile=lambda: self)

    def __call__(self, *operands):
        return self.function(*operands)


grad = lambda function, argnums: function
device_put = lambda value: value
distributed = types.SimpleNamespace(initialize=lambda *_, **__: None)


def _matmul(left, right, preferred_element_type=None):
    assert left.shape[-1] == right.shape[-2]
    return _numpy.Array(left.shape[:-1] + right.shape[-1:])


numpy = types.SimpleNamespace(ones=_numpy.ones, array=_numpy.array, matmul=_matmul, bfloat16="bfloat16")


def _attention(query, key, value, is_causal, implementation):
    assert query.shape == key.shape == value.shape and is_causal and implementation is None
    return query


nn = types.SimpleNamespace(dot_product_attention=_attention)


class Mesh:
    def __init__(self, grid, names):
        assert len(names) == 2
        self.size = grid.shape[0] * grid.shape[1]


sharding = types.SimpleNamespace(Mesh=Mesh, PartitionSpec=lambda *axes: axes, NamedSharding=lambda mesh, spec: (mesh, spec))
lax = types.SimpleNamespace(psum=lambda x, axis: x, all_gather=lambda x, axis, tiled: x,
                            psum_scatter=lambda x, axis, tiled: x, all_to_all=lambda x, axis, a, b, tiled: x)


def make_array_from_callback(shape, spec, make):
    mesh, _ = spec
    part = make(None)
    assert part.shape[0] * mesh.size == shape[0]
    return part


def shard_map(body, mesh, in_specs, out_specs, check_vma):
    return body
