import types


def get_accelerator():
    return types.SimpleNamespace(set_device=lambda device: None, synchronize=lambda: None)
