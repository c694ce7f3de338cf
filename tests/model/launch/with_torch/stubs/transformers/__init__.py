"""As much of transformers as the exported programs call, on a real PyTorch: a model of two layers, and a Trainer that
keeps and finds again what the real one does (transformers 4.57, trainer.py: _inner_training_loop, _save_checkpoint)."""
import json
import os
import pathlib
import signal
import sys
import types

import torch
from torch.nn import functional


class Model(torch.nn.Module):
    def __init__(self, vocab, width):
        super().__init__()
        self.config = types.SimpleNamespace(use_cache=True)
        self.embedding, self.head = torch.nn.Embedding(vocab, width), torch.nn.Linear(width, vocab)

    def forward(self, input_ids, labels, attention_mask=None, position_ids=None):
        logits = self.head(self.embedding(input_ids))
        loss = functional.cross_entropy(logits[:, :-1].flatten(0, 1), labels[:, 1:].flatten(), ignore_index=-100)
        return types.SimpleNamespace(loss=loss)

    def gradient_checkpointing_enable(self):
        pass

    def enable_input_require_grads(self):
        pass


class AutoConfig:
    @staticmethod
    def for_model(model_type, **shape):
        return types.SimpleNamespace(**shape)


class AutoModelForCausalLM:
    @staticmethod
    def from_config(config, torch_dtype, attn_implementation):
        return Model(config.vocab_size, config.hidden_size)

    @staticmethod
    def from_pretrained(name, torch_dtype, attn_implementation, quantization_config):
        torch.manual_seed(0)
        return Model(256, 8)


class AutoTokenizer:
    eos_token_id, pad_token_id = 1, None

    @staticmethod
    def from_pretrained(name):
        return AutoTokenizer()

    def __call__(self, text, add_special_tokens=True):
        return {"input_ids": [2 + ord(letter) % 200 for letter in text]}

    def apply_chat_template(self, messages, add_generation_prompt=False, tokenize=True):
        text = "".join(f"<{one['role']}>{one['content']}</>" for one in messages)
        return self(text + ("<assistant>" if add_generation_prompt else ""))["input_ids"]


class BitsAndBytesConfig:
    pass


class TrainingArguments:
    def __init__(self, words):
        self.max_steps, self.save_strategy, self.resume_from_checkpoint = -1, "steps", None
        for name, value in zip(words[::2], words[1::2]):
            setattr(self, name.removeprefix("--"), int(value) if value.isdigit() else value)

    @property
    def device(self):
        if int(os.environ.get("WORLD_SIZE", "1")) > 1 and not torch.distributed.is_initialized():
            torch.distributed.init_process_group("gloo")
        return torch.device("cpu")


class HfArgumentParser:
    def __init__(self, kind):
        self.kind = kind

    def parse_args_into_dataclasses(self, words=None):
        return (self.kind(sys.argv[1:] if words is None else words),)


class TrainerCallback:
    pass


class Trainer:
    def __init__(self, model, args, train_dataset, eval_dataset=None, data_collator=None, callbacks=()):
        self.model, self.args, self.data, self.collate = model, args, train_dataset, data_collator
        self.callbacks = callbacks
        args.device  # noqa: B018: takes the process group
        self.rank, self.ranks = int(os.environ.get("RANK", "0")), int(os.environ.get("WORLD_SIZE", "1"))
        trained = [one for one in model.parameters() if one.requires_grad]
        self.optimizer = torch.optim.AdamW(trained, lr=0.01)
        self.schedule = torch.optim.lr_scheduler.LambdaLR(self.optimizer, lambda step: max(0.0, 1 - step / args.max_steps))

    def batches(self):
        size = self.args.per_device_train_batch_size
        if isinstance(self.data, torch.utils.data.IterableDataset):
            batches = iter(torch.utils.data.DataLoader(self.data, batch_size=size))
        else:
            order = torch.randperm(len(self.data), generator=torch.Generator().manual_seed(42)).tolist() * 100
            batches = (self.collate([self.data[index] for index in order[start : start + size]])
                       for start in range(0, len(order), size))
        for index, batch in enumerate(batches):
            if index % self.ranks == self.rank:
                yield batch

    def state(self):
        return {"model": self.model, "optimizer": self.optimizer, "schedule": self.schedule}

    def train(self, resume_from_checkpoint):
        batches, step = self.batches(), 0
        if resume_from_checkpoint:
            folder = pathlib.Path(resume_from_checkpoint)
            step = json.loads((folder / "trainer_state.json").read_text())["global_step"]
            for name, part in self.state().items():
                part.load_state_dict(torch.load(folder / f"{name}.pt"))
            for _ in range(step * self.args.gradient_accumulation_steps):
                next(batches)
        while step < self.args.max_steps:
            for _ in range(self.args.gradient_accumulation_steps):
                batch = next(batches)
                loss = self.model(**batch).loss
                loss.backward()
            for parameter in self.model.parameters():
                if self.ranks > 1 and parameter.grad is not None:
                    torch.distributed.all_reduce(parameter.grad)
            self.optimizer.step()
            self.schedule.step()
            self.optimizer.zero_grad()
            step += 1
            told = {"step": step, "loss": loss.item(), "rate": self.schedule.get_last_lr()[0],
                    "sample": batch["input_ids"].flatten()[:6].tolist()}
            print(f"rank {self.rank} " + json.dumps(told), flush=True)
            if os.environ.get("KILL_IN_STEP") == str(step):
                os.kill(os.getpid(), signal.SIGKILL)
            control = types.SimpleNamespace(should_save=False, should_training_stop=False)
            control.should_save = self.args.save_strategy == "steps" and step % self.args.save_steps == 0
            for callback in self.callbacks:
                callback.on_step_end(self.args, None, control)
            if control.should_save:
                self.save(step)
            if control.should_training_stop:
                break

    def save(self, step):
        folder = pathlib.Path(self.args.output_dir, f"checkpoint-{step}")
        if self.rank == 0:
            folder.mkdir(parents=True)
            for name, part in self.state().items():
                torch.save(part.state_dict(), folder / f"{name}.pt")
                if os.environ.get("END_AMID_SAVING") == str(step):
                    os._exit(9)
            (folder / "trainer_state.json").write_text(json.dumps({"global_step": step}))
        if self.ranks > 1:
            torch.distributed.barrier()

    def save_model(self):
        pass
