class AttnBackend:
    flash, fused, unfused = "flash", "fused", "unfused"
