from types import SimpleNamespace as Gemma3ModelProvider

__all__ = ["Gemma3ModelProvider"]
