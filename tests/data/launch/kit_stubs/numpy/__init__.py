"""As much of numpy as the measuring kit's JAX side calls."""


class Array:
    def __init__(self, shape, dtype="float32", items=None):
        self.shape = tuple(shape) if isinstance(shape, (tuple, list)) else (shape,)
        self.dtype, self.items = dtype, items

    def reshape(self, *shape):
        assert shape[0] * shape[1] == self.shape[0], (shape, self.shape)
        return Array(shape, self.dtype, self.items)

    def astype(self, dtype):
        return Array(self.shape, dtype)

    def sum(self):
        return Array((), self.dtype)

    def __add__(self, _):
        return self


def ones(shape, dtype="float32"):
    return Array(shape, dtype)


def array(items):
    return Array(len(items), "object", items) if isinstance(items, list) else Array((), "float32", items)


def asarray(value):
    return value
