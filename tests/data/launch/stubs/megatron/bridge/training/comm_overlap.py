from types import SimpleNamespace as CommOverlapConfig

__all__ = ["CommOverlapConfig"]
