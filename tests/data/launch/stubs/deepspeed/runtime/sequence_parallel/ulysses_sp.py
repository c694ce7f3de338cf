from torch import Tensor


class UlyssesSPAttentionHF:
    @staticmethod
    def register_with_transformers(
        model_name_or_path,
        core_attn_implementation,
        sequence_parallel_size,
        micro_batch_size,
        seq_length=None,
        seq_length_is_variable=True,
    ):
        assert model_name_or_path.config.num_attention_heads % sequence_parallel_size == 0
        print("ulysses", core_attn_implementation, sequence_parallel_size, micro_batch_size, seq_length)
        return f"of {sequence_parallel_size}"


class Labels(Tensor):
    def __ne__(self, other):
        return Counted(len(self))


class Counted(int):
    def sum(self):
        return int(self)


class UlyssesSPDataLoaderAdapter:
    """Gives each rank its part; like DeepSpeed's, it asks for positions and takes the labels away."""

    def __init__(self, dl, sp_rank, sp_group, sp_world_size, device):
        self.data, self.rank, self.ranks = iter(dl), sp_rank, sp_world_size

    def __iter__(self):
        return self

    def __next__(self):
        batch = dict(next(self.data))
        if "position_ids" not in batch:
            raise ValueError("no position_ids")
        part = len(batch["input_ids"]) // self.ranks
        own = slice(part * self.rank, part * (self.rank + 1))
        labels = batch.pop("labels")
        batch = {name: Tensor(values[own]) for name, values in batch.items()}
        batch["shift_labels"] = Labels(labels[own])
        return batch
