quick_gelu = "quick_gelu"
