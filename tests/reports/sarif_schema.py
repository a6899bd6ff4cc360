"""What SARIF 2.1.0 asks of the parts of a file that are written here, as a JSON Schema."""

from reference_engine.jsonform import Json


def exactly(required: Json, **optional: Json) -> Json:
    """An object with these members and no others."""
    return {
        "type": "object",
        "properties": required | optional,
        "required": sorted(required),
        "additionalProperties": False,
    }


def many(items: Json) -> Json:
    return {"type": "array", "items": items}


STRING: Json = {"type": "string", "minLength": 1}
COUNT: Json = {"type": "integer", "minimum": 0}
BAG: Json = {"type": "object"}
MESSAGE = exactly({"text": STRING})
RELATIVE: Json = {"type": "string", "pattern": r"^[\w.-]+(/[\w.-]+)*$"}
PLACE = exactly(
    {
        "artifactLocation": exactly({"uri": RELATIVE, "uriBaseId": STRING}),
        "region": exactly({"startLine": {"type": "integer", "minimum": 1}}),
    }
)
RESULT = exactly(
    {
        "message": MESSAGE,
        "ruleId": STRING,
        "ruleIndex": COUNT,
        "kind": {"enum": ["notApplicable", "pass", "fail", "review", "open", "informational"]},
        "level": {"enum": ["none", "note", "warning", "error"]},
        "locations": {"type": "array", "minItems": 1, "items": exactly({"physicalLocation": PLACE})},
        "partialFingerprints": {"type": "object", "additionalProperties": STRING, "minProperties": 1},
    }
)
RULE = exactly({"id": STRING, "shortDescription": MESSAGE})
RUN = exactly(
    {
        "tool": exactly({"driver": exactly({"name": STRING, "version": STRING, "rules": many(RULE)})}),
        "results": many(RESULT),
    },
    automationDetails=exactly({"id": STRING}),
    invocations=many(exactly({"executionSuccessful": {"type": "boolean"}, "exitCode": {"type": "integer"}})),
    originalUriBaseIds={"type": "object", "additionalProperties": exactly({"description": MESSAGE})},
    properties=BAG,
)
SARIF = exactly({"version": {"const": "2.1.0"}, "runs": many(RUN)}, **{"$schema": STRING})
