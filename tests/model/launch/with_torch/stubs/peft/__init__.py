"""Adapters: here the head is trained and the embedding is frozen."""


class LoraConfig:
    def __init__(self, **known):
        assert known["r"] > 0


def get_peft_model(model, config, autocast_adapter_dtype):
    for parameter in model.embedding.parameters():
        parameter.requires_grad = False
    model.print_trainable_parameters = lambda: None
    return model
