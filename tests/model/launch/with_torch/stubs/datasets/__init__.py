"""A streamed data set of JSON lines, with the skip() of the real one."""
import json


class Streamed:
    def __init__(self, path, start=0):
        self.path, self.start = path, start

    def skip(self, count):
        return Streamed(self.path, self.start + count)

    def __iter__(self):
        with open(self.path, encoding="utf-8") as lines:
            for index, line in enumerate(line for line in lines if line.strip()):
                if index >= self.start:
                    yield json.loads(line)


def load_dataset(path, data_files, split, streaming):
    assert path == "json" and split == "train" and streaming
    return Streamed(data_files)
