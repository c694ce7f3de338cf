"""Finds statements in the text of the physics and writes switchable changes of them: what packaging/mutate.py changes.

A change is an expression or a statement that stands beside the original, and a switch chooses: `(mutant(7) ? (a - b) :
(a + b))`. So one build holds them all. The reading is by brackets, not by a compiler: a change that does not compile
is found by compiling and left out.
"""
import dataclasses
import re

SWAPS = [(" + ", " - "), (" - ", " + "), (" * ", " / "), (" / ", " * "), (" < ", " >= "), (" <= ", " > "),
         (" > ", " <= "), (" >= ", " < "), (" == ", " != "), (" != ", " == "), (" && ", " || "), (" || ", " && "),
         ("std::max(", "std::min("), ("std::min(", "std::max("), ("larger(", "smaller("), ("smaller(", "larger("),
         ("std::ceil(", "std::floor("), ("std::floor(", "std::ceil("), ("std::ceil(", "std::round("),
         ("true", "false"), ("false", "true")]
ASSIGNMENTS = [(" += ", " -= "), (" -= ", " += "), (" *= ", " /= "), (" /= ", " *= ")]
NUMBER = re.compile(r"(?<![\w.])(\d+(?:\.\d+)?(?:e-?\d+)?)(?![\w.'])")
NOT_A_STATEMENT = re.compile(r"(using|namespace|template|static_assert|struct|class|enum|friend|typedef|extern|break|"
                             r"continue|goto|public|private|protected|switch)\b|#|case\b|default\b")
LABEL = re.compile(r"\s*(case\s+[\w:]+\s*:(?!:)|default\s*:|public:|private:|protected:)")
CONTROL = re.compile(r"\s*(?:else\s+)?(if|while|for|switch)\s*(constexpr)?\s*\(")
LAMBDA = re.compile(r"\[[^\[\]]*\]\s*(\([^{}]*\))?\s*(mutable|noexcept)?\s*(->\s*[\w:<>&* ]+)?$")
OPEN, CLOSE = "([{", ")]}"
TEXT = "\u00a0"  # stands for every character of a string

MOST = 1 << 14  # switches of one build
# What chooses a change at run time, as a header.
SWITCH = """#pragma once
#include <cstdlib>
#include <fcntl.h>
#include <sys/mman.h>
#include <type_traits>
#pragma GCC diagnostic ignored "-Wconversion"
#pragma GCC diagnostic ignored "-Wparentheses"
#pragma GCC diagnostic ignored "-Wbool-compare"
#pragma GCC diagnostic ignored "-Wint-in-bool-context"
#pragma GCC diagnostic ignored "-Wmisleading-indentation"
#pragma GCC diagnostic ignored "-Wunused-but-set-variable"
#pragma GCC diagnostic ignored "-Wextra"
#pragma GCC diagnostic ignored "-Wsign-compare"
#pragma GCC diagnostic ignored "-Wtype-limits"
#pragma GCC diagnostic ignored "-Wbool-operation"
#pragma GCC diagnostic ignored "-Wdiv-by-zero"
#pragma GCC diagnostic ignored "-Wunused-value"
#pragma GCC diagnostic ignored "-Wunused-variable"
#pragma GCC diagnostic ignored "-Wshadow"
namespace headroom {
struct Mutants
{
    int chosen = 0;
    unsigned char *reached = nullptr;
};
inline const Mutants &mutants()
{
    static const Mutants one = [] {
        Mutants all;
        if (const char *number = std::getenv("HEADROOM_MUTANT"))
            all.chosen = std::atoi(number);
        static unsigned char nowhere[MOST];
        all.reached = nowhere;
        if (const char *path = std::getenv("HEADROOM_MUTANTS_REACHED"))
            all.reached = static_cast<unsigned char *>(
                ::mmap(nullptr, MOST, PROT_READ | PROT_WRITE, MAP_SHARED, ::open(path, O_RDWR), 0));
        return all;
    }();
    return one;
}
/// Whether this change is chosen.
constexpr bool mutant(int number)
{
    if (std::is_constant_evaluated())
        return false;
    const Mutants &all = mutants();
    if (!all.chosen)
        all.reached[number] = 1;
    return all.chosen == number;
}
/// The same for constants: never answered by the compiler, which would leave the constant as it was.
inline bool mutantAtStart(int number)
{
    const Mutants &all = mutants();
    if (!all.chosen)
        all.reached[number] = 1;
    return all.chosen == number;
}
}
"""


@dataclasses.dataclass(frozen=True)
class Change:
    """Replaces characters [begin, end) of a file; `text` has the switch as {switch}."""
    begin: int
    end: int
    text: str
    was: str
    becomes: str


def blanked(text):
    """The text with comments and preprocessor lines as spaces and strings as marks, every character where it was."""
    pattern = re.compile(r'//[^\n]*|/\*.*?\*/|^[ \t]*#[^\n]*|"(?:[^"\\\n]|\\.)*"|\'(?:[^\'\\\n]|\\.)\'', re.S | re.M)

    def blank(match):
        fill = TEXT if match[0][0] in "\"'" else " "
        return re.sub(r"[^\n]", fill, match[0])
    return pattern.sub(blank, text)


def opens_block(before, scope):
    """Whether a brace behind this text opens a block, and which: namespace, class, function, control, lambda; or not."""
    header = before.strip()
    plain = re.sub(r"template\s*<[^{}]*?>\s*(?=\w)", "", header)
    if re.match(r"(inline\s+)?namespace\b", plain):
        return "namespace"
    if re.match(r"(struct|class|union)\b", plain) and "(" not in plain:
        return "class"
    if re.match(r"enum\b", plain):
        return "class"
    if scope in ("namespace", "class"):
        return "function" if "(" in header and re.search(r"(\)|\bconst|\bnoexcept|\boverride|\}|->\s*[\w:<>]+)$", header) else ""
    if LAMBDA.search(header):
        return "lambda"
    if header == "" or re.search(r"(^|\s)(else|do|try)$", header) or CONTROL.match(header) and header.endswith(")"):
        return "control"
    return ""


def statements(text):
    """(begin, end, kind) of simple statements with their semicolon and of headers of controls, in blanked text."""
    found = []
    stack = [["namespace", 0, False]]  # kind, begin of the current statement, whether it holds a block
    for at, letter in enumerate(text):
        top = stack[-1]
        if letter == "{":
            kind = opens_block(text[top[1]:at], top[0]) if top[0] != "list" else (
                "lambda" if LAMBDA.search(text[max(0, at - 200):at].rstrip()) else "")
            if kind == "control":
                found.append((top[1], at, "header"))
            stack.append([kind or "list", at + 1, False])
        elif letter in "([":
            stack.append(["list", at + 1, False])
        elif letter in CLOSE:
            if len(stack) == 1:
                return found
            kind = stack.pop()[0]
            outer = stack[-1]
            if letter == "}" and kind in ("namespace", "class", "function", "control"):
                outer[1], outer[2] = at + 1, False
            elif kind == "lambda":
                for frame in stack:
                    frame[2] = True
        elif letter == ";" and top[0] != "list":
            if not top[2] and top[0] in ("function", "control", "lambda"):
                found.append((top[1], at + 1, "statement"))
            elif not top[2] and top[0] == "namespace":
                found.append((top[1], at + 1, "constant"))
            top[1], top[2] = at + 1, False
    return found


def matching(text, at):
    """Index of the bracket that closes the one at `at`."""
    depth = 0
    for index in range(at, len(text)):
        if text[index] in OPEN:
            depth += 1
        elif text[index] in CLOSE:
            depth -= 1
            if depth == 0:
                return index
    return len(text)


def element(text, begin, end, at):
    """The whole expression around `at`: as far as its brackets, commas or the sign of an assignment."""
    depth, left = 0, begin
    for index in range(at - 1, begin - 1, -1):
        letter = text[index]
        if letter in CLOSE:
            depth += 1
        elif letter in OPEN:
            if depth == 0:
                left = index + 1
                break
            depth -= 1
        elif depth == 0 and (letter == "," or (letter == "=" and text[index + 1] != "=" and text[index - 1] not in "=<>!")):
            left = index + 1
            break
    depth, right = 0, end
    for index in range(at, end):
        letter = text[index]
        if letter in OPEN:
            depth += 1
        elif letter in CLOSE:
            if depth == 0:
                right = index
                break
            depth -= 1
        elif depth == 0 and letter in ",;":
            right = index
            break
    match = re.compile(r"\s*return\b").match(text, left, right)
    if match:
        left = match.end()
    while left < right and text[left].isspace():
        left += 1
    while right > left and text[right - 1].isspace():
        right -= 1
    return left, right


def at_start(text):
    """A choice that the compiler cannot make: constants would keep their value."""
    return text.replace("\0", "\1")


class Source:
    """One file and what can be changed in it."""

    def __init__(self, text):
        self.text = text
        self.plain = blanked(text)

    def one_line(self, begin, end):
        """Code in one line, without comments."""
        kept = "".join(" " if blank == " " else letter for letter, blank in zip(self.text[begin:end], self.plain[begin:end]))
        return re.sub(r"\s*\n\s*", " ", kept).strip()

    def edits(self, begin, end):
        """(position, length, text) of what an expression here can be changed by."""
        part = self.plain[begin:end]
        for old, new in SWAPS:
            pattern = re.escape(old) if old[0] == " " else r"(?<![\w:])" + re.escape(old) + ("" if old[-1] == "(" else r"(?!\w)")
            for match in re.finditer(pattern.replace(r"\ ", r"\s"), part):
                yield begin + match.start(), len(match[0]), new
        for match in NUMBER.finditer(part):
            yield begin + match.start(), len(match[0]), f"({match[0]} * 1.5 + 1)" if re.search("[.e]", match[0]) else f"({match[0]} + 1)"

    def chosen(self, begin, end, at, length, new, cast=""):
        """The expression around an edit, as a choice of both."""
        left, right = element(self.plain, begin, end, at)
        if left > at or right < at + length:
            return None
        was = self.text[left:right]
        becomes = f"{self.one_line(left, at)}{new}{self.one_line(at + length, right)}"
        text = f"({{switch}} ? {cast}({becomes}) : {cast}({was}))".replace("{switch}", "\0")
        return Change(left, right, text, self.one_line(left, right), becomes)

    def of_expression(self, begin, end):
        for at, length, new in self.edits(begin, end):
            yield self.chosen(begin, end, at, length, new)
        question = self.plain.find(" ? ", begin, end)
        if question >= 0 and self.plain.count("?", begin, end) == 1:
            left, right = element(self.plain, begin, end, question)
            colon = re.compile(r"\s:\s").search(self.plain, question, right)
            if colon:
                parts = [self.one_line(*span) for span in ((left, question), (question + 3, colon.start()), (colon.end(), right))]
                becomes = f"{parts[0]} ? {parts[2]} : {parts[1]}"
                yield Change(left, right, f"(\0 ? ({becomes}) : ({self.text[left:right]}))", self.one_line(left, right), becomes)

    def of_condition(self, begin, end):
        plain = self.plain[begin:end]
        if ";" in plain or re.search(r"[^=!<>]=[^=]", plain):
            return
        was = self.text[begin:end]
        short = self.one_line(begin, end)
        yield Change(begin, end, f"\0 != static_cast<bool>({was})", short, f"!({short})")
        for at, length, new in self.edits(begin, end):
            if re.search(r"[\d]", new):
                continue  # a number in a condition: most are limits that only move
            becomes = f"{self.one_line(begin, at)}{new}{self.one_line(at + length, end)}"
            yield Change(begin, end, f"\0 ? static_cast<bool>({becomes}) : static_cast<bool>({was})", short, becomes)

    def of_statement(self, begin, end):
        while self.plain[begin].isspace():
            begin += 1
        plain = self.plain[begin:end]
        if not plain.strip(" ;\n") or NOT_A_STATEMENT.match(plain):
            return
        was, short = self.text[begin:end], self.one_line(begin, end)
        for old, new in ASSIGNMENTS:
            at = self.plain.find(old.rstrip(), begin, end)
            if at >= 0:
                becomes = self.one_line(begin, at) + new + self.one_line(at + len(old.rstrip()), end)
                yield Change(begin, end, f"{{ if (\0) {becomes} else {was} }}", short, becomes)
        name = r"[\w.:>\[\]-]+(\([^()]*\))?(\.\w+)*"
        if re.match(name + r"\s[-+*/]?= ", plain) or re.match(r"[\w.:>-]+\(", plain) and not plain.startswith("return"):
            yield Change(begin, end, f"{{ if (!\0) {was} }}", short, "nothing")
        constant = re.match(r"(static )?constexpr ", plain)
        for change in self.of_expression(begin, end):
            if change and not constant:
                yield change
            elif change and constant:
                # A lambda that captures nothing sees it as long as it is static.
                text = re.sub("(static )?constexpr", "static const", self.text[begin:change.begin], 1) + at_start(change.text)
                yield Change(begin, change.end, text, change.was, change.becomes)

    def of_constant(self, begin, end):
        """A constant of the file, as one that is computed when the program starts."""
        while self.plain[begin].isspace():
            begin += 1
        plain = self.plain[begin:end]
        if not re.match(r"(inline )?constexpr ", plain) or "(" in plain.split("=")[0]:
            return
        for change in self.of_expression(begin, end):
            if change:
                text = re.sub("constexpr", "const", self.text[begin:change.begin], 1) + at_start(change.text)
                yield Change(begin, change.end, text, change.was, change.becomes)

    def candidates(self):
        """One list of changes for each statement that can be changed."""
        for begin, end, kind in statements(self.plain):
            while match := LABEL.match(self.plain, begin, end):
                begin = match.end()
            if kind == "constant":
                yield [change for change in self.of_constant(begin, end) if change]
                continue
            while True:
                match = CONTROL.match(self.plain, begin, end)
                if not match:
                    break
                close = matching(self.plain, match.end() - 1)
                if match[1] in ("if", "while") and not match[2]:
                    yield list(self.of_condition(match.end(), close))
                begin = min(close + 1, end)
            other = re.compile(r"\s*else\b").match(self.plain, begin, end)
            if other:
                begin = other.end()
            if kind == "statement":
                yield [change for change in self.of_statement(begin, end) if change]

    def line(self, at):
        return self.text.count("\n", 0, at) + 1


def with_changes(text, changes):
    """The text with numbered changes, which do not overlap: {number: Change}."""
    for number, change in sorted(changes.items(), key=lambda item: -item[1].begin):
        switched = change.text.replace("\0", f"::headroom::mutant({number})").replace("\1", f"::headroom::mutantAtStart({number})")
        text = text[:change.begin] + switched + text[change.end:]
    return text
