#!/usr/bin/env python3
# @plan
#
# Trains the plan's model with Hugging Face's Trainer. run.sh starts it with the Trainer's arguments;
# train.json says what is trained, and on what.
import itertools
import os

from hf_model import build_data, build_model, check_releases, read_settings
from hf_resume import EndBeforeLimit, checkpoint_to_go_on_from
from transformers import HfArgumentParser, Trainer, TrainingArguments


def evaluated(arguments, settings):
    """Sequences of two evaluation batches for each rank: data of your own say how well the model does."""
    if getattr(arguments, "eval_strategy", "no") == "no":
        return None
    count = 2 * arguments.per_device_eval_batch_size * arguments.world_size
    return list(itertools.islice(build_data(settings, 0, 1), count))


def main():
    (arguments,) = HfArgumentParser(TrainingArguments).parse_args_into_dataclasses()
    settings = read_settings()
    check_releases(settings)
    if arguments.max_steps <= 0:
        arguments.max_steps = settings["steps"]
    # Accelerate deals an iterable data set out to the ranks itself.
    trainer = Trainer(
        model=build_model(settings), args=arguments, train_dataset=build_data(settings, 0, 1),
        eval_dataset=evaluated(arguments, settings), callbacks=[EndBeforeLimit()],
    )
    os.makedirs(arguments.output_dir, exist_ok=True)  # the Trainer makes it on one node alone
    trainer.train(resume_from_checkpoint=checkpoint_to_go_on_from(arguments))


main()
