"""What is said of an answer, as markup: right or wrong by a sign and a word, then by colour."""

from tutor.drawing.markup import Html, join, tag
from tutor.words.explanation import Explanation
from tutor.words.texts import Texts


def verdict_html(told: Explanation, say: Texts) -> str:
    """Put a verdict into one piece of markup, which a page shows faster than four boxes.

    First right or wrong and why; then the misconception that the answers show, or what it may
    be; then what other rulebooks say. The classes are styled round the pages.
    """
    sign = tag("span", "✓" if told.correct else "✗", class_="verdict-sign", aria_hidden="true")
    boxes = [
        _box("right" if told.correct else "wrong", join((sign, " ", told.headline)), told.sentences)
    ]
    if told.misconception:
        name, text = told.misconception
        boxes.append(
            _box("misconception", say("verdict.misconception", misconception=name), (text,))
        )
    elif told.perhaps:
        boxes.append(_box("perhaps", say("verdict.perhaps"), told.perhaps))
    elif told.unknown:
        boxes.append(_box("perhaps", say("verdict.unknown"), ()))
    boxes += [_box("dissent", sentence, ()) for sentence in told.dissents]
    return tag("div", *boxes, class_="verdict", role="status")


def _box(kind: str, head: str, sentences: tuple[str, ...]) -> Html:
    return tag(
        "div",
        tag("p", head, class_="verdict-head"),
        *(tag("p", sentence) for sentence in sentences),
        class_=f"verdict-box verdict-{kind}",
    )
