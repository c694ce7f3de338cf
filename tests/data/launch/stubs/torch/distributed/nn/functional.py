def all_gather(value, group):
    """What two ranks that share sequences give; the other one has counted one token less."""
    print("gather over", group)
    return [value, value - 1 if isinstance(value, int) else value]
