export LIBTPU_INIT_ARGS="--xla_tpu_enable_async_collective_fusion=true"
BATCH=4
xpk workload create --tpu-type=v5p-128 --num-slices=2 --command "python3 -m maxtext.train base.yml"
python3 -m maxtext.trainers.pre_train.train base.yml model_name=llama2-7b per_device_batch_size=$BATCH \
  max_target_length=4096 remat_policy=full ici_fsdp_parallelism=-1 dcn_data_parallelism=2
