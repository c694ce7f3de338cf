#!/usr/bin/env python3
# @plan
#
# Writes sentences of random words, so that the run starts as it is: every row has the columns of the usual data sets
# ("text", "prompt" and "response", "chosen" and "rejected", "messages"). usage: make_data.py FILE ROWS WORDS
import json
import os
import random
import sys

WORDS = "the of and to in a is that for it as was with be by on not he his but at are this have from or had an they which".split()


def rows(count, words):
    chance = random.Random(0)
    for _ in range(count):
        text = " ".join(chance.choices(WORDS, k=words))
        half = len(text) // 2
        yield {
            "text": text,
            "prompt": text[:half],
            "response": text[half:],
            "chosen": text[half:],
            "rejected": " ".join(reversed(text[half:].split())),
            "messages": [{"role": "user", "content": text[:half]}, {"role": "assistant", "content": text[half:]}],
        }


def main():
    path, count, words = sys.argv[1], int(sys.argv[2]), int(sys.argv[3])
    if os.path.exists(path):
        return
    part = f"{path}.{os.getpid()}"  # several processes may begin at once: whole files alone get the name
    with open(part, "w", encoding="utf-8") as out:
        for row in rows(count, words):
            out.write(json.dumps(row) + "\n")
    os.replace(part, path)


if __name__ == "__main__":
    main()
