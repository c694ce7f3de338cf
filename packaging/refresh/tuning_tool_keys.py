#!/usr/bin/env python3
"""Lists the keys that a tuning tool takes, by the syntax trees of its definitions; nothing of it is run.

usage: tuning_tool_keys.py axolotl|llama-factory|trl|trl-dpo CLONE REVISION [TRANSFORMERS_FILE]  > tests/data/launch/NAME_keys.txt

LLaMA-Factory's and TRL's settings are transformers' TrainingArguments, too: TRANSFORMERS_FILE is that
src/transformers/training_args.py, which counts as the tool's own.
"""
import ast
import pathlib
import subprocess
import sys

SOURCES = {
    "axolotl": ["src/axolotl/utils/schemas/config.py", "src/axolotl/utils/schemas/model.py",
                "src/axolotl/utils/schemas/peft.py", "src/axolotl/utils/schemas/training.py",
                "src/axolotl/utils/schemas/integrations.py", "src/axolotl/integrations/liger/args.py"],
    "llama-factory": ["src/llamafactory/hparams/model_args.py", "src/llamafactory/hparams/data_args.py",
                      "src/llamafactory/hparams/finetuning_args.py", "src/llamafactory/hparams/training_args.py"],
    "trl": ["trl/trainer/base_config.py", "trl/trainer/sft_config.py", "trl/trainer/model_config.py",
            "trl/scripts/utils.py"],
    "trl-dpo": ["trl/trainer/base_config.py", "trl/trainer/dpo_config.py", "trl/trainer/model_config.py",
                "trl/scripts/utils.py"],
}
# Classes whose fields are keys of the file itself; axolotl nests the others.
TOP = {
    "axolotl": {"AxolotlInputConfig", "ModelInputConfig", "ModelOutputConfig", "LoraConfig", "HyperparametersConfig",
                "LigerArgs"},
    "trl-dpo": {"_BaseConfig", "DPOConfig", "ModelConfig", "ScriptArguments", "DatasetMixtureConfig",
                "TrainingArguments"},
    "trl": {"_BaseConfig", "SFTConfig", "ModelConfig", "ScriptArguments", "DatasetMixtureConfig", "TrainingArguments"},
}


def fields(text, wanted):
    for node in ast.parse(text).body:
        if isinstance(node, ast.ClassDef) and (wanted is None or node.name in wanted):
            for entry in node.body:
                if isinstance(entry, ast.AnnAssign) and isinstance(entry.target, ast.Name):
                    yield entry.target.id


def main():
    tool, clone, revision, *more = sys.argv[1:]
    names = set()
    for path in SOURCES[tool]:
        text = subprocess.run(["git", "-C", clone, "show", f"{revision}:{path}"], capture_output=True, text=True,
                              check=True).stdout
        names.update(fields(text, TOP.get(tool)))
    for path in more:
        names.update(fields(pathlib.Path(path).read_text(), {"TrainingArguments"}))
    print(f"# {tool} {revision}: fields of {', '.join(SOURCES[tool])}"
          + ("; transformers' TrainingArguments" if more else ""))
    print("\n".join(sorted(names)))


main()
