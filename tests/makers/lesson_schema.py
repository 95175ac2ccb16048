"""The shape of a lesson file as JSON Schema, for editors.

It is drawn from the same shapes and tables that the tutor reads lessons by. What
only the engine knows (whether a trick can be played, who wins it) it does not say.
"""

import json
from collections.abc import Mapping
from typing import Any

from engine.rulebooks import RULEBOOKS
from engine.rules import SOURCES, Rule
from engine.variants import VARIANTS
from puzzles.generator import RULES_OF
from puzzles.kinds import KINDS
from tutor.lessons import FOLDER
from tutor.lessons.builder import CHOSEN, LAID
from tutor.lessons.shape import STEPS, LessonShape, PlayTask, wanted
from tutor.words.texts import LANGUAGES

FILE = FOLDER / "schema.json"
"""Where editors find it; a lesson may say so in a comment, see `COMMENT`."""

COMMENT = "# yaml-language-server: $schema=schema.json"
"""The first line of a lesson, for editors that go by it."""

Node = dict[str, Any]

_WORDS: Node = {"$ref": "#/definitions/Words"}
_RULE: Node = {"$ref": "#/definitions/Rule"}
_VALUES: Mapping[str, Node] = {
    "rules": {"type": "array", "items": _RULE, "minItems": 1, "maxItems": 20, "uniqueItems": True},
    "rule": {"enum": sorted({rule.value for rules in RULES_OF.values() for rule in rules})},
    "beside": {"type": "array", "items": _RULE, "maxItems": 20, "uniqueItems": True},
    "title": _WORDS,
    "promise": _WORDS,
    "say": _WORDS,
    "words": _WORDS,
    "kind": {"enum": list(KINDS)},
    "ask": {"enum": list(KINDS)},
    "variant": {"enum": list(VARIANTS)},
    "rulebook": {"enum": [rulebook.id for rulebook in RULEBOOKS]},
    "choose": {"enum": list(CHOSEN)},
    "from": {
        "type": "string",
        "pattern": rf"^({'|'.join(source.id for source in SOURCES)})(,.*)?$",
    },
    "table": {"type": "string", "pattern": r"^\s*[NESW]=[CDHS](\s+[NESW]=[CDHS]){1,3}\s*$"},
    "tell": {"type": "array", "items": _RULE, "minItems": 1, "maxItems": 30, "uniqueItems": True},
    "hand": {"type": "string", "pattern": r"^\s*[CDHS][2-9TJQKA](\s+[CDHS][2-9TJQKA])*\s*$"},
    "trick": {"type": "string", "pattern": r"^\s*[NESW](\s+[CDHS][2-9TJQKA])+\s*$"},
}
"""What may stand under a key, where that is narrower than its shape says."""


_HOLDERS = {PlayTask.__name__: "play"}
"""The key under which a part of a step stands, where a key in it means something of its own."""


def schema() -> Node:
    """Build the schema, in draft 7, which every editor knows."""
    lesson = LessonShape.model_json_schema(by_alias=True)
    whole = _model(lesson)
    steps = {name: STEPS[name].model_json_schema(by_alias=True) for name in STEPS}
    made = (lesson, *steps.values())
    parts = {name: part for one in made for name, part in one.get("$defs", {}).items()}
    whole["properties"]["steps"]["items"] = {
        "type": "object",
        "oneOf": [{"$ref": f"#/definitions/{name}"} for name in STEPS],
    }
    definitions = {name: _model(part) for name, part in {**parts, **steps}.items()}
    definitions["ask"]["allOf"] = [_asked(kind) for kind in KINDS]
    return {
        "$schema": "http://json-schema.org/draft-07/schema#",
        **whole,
        "title": "A lesson of the Calypso tutor",
        "description": "Made by `python -m tests.makers.golden`; do not edit.",
        "definitions": {
            "Words": _words(),
            "Rule": {"enum": [rule.value for rule in Rule]},
            **definitions,
        },
    }


def text() -> str:
    """Write the schema as the file has it."""
    return json.dumps(schema(), ensure_ascii=False, indent=2) + "\n"


def _model(node: Node) -> Node:
    """Take of a model's schema what an author needs, with what is wanted under each key."""
    return {
        "type": "object",
        "description": " ".join(node["description"].split()),
        "properties": {
            key: _property(key, value, _HOLDERS.get(node["title"], ""))
            for key, value in node["properties"].items()
        },
        "required": node.get("required", []),
        "additionalProperties": False,
    }


def _property(key: str, made: Node, holder: str) -> Node:
    # `null` is read like nothing at all; there is no need to suggest it to anybody.
    options = [one for one in made.get("anyOf", [made]) if one.get("type") != "null"]
    assert len(options) == 1, f"an editor cannot be told what {key} may be"
    (option,) = options
    node = {name: value for name, value in option.items() if name not in ("title", "default")}
    if "$ref" in node:
        node["$ref"] = node["$ref"].replace("#/$defs/", "#/definitions/")
    node = dict(_VALUES.get(key, node))
    said = wanted((holder, key))
    words = f"Want {said}." if said else ""
    default = made.get("default")
    if default is not None:
        words = f"{words} Without it: {json.dumps(default)}.".strip()
    # In draft 7 nothing counts beside a reference.
    if words and "$ref" in node:
        node = {"allOf": [node]}
    return {"description": words, **node} if words else node


def _words() -> Node:
    return {
        "type": "object",
        "properties": {
            language: {"type": "string", "minLength": 1, "maxLength": 4000, "description": name}
            for language, name in LANGUAGES.items()
        },
        "minProperties": 1,
        "additionalProperties": False,
    }


def _asked(kind: str) -> Node:
    keys = KINDS[kind].keys
    unknown = sorted(set(LAID) - {"position", *keys})
    node: Node = {"properties": dict.fromkeys(unknown, False)}
    whole: Node = {"required": ["position"]}
    if keys:
        whole["properties"] = dict.fromkeys(keys, False)
        node["oneOf"] = [{"required": [keys[0]], "properties": {"position": False}}, whole]
    else:
        node.update(whole)
        node["properties"] = dict.fromkeys(unknown, False)
    then: Node = {"properties": {"at": node}}
    if KINDS[kind].asks_rule is None:
        then["properties"]["why"] = {"const": False}
    return {"if": {"properties": {"ask": {"const": kind}}, "required": ["ask"]}, "then": then}
