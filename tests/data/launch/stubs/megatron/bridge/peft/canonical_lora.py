from types import SimpleNamespace as CanonicalLoRA

__all__ = ["CanonicalLoRA"]
