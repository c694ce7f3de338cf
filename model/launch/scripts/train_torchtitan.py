#!/usr/bin/env python3
# @plan
#
# torchtitan's own program, with its arguments, which saves after every interval of steps and after the last one alone
# (torchtitan v0.2.2, components/checkpoint.py, and of 2026-08-21, components/checkpointer/dcp.py: _should_save()).
# Here it saves a whole checkpoint and ends before the time limit of its job.
import inspect

from stop_time import limit_is_near
from torchtitan import train as program

goes_on = program.Trainer.should_continue_training


def save_now(checkpoints, step):
    """A checkpoint like the others: that of the last step may hold the weights alone."""
    interval, checkpoints.interval = checkpoints.interval, step
    checkpoints.save(step)
    checkpoints.interval = interval
    if checkpoints.save_future is not None:  # it is written in the background
        (getattr(checkpoints, "maybe_wait_for_saving", None) or checkpoints._async_wait)()


def goes_on_until_the_limit(self):
    """torchtitan asks before every step."""
    started = vars(self).setdefault("step_at_start", self.step)
    if not goes_on(self) or not limit_is_near():
        return goes_on(self)
    checkpoints = self.checkpointer
    if checkpoints.enable and self.step > started and self.step % checkpoints.interval:
        save_now(checkpoints, self.step)
    return False


if __name__ == "__main__":
    program.Trainer.should_continue_training = goes_on_until_the_limit
    # The releases up to v0.2.2 are told which trainer.
    program.main(*[program.Trainer][:len(inspect.signature(program.main).parameters)])
