NGPU=8 CONFIG_FILE="./torchtitan/models/llama3/train_configs/llama3_70b.toml" ./run_train.sh --training.local_batch_size 2 --training.seq_len 8192 --parallelism.tensor_parallel_degree 8
