forward_step = "forward_step"
