#include "model/sources/file_edits.h"

#include "model/base/text/ascii.h"
#include "model/runs/text/scan.h"
#include "model/sources/program_habits.h"

#include <algorithm>

namespace headroom {
namespace {

/// The line that a place is in, without its line break.
TextSpan lineSpan(const std::string &text, std::size_t at)
{
    const std::size_t before = at == 0 ? std::string::npos : text.rfind('\n', at - 1);
    TextSpan line { before == std::string::npos ? 0 : before + 1,
        std::min(text.find('\n', at), text.size()) };
    if (line.to > line.from && text[line.to - 1] == '\r')
        --line.to;
    return line;
}

std::string lineBreakOf(const std::string &text)
{
    const std::size_t first = text.find('\n');
    return first != std::string::npos && first > 0 && text[first - 1] == '\r' ? "\r\n" : "\n";
}

/// A word that a shell takes as it is.
std::string shellWord(const std::string &value)
{
    const bool isPlain = !value.empty() && std::ranges::all_of(value, [](char c) {
        return isAsciiLetterOrDigit(c)
            || std::string_view("._-+,:/@% ").find(c) != std::string_view::npos;
    });
    return isPlain ? value : '\'' + value + '\'';
}

/// How a script's setting stands in its line.
struct LinePlace
{
    TextSpan line;
    bool isAlone = false; ///< nothing else in the line but a mark or a comment
    bool isContinued = false; ///< the line ends with a backslash
    bool endsContinuation = false; ///< the line before does, this one does not
};

LinePlace placeInLine(const std::string &text, const PlacedSetting &setting)
{
    LinePlace place;
    place.line = lineSpan(text, setting.whole.from);
    const TextSpan last = lineSpan(text, setting.whole.to);
    const std::string_view whole = text;
    const std::string_view before
        = trimmed(whole.substr(place.line.from, setting.whole.from - place.line.from));
    const std::string_view after
        = trimmed(whole.substr(setting.whole.to, last.to - setting.whole.to));
    place.isContinued = after == "\\";
    place.isAlone = last == place.line && before.empty()
        && (after.empty() || place.isContinued || after.front() == '#');
    if (place.line.from > 1 && !place.isContinued) {
        const TextSpan above = lineSpan(text, place.line.from - 1);
        place.endsContinuation = trimmed(above.of(text)).ends_with("\\");
    }
    return place;
}

/// With the line break behind it.
TextSpan wholeLines(const std::string &text, TextSpan span)
{
    const TextSpan first = lineSpan(text, span.from);
    const std::size_t end = text.find('\n', span.to);
    return { first.from, end == std::string::npos ? text.size() : end + 1 };
}

/// Whether a setting is an item of a list of arguments in YAML, "- --key=value".
bool isYamlItem(const std::string &text, const PlacedSetting &setting)
{
    const TextSpan line = lineSpan(text, setting.whole.from);
    return trimmed(std::string_view(text).substr(line.from, setting.whole.from - line.from)) == "-";
}

/// Whether it is one in "[…, …]": what follows it, there.
std::size_t flowEnd(const std::string &text, const PlacedSetting &setting)
{
    std::size_t at = setting.whole.to;
    while (at < text.size() && isAsciiSpace(text[at]))
        ++at;
    return at < text.size() && (text[at] == ',' || text[at] == ']') ? at : std::string::npos;
}

TextEdit removedItem(const std::string &text, const PlacedSetting &setting)
{
    if (isYamlItem(text, setting)) {
        const TextSpan lines = wholeLines(text, setting.whole);
        return { lines.from, lines.to, {} };
    }
    const std::size_t end = flowEnd(text, setting);
    const bool isLast = end == std::string::npos || text[end] == ']';
    std::size_t from = setting.whole.from, to = isLast ? setting.whole.to : end + 1;
    while (isLast && from > 0 && (isAsciiSpace(text[from - 1]) || text[from - 1] == ','))
        --from;
    while (!isLast && to < text.size() && text[to] == ' ')
        ++to;
    return { from, to, {} };
}

/// A word beside an item: one of its own, with its value in it.
TextEdit addedItem(const std::string &text, const PlacedSetting &anchor, const KeyChange &change)
{
    const bool isWord = anchor.form == SettingForm::Word;
    const std::string word
        = (isWord ? "" : "--") + change.key + (change.value.empty() ? "" : '=' + change.value);
    if (!isYamlItem(text, anchor))
        return { anchor.whole.to, anchor.whole.to, ", \"" + word + '"' };
    const TextSpan line = lineSpan(text, anchor.whole.from);
    const std::size_t end = lineSpan(text, anchor.whole.to).to;
    return { end, end,
        lineBreakOf(text) + text.substr(line.from, anchor.whole.from - line.from) + word };
}

TextEdit removedOption(const std::string &text, const PlacedSetting &setting)
{
    const LinePlace place = placeInLine(text, setting);
    if (place.isAlone && !place.endsContinuation) {
        const TextSpan lines = wholeLines(text, setting.whole);
        return { lines.from, lines.to, {} };
    }
    if (place.isAlone) {
        // The line before ends with the mark of a line that is no more.
        std::size_t from = place.line.from;
        while (from > 0 && (isAsciiSpace(text[from - 1]) || text[from - 1] == '\\'))
            --from;
        return { from, setting.whole.to, {} };
    }
    std::size_t from = setting.whole.from;
    while (from > place.line.from && (text[from - 1] == ' ' || text[from - 1] == '\t'))
        --from;
    if (from > place.line.from)
        return { from, setting.whole.to, {} };
    std::size_t to = setting.whole.to;
    while (to < text.size() && (text[to] == ' ' || text[to] == '\t'))
        ++to;
    return { setting.whole.from, to, {} };
}

TextEdit addedWord(const std::string &text, const PlacedSetting &anchor, const std::string &word)
{
    const LinePlace place = placeInLine(text, anchor);
    if (!place.isAlone)
        return { anchor.whole.to, anchor.whole.to, ' ' + word };
    const std::string indent = text.substr(place.line.from, anchor.whole.from - place.line.from);
    const std::string lineBreak = lineBreakOf(text);
    if (place.endsContinuation)
        return { anchor.whole.to, anchor.whole.to, " \\" + lineBreak + indent + word };
    const std::string mark = place.isContinued ? " \\" : "";
    return { place.line.to, place.line.to, lineBreak + indent + word + mark };
}

std::string parentOf(const std::string &key)
{
    const std::size_t dot = key.rfind('.');
    return dot == std::string::npos ? std::string {} : key.substr(0, dot + 1);
}

/// The last setting of the call that gives the Trainer its arguments: a new one goes behind it.
const PlacedSetting *lastOfArguments(const PlacedFile &file)
{
    for (const char *key : { "per_device_train_batch_size", "gradient_accumulation_steps" })
        if (const PlacedSetting *own = file.find(key)) {
            const PlacedSetting *last = own;
            for (const PlacedSetting &setting : file.settings)
                if (setting.group == own->group && setting.whole.from > last->whole.from)
                    last = &setting;
            return last;
        }
    return nullptr;
}

/// Beside which setting a new one goes.
const PlacedSetting *anchorFor(const PlacedFile &file, const KeyChange &change, SettingForm form)
{
    if (form == SettingForm::Python)
        return lastOfArguments(file);
    const bool isTree = form != SettingForm::Option && form != SettingForm::Word;
    for (const std::string &key : change.beside)
        if (const PlacedSetting *found = file.find(key); found && found->form == form
            && !found->isListed && (!isTree || parentOf(key) == parentOf(change.key)))
            return found;
    const PlacedSetting *last = nullptr;
    for (const PlacedSetting &setting : file.settings) {
        const bool isNear = !isTree || parentOf(setting.key) == parentOf(change.key);
        if (setting.form == form && !setting.isListed && !setting.isDirective && isNear
            && (!isTree || !setting.values.empty()))
            last = &setting;
    }
    return last;
}

/// "True" where the file writes so.
std::string inCaseOf(const std::string &old, const std::string &value)
{
    std::string text = value;
    if ((text == "true" || text == "false") && !old.empty() && isAsciiUpper(old[0]))
        text[0] = text[0] == 't' ? 'T' : 'F';
    return text;
}

bool isQuote(char letter)
{
    return letter == '"' || letter == '\'';
}

FileEdit addedToTree(const PlacedFile &file, const KeyChange &change)
{
    const std::string name = change.key.substr(parentOf(change.key).size());
    const std::string lineBreak = lineBreakOf(file.text);
    const std::string quoted = change.isText ? '"' + change.value + '"' : change.value;
    const SettingForm form = file.syntax == SourceSyntax::Yaml ? SettingForm::Yaml
        : file.syntax == SourceSyntax::Toml                    ? SettingForm::Toml
        : file.syntax == SourceSyntax::Python                  ? SettingForm::Python
                                                               : SettingForm::Json;
    const PlacedSetting *anchor = anchorFor(file, change, form);
    if (!anchor && form == SettingForm::Toml) {
        const std::string table = parentOf(change.key);
        const bool endsLine = file.text.empty() || file.text.back() == '\n';
        return { { { file.text.size(), file.text.size(),
                     (endsLine ? "" : lineBreak) + lineBreak + '['
                         + table.substr(0, table.size() - 1) + ']' + lineBreak + name + " = "
                         + quoted + lineBreak } },
            file.lineOf(file.text.size()) };
    }
    const std::string parent = parentOf(change.key);
    if (!anchor && form == SettingForm::Yaml && !change.opensBeside.empty() && !parent.empty()
        && file.find(change.opensBeside) && parent.find('.') == parent.size() - 1) {
        const bool endsLine = file.text.empty() || file.text.back() == '\n';
        return { { { file.text.size(), file.text.size(),
                     (endsLine ? "" : lineBreak) + parent.substr(0, parent.size() - 1) + ':'
                         + lineBreak + "  " + name + ": " + change.value + lineBreak } },
            file.lineOf(file.text.size()) };
    }
    if (!anchor)
        return {};
    const TextSpan line = lineSpan(file.text, anchor->whole.from);
    const std::string indent = file.text.substr(line.from, anchor->whole.from - line.from);
    const std::size_t lineEnd = lineSpan(file.text, anchor->whole.to).to;
    const std::size_t place = file.lineOf(anchor->whole.from);
    if (form == SettingForm::Yaml)
        return { { { lineEnd, lineEnd, lineBreak + indent + name + ": " + change.value } }, place };
    if (form == SettingForm::Toml)
        return { { { lineEnd, lineEnd, lineBreak + indent + name + " = " + quoted } }, place };
    const bool isAlone = trimmed(indent).empty();
    if (form == SettingForm::Python)
        return { { { anchor->whole.to, anchor->whole.to,
                     ',' + (isAlone ? lineBreak + indent : std::string { " " }) + name + '='
                         + inCaseOf("True", quoted) } },
            place };
    return { { { anchor->whole.to, anchor->whole.to,
                 ',' + (isAlone ? lineBreak + indent : std::string { " " }) + '"' + name
                     + "\": " + quoted } },
        place };
}

FileEdit removedFromTree(const PlacedFile &file, const PlacedSetting &setting)
{
    const std::size_t line = file.lineOf(setting.keyAt.from);
    if (file.syntax != SourceSyntax::Json && file.syntax != SourceSyntax::Python) {
        const TextSpan lines = wholeLines(file.text, setting.whole);
        return { { { lines.from, lines.to, {} } }, line };
    }
    // With the comma behind it, or before it where it is the last.
    const std::string &text = file.text;
    std::size_t from = setting.whole.from, to = setting.whole.to;
    while (to < text.size() && isAsciiSpace(text[to]))
        ++to;
    if (to < text.size() && text[to] == ',') {
        ++to;
        while (to < text.size() && isAsciiSpace(text[to]))
            ++to;
        return { { { from, to, {} } }, line };
    }
    while (from > 0 && isAsciiSpace(text[from - 1]))
        --from;
    from -= from > 0 && text[from - 1] == ',' ? 1 : 0;
    return { { { from, setting.whole.to, {} } }, line };
}

FileEdit changedValue(const PlacedFile &file, const PlacedSetting &setting, const KeyChange &change)
{
    const std::size_t line
        = file.lineOf(setting.values.empty() || setting.values.front().held.isEmpty()
                ? setting.keyAt.from
                : setting.values.front().held.from);
    if (setting.values.empty())
        return setting.form == SettingForm::Option && !change.value.empty()
            ? FileEdit { { { setting.keyAt.to, setting.keyAt.to, ' ' + shellWord(change.value) } },
                  line }
            : FileEdit {};
    if (change.value.empty())
        return {};
    const PlacedValue &value = setting.values.front();
    const bool isShell = setting.form == SettingForm::Option || setting.form == SettingForm::Word;
    const bool isPython = setting.form == SettingForm::Python;
    const std::string text = inCaseOf(isPython ? "True" : value.text, change.value);
    TextSpan at = value.held.isEmpty() ? value.at : value.held;
    const bool isQuoted = isPython && at.from > 0 && isQuote(file.text[at.from - 1]);
    if (isQuoted && !change.isText)
        at = { at.from - 1, at.to + 1 }; // a number or switch in place of a word
    if (isPython && !isQuoted && change.isText)
        return { { { at.from, at.to, '"' + text + '"' } }, line };
    if (setting.values.size() > 1)
        at.to = setting.values.back().at.to; // a list in words of its own
    if (at.of(file.text) == text)
        return {};
    return { { { at.from, at.to, isShell ? shellWord(text) : text } }, line };
}

bool namesFile(const PlacedSetting &setting, std::string_view name)
{
    const std::string path = setting.text();
    return setting.values.size() == 1 && path.substr(path.rfind('/') + 1) == name;
}

/// The change with its value in the folder of a path.
KeyChange withFile(KeyChange change, const std::string &path)
{
    change.value = path.substr(0, path.rfind('/') + 1) + change.value;
    return change;
}

} // namespace

const PlacedSetting *settingFor(const PlacedFile &file, const KeyChange &change)
{
    const PlacedSetting *own = file.find(change.key);
    for (std::size_t i = 0; i < change.aliases.size() && !own; ++i)
        own = file.find(change.aliases[i]);
    return own;
}

FileEdit editFor(const PlacedFile &file, const KeyChange &change)
{
    if (file.program != change.program)
        return {};
    const PlacedSetting *own = settingFor(file, change);
    const bool isShell = file.syntax == SourceSyntax::Shell;
    if (change.isRemoved) {
        if (!own || own->isListed)
            return {};
        const bool isItem = !file.shell.empty()
            && (isYamlItem(file.text, *own) || flowEnd(file.text, *own) != std::string::npos);
        return isShell
            ? FileEdit { { isItem ? removedItem(file.text, *own) : removedOption(file.text, *own) },
                  file.lineOf(own->keyAt.from) }
            : removedFromTree(file, *own);
    }
    if (own && !change.insteadOf.empty())
        return namesFile(*own, change.insteadOf)
            ? changedValue(file, *own, withFile(change, own->text()))
            : FileEdit {};
    if (own)
        return own->isListed || change.isSwitch ? FileEdit {} : changedValue(file, *own, change);
    if (change.onlyIfThere)
        return {};
    if (!isShell)
        return addedToTree(file, change);
    const SettingForm form
        = habitsOf(file.program).takesWords ? SettingForm::Word : SettingForm::Option;
    const PlacedSetting *anchor = anchorFor(file, change, form);
    if (!anchor)
        return {};
    if (!file.shell.empty()
        && (isYamlItem(file.text, *anchor) || flowEnd(file.text, *anchor) != std::string::npos))
        return { { addedItem(file.text, *anchor, change) }, file.lineOf(anchor->whole.from) };
    const std::string value = change.value.empty() ? std::string {} : shellWord(change.value);
    const std::string word = form == SettingForm::Word ? change.key + '=' + value
        : value.empty()                                ? "--" + change.key
                                                       : "--" + change.key + ' ' + value;
    return { { addedWord(file.text, *anchor, word) }, file.lineOf(anchor->whole.from) };
}

} // namespace headroom
