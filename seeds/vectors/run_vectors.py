"""Runs vectors: `python3 run_vectors.py village.jsonl COMMAND ...`. Public domain: copy and change it as you like."""

import json
import subprocess
import sys
from typing import Any

text = json.JSONEncoder(sort_keys=True).encode
with open(sys.argv[1], encoding="utf-8") as file:
    header, *vectors = map(json.loads, file)
if header["vectors"] != 1 or header["count"] != len(vectors):
    sys.exit(f"{sys.argv[1]} is cut off, or needs a newer reader")
program: Any = subprocess.Popen(sys.argv[2:], stdin=subprocess.PIPE, stdout=subprocess.PIPE, encoding="utf-8")


def ask(method: str, **params: Any) -> Any:
    """The result of a request, or "illegal"."""
    print(json.dumps({"jsonrpc": "2.0", "id": 1, "method": method, "params": params}), file=program.stdin, flush=True)
    answer = json.loads(program.stdout.readline())
    if "error" in answer and answer["error"]["code"] != -32002:
        raise NotImplementedError(answer) if answer["error"]["code"] == -32003 else ValueError(answer)
    return answer.get("result", "illegal")


def check(vector: Any, can: list[str]) -> None:
    """Asks about one vector. Raises `ValueError` at the first answer that is not right."""

    def need(right: Any, got: Any, told: str) -> None:
        if text(right) != text(got):
            raise ValueError(f"{told} should be {text(right)}, and is {text(got)}")

    for place in (vector, *({"action": each["action"]} for each in vector["refuse"]), *vector["steps"]):
        answer = ask("apply", action=place["action"]) if "action" in place else ask("new_game", state=place["state"])
        need("state" in place, answer != "illegal", f"that {text(place.get('action'))} is legal")
        for key in place["state"].keys() & answer["state"].keys() if "state" in place else ():  # some may be left out
            need(place["state"][key], answer["state"][key], key)
        if "legal" in place and "legal_actions" in can:
            need(sorted(place["legal"], key=text), sorted(ask("legal_actions")["actions"], key=text), "what is legal")
    if vector["outcome"] and "outcome" in can:
        got = ask("outcome")
        need(vector["outcome"], {key: got.get(key) for key in vector["outcome"]}, "the outcome")
    for view in vector["views"] if "observe" in can else ():
        states = (vector["state"], view["state"])
        one, other = (ask("new_game", state=each) and ask("observe", player=view["player"]) for each in states)
        need(one, other, "a view")


about = ask("initialize", protocol=1, game=header["game"])
told = {"right": 0, "wrong": 0, "skipped": 0}
for each in vectors:
    if each["readings"].items() <= (header["defaults"] | about.get("readings", {})).items():
        try:
            check(each, about["capabilities"])
            told["right"] += 1
        except (ValueError, NotImplementedError) as error:
            told["wrong" if isinstance(error, ValueError) else "skipped"] += 1
            print(f"{each['id']}: {error}")
ask("shutdown")
print(told)
sys.exit(1 if told["wrong"] else 0 if told["right"] and not told["skipped"] else 3)
