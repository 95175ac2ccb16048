"""The lessons: the course as a path, a player that shows one step at a time, and the end."""

from dataclasses import dataclass, field
from functools import partial

import streamlit as st

from engine.rules import Rule
from puzzles.notation import parse_puzzle
from tutor.authoring import faults as wrong
from tutor.drawing.markup import tag
from tutor.learning import Attempt, deal_mode, lesson_mode
from tutor.learning.overview import LessonAnswers, lesson_answers
from tutor.lessons import own_questions
from tutor.lessons.steps import Lesson
from tutor.pages.frame import library, navigation, progress, running_text, session
from tutor.pages.frame.browser import card_table, look, look_at
from tutor.pages.frame.inputs import button
from tutor.pages.frame.library import club, lesson_faults, lessons, slot_of
from tutor.pages.questions import areas
from tutor.pages.questions.answers import answering
from tutor.pages.questions.question import Occasion, ask
from tutor.pages.study import examples
from tutor.pages.study.course import TEACHING, path, place, step_in
from tutor.pages.study.positions import Playing
from tutor.pages.study.progress_pictures import CourseChapter, course_picture, end_picture
from tutor.pages.study.steps import play_step
from tutor.pages.study.trial import begin_test_out, can_be_tested, take_up, trial, under_way

_TURNING = "learn-turning"
"""Where the session keeps the page that was pressed on the path until the run turns to it."""

_DRILLED = "answered"
"""Under what the address says how many questions of a step's drill are answered: a telephone that
has put the page away opens it anew, and the drill goes on."""

_END = "end"
"""What the address says for the step after the last."""

_AGAIN = "again"
"""Under what it says then which of those missed is asked again, counted from one."""


def page() -> None:
    """Show the course, or the step of a lesson that the address names.

    A test under way waits where the course is: who asks for a lesson does not get its questions.
    """
    say, known = session.texts(), lessons()
    if lesson_faults():
        st.warning(say("learn.faulty"), icon=":material/build:")
    take_up()
    rule, wanted = session.asked("example"), session.asked("lesson")
    if under_way() and not (rule or wanted):
        trial()
        return
    if rule is not None:
        if rule in set(Rule):
            examples.page(Rule(rule))
        else:
            navigation.lost(say("example.no-rule"))
        return
    if wanted is None:
        _map(known)
        return
    chosen = library.lesson(wanted)
    number = session.asked_number("step") if session.asked("step") else 1
    if chosen is None:
        navigation.lost(say("learn.no-lesson"))
    elif session.asked("step") == _END:
        _end(chosen)
    elif number is None or not 1 <= number <= len(chosen.steps):
        navigation.lost(say("learn.no-step", count=len(chosen.steps)))
    else:
        _player(chosen, number)


def tools() -> None:
    """Lead back to the course from a lesson."""
    if session.asked("lesson"):
        button(
            session.texts()("learn.all"), "leave", _leave, type="tertiary", icon=":material/list:"
        )


def _map(known: tuple[Lesson, ...]) -> None:
    say = session.texts()
    with st.container(key="lessons"):
        st.title(say("page.learn.title"), anchor=False)
    if session.counted("left"):
        look_at("lessons", str(session.counted("left")))
    if all(lesson.id in progress.held().finished for lesson in known):
        st.success(say("learn.all-done"), icon=":material/check_circle:")
    card_table(course_picture(look(), path()), key="course", on_event=_opened)
    if session.remembered(_TURNING, bool):
        session.forget(_TURNING)
        navigation.turn_to(TEACHING)
    _club_faults()


def _opened(event: str, value: str) -> None:  # noqa: ARG001 - a lesson is pressed and no more
    id_, _, step = value.partition(" ")
    if value == TEACHING:
        session.remember(_TURNING, value=True)
    elif step:
        _open(id_, int(step))
    else:
        _open_by_id(id_)


def _open_by_id(id_: str) -> None:
    if lesson := library.lesson(id_):
        _open(id_, step_in(lesson))


def _club_faults() -> None:
    """Show that a club's files are to be mended; which and where, the workshop says."""
    say, theirs = session.texts(), club()
    if not wrong(theirs.findings) and not theirs.trouble:
        return
    with st.container(key="club-faults"):
        st.warning(say("club.faulty"), icon=":material/build:")
        navigation.link("workshop", say("club.mend"))


def _open(id: str, step: int) -> None:  # noqa: A002 - the word lesson files use
    session.count("turned")
    session.forget_slots(f"learn-{id}")
    session.untell(_DRILLED, _AGAIN)
    session.tell(lesson=id, step=str(step))


def _leave() -> None:
    session.count("left")
    session.untell("lesson", "step", "seed", _DRILLED, _AGAIN, "set")


def _player(lesson: Lesson, number: int) -> None:
    say, step = session.texts(), lesson.steps[number - 1]
    session.tell(lesson=lesson.id, step=str(number))
    with st.container(key="step"):
        play_step(
            step,
            Playing(
                slot=slot_of(lesson.id, number),
                mode=lesson_mode(lesson.id),
                title=lesson.title[say.language],
                where=say("learn.where", step=number, count=len(lesson.steps)),
                ways=partial(_ways, lesson, number),
                on=partial(_on, lesson, number),
                seed=_seed,
                drilled=session.asked_number(_DRILLED) or 0,
                on_drilled=lambda count: session.tell(**{_DRILLED: str(count)}),
                before=tuple(lesson.steps[: number - 1]),
                deal_mode=deal_mode(lesson.id),
            ),
        )
    running_text.untranslated(lesson.spoken(say.language))
    if number > 1 or session.counted("turned"):
        look_at("step", f"{lesson.id} {number} {session.counted('turned')}")


def _seed() -> str:
    """Return the number that decides what a drill asks; it stands in the address."""
    seed = session.asked("seed")
    if seed is None or not seed.isdigit():
        seed = str(session.chance().randrange(10**6))
        session.tell(seed=seed)
    return seed


def _ways(lesson: Lesson, number: int, *, done: bool) -> None:
    say = session.texts()
    if number > 1:
        back = partial(_go, lesson.id, number - 1)
        icon = ":material/arrow_back:"
        button(say("learn.back"), f"back-{lesson.id}-{number}", back, icon=icon)
    elif lesson.id not in progress.held().finished and can_be_tested(lesson):
        button(say("learn.test-out"), f"test-out-{lesson.id}", _test_out, lesson, type="tertiary")
    _on(lesson, number, done=done)


def _on(lesson: Lesson, number: int, *, done: bool) -> None:
    """Offer the way on, which stands out once the step is done.

    Only then has it a key: what is not answered is not passed over by a slip, and "Next card"
    has that key until the trick lies there.
    """
    say, last = session.texts(), number == len(lesson.steps)
    words = say("learn.skip" if not done else "learn.finish" if last else "learn.next")
    then = partial(_finish, lesson) if last else partial(_go, lesson.id, number + 1)
    key, shortcut = f"next-{lesson.id}-{number}", "N" if done else None
    button(words, key, then, primary=done, shortcut=shortcut)


def _test_out(lesson: Lesson) -> None:
    """Begin to ask whether a lesson is known already; afterwards the course is there again."""
    session.untell("lesson", "step", "seed", _DRILLED, "set")
    begin_test_out(lesson)


def _go(id: str, number: int) -> None:  # noqa: A002
    session.count("turned")
    progress.note_step(id, number)
    session.forget_slots(slot_of(id, number))
    session.untell(_DRILLED)
    session.tell(lesson=id, step=str(number))


def _finish(lesson: Lesson) -> None:
    progress.finish_lesson(lesson.id)
    session.count("turned")
    session.forget_slot(f"end-{lesson.id}")  # what was asked again before is put away
    session.untell("seed", _DRILLED, _AGAIN)
    session.tell(lesson=lesson.id, step=_END)


def _end(lesson: Lesson) -> None:
    answers = lesson_answers(lesson.id, *own_questions(lesson), progress.held().attempts)
    again, asked = _again(lesson), session.asked_number(_AGAIN) or 0
    if asked and not again.lines:  # the page was opened anew
        again.lines = answers.to_ask_again
    if 1 <= asked <= len(again.lines):
        _ask_again(lesson, again, min(asked - 1, len(again.right)))
    else:
        _outcome(lesson, answers, again)


@dataclass(slots=True)
class _Again:
    """What is asked again: the puzzles' lines, and which of the first were right this time."""

    lines: list[str] = field(default_factory=list)
    right: list[bool] = field(default_factory=list)

    @property
    def over(self) -> bool:
        """Whether all of them were answered."""
        return bool(self.lines) and len(self.right) == len(self.lines)


def _again(lesson: Lesson) -> _Again:
    return session.under_way(f"end-{lesson.id}", _END, _Again)


def _outcome(lesson: Lesson, answers: LessonAnswers, again: _Again) -> None:
    say = session.texts()
    chapters = path()
    chapter = next(c for c in chapters if any(each.id == lesson.id for each in c.lessons))
    of_set = session.asked("set")
    following = None if of_set else _following(lesson)
    with areas.frame():
        with areas.question():
            st.html(tag("p", say("course.end"), class_="where"))
            running_text.heading(lesson.title[say.language])
            _said(lesson, answers, again, chapter)
            if following:
                st.caption(say("course.end.then", title=following.title[say.language]))
        count = len(answers.attempts)
        picture = end_picture(look(), answers.right, count, chapter)
        card_table(picture.unannounced, key=f"table-end-{lesson.id}")
        with areas.actions():
            lines = answers.to_ask_again
            if lines and not again.over:
                words = say("course.end.again", count=len(lines))
                button(words, f"again-{lesson.id}", _begin_again, lesson, lines)
            if following:
                areas.onward(
                    say("course.end.next"), f"next-{lesson.id}-{_END}", _open_by_id, following.id
                )
            elif of_set:
                navigation.link("assignment", say("assignment.overview"), set=of_set)
            else:
                navigation.link("drill", say("home.drill"))
            if chapter.page and chapter.done == len(chapter.lessons):
                navigation.link(chapter.page, say(f"course.{chapter.page}"))
    look_at("question", f"{lesson.id} {_END} {len(again.right)} {session.counted('turned')}")


def _said(lesson: Lesson, answers: LessonAnswers, again: _Again, chapter: CourseChapter) -> None:
    """Show what was missed, or what came of it the second time; the picture has the score.

    Of a whole deal its own end has told how many answers were right.
    """
    say, in_deal = session.texts(), deal_mode(lesson.id)
    if not answers.attempts:
        if all(attempt.mode != in_deal for attempt in progress.held().attempts):
            st.write(say("course.end.none"))
    elif again.over:
        count = len(again.lines)
        st.write(say("course.end.second", right=sum(again.right), count=count))
    elif answers.missed:
        st.write(say("course.end.missed"))
        for rule in dict.fromkeys(_missed(attempt) for attempt in answers.missed):
            st.markdown("- " + say.name(rule))
    if chapter.done == len(chapter.lessons):
        st.write(say("course.end.chapter", title=chapter.title))


def _missed(attempt: Attempt) -> Rule:
    """Return the rule that an answer misses, as its verdict has said: it may not be its aim."""
    try:
        return parse_puzzle(attempt.puzzle).check(attempt.answer).missed or attempt.rule
    except ValueError:  # it came from a file, or from a version that read more
        return attempt.rule


def _following(lesson: Lesson) -> Lesson | None:
    """Return the lesson after *lesson*, or else where the learner goes on; at the end, nothing."""
    known, finished = lessons(), progress.held().finished
    later = known[[each.id for each in known].index(lesson.id) + 1 :]
    here = place()
    return next((each for each in later if each.id not in finished), here and here[0])


def _begin_again(lesson: Lesson, lines: list[str]) -> None:
    session.forget_slots(f"again-{lesson.id}")
    again = _again(lesson)
    again.lines, again.right = lines, []
    session.tell(**{_AGAIN: "1"})


def _ask_again(lesson: Lesson, again: _Again, number: int) -> None:
    """Ask a missed question once more; its answer was told a moment ago, so it is not kept."""
    say = session.texts()
    line, slot = again.lines[number], f"again-{lesson.id}-{number}"
    where, mode = lesson.title[say.language], f"again:{lesson.id}"
    note = say("ask.number", number=number + 1, count=len(again.lines))
    occasion = Occasion(slot=slot, mode=mode, kept=False, focus=True, where=where, note=note)

    def ways(*, done: bool) -> None:
        if done:
            areas.onward(say("learn.next"), f"next-{slot}", _note, lesson, number, slot, line)

    ask(parse_puzzle(line), occasion, ways)


def _note(lesson: Lesson, number: int, slot: str, line: str) -> None:
    again, verdict = _again(lesson), answering(slot, line).verdict
    if not verdict:
        return
    if len(again.right) == number:
        again.right.append(verdict.correct)
    if number + 1 < len(again.lines):
        session.tell(**{_AGAIN: str(number + 2)})
    else:
        session.untell(_AGAIN)
