#pragma once

#include "model/lint/source_text.h"
#include "model/sources/placed_settings.h"

#include <string>
#include <string_view>

namespace headroom {

// What words of a shell script are.

/// Length of NAME in "NAME=" or "NAME+="; 0 when the word is none.
std::size_t assignedLength(const DecodedText &word);
/// "$NAME", "${NAME}", "${NAME:-8}": the name of the variable that a text is; empty: it is more.
std::string variableOf(std::string_view raw);
/// The fallback in "${NAME:-8}", as bytes of the file; empty: there is none.
TextSpan fallbackOf(std::string_view text, TextSpan at);
/// The script with blanks in place of what "cat <<EOF" prints: usage, notes.
std::string withoutUsage(std::string text);
/// The script with blanks in place of the patterns of "case … in": "--data-path | --help)".
std::string withoutPatterns(std::string text);
/// "export", "local" …, before which assignments stand.
bool isDeclaration(std::string_view word);
/// "--name".
bool isOptionText(std::string_view text);
/// "--nnodes" …: an option by which a launcher is told nodes, devices or processes.
bool isDeviceOption(std::string_view text);
/// Whether a word can be no value of the option before it: another option, a redirection.
bool endsValues(std::string_view text);
/// "a.b_c" of "a.b_c=8".
bool isSettingName(std::string_view text);
/// "a.b=8 c.d=true": several settings in words, one of them of a section.
bool isSettingList(std::string_view text);
/// "--a 8 --b", "x.a=8 x.b=true": a text that holds settings.
bool holdsArguments(std::string_view text);
/// "torchrun $ARGS train.py …" in one text.
bool isCommandText(std::string_view text);
/// Commands whose arguments end with a program's.
bool runsPrograms(std::string_view command);

} // namespace headroom
