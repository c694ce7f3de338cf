from types import SimpleNamespace as LoRA

__all__ = ["LoRA"]
