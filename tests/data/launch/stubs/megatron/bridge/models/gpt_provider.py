from types import SimpleNamespace as GPTModelProvider

__all__ = ["GPTModelProvider"]
