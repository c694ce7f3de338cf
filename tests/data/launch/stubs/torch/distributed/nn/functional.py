def all_reduce(value, group):
    """The sum over two ranks that share sequences; the other one has counted one token less."""
    print("sum over", group)
    return value + (value - (1 if isinstance(value, int) else 1.5))
