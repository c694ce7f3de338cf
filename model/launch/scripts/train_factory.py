#!/usr/bin/env python3
# @plan
#
# LLaMA-Factory's own program for training, with its arguments, which writes no checkpoint ahead of a time limit
# (LLaMA-Factory 0.9.5, src/llamafactory/launcher.py: run_exp()). Here it saves one and ends before the limit of its job.
from hf_resume import EndBeforeLimit
from llamafactory.train.tuner import run_exp

if __name__ == "__main__":
    run_exp(callbacks=[EndBeforeLimit()])
