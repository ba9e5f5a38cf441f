"""ITR-1 and ITR-2: which names a report holds."""

from spec.editions import EDITION_2026_1, ORIGIN, SEEDS, Edition
from spec.vocabulary.iterations import IterationDecided
from spec.vocabulary.rejections import invalid_request
from tests.cases import for_each
from tests.rules.iterations import iteration_builders as i
from tests.rules.suts import ModelSut, Sut, with_loop

UNICODE_SPACES = (
    "\t\n\v\f\r \x85\xa0\u1680\u2000\u2001\u2002\u2003\u2004\u2005\u2006\u2007\u2008\u2009\u200a"
    "\u2028\u2029\u202f\u205f\u3000"
)
SEPARATORS = "\x1c\x1d\x1e\x1f"
NO_SPACES = "\u200b\u200c\u2060\ufeff\u180e\x08\x0e\x1b\x7f"
"""Signs that leave no mark, and that Unicode does not call white space."""

NOTHING: dict[str, i.WorkRemaining] = {
    "missing": None,
    "an empty text": "",
    "a space": " ",
    "all white space": UNICODE_SPACES,
    "all separators": SEPARATORS,
    "zero": "0",
    "zero between white space": " \t0\n",
    "zero between all white space": f"{UNICODE_SPACES}0{SEPARATORS}",
    "brackets": "[]",
    "brackets between white space": "\n []\t ",
    "brackets between all white space": f"{SEPARATORS}[]{UNICODE_SPACES}",
    "an empty array": "[ ]",
    "an empty array in several lines": "[\n\r\n\t]",
    "an array of nothing": '["", " ", "\\t"]',
    "an array of white space": '["\\u00a0\\u3000", "\\u001c"]',
    "an empty list": (),
    "a list of nothing": ("", " ", "\n\t"),
    "a list of white space": (UNICODE_SPACES, SEPARATORS),
}
FOUR_FORMS = ("missing", "an empty text", "a space", "all white space", "all separators", "zero")
"""With the brackets and the list without elements, what the seeds know as nothing."""

WORDS_FOR_NOTHING = {
    **{word: word for word in ("none", "null", "nil", "n/a", "nothing", "NONE", "N/A", "Nothing.")},
    "a word between white space": f"{UNICODE_SPACES}None{SEPARATORS}",
    **{dash: f" {dash}\n" for dash in ("-", "\u2013", "\u2014")},
}
NOTHING_NOW = NOTHING | WORDS_FOR_NOTHING


@for_each("work_remaining", NOTHING_NOW.values())
def test_itr_1_nothing_remains(sut: Sut, work_remaining: i.WorkRemaining) -> None:
    # Given a loop
    sut.load(with_loop(None))
    sut.given(i.start_iterations())
    # When the report names nothing, then the loop is complete, and no name is stored
    assert sut.apply(i.report(work_remaining, False)) == IterationDecided(i.COMPLETE, 1)
    assert sut.loop().work_remaining == ()


NAMED: dict[str, tuple[i.WorkRemaining, tuple[str, ...]]] = {
    # ITR-1: names in a list
    "a list": (("a", "b"), ("a", "b")),
    "a list keeps its order": (("b", "a", "c"), ("b", "a", "c")),
    "a list keeps what it names twice": (("a", "b", "a"), ("a", "b", "a")),
    "names lose white space at both ends": ((" a ", "\tb\n", "c\xa0"), ("a", "b", "c")),
    "all of it": ((f"{UNICODE_SPACES}a{SEPARATORS}",), ("a",)),
    "and none within": (("a  b", "c\nd"), ("a  b", "c\nd")),
    "empty names are dropped": (("", "a", "  ", "b", "\u3000"), ("a", "b")),
    "zero in a list is a name": (("0",), ("0",)),
    "zero and spaces in a list too": ((" 0 ",), ("0",)),
    "brackets in a list are a name": (("[]",), ("[]",)),
    "an array in a list is a name": (('["a"]',), ('["a"]',)),
    "half an array in a list is a name": (("[",), ("[",)),
    "several zeros": (("0", "0"), ("0", "0")),
    # ITR-2: an array in a text
    "an array": ('["a", "b"]', ("a", "b")),
    "an array of one": ('["a"]', ("a",)),
    "an array keeps its order and what it names twice": ('["b","a","b"]', ("b", "a", "b")),
    "an array between white space": (' \n\t["a"]\r\n ', ("a",)),
    "an array behind all white space": (f'{UNICODE_SPACES}{SEPARATORS}["a"]', ("a",)),
    "an array in several lines": ('[\n  "a",\n  "b"\n]', ("a", "b")),
    "names in an array lose white space": ('["  a\\n", "\\u00a0b"]', ("a", "b")),
    "names in an array keep white space within": ('["two words"]', ("two words",)),
    "an array drops empty names": ('["", "a", " "]', ("a",)),
    "zero in an array is a name": ('["0"]', ("0",)),
    "brackets in an array are a name": ('["[]"]', ("[]",)),
    "a comma in an array belongs to its name": ('["a,b"]', ("a,b",)),
    "escapes in an array": ('["\\u00fc\\ud83e\\udd80\\"\\\\\\/"]', ('ü🦀"\\/',)),
    "umlauts in an array": ('["größe", "🦀"]', ("größe", "🦀")),
    # ITR-2: names in a text
    "a name": ("task-1", ("task-1",)),
    "names": ("a b c", ("a", "b", "c")),
    "names keep what is named twice": ("a b a", ("a", "b", "a")),
    "names between much white space": ("  a \t\n b\r\n", ("a", "b")),
    "names between all white space": (
        "".join(f"n{number}{space}" for number, space in enumerate(UNICODE_SPACES + SEPARATORS)),
        tuple(f"n{number}" for number in range(len(UNICODE_SPACES + SEPARATORS))),
    ),
    "commas within names belong to them": ("a,b,c d", ("a,b,c", "d")),
    "quotes belong to names": ("\"a\" 'b c'", ('"a"', "'b", "c'")),
    "semicolons too": ("a; b", ("a;", "b")),
    "an object is no array": ('{"a": 1}', ('{"a":', "1}")),
    "a quoted text is no array": ('"a"', ('"a"',)),
    "brackets behind a name": ("a []", ("a", "[]")),
    "a bracket within a name": ("a[0]", ("a[0]",)),
    "two zeros": ("0 0", ("0", "0")),
    "zero with a name": ("0 a", ("0", "a")),
    "many zeros": ("00", ("00",)),
    "two dashes": ("--", ("--",)),
    "a dash of each length": ("-\u2013\u2014", ("-\u2013\u2014",)),
    "a dash with a name": ("- a", ("-", "a")),
    "a zero with a point": ("0.0", ("0.0",)),
    "minus zero": ("-0", ("-0",)),
    "false": ("false", ("false",)),
    "empty quotes": ('""', ('""',)),
    "other letters": ("nıl", ("nıl",)),
    "an arabic zero": ("٠", ("٠",)),
    "a full-width zero": ("０", ("０",)),
    "braces": ("{}", ("{}",)),
    "parentheses": ("()", ("()",)),
    "a closing bracket": ("]", ("]",)),
    **{f"U+{ord(sign):04X} is no white space": (f"a{sign}b", (f"a{sign}b",)) for sign in NO_SPACES},
    "U+200B alone": ("\u200b", ("\u200b",)),
    "a byte-order mark before an array": ('\ufeff["a"]', ('\ufeff["a"]',)),
    "very many names": (" ".join(map(str, range(5000))), tuple(map(str, range(5000)))),
}
"""Names that are the same in every edition, but for white space around them in a list."""

NAMED_SINCE_A36: dict[str, tuple[str, tuple[str, ...]]] = {
    # A36: commas between names
    "commas between names": ("a, b,\nc", ("a", "b", "c")),
    "a comma at the end as well": ("a, b,", ("a", "b,")),
    "commas alone": (", , a", ("a",)),
    "two commas": ("a,, b", ("a,", "b")),
    "a comma that is not behind every name": ("a, b c", ("a,", "b", "c")),
    "a comma between white space": ("a , b", ("a", ",", "b")),
    # A36: lists without quotes
    "a word in brackets": ("[task-1]", ("task-1",)),
    "words in brackets": ("[Phase_4, Phase_5]", ("Phase_4", "Phase_5")),
    "words with white space": ("[Phase 4: Build, Phase 5]", ("Phase 4: Build", "Phase 5")),
    "single quotes": ("['a', 'b, c']", ("a", "b, c")),
    "quotes and words": ("[\"a b\", 'c', d]", ("a b", "c", "d")),
    "a word in quotes with white space alone": ("['Phase 4']", ("Phase 4",)),
    "words that are ambiguous without quotes": ("['0', \"none\",]", ("0", "none")),
    "numbers": ("[1, 2]", ("1", "2")),
    "a string and a number": ('["a", 1]', ("a", "1")),
    "a comma at the end of a list": ('["a",]', ("a",)),
    "white space around elements": (f"[{UNICODE_SPACES}a{SEPARATORS},\n'b'\t,\n]", ("a", "b")),
    "elements of white space": ("[' ', a b]", ("a b",)),
    "brackets in quotes": ("['[', '{']", ("[", "{")),
    "other letters in brackets": ("[falſe, a(b), '']", ("falſe", "a(b)")),
    "infinity": ('["a", -Infinity]', ("a", "-Infinity")),
    "a no-break space in it": ('[\xa0"a"]', ("a",)),
    "a very long number": (f"[{'1' * 5000}]", ("1" * 5000,)),
    "very many words": (
        f"[{', '.join(map(str, range(1, 5000)))}]",
        tuple(map(str, range(1, 5000))),
    ),
}
NAMED_NOW = NAMED | NAMED_SINCE_A36


@for_each(("work_remaining", "names"), NAMED_NOW.values())
def test_itr_1_and_itr_2_names_are_stored_in_their_order(
    sut: Sut, work_remaining: i.WorkRemaining, names: tuple[str, ...]
) -> None:
    # Given a loop
    sut.load(with_loop(None))
    sut.given(i.start_iterations())
    # When the report names some work, then the loop goes on, with these names
    assert sut.apply(i.report(work_remaining, True)) == IterationDecided(i.CONTINUING, 2)
    assert sut.loop().work_remaining == names


MALFORMED = {
    "a word for nothing": "[none]",
    "a word for nothing with a full stop": "[a, N/A.]",
    "a dash": "[-]",
    "a long dash": "[a, \u2014]",
    "a tilde": "[a, ~]",
    "two commas": "[a,,b]",
    "two commas at the end": "[a,,]",
    "words of white space": "[a, \u3000, b]",
    "a quotation mark in a word": "[don't]",
    "a curved quotation mark": "[a, don’t]",
    "a backquote": "[`a`]",
    "a backslash": "[a\\b]",
    "a backslash in quotes": "['a\\b']",
    "another quotation mark in quotes": '["it\'s", a]',
    "a brace": "[a, {b]",
    "a bracket in a word": "[a, b]]",
    "a control character in a word": "[a, b\x7fc]",
    "a further control character": "[a, b\x80c]",
    "a line break in a word": "[a b\nc, d]",
    "an opening bracket": "[",
    "an opening bracket between white space": " \t[\n",
    "half an array": '["a", "b"',
    "half a name": '["a',
    "names in brackets": "[a b]",
    "names in brackets with a comma behind them": "[a b,]",
    "a comma at the beginning": '[,"a"]',
    "no comma": '["a" "b"]',
    "only a comma": "[,]",
    "something behind it": '["a"] b',
    "another array behind it": '["a"]["b"]',
    "two empty arrays": "[] []",
    "an empty array and a name": "[] a",
    "a comment": '["a" /* b */]',
    "zero": "[0]",
    "null": "[null]",
    "true": '["a", true]',
    "not a number": "[NaN]",
    "an array in it": '[["a"]]',
    "an empty array in it": "[[]]",
    "an object in it": '[{"name": "a"}]',
    "a line break in a name": '["a\nb"]',
    "a tab in a name": '["a\tb"]',
    "an escape that is none": '["\\x41"]',
    "half an escape": '["\\u00f"]',
    "a full-width quote": "[“a”]",
    "a byte-order mark in it": '[\ufeff"a"]',
    "very many brackets": "[" * 20_000,
    "very many closed brackets": "[" * 20_000 + "]" * 20_000,
}


@for_each("work_remaining", MALFORMED.values())
@for_each("requires_continuation", [True, False])
def test_itr_2_and_itr_7_what_begins_as_an_array_has_to_be_one_of_names(
    sut: Sut, work_remaining: str, requires_continuation: bool
) -> None:
    # Given a loop
    sut.load(with_loop(None))
    sut.given(i.start_iterations())
    # Then such a report is rejected, and the loop waits for a better one
    rejected = invalid_request("malformed_work_remaining")
    sut.refuses(i.report(work_remaining, requires_continuation), rejected)
    assert sut.apply(i.report('["a"]', True)) == IterationDecided(i.CONTINUING, 2)


UNDER_2026_1 = {name: text for name, (text, _) in NAMED_SINCE_A36.items() if text.startswith("[")}


def test_a36_itr_1_and_itr_2_without_it_lists_need_quotes_and_none_is_a_name() -> None:
    # Given the edition before A36,
    sut = ModelSut(EDITION_2026_1)
    sut.load(with_loop(None))
    sut.given(i.start_iterations())
    # when lists lack quotes, then they are rejected, as is what is still malformed,
    for malformed in (*UNDER_2026_1.values(), *MALFORMED.values()):
        sut.refuses(i.report(malformed, True), invalid_request("malformed_work_remaining"))
    # and words for nothing are names, like the commas between names.
    for text in ("none", "N/A.", "a, b", ", , a"):
        sut.given(i.start_iterations(), i.report(text, True))
        assert sut.loop().work_remaining == tuple(text.split())


@for_each("edition", [ORIGIN, SEEDS])
def test_a35_itr_1_itr_2_and_itr_7_without_it_only_four_forms_are_nothing(edition: Edition) -> None:
    # Given an edition before A35,
    sut = ModelSut(edition)
    sut.load(with_loop(None))
    # when a report has one of the four forms, then nothing remains,
    for nothing in (*(NOTHING[name] for name in FOUR_FORMS), "[]", ()):
        sut.given(i.start_iterations(), i.report(nothing, False))
        assert (sut.loop().work_remaining, sut.loop().status) == ((), i.COMPLETE)
    # and when it has another, then work remains, under whatever name.
    others = {" 0 ": ("0",), "[ ]": ("[", "]"), "\n[]": ("[]",), '["", " "]': ("", " ")}
    for text, names in others.items():
        sut.given(i.start_iterations(), i.report(text, True))
        assert sut.loop().work_remaining == names
    # Lists keep their white space, and none is rejected.
    sut.given(i.start_iterations(), i.report((" a ", ""), True))
    assert sut.loop().work_remaining == (" a ", "")
    for malformed in MALFORMED.values():
        sut.given(i.start_iterations(), i.report(malformed, True))
        assert sut.loop().work_remaining == tuple(malformed.split())
