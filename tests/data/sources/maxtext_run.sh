#!/bin/bash
export XLA_FLAGS="--xla_gpu_enable_latency_hiding_scheduler=true"
python3 -m MaxText.train configs/base.yml run_name=mine model_name=llama3.1-8b \
    hardware=gpu steps=30 per_device_batch_size=2 max_target_length=4096 \
    remat_policy=full ici_fsdp_parallelism=8 dataset_type=synthetic attention=cudnn_flash_te
