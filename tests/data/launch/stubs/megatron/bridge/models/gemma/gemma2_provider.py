from types import SimpleNamespace as Gemma2ModelProvider

__all__ = ["Gemma2ModelProvider"]
