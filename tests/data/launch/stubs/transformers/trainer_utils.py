import os


def get_last_checkpoint(folder):
    os.listdir(folder)  # fails, as the real one does, where there is no such folder
    return None
