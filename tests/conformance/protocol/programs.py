"""Small programs that speak the protocol, each until it breaks in its own way."""

import sys
from pathlib import Path

IDENTITY = (
    '{"reply":"ok","protocol":"planspec 1","name":"tiny","version":"1","language":"Python",'
    '"areas":[]}'
)

# Answers everything but AT, at which what stands for BREAKS is done.
PROGRAM = """
import json, os, signal, subprocess, sys, threading

def say(text):
    sys.stdout.write(text)
    sys.stdout.flush()

def for_ever():
    threading.Event().wait()

print("the bridge creaks", file=sys.stderr, flush=True)
BEGINS
for line in sys.stdin:
    request = json.loads(line)["request"]
    if request == "hello":
        say(HELLO + "\\n")
    elif request == AT:
        BREAKS
    else:
        say('{"reply":"ok"}\\n')
"""


def program(
    folder: Path,
    breaks: str = "pass",
    begins: str = "",
    hello: str = IDENTITY,
    at: str = "observe",
) -> list[str]:
    """Write a program, and give the command that starts it."""
    path = folder / "program.py"
    text = PROGRAM.replace("HELLO", repr(hello)).replace("BEGINS", begins).replace("AT", repr(at))
    path.write_text(text.replace("BREAKS", breaks), encoding="utf-8")
    return [sys.executable, "-S", str(path)]
