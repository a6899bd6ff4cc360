"""Settings from a file of the current folder: `dragonproof.toml`, or `[tool.dragonproof]` in `pyproject.toml`.

They stand in for options that the command line leaves out.
"""

import shlex
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any, TypeVar

import click
from click.core import ParameterSource

from properties.tables import BadTable, Table, as_table, check_keys, parse_toml
from reference_engine.jsonform import shown
from reports.files import is_file, read_file

F = TypeVar("F", bound=Callable[..., Any])

OWN, SHARED = "dragonproof.toml", "pyproject.toml"

_OFF, _SETTINGS = f"{__name__}.off", f"{__name__}.settings"

_TEXT, _NUMBER, _WHOLE, _TEXTS, _TABLE = "text", "number", "whole number", "texts", "table"
_WANTED = {
    _TEXT: "a text in quotes",
    _NUMBER: "a number",
    _WHOLE: "a whole number",
    _TEXTS: 'a list of texts, such as ["no observe"]',
    _TABLE: "a table of readings and their values, both in quotes",
}
_KEYS: Mapping[str, str] = {
    "command": _TEXT,
    "game": _TEXT,
    "ruleset": _TABLE,
    "baseline": _TEXT,
    "allow_skip": _TEXTS,
    "seconds": _NUMBER,
    "games": _WHOLE,
    "seed": _WHOLE,
    "timeout": _NUMBER,
    "startup_timeout": _NUMBER,
    "box": _TEXT,
    "start": _TEXT,
    "out": _TEXT,
}
"""What each key takes. But for `command` they are called as options are."""


@dataclass(frozen=True)
class Settings:
    """What a file says. values: by key, as options take them."""

    file: str
    values: Mapping[str, Any]


def config_options(*keys: str) -> Callable[[F], F]:
    """--config and --no-config of a command that takes these keys; what else a file has is for other commands."""

    def read(context: click.Context, _parameter: click.Parameter, name: str | None) -> None:
        if name is None and _OFF in context.meta:
            return
        if _OFF in context.meta:
            raise click.UsageError("--config names the file to read, --no-config reads none; take one of them")
        settings = _found() if name is None else _read(name)
        if settings:
            _take(context, settings, keys)

    def leave(context: click.Context, _parameter: click.Parameter, off: bool) -> None:
        if off and context.get_parameter_source("config") is ParameterSource.COMMANDLINE:
            raise click.UsageError("--config names the file to read, --no-config reads none; take one of them")
        if off:
            context.meta[_OFF] = True

    told = f"Take settings from FILE.  [default: {OWN}, or [tool.dragonproof] in {SHARED}, of this folder]"

    def options(command: F) -> F:
        none = "Take no settings from a file."
        eager: Any = {"is_eager": True, "expose_value": False}
        command = click.option("--config", metavar="FILE", callback=read, help=told, **eager)(command)
        return click.option("--no-config", is_flag=True, callback=leave, help=none, **eager)(command)

    return options


def config_file(context: click.Context) -> str | None:
    """The file that settings were taken from."""
    settings: Settings | None = context.meta.get(_SETTINGS)
    return settings.file if settings else None


def repeat_options(context: click.Context) -> list[str]:
    """The words without which the same line could take other settings."""
    return ["--no-config"] if config_file(context) or _OFF in context.meta else []


def tell_config(context: click.Context) -> str:
    """A line that names that file; "" where there is none."""
    file = config_file(context)
    return f"Settings from {file}." if file else ""


def command_of_file(context: click.Context) -> tuple[str, ...]:
    """The words of the program that the file names; () for none."""
    settings: Settings | None = context.meta.get(_SETTINGS)
    return settings.values.get("command", ()) if settings else ()


def is_named(context: click.Context, parameter: str) -> bool:
    """Whether the command line names a parameter."""
    return context.get_parameter_source(parameter) is ParameterSource.COMMANDLINE


def budget(
    context: click.Context, games: int | None, seconds: float | None, deep: bool
) -> tuple[int | None, float | None, bool]:
    """How much to do: what the command line says of that, and what the file says where it says nothing.

    Raises a usage error where that is said in two ways.
    """
    if any(is_named(context, name) for name in ("games", "seconds", "deep")):
        games = games if is_named(context, "games") else None
        seconds = seconds if is_named(context, "seconds") else None
    if sum((games is not None, seconds is not None, deep)) > 1:
        raise click.UsageError("--games, --seconds and --deep each say how much to do; take one of them")
    return games, seconds, deep


def _found() -> Settings | None:
    """What the files of the current folder say. Raises `BadTable` where two of them do."""
    shared = _of_project(SHARED) if is_file(SHARED) else None
    if not is_file(OWN):
        return shared
    if shared:
        raise BadTable(f"{OWN} and {SHARED} both have settings; leave one of them out, or name one by --config")
    return _read(OWN)


def _read(name: str) -> Settings:
    if Path(name).name == SHARED:
        settings = _of_project(name)
        if settings is None:
            raise click.UsageError(f"{name} has no [tool.dragonproof]")
        return settings
    with read_file(name) as data:
        return _settings(name, parse_toml(data))


def _of_project(name: str) -> Settings | None:
    with read_file(name) as data:
        tools = as_table(parse_toml(data).get("tool", {}), "tool")
        if "dragonproof" not in tools:
            return None
        return _settings(name, as_table(tools["dragonproof"], "tool.dragonproof"))


def _settings(name: str, table: Table) -> Settings:
    check_keys(table, _KEYS, "")
    return Settings(name, {key: _value(key, value) for key, value in table.items()})


def _value(key: str, value: object) -> Any:
    """The value of a key as an option takes it. Raises `BadTable` for one of another type."""
    kind = _KEYS[key]
    match value:
        case str() if kind == _TEXT:
            return _words(value) if key == "command" else value
        case bool():
            pass
        case int() if kind in (_NUMBER, _WHOLE):
            return value
        case float() if kind == _NUMBER:
            return value
        case list() if kind == _TEXTS and all(isinstance(each, str) for each in value):
            return value
        case dict() if kind == _TABLE and all(isinstance(each, str) for each in value.values()):
            return [f"{reading}={each}" for reading, each in value.items()]
    raise BadTable(f"{key}: write {_WANTED[kind]}, not {shown(value)}")


def _words(command: str) -> tuple[str, ...]:
    try:
        words = tuple(shlex.split(command))
    except ValueError as error:
        raise BadTable(f"command: {shown(command)}: {error}") from None
    if not words:
        raise BadTable("command: name a program")
    return words


def _take(context: click.Context, settings: Settings, keys: tuple[str, ...]) -> None:
    """Makes the values of a file the defaults of a command, once each could be one."""
    context.meta[_SETTINGS] = settings
    defaults: dict[str, Any] = {}
    for parameter in context.command.params:
        for key in keys:
            if f"--{key.replace('_', '-')}" in parameter.opts and key in settings.values and parameter.name:
                try:
                    parameter.process_value(context, settings.values[key])
                except click.ClickException as error:
                    raise click.UsageError(f"{settings.file}: {key}: {error.message}") from None
                defaults[parameter.name] = settings.values[key]
    context.default_map = defaults
