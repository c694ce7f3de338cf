import types

groups = types.SimpleNamespace(
    _get_sequence_parallel_group=lambda: "ranks of a sequence",
    _get_sequence_parallel_world_size=lambda: 2,
    _get_sequence_parallel_rank=lambda: 1,
)
