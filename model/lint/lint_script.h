#pragma once

#include "model/lint/source_text.h"

#include <deque>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

namespace headroom {

/// A variable that a script gives a value.
struct ScriptAssignment
{
    std::string name;
    std::size_t nameAt = 0;
    DecodedText value;
    std::vector<std::string> references; ///< variables whose value goes into this one
    bool appends = false; ///< keeps what the variable held before
    bool hasBlanks = false; ///< written as NAME = VALUE, which a shell takes for a command
};

/// A command that runs with the environment of that moment.
struct ScriptCommand
{
    std::vector<ScriptAssignment> environment; ///< NAME=VALUE in front of it
    std::string program; ///< its first word
    std::string trains; ///< Python file or module that it hands arguments to; empty: none
    bool usesNsys = false; ///< Nsight Systems traces it
    bool usesJaxProfiler = false; ///< MaxText's profiler=xplane
    std::size_t at = 0;
};

/// Flags that stand outside any assignment: a bare string, or a list in a program.
struct LooseFlags
{
    DecodedText text;
    bool isBare = false; ///< the whole input is a flag string: every dash word is one
};

/// What happened in a script, in order.
using ScriptEvent = std::variant<ScriptAssignment, ScriptCommand, LooseFlags>;

/// Something wrong with the form of the text itself.
struct ScriptProblem
{
    std::string id; ///< lint-unbalanced-quote, lint-control-character, lint-not-utf8
    std::size_t at = 0;
    std::string detail;
};

struct Script
{
    std::deque<ScriptEvent> events; ///< large scripts have many; none is moved again
    std::vector<ScriptProblem> problems;
};

/// Reads a POSIX shell or sbatch script, or a bare flag string: quotes, continuations, comments,
/// arrays, expansions, prefix assignments. Never fails; oddities become problems.
Script readShell(std::string_view text);

/// Reads a Python file: os.environ entries, update, setdefault, putenv, dictionaries with variable
/// names as keys, implicit and explicit string concatenation, other strings that hold flags.
Script readPython(std::string_view text);

enum class ScriptLanguage { Shell, Python };

/// By file name, else by content.
ScriptLanguage scriptLanguage(std::string_view fileName, std::string_view text);

/// Control characters (but tab and line breaks) and bytes that are not UTF-8; the first of each.
std::vector<ScriptProblem> encodingProblems(std::string_view text);

} // namespace headroom
