class HfDeepSpeedConfig:
    def __init__(self, config):
        print("stage", config["zero_optimization"]["stage"])
