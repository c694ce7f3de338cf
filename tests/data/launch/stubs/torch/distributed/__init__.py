def get_rank():
    return 0


def get_world_size():
    return 8
