#include "app/cli/command_line.h"

#include "app/cli/build_text.h"
#include "app/cli/commands.h"
#include "app/cli/standard_output.h"
#include "model/base/files/read_file.h"
#include "model/launch/common/shell_text.h"
#include "model/session/skipped_files.h"

#include <CLI/CLI.hpp>
#include <fmt/format.h>

#include <algorithm>
#include <memory>

namespace headroom {
namespace {

/// The CLI11 side of one command: where the parser stores what it reads.
struct BoundCommand
{
    CommandSpec spec;
    CLI::App *parser = nullptr;
    std::map<std::string, std::vector<std::string>> values;
};

void bindOption(BoundCommand &command, const OptionSpec &option)
{
    CLI::App &parser = *command.parser;
    std::vector<std::string> &values = command.values[option.name];
    CLI::Option *bound = nullptr;
    switch (option.kind) {
    case OptionKind::Flag:
        parser.add_flag("--" + option.name, option.help);
        return;
    case OptionKind::Value:
        bound = parser.add_option("--" + option.name, values, option.help)
                    ->expected(1)
                    ->allow_extra_args(false) // else CLI11 eats a "--" behind the value
                    ->multi_option_policy(CLI::MultiOptionPolicy::TakeLast);
        break;
    case OptionKind::OptionalValue:
        bound = parser.add_option("--" + option.name, values, option.help)
                    ->expected(0, 1)
                    ->multi_option_policy(CLI::MultiOptionPolicy::TakeLast);
        break;
    case OptionKind::List:
        bound = parser.add_option("--" + option.name, values, option.help)->allow_extra_args(false);
        break;
    case OptionKind::Positional:
    case OptionKind::OptionalPositional:
        bound = parser.add_option(option.name, values, option.help)
                    ->expected(1)
                    ->allow_extra_args(false);
        break;
    case OptionKind::Positionals:
        bound = parser.add_option(option.name, values, option.help)->expected(1, -1);
        break;
    }
    if (option.isRequired || option.kind == OptionKind::Positional)
        bound->required();
    if (!option.choices.empty())
        bound->check(CLI::IsMember(option.choices));
}

ParsedOptions parsedOptions(const BoundCommand &command)
{
    ParsedOptions parsed;
    for (const OptionSpec &option : command.spec.options) {
        const std::string name = isInPlace(option) ? option.name : "--" + option.name;
        if (command.parser->count(name) > 0)
            parsed.add(option.name, command.values.at(option.name));
    }
    return parsed;
}

/// "--option: message", or "command line:1: message" where no option is at fault; one line.
std::string usageMessage(
    const CLI::ParseError &fault, const CLI::App &parser, const std::vector<std::string> &arguments)
{
    if (parser.get_subcommands().empty() && !arguments.empty()
        && !arguments.front().starts_with('-')) {
        std::string known;
        for (const CLI::App *command : parser.get_subcommands({}))
            known += (known.empty() ? "" : " ") + command->get_name();
        return fmt::format("command line:1: {} is no command; use one of: {}\n",
            displayLine(arguments.front()), known);
    }
    std::string text = fault.what();
    std::ranges::replace(text, '\n', ' ');
    if (text.starts_with("--"))
        return displayLine(text) + "\n";
    if (dynamic_cast<const CLI::ExtrasError *>(&fault))
        for (const std::string &argument : arguments)
            if (text.find(argument) != std::string::npos && argument.starts_with("-"))
                return fmt::format(
                    "{}: is not an option here; see --help\n", displayLine(argument));
    return fmt::format("command line:1: {}; see --help\n", displayLine(text));
}

/// An argument that its command takes although it looks like an option, without its dashes.
std::string withoutLooseDashes(const std::string &argument,
    const std::vector<std::string> &arguments,
    const std::vector<std::unique_ptr<BoundCommand>> &commands)
{
    const std::size_t start = argument.find_first_not_of('-');
    if (start == 0 || start == std::string::npos)
        return argument;
    for (const auto &command : commands) {
        const std::string &prefix = command->spec.dashedArguments;
        if (!prefix.empty() && arguments.front() == command->spec.name
            && argument.compare(start, prefix.size(), prefix) == 0)
            return argument.substr(start);
    }
    return argument;
}

bool wantsStandardInput(const ParsedOptions &options, const CommandSpec &spec)
{
    return std::ranges::any_of(spec.options, [&options](const OptionSpec &option) {
        const std::vector<std::string> given = options.list(option.name);
        return isInPlace(option) && std::ranges::find(given, "-") != given.end();
    });
}

/// Files of the user that the answer leaves out: what is shipped served in their place.
std::string skippedFileLines(const ProfileLibrary &library)
{
    std::error_code unseen;
    const std::filesystem::path &user = library.directories().user;
    if (user.empty() || !std::filesystem::is_directory(user, unseen))
        return {};
    Errors problems;
    for (const SkippedProfile &skipped : skippedFiles(library))
        problems.insert(problems.end(), skipped.problems.begin(), skipped.problems.end());
    return CommandResult::badInput(problems).messages;
}

} // namespace

CommandResult runCommand(
    const CommandSpec &command, const ParsedOptions &options, const CommandContext &context)
{
    CommandResult result = command.run(options, context);
    const bool isAnswer
        = result.status == ExitStatus::Success || result.status == ExitStatus::NegativeVerdict;
    if (isAnswer && !command.listsSkippedFiles)
        result.messages += skippedFileLines(context.library);
    return result;
}

CommandResult runCommandLine(
    const std::vector<std::string> &arguments, const std::filesystem::path &program)
{
    CLI::App parser { "Headroom plans large-language-model training runs: memory, throughput, "
                      "flags, launch files.",
        "headroom-cli" };
    parser.set_version_flag("--version", std::string { HEADROOM_VERSION });
    bool wantsBuild = false;
    CLI::Option *verbose = parser.add_flag("--verbose", wantsBuild,
        "With --version: also the commit, the build and the date of the profiles");
    verbose->needs(parser.get_option("--version"));
    parser.require_subcommand(1);
    std::vector<std::unique_ptr<BoundCommand>> commands;
    for (CommandSpec &spec : allCommands()) {
        auto command = std::make_unique<BoundCommand>();
        command->spec = std::move(spec);
        command->parser = parser.add_subcommand(command->spec.name, command->spec.purpose);
        command->parser->set_version_flag("--version", std::string { HEADROOM_VERSION });
        for (const OptionSpec &option : command->spec.options)
            bindOption(*command, option);
        commands.push_back(std::move(command));
    }
    try {
        std::vector<std::string> lastFirst; // CLI11 takes arguments from the back
        for (auto argument = arguments.rbegin(); argument != arguments.rend(); ++argument)
            lastFirst.push_back(withoutLooseDashes(*argument, arguments, commands));
        parser.parse(std::move(lastFirst));
    } catch (const CLI::CallForHelp &) {
        const auto chosen = parser.get_subcommands();
        return CommandResult::text(
            chosen.empty() ? parser.help() : chosen.front()->help("headroom-cli"));
    } catch (const CLI::CallForVersion &) {
        return CommandResult::text(std::string { HEADROOM_VERSION } + "\n"
            + (verbose->count() > 0 ? buildText(standardDataDirectories(program))
                                    : std::string {}));
    } catch (const CLI::ParseError &fault) {
        return { ExitStatus::BadInput, {}, usageMessage(fault, parser, arguments) };
    }
    const ProfileLibrary library { standardDataDirectories(program) };
    const Workbench bench { library };
    for (const auto &command : commands) {
        if (!command->parser->parsed())
            continue;
        const ParsedOptions options = parsedOptions(*command);
        CommandContext context { library, bench, {}, writeOutput };
        if (!command->spec.readsStandardInput && wantsStandardInput(options, command->spec)) {
            Result<std::string> text = readStandardInput();
            if (!text)
                return CommandResult::badInput(text.errors());
            context.standardInput = *std::move(text);
        }
        return runCommand(command->spec, options, context);
    }
    return { ExitStatus::BadInput, {}, "command line:1: no command; see --help\n" };
}

} // namespace headroom
