from types import SimpleNamespace as DoRA

__all__ = ["DoRA"]
