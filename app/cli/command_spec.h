#pragma once

#include "app/cli/command_result.h"
#include "model/library/profiles/profile_library.h"
#include "model/session/workbench.h"

#include <functional>
#include <map>
#include <string>
#include <vector>

namespace headroom {

enum class OptionKind {
    Flag, ///< present or not
    Value, ///< takes one value; the last one wins
    OptionalValue, ///< `--explain` or `--explain TERM`
    List, ///< may be repeated; values in order
    Positional, ///< required argument without a name
    OptionalPositional,
    Positionals, ///< one or more, in order
};

struct OptionSpec
{
    std::string name; ///< without dashes; as JSON and help show it
    OptionKind kind = OptionKind::Flag;
    std::string help;
    std::vector<std::string> choices; ///< empty: anything
    bool isRequired = false;
    std::vector<std::string> suggestions {}; ///< what a shell may offer where anything goes
};

/// Whether the option has no name on the command line: its place says which it is.
bool isInPlace(const OptionSpec &option);

/// What the user gave for one command.
class ParsedOptions
{
public:
    bool has(const std::string &name) const { return m_values.contains(name); }
    std::string value(const std::string &name, const std::string &fallback = {}) const;
    std::vector<std::string> list(const std::string &name) const;
    OutputFormat format() const; ///< of `--format`; text when absent
    void add(const std::string &name, std::vector<std::string> values)
    {
        m_values[name] = std::move(values);
    }

private:
    std::map<std::string, std::vector<std::string>> m_values;
};

/// What every command may use.
struct CommandContext
{
    const ProfileLibrary &library;
    const Workbench &bench; ///< of that library
    std::string standardInput; ///< filled when an argument is "-"
    /// Puts a piece of a long result on standard output at once, before the command ends.
    std::function<void(std::string_view)> write {};
};

/// One command: its options as data, and the function behind it. A command's file offers one maker
/// of a spec; command_line.cpp lists the makers and turns specs into a parser.
struct CommandSpec
{
    std::string name;
    std::string purpose;
    std::vector<OptionSpec> options;
    std::function<CommandResult(const ParsedOptions &, const CommandContext &)> run;
    /// Words that begin with dashes and this text are arguments and no options ("--xla_…").
    std::string dashedArguments {};
    /// The command reads a "-" from standard input itself, piece by piece.
    bool readsStandardInput = false;
    /// The command names the files of the user that cannot be used itself.
    bool listsSkippedFiles = false;
};

/// What is wrong with the value of an option, named without dashes.
Error optionError(const std::string &option, std::string message);
/// The names in lists such as "a,b", in order.
std::vector<std::string> namesIn(const std::vector<std::string> &lists);
/// Adds the problems of a result that has failed.
template <class Value> void collect(Errors &problems, const Result<Value> &result)
{
    if (!result)
        problems.insert(problems.end(), result.errors().begin(), result.errors().end());
}

/// `--format` with the usual choices.
OptionSpec formatOption(std::vector<std::string> choices = { "text", "json", "markdown" });
/// Repeatable `--set PATH=VALUE`.
OptionSpec setOption();

} // namespace headroom
