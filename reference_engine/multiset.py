"""Multisets of cards as strings of letters in ascending order, for instance "AABW"."""

from itertools import combinations


def gather(*cards: str) -> str:
    """All these cards as one multiset."""
    return "".join(sorted("".join(cards)))


def contains(whole: str, part: str) -> bool:
    """Whether every card of `part` is in `whole`, as often as it is in `part`."""
    return all(whole.count(card) >= part.count(card) for card in set(part))


def remove(whole: str, part: str) -> str:
    """The cards of `whole` without those of `part`, which it must contain."""
    for card in part:
        whole = whole.replace(card, "", 1)
    return whole


def is_ascending(cards: str) -> bool:
    """Whether the letters are in ascending order, as in every multiset."""
    return list(cards) == sorted(cards)


def choices(whole: str, size: int) -> list[str]:
    """Every multiset of that many cards of `whole`, each once, in ascending order."""
    enough = "".join(card * min(size, whole.count(card)) for card in sorted(set(whole)))
    return sorted({"".join(cards) for cards in combinations(enough, size)})
