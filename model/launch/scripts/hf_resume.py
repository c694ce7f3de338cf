#!/usr/bin/env python3
# @plan
#
# Where the Trainer goes on: from the newest whole checkpoint of its output folder, with weights, optimizer, schedule
# and place in the data, so that a job that went back to the queue repeats no step that it has saved.
import os

import torch
from stop_time import limit_is_near
from transformers import TrainerCallback

# What the Trainer writes into a checkpoint last: without it, the run ended amid saving.
# @source transformers 4.57 and 5.0, trainer.py, _save_checkpoint()
LAST_FILE = "trainer_state.json"


def newest_whole(folder):
    """The folder "checkpoint-N" with the largest N that is complete; None where there is none."""
    found = []
    for name in os.listdir(folder) if os.path.isdir(folder) else ():
        step = name.rpartition("checkpoint-")[2]
        if name == f"checkpoint-{step}" and step.isdigit() and os.path.isfile(os.path.join(folder, name, LAST_FILE)):
            found.append((int(step), os.path.join(folder, name)))
    return max(found)[1] if found else None


def checkpoint_to_go_on_from(arguments):
    """The checkpoint that --resume_from_checkpoint names, or the newest one; None begins anew, as a run that saves nothing
    does. Ends the program where ranks see different ones: they would train different models."""
    named = getattr(arguments, "resume_from_checkpoint", None)
    if named:
        return named
    if getattr(arguments, "save_strategy", "steps") == "no":
        return None
    chosen = newest_whole(arguments.output_dir)
    if int(os.environ.get("WORLD_SIZE", "1")) > 1 and torch.distributed.is_initialized():
        seen = [None] * torch.distributed.get_world_size()
        torch.distributed.all_gather_object(seen, chosen)
        if len(set(seen)) > 1:
            raise SystemExit(f"{arguments.output_dir}: ranks see different checkpoints ({seen[0]} and "
                             f"{next(one for one in seen if one != seen[0])}); use a folder that all nodes share")
    if chosen and os.environ.get("RANK", "0") == "0":
        print("going on from", chosen, flush=True)
    return chosen


class EndBeforeLimit(TrainerCallback):
    """Saves a checkpoint and ends the run while there is time for it."""

    def on_step_end(self, args, state, control, **_):
        if limit_is_near():
            control.should_save = control.should_training_stop = True
        return control
