#!/usr/bin/env python3
# @plan
#
# When the run must end by itself: job.sbatch sets STOP_AT, in seconds since 1970, so that there is time for a last
# checkpoint before Slurm ends the job.
import os
import time

import torch


def limit_is_near():
    """The same on all ranks: the first one decides."""
    end = os.environ.get("STOP_AT")
    if not end:
        return False
    near = [time.time() >= float(end)]
    if int(os.environ.get("WORLD_SIZE", "1")) > 1 and torch.distributed.is_initialized():
        torch.distributed.broadcast_object_list(near, src=0)
    if near[0] and os.environ.get("RANK", "0") == "0":
        print("the time limit is near: saving a checkpoint and ending", flush=True)
    return near[0]
