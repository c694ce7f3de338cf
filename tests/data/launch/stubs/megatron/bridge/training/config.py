from types import SimpleNamespace

ConfigContainer = TrainingConfig = ValidationConfig = OptimizerConfig = SchedulerConfig = SimpleNamespace
DistributedDataParallelConfig = DistributedInitConfig = GPTDatasetConfig = LoggerConfig = SimpleNamespace
TokenizerConfig = CheckpointConfig = ProfilingConfig = RerunStateMachineConfig = SimpleNamespace
