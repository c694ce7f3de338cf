#include "recorded_answers.h"

#include "model/rules/checked_plan.h"
#include "model/sources/file_edits.h"
#include "model/tune/tune_steps.h"

#include <QTest>

#include <fmt/format.h>

#include <array>

using namespace headroom;

namespace {

/// A file, and what is changed in it one at a time: a line behind "|" each.
struct EditedFile
{
    PlacedFile file;
    std::vector<std::string> changes;
};

EditedFile editedFileOf(const AnswerInput &block)
{
    std::vector<std::string> changes;
    std::string text;
    for (const std::string &line : linesIn(block.text))
        if (line.starts_with('|'))
            changes.push_back(line.substr(1));
        else
            text += line + (line.ends_with("\\r") ? "" : "\n");
    for (std::size_t at = text.find("\\r"); at != std::string::npos; at = text.find("\\r", at))
        text.replace(at, 2, "\r\n");
    if (text.ends_with("(end)\n"))
        text.erase(text.size() - 7); // the last line ends with the file
    return { placeSettings(block.name, text), std::move(changes) };
}

/// What a file says: each setting, its values, and what marks it.
std::string settingsText(const PlacedFile &file)
{
    static constexpr std::array forms { "option", "word", "yaml", "toml", "json", "python" };
    std::string text = fmt::format("program {}, trains {}\n", file.program, file.trains);
    for (const PlacedSetting &setting : file.settings) {
        text += fmt::format("{} {} {} in {}:", file.lineOf(setting.keyAt.from),
            forms[static_cast<std::size_t>(setting.form)], setting.key, setting.group);
        for (const PlacedValue &value : setting.values) {
            text += fmt::format(" '{}'", value.text);
            if (value.held != value.at)
                text += fmt::format(" held as '{}'", value.held.of(file.text));
            if (!value.isKnown)
                text += " unknown";
            if (value.isReference)
                text += " reference";
        }
        for (const auto &[is, mark] : { std::pair { setting.isListed, " listed" },
                 { setting.isOptional, " optional" }, { setting.isDirective, " directive" } })
            text += is ? mark : "";
        text += '\n';
    }
    return text;
}

/// "set KEY VALUE", "text KEY VALUE", "drop KEY", "switch KEY" and further words: "there",
/// "beside=KEY", "alias=KEY", "opens=KEY", "instead=NAME", "program=NAME".
KeyChange keyChangeOf(const std::vector<std::string> &words, const std::string &program)
{
    KeyChange change { .program = program, .key = words.at(1), .value = {} };
    change.isRemoved = words[0] == "drop";
    change.isSwitch = words[0] == "switch";
    change.isText = words[0] == "text";
    const bool hasValue = words[0] == "set" || words[0] == "text";
    if (hasValue && words.size() > 2) // "" is no word
        change.value = words[2];
    for (std::size_t i = hasValue ? 3 : 2; i < words.size(); ++i) {
        const std::string value = words[i].substr(words[i].find('=') + 1);
        if (words[i] == "there")
            change.onlyIfThere = true;
        else if (words[i].starts_with("beside="))
            change.beside.push_back(value);
        else if (words[i].starts_with("alias="))
            change.aliases.push_back(value);
        else if (words[i].starts_with("opens="))
            change.opensBeside = value;
        else if (words[i].starts_with("instead="))
            change.insteadOf = value;
        else if (words[i].starts_with("program="))
            change.program = value;
    }
    return change;
}

} // namespace

/// How the lines of users' files change: settings with their places, and the file with one of them
/// changed, added or taken away; and what two plans change in files of each program.
class EditAnswersTest : public QObject
{
    Q_OBJECT

private slots:
    void edits_data()
    {
        QTest::addColumn<QString>("file");
        for (const std::string &name : namesOf(HEADROOM_TEST_DATA "/answers/edits"))
            QTest::newRow(name.c_str()) << QString::fromStdString(name);
    }

    void edits()
    {
        QFETCH(const QString, file);
        const std::string name = "edits/" + file.toStdString();
        AnswerBook book;
        for (const AnswerInput &block : blocksOf(name)) {
            const EditedFile edited = editedFileOf(block);
            book.add(block.name, settingsText(edited.file));
            for (const std::string &change : edited.changes)
                book.add(block.name + ' ' + change, answer(edited.file, wordsOf(change)));
        }
        const std::string difference = book.difference(name.substr(0, name.rfind('.')));
        QVERIFY2(difference.empty(), difference.c_str());
    }

private:
    /// The lines that an edit changes, or that two plans differ in: "plan BEFORE FIELD=VALUE …",
    /// where words before "then" are of both.
    std::string answer(const PlacedFile &file, const std::vector<std::string> &words) const
    {
        if (words[0] != "plan") {
            const FileEdit edit = editFor(file, keyChangeOf(words, file.program));
            return edit.edits.empty()
                ? "nothing\n"
                : fmt::format("line {}\n{}", edit.line,
                    unifiedDiff(file.text, applyEdits(file.text, edit.edits), file.name));
        }
        std::vector<std::string> both, all;
        bool isThen = false;
        for (std::size_t i = 2; i < words.size(); ++i)
            if (words[i] == "then") {
                isThen = true;
            } else {
                all.push_back(words[i]);
                if (!isThen)
                    both.push_back(words[i]);
            }
        const auto before = openPlan(words.at(1), both, m_desk.library());
        const auto after = openPlan(words.at(1), all, m_desk.library());
        if (!before || !after)
            return "no such plan\n";
        const EditedFiles edited
            = editedFor({ { file.name, file.text } }, before->resolved, after->resolved);
        return edited.isChanged ? unifiedDiff(file.text, edited.files.front().text, file.name)
                                : "nothing\n";
    }

    AnswerDesk m_desk;
};

QTEST_GUILESS_MAIN(EditAnswersTest)
#include "tst_edit_answers.moc"
