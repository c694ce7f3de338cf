#!/usr/bin/env python3
# @plan
#
# TRL's own program for supervised tuning, with its arguments, which begins anew whenever it is started (TRL 1.9.0,
# trl/scripts/sft.py: trainer.train()). Here it goes on from the newest whole checkpoint, and ends before the time limit
# of its job.
from hf_resume import EndBeforeLimit, checkpoint_to_go_on_from
from transformers import Trainer
from trl.scripts.sft import main, make_parser

train = Trainer.train


def train_on(self, resume_from_checkpoint=None, **more):
    self.add_callback(EndBeforeLimit())
    return train(self, resume_from_checkpoint=resume_from_checkpoint or checkpoint_to_go_on_from(self.args), **more)


if __name__ == "__main__":
    Trainer.train = train_on
    main(*make_parser().parse_args_and_config(fail_with_unknown_args=False))
