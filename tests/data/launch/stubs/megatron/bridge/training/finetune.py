from megatron.bridge.training.pretrain import pretrain


def finetune(config, step):
    assert config.checkpoint.pretrained_checkpoint is not None, "Finetuning requires a pretrained checkpoint"
    print("finetune")
    pretrain(config, step)
