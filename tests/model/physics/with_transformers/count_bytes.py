#!/usr/bin/env python3
"""Counts what Hugging Face's own models hold in a training step, on a CPU, and compares it with the estimate.

  /usr/bin/python3 -P tests/model/physics/with_transformers/count_bytes.py CLONE [--write]

CLONE is a clone of Hugging Face transformers (or the folder of its package) that the interpreter's torch imports: 4.38 to
4.44 for Debian's torch 1.13. Models of a few layers are built from the shapes in tests/data/oracle, one step runs, and
torch's own counts are taken: bytes of parameters, gradients and AdamW's states; what saved_tensors_hooks say a layer keeps;
the most that the step held at once, from the profiler's memory events. Exit status 1 where the recorded table differs;
--write records it anew. tests/model/physics/tst_counted_bytes.cpp holds the estimate against that table.

Set aside and listed, each with its reason: squares, which torch 1.13 alone keeps (its mean saves its input; torch 2 only its
sizes); statistics, one number a row of a norm, and indices of tokens; positions, which do not grow with the batch; masks of
dropout, which torch on a CPU keeps as wide as the input and on a GPU in a byte.
"""
import csv
import gc
import pathlib
import sys
import tempfile
import os
import weakref

ROOT = pathlib.Path(__file__).resolve().parents[4]
DATA = ROOT / "tests/data/oracle"
sys.path.insert(0, str(pathlib.Path(__file__).resolve().parent))
import stand_ins  # noqa: E402

COUNTED = ["parameters", "gradients", "optimizer", "layer", "rest", "peak", "squares", "statistics", "positions", "masks"]


def build(transformers, shape, case):
    common = {
        "vocab_size": shape["vocab"],
        "hidden_size": shape["hidden"],
        "intermediate_size": shape["ffn"],
        "num_hidden_layers": shape["layers"],
        "num_attention_heads": shape["heads"],
        "num_key_value_heads": shape["kv_heads"],
        "max_position_embeddings": case["sequence"],
        "attn_implementation": "eager",
        "use_cache": False,
    }
    family = shape["family"]
    if family == "llama":
        from transformers.models.llama import configuration_llama, modeling_llama

        return modeling_llama.LlamaForCausalLM(configuration_llama.LlamaConfig(**common))
    if family == "mixtral":
        from transformers.models.mixtral import configuration_mixtral, modeling_mixtral

        experts = {"num_local_experts": shape["experts"], "num_experts_per_tok": shape["top_k"], "sliding_window": None}
        return modeling_mixtral.MixtralForCausalLM(configuration_mixtral.MixtralConfig(**common, **experts))
    if family == "gemma":
        from transformers.models.gemma import configuration_gemma, modeling_gemma

        return modeling_gemma.GemmaForCausalLM(configuration_gemma.GemmaConfig(**common, head_dim=shape["head_dim"]))
    from transformers.models.gpt2 import configuration_gpt2, modeling_gpt2

    sizes = {"n_embd": "hidden", "n_layer": "layers", "n_head": "heads", "n_inner": "ffn", "vocab_size": "vocab"}
    config = configuration_gpt2.GPT2Config(
        **{theirs: shape[ours] for theirs, ours in sizes.items()},
        n_positions=shape["max_sequence"],
        resid_pdrop=0,
        embd_pdrop=0,
        attn_pdrop=0,
        use_cache=False,
        attn_implementation="eager",
    )
    return modeling_gpt2.GPT2LMHeadModel(config)


def adapt(torch, model, rank, dropout):
    """A pair of matrices beside every linear layer but the head, as PEFT's own layer computes them."""

    class Adapted(torch.nn.Module):
        def __init__(self, base):
            super().__init__()
            self.base = base
            self.first = torch.nn.Linear(base.in_features, rank, bias=False)
            self.second = torch.nn.Linear(rank, base.out_features, bias=False)
            self.dropout = torch.nn.Dropout(dropout) if dropout else torch.nn.Identity()

        def forward(self, x):
            result = self.base(x)
            beside = self.second(self.first(self.dropout(x.to(self.first.weight.dtype)))) * 2.0
            return (result + beside).to(result.dtype)

    for parameter in model.parameters():
        parameter.requires_grad_(False)
    for module in list(model.modules()):
        for name, child in list(module.named_children()):
            if isinstance(child, torch.nn.Linear) and name not in ("lm_head", "gate") and not isinstance(module, Adapted):
                setattr(module, name, Adapted(child))
    # The first layer's input has a gradient, as under PEFT with checkpoints.
    model.get_input_embeddings().register_forward_hook(lambda _module, _inputs, output: output.requires_grad_(True))


def kind_of(torch, tensor, tokens):
    """What of the saved bytes is set aside, and why: see above."""
    if tensor.dtype == torch.int64 or tensor.dim() == 0 or tensor.shape[-1] == 1:
        return "statistics"
    if type(tensor.grad_fn).__name__ == "PowBackward0":
        return "squares"
    if not tensor.requires_grad and tensor.is_floating_point():
        return "masks" if tensor.dim() == 3 and tensor.shape[0] * tensor.shape[1] == tokens else "positions"
    return ""


class Saved:
    """Bytes that the backward pass keeps, by layer: each storage once, parameters and their views not at all."""

    def __init__(self, torch, model, layers, tokens):
        self.torch, self.tokens = torch, tokens
        self.own = {p.storage().data_ptr() for p in list(model.parameters()) + list(model.buffers())}
        self.place, self.kept = "before", []
        for number, layer in enumerate(layers):
            layer.register_forward_pre_hook(lambda *_, number=number: setattr(self, "place", number))
            layer.register_forward_hook(lambda *_: setattr(self, "place", "rest"))

    def pack(self, tensor):
        class Held:
            pass

        held = Held()
        held.tensor = tensor
        self.kept.append((weakref.ref(held), self.place))
        return held

    def count(self, place):
        found = dict.fromkeys(["all", "squares", "statistics", "positions", "masks"], 0)
        seen = set(self.own)
        for reference, where in self.kept:
            held = reference()
            if held is None or held.tensor.storage().data_ptr() in seen:
                continue
            seen.add(held.tensor.storage().data_ptr())
            if where != place:
                continue
            kind = kind_of(self.torch, held.tensor, self.tokens)
            found["all"] += held.tensor.storage().nbytes()
            if kind == "masks":
                # What a GPU keeps of it stays counted: a byte an element.
                found["masks"] += held.tensor.storage().nbytes() - held.tensor.numel()
            elif kind:
                found[kind] += held.tensor.storage().nbytes()
        return found


def peak_of_step(torch, model, ids):
    """The most that the passes held beside what was there before, gradients included, from the profiler's memory events."""
    with torch.profiler.profile(activities=[torch.profiler.ProfilerActivity.CPU], profile_memory=True) as profile:
        model(ids, labels=ids).loss.backward()
    at = lambda e: e.time_range.start if e.name == "[memory]" else e.time_range.end  # noqa: E731
    held = most = 0
    for event in sorted((e for e in profile.events() if e.self_cpu_memory_usage), key=at):
        held += event.self_cpu_memory_usage
        most = max(most, held)
    return most


def count(torch, transformers, shape, case):
    torch.manual_seed(0)
    model = build(transformers, shape, case).to(getattr(torch, case["compute"])).train()
    if case["method"] == "lora":
        adapt(torch, model, case["rank"], case["dropout"])
    layers = model.transformer.h if shape["family"] == "gpt2" else model.model.layers
    tokens = case["micro_batch"] * case["sequence"]
    ids = torch.randint(0, shape["vocab"], (case["micro_batch"], case["sequence"]))
    peak = peak_of_step(torch, model, ids)
    trained = [p for p in model.parameters() if p.requires_grad]
    size = lambda tensors: sum(t.numel() * t.element_size() for t in tensors)  # noqa: E731
    optimizer = torch.optim.AdamW(trained)
    optimizer.step()
    states = [t for state in optimizer.state.values() for name, t in state.items() if name != "step"]
    found = {"parameters": size(model.parameters()), "gradients": size(p.grad for p in trained), "optimizer": size(states), "peak": peak}
    saved = Saved(torch, model, layers, tokens)
    with torch.autograd.graph.saved_tensors_hooks(saved.pack, lambda held: held.tensor):
        loss = model(ids, labels=ids).loss
    layer, rest = saved.count(1), saved.count("rest")
    del loss
    gc.collect()
    found.update(layer, layer=layer["all"], rest=rest["all"] - rest["squares"] - rest["statistics"])
    return {name: found[name] for name in COUNTED}


def read_shape(name):
    shape = {}
    for line in (DATA / f"headroom/models/{name}.yaml").read_text(encoding="utf-8").splitlines():
        key, separator, value = line.partition(": ")
        if separator:
            shape[key.strip()] = int(value) if value.isdigit() else value.strip('"')
    return shape


def read_cases():
    with open(DATA / "counts.csv", encoding="utf-8") as file:
        rows = list(csv.DictReader(file))
    for row in rows:
        whole = {name: int(row[name]) for name in ("micro_batch", "sequence", "rank")}
        yield row, {**row, **whole, "dropout": float(row["dropout"])}


def agrees(name, counted, recorded):
    """To the byte; of the peak, whose events a microsecond apart come in any order, to a tenth."""
    return abs(counted - recorded) <= (0.1 * recorded if name == "peak" else 0)


def main():
    if len(sys.argv) not in (2, 3) or sys.argv[2:] not in ([], ["--write"]):
        sys.exit(__doc__)
    os.environ["TRANSFORMERS_CACHE"] = os.path.join(tempfile.gettempdir(), "no-such-folder")
    transformers = stand_ins.import_transformers(sys.argv[1])
    import torch

    torch.set_num_threads(1)
    different, rows = 0, []
    for row, case in read_cases():
        found = count(torch, transformers, read_shape(row["model"]), case)
        changed = [name for name in COUNTED if not agrees(name, found[name], int(row[name]))]
        different += bool(changed)
        rows.append({**row, **{name: str(found[name]) for name in COUNTED}})
        print(f"{'!' if changed else ' '} {row['case']}: " + ", ".join(f"{name} {found[name]}" for name in COUNTED))
    if "--write" in sys.argv:
        with open(DATA / "counts.csv", "w", encoding="utf-8", newline="") as file:
            writer = csv.DictWriter(file, rows[0].keys(), lineterminator="\n")
            writer.writeheader()
            writer.writerows(rows)
    print(f"{len(rows)} cases counted with torch {torch.__version__} and transformers {transformers.__version__}; {different} differ")
    sys.exit(1 if different and "--write" not in sys.argv else 0)


if __name__ == "__main__":
    main()
