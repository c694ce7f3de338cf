#include "app/cli/describe_commands.h"

#include "app/cli/commands.h"

#include <fmt/format.h>

namespace headroom {
namespace {

std::string listedBy(const std::vector<std::string> &words, const char *between)
{
    return fmt::format("{}", fmt::join(words, between));
}

/// Text in the language of manual pages: no control line, dashes that can be copied.
std::string roff(std::string_view text)
{
    std::string out;
    for (const char c : text)
        switch (c) {
        case '\\':
            out += "\\e";
            break;
        case '-':
            out += "\\-";
            break;
        case '\n':
            out += ' ';
            break;
        default:
            out += c;
        }
    return text.starts_with('.') || text.starts_with('\'') ? "\\&" + out : out;
}

std::string valueName(const OptionSpec &option)
{
    const std::string name = option.choices.empty() ? "VALUE" : listedBy(option.choices, "|");
    switch (option.kind) {
    case OptionKind::Flag:
        return {};
    case OptionKind::OptionalValue:
        return " [" + name + "]";
    default:
        return " " + name;
    }
}

std::string synopsis(const CommandSpec &command)
{
    std::string text;
    for (const OptionSpec &option : command.options)
        if (isInPlace(option)) {
            const bool canLack = option.kind == OptionKind::OptionalPositional;
            text += (canLack ? " [" : " ") + option.name
                + (option.kind == OptionKind::Positionals ? "..." : "") + (canLack ? "]" : "");
        }
    return text;
}

std::string offers(const std::vector<std::string> &words)
{
    return fmt::format("COMPREPLY=($(compgen -W '{}' -- \"$cur\"))", listedBy(words, " "));
}

} // namespace

std::string manualPage(const std::string &version, const std::string &date)
{
    std::string page = fmt::format(
        ".TH HEADROOM\\-CLI 1 \"{}\" \"headroom {}\" \"User Commands\"\n"
        ".SH NAME\nheadroom\\-cli \\- plan large\\-language\\-model training runs\n"
        ".SH SYNOPSIS\n.B headroom\\-cli\n.I COMMAND\n[\\fIARGUMENT\\fR]... [\\fIOPTION\\fR]...\n"
        ".SH DESCRIPTION\nPredicts memory and step time of a training run with their intervals, "
        "searches for better configurations, judges compiler flags and writes launch files. "
        "A plan is a file (*.headroom.yaml) or the id of an example plan.\n.SH COMMANDS\n",
        date, version);
    for (const CommandSpec &command : allCommands()) {
        page += fmt::format(
            ".SS {}{}\n{}.\n", roff(command.name), roff(synopsis(command)), roff(command.purpose));
        for (const OptionSpec &option : command.options)
            page += fmt::format(".TP\n.B {}\n{}\n",
                roff(isInPlace(option) ? option.name : "--" + option.name + valueName(option)),
                roff(option.help));
    }
    page += ".SH OPTIONS\n"
            ".TP\n.B --version\nthe version; with --verbose also the commit, the build and the "
            "date of "
            "the profiles\n"
            ".SH EXIT STATUS\n"
            ".TP\n.B 0\nsuccess\n.TP\n.B 1\ninternal fault\n"
            ".TP\n.B 2\nbad input; one line per problem on standard error\n"
            ".TP\n.B 3\na negative verdict: the plan does not fit, lint found an error, or tune "
            "--check a better run\n"
            ".SH ENVIRONMENT\n"
            ".TP\n.B HEADROOM_DATA\nfolder of profiles to use in place of the installed one\n"
            ".TP\n.B XDG_DATA_HOME\nits folder headroom holds profiles of your own, which win\n"
            ".SH SEE ALSO\n.BR headroom (1)\n";
    return page;
}

std::string bashCompletion()
{
    // Asked for when they are wanted: one's own are among them.
    const std::string examplePlans = "$([[ $cur == -* ]] || \"${COMP_WORDS[0]}\" profiles plans "
                                     "2>/dev/null | awk 'NR > 2 { print $1 }')";
    std::string values, options;
    std::vector<std::string> commands { "--help", "--version" };
    for (const CommandSpec &command : allCommands()) {
        commands.push_back(command.name);
        std::vector<std::string> names { "--help" };
        std::vector<std::string> words;
        bool takesPlan = false;
        for (const OptionSpec &option : command.options) {
            std::vector<std::string> known = option.choices;
            known.insert(known.end(), option.suggestions.begin(), option.suggestions.end());
            if (isInPlace(option)) {
                takesPlan |= option.name == "PLAN";
                words.insert(words.end(), known.begin(), known.end());
                continue;
            }
            names.push_back("--" + option.name);
            if (known.empty())
                continue;
            const bool opensValue = known.front().ends_with('=');
            values += fmt::format("    '{} --{}') {}; {}return ;;\n", command.name, option.name,
                offers(known), opensValue ? "compopt -o nospace; " : "");
        }
        options += fmt::format("    {}) options='{}' words={} ;;\n", command.name,
            listedBy(names, " "), takesPlan ? examplePlans : '\'' + listedBy(words, " ") + '\'');
    }
    return "# bash completion for headroom-cli, generated from its commands\n"
           "# shellcheck shell=bash disable=SC2207\n"
           "_headroom_cli()\n{\n"
           "    local cur=${COMP_WORDS[COMP_CWORD]} prev=${COMP_WORDS[COMP_CWORD-1]}\n"
           "    local command='' options='' words='' word\n"
           "    COMPREPLY=()\n"
           "    for word in \"${COMP_WORDS[@]:1:COMP_CWORD-1}\"; do\n"
           "        [[ $word == -* ]] || { command=$word; break; }\n"
           "    done\n"
           "    case \"$command $prev\" in\n"
        + values
        + "    esac\n"
          "    case $command in\n    '') "
        + offers(commands) + "; return ;;\n" + options
        + "    esac\n"
          "    if [[ $cur == -* ]]; then\n"
          "        COMPREPLY=($(compgen -W \"$options\" -- \"$cur\"))\n"
          "    else\n"
          "        COMPREPLY=($(compgen -W \"$words\" -- \"$cur\") $(compgen -f -- \"$cur\"))\n"
          "        compopt -o filenames\n"
          "    fi\n"
          "}\n"
          "complete -F _headroom_cli headroom-cli\n";
}

} // namespace headroom
