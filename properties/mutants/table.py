"""A program under test that looks its answers up, to measure what asks: `python -m properties.mutants.table TRACE`.

A trace is what `dragonproof check --trace FILE` writes; the same check can then be run against it, again and again.
"""

import json
import sys
from collections.abc import Iterable

from reference_engine.jsonform import Json, canonical

_METHOD, _ID = b', "method": ', b'"id": '
Table = dict[tuple[str, bytes], tuple[str, bytes]]
"""From the position and what a request says after its id, to the position afterwards and the answer after its id."""


def read_table(lines: Iterable[str]) -> Table:
    """The table of a trace. Raises `ValueError` where a line is none of a trace."""
    table: Table = {}
    positions: dict[int, str] = {}
    requests: dict[int, str] = {}
    for line in lines:
        entry = json.loads(line)
        worker = entry["worker"]
        if "sent" in entry:
            requests[worker] = entry["sent"]
            continue
        request, answer = json.loads(requests[worker]), json.loads(entry["got"])
        before = positions.get(worker, "") if request["method"] != "initialize" else ""
        positions[worker] = after = _position(request, answer) or before
        answer.pop("id")
        table[before, _rest(requests[worker].encode())] = after, json.dumps(answer).encode()[1:] + b"\n"
    return table


def _position(request: Json, answer: Json) -> str:
    """The position after an answer; "" if it is still the one before."""
    result = answer.get("result") or {}
    states = [result["state"]] if "state" in result else result.get("states")
    if states is None:
        return ""
    return canonical(states[-1] if states else request["params"]["state"])


def _rest(request: bytes) -> bytes:
    return request.partition(_METHOD)[2].rstrip()


def main() -> None:
    """Answers until there is no more input. A request that is not in the table ends it with a `KeyError`."""
    with open(sys.argv[1], encoding="utf-8") as file:
        table = read_table(file)
    position, write, flush = "", sys.stdout.buffer.write, sys.stdout.buffer.flush
    for line in sys.stdin.buffer:
        head, _, rest = line.partition(_METHOD)
        position, answer = table[position, rest.rstrip()]
        write(b"{" + head[head.index(_ID) :] + b", " + answer)
        flush()
        if rest.startswith(b'"shutdown"'):
            return


if __name__ == "__main__":
    main()
