from types import SimpleNamespace as MixedPrecisionConfig

__all__ = ["MixedPrecisionConfig"]
