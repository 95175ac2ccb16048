"""A browser in which the pages cannot work is told so, in every language."""

from tutor.pages.head import old_browser_script
from tutor.words.texts import LANGUAGES, Texts


def test_the_words_are_there_in_every_language_and_end_no_script() -> None:
    assert old_browser_script().count("</script>") == 1
    for language in LANGUAGES:
        words = Texts(language)("browser.too-old")
        assert (
            words.encode("ascii", "backslashreplace").decode().split("\\")[0]
            in old_browser_script()
        )
