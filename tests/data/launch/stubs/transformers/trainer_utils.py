def get_last_checkpoint(folder):
    return None
