class HfDeepSpeedConfig:
    def __init__(self, config):
        self.config = config
