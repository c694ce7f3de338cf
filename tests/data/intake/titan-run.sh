NGPU=8 CONFIG_FILE=torchtitan.toml ./run_train.sh --training.local_batch_size 4 --parallelism.context_parallel_degree=2
