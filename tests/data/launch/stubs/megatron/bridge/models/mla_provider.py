from types import SimpleNamespace as MLAModelProvider

__all__ = ["MLAModelProvider"]
