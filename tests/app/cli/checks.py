"""What tests of the command line share; each is started as TEST.py HEADROOM_CLI SOURCE_DIR."""
import json
import pathlib
import subprocess
import sys

CLI = sys.argv[1]
SOURCE = pathlib.Path(sys.argv[2])
failures = []


def check(condition, text):
    if not condition:
        failures.append(text)
        print("FAIL:", text)


def command(*words, status=0, **options):
    """Runs headroom-cli; output as text, unless the options say `text=False`."""
    options = {"text": True, "timeout": 300, **options}
    result = subprocess.run([CLI, *map(str, words)], capture_output=True, check=False, **options)
    check(result.returncode == status, f"{words}: exit {result.returncode}, wanted {status}: {result.stderr[:400]}")
    return result


def command_json(*words, **options):
    text = command(*words, "--format", "json", **options).stdout
    try:
        return json.loads(text)
    except ValueError as fault:
        check(False, f"{words}: {fault}")
        return {}
