#include "plan_changes.h"
#include "recorded_answers.h"

#include "app/cli/export_tools.h"
#include "model/base/wording/messages.h"
#include "model/launch/targets/export_targets.h"

#include <QTest>

#include <algorithm>
#include <map>
#include <sstream>

using namespace headroom;

namespace {

/// Contents of the files of an export by name. The plan itself, which holds any change, is left
/// out, and the line with the digests of the others.
using FileTexts = std::map<std::string, std::string>;

FileTexts textsOf(const std::vector<ExportFile> &files)
{
    FileTexts texts;
    for (const ExportFile &file : files) {
        if (file.name.ends_with(".headroom.yaml"))
            continue;
        std::istringstream stream { file.content };
        std::string &own = texts[file.name + (file.executable ? " (program)" : "")];
        for (std::string line; std::getline(stream, line);)
            if (!line.starts_with("<!-- written by headroom"))
                own += line + '\n';
    }
    return texts;
}

/// The lines that went and came, once for all files in which they did.
std::string changedFiles(const FileTexts &before, const FileTexts &after)
{
    std::vector<std::pair<std::string, std::string>> changes; ///< lines, files
    for (const auto &[name, text] : after) {
        const auto was = before.find(name);
        const std::string lines
            = changedLines(was == before.end() ? std::string {} : was->second, text);
        if (lines.empty())
            continue;
        const std::string own = (was == before.end() ? "new " : "") + name;
        const auto same
            = std::ranges::find(changes, lines, &std::pair<std::string, std::string>::first);
        if (same == changes.end())
            changes.emplace_back(lines, own);
        else
            same->second += ", " + own;
    }
    std::string text;
    for (const auto &[lines, names] : changes)
        text += names + '\n' + lines;
    for (const auto &[name, own] : before)
        if (!after.contains(name))
            text += "gone " + name + '\n';
    return text;
}

std::string refusalLines(const Errors &errors)
{
    return CommandResult::badInput(errors).messages;
}

} // namespace

/// What rules say of plans that are changed in one field, and which lines of exported files a field
/// changes: a rule, key or remedy that says something else is one line here.
class PlanAnswersTest : public QObject
{
    Q_OBJECT

private slots:
    void recordedPlansAreChecked()
    {
        AnswerBook book;
        for (const AskedPlan &plan : recordedPlans()) {
            std::vector<std::string> words { "check", plan.plan, "--format", "json" };
            for (const std::string &setting : plan.settings)
                words.insert(words.end(), { "--set", setting });
            book.add(plan.name, m_desk.ask(words), plan.plan);
        }
        compare(book, "plans/checked");
    }

    /// Every field at every value: what is refused or found, and nothing where all is well. Plans
    /// that get the same answer share it.
    void changes()
    {
        AnswerBook book;
        for (const std::string &change : singleChanges()) {
            std::vector<std::pair<std::string, std::string>> answers; ///< text, plans
            for (const AskedPlan &plan : variedPlans()) {
                std::vector<std::string> words { "check", plan.plan };
                for (const std::string &setting : plan.settings)
                    words.insert(words.end(), { "--set", setting });
                words.insert(words.end(), { "--set", change });
                const CommandResult answer = m_desk.ask(words);
                if (answer.messages.empty())
                    continue;
                const std::string text
                    = (answer.status == ExitStatus::Success ? "" : "refused\n") + answer.messages;
                const auto same
                    = std::ranges::find(answers, text, &std::pair<std::string, std::string>::first);
                if (same == answers.end())
                    answers.emplace_back(text, plan.name);
                else
                    same->second += ", " + plan.name;
            }
            for (const auto &[text, plans] : answers)
                book.add(change + " in " + plans, text);
        }
        compare(book, "plans/changes");
    }

    void exports_data()
    {
        QTest::addColumn<QString>("target");
        for (const ExportTarget &target : exportTargets())
            QTest::newRow(target.id.c_str()) << QString::fromStdString(target.id);
    }
    /// The first plan that the target takes, changed in every field: which lines differ.
    void exports()
    {
        QFETCH(QString, target);
        const ExportTarget &row = *exportTarget(target.toStdString());
        AnswerBook book;
        FileTexts before;
        AskedPlan base;
        for (const AskedPlan &plan : variedPlans()) {
            const auto files = filesOf(plan, {}, row);
            if (!files)
                book.add(plan.name, refusalLines(files.errors()));
            else if (before.empty()) {
                base = plan;
                before = textsOf(*files);
            } else
                book.add(plan.name, "taken");
        }
        QVERIFY(!before.empty());
        for (const std::string &change : singleChanges()) {
            const auto files = filesOf(base, change, row);
            if (!files) {
                // What no target takes is recorded with the rules.
                if (const std::string text = refusalLines(files.errors());
                    text.find("export") != std::string::npos)
                    book.add(change, text);
                continue;
            }
            if (const std::string text = changedFiles(before, textsOf(*files)); !text.empty())
                book.add(change, text);
        }
        compare(book, "exports/" + target.toStdString());
    }

private:
    static void compare(const AnswerBook &book, const std::string &name)
    {
        const std::string difference = book.difference(name);
        QVERIFY2(difference.empty(), difference.c_str());
    }
    /// Without a prediction: figures of the physics are recorded elsewhere.
    Result<std::vector<ExportFile>> filesOf(
        const AskedPlan &plan, const std::string &change, const ExportTarget &target) const
    {
        std::vector<std::string> settings = plan.settings;
        if (!change.empty())
            settings.push_back(change);
        const Result<CheckedPlan> checked = openCheckedPlan(plan.plan, settings, m_desk.library());
        if (!checked)
            return checked.errors();
        static const Result<ExportWorkshop> workshop
            = ExportWorkshop::open(m_desk.bench(), checked->loaded);
        const auto request = prepareExport(checked->resolved, {}, target, {}, workshop->tools());
        if (!request)
            return request.errors();
        ExportRequest unpredicted = *request;
        unpredicted.prediction.reset();
        return renderTarget(unpredicted, target);
    }

    AnswerDesk m_desk;
};

QTEST_GUILESS_MAIN(PlanAnswersTest)
#include "tst_plan_answers.moc"
