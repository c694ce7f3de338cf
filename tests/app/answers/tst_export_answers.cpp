#include "plan_changes.h"
#include "recorded_answers.h"

#include "app/cli/export_tools.h"
#include "model/launch/targets/export_targets.h"

#include <QRegularExpression>
#include <QTest>

#include <algorithm>
#include <map>
#include <sstream>
#include <utility>

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

/// Which lines of exported files each field changes, for every target: a key that is written
/// otherwise, or not, is one line here.
class ExportAnswersTest : public QObject
{
    Q_OBJECT

private slots:
    void exports_data()
    {
        QTest::addColumn<QString>("target");
        for (const ExportTarget &target : exportTargets())
            QTest::newRow(target.id.c_str()) << QString::fromStdString(target.id);
    }
    /// What the target says of each plan; one that it takes is changed in every field: which lines
    /// differ.
    void exports()
    {
        QFETCH(QString, target);
        const ExportTarget &row = *exportTarget(target.toStdString());
        AnswerBook book;
        FileTexts before;
        AskedPlan base;
        bool isOwn = false;
        for (const AskedPlan &plan : variedPlans()) {
            const auto files = filesOf(plan, {}, row);
            if (!files) {
                book.add(plan.name, refusalLines(files.errors()));
                continue;
            }
            const FileTexts texts = textsOf(*files);
            std::string text = "taken\n";
            for (const auto &[name, own] : texts)
                text += name + ' ' + digestOf(own) + '\n';
            book.add(plan.name, text);
            // One that its own framework runs, if there is one.
            const bool isAgainOwn = isOwnPlan(plan, row);
            if (before.empty() || (isAgainOwn && !isOwn)) {
                base = plan;
                before = texts;
                isOwn = isAgainOwn;
            }
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

    /// What every target writes of every recorded plan: the beginning of a digest for each file.
    void recorded()
    {
        constexpr std::size_t shown = 6;
        AnswerBook book;
        for (const ExportTarget &row : exportTargets())
            for (const AskedPlan &plan : recordedPlans()) {
                const auto files = filesOf(plan, {}, row);
                std::string text;
                if (files)
                    for (const auto &[name, own] : textsOf(*files))
                        text += digestOf(name + own).substr(0, shown) + ' ';
                else
                    for (const Error &error : files.errors())
                        text += error.id + ' ';
                book.add(row.id + ' ' + plan.name, text);
            }
        compare(book, "exports/recorded");
    }

    /// Changes of several fields together: which lines differ from the plan without them.
    void combined_data()
    {
        QTest::addColumn<QString>("target");
        for (const ExportTarget &target : exportTargets())
            // The other targets with profiles write the files of pgle-nsys.
            if (target.id == "pgle-nsys" || !target.id.starts_with("pgle"))
                QTest::newRow(target.id.c_str()) << QString::fromStdString(target.id);
    }
    void combined()
    {
        QFETCH(QString, target);
        const ExportTarget &row = *exportTarget(target.toStdString());
        compare(combinedBook("exports.txt", row, changedFiles), "exports/combined-" + row.id);
    }
    void digests_data() { combined_data(); }
    /// The same of more changes, as a digest of each file that differs.
    void digests()
    {
        QFETCH(QString, target);
        const ExportTarget &row = *exportTarget(target.toStdString());
        const auto digests = [](const FileTexts &before, const FileTexts &after) {
            std::string text;
            for (const auto &[name, own] : after)
                if (const auto was = before.find(name); was == before.end() || was->second != own)
                    text += name + ' ' + digestOf(own).substr(0, 6) + "; ";
            return text;
        };
        compare(combinedBook("exports_by_digest.txt", row, digests), "exports/digests-" + row.id);
    }

    /// One model of each family, by the writers of shapes: which lines differ from the first.
    void models()
    {
        const std::vector<std::pair<std::string, std::string>> targets { { "dense", "maxtext-gpu" },
            { "megatron pipeline", "megatron" }, { "megatron pipeline", "nemo" },
            { "torchtitan full", "torchtitan" }, { "deepspeed 3", "deepspeed" } };
        AnswerBook book;
        for (const auto &[name, target] : targets) {
            const AskedPlan plan = plansNamed({ name }).front();
            const ExportTarget &row = *exportTarget(target);
            const auto before = filesOf(plan, {}, row);
            QVERIFY(before.hasValue());
            std::string last;
            for (const std::string &id : m_desk.library().modelIds()) {
                const std::string family = id.substr(0, id.find_first_of("0123456789."));
                if (std::exchange(last, family) == family)
                    continue;
                const auto files = filesOf(plan, "model=" + id, row);
                if (!files) {
                    book.add(id + " for " + target, refusalLines(files.errors()));
                    continue;
                }
                FileTexts was = textsOf(*before), is = textsOf(*files);
                was.erase("README.md");
                is.erase("README.md");
                // What goes is that of the first plan each time.
                static const QRegularExpression gone(
                    "^  - .*\n", QRegularExpression::MultilineOption);
                book.add(id + " for " + target,
                    QString::fromStdString(changedFiles(was, is)).remove(gone).toStdString());
            }
        }
        compare(book, "exports/models");
    }

private:
    /// What changes of several fields, a line of the file each, make of what the target writes.
    template <class Difference>
    AnswerBook combinedBook(
        const std::string &file, const ExportTarget &row, const Difference &difference) const
    {
        std::map<std::string, std::pair<AskedPlan, FileTexts>> plans; ///< by group
        AnswerBook book;
        std::istringstream lines { contentOf(HEADROOM_TEST_DATA "/answers/" + file) };
        for (std::string line; std::getline(lines, line);) {
            if (line.empty() || line.front() == '#')
                continue;
            const std::size_t colon = line.find(": ");
            const std::string group = line.substr(0, colon);
            if (!plans.contains(group))
                plans[group] = basePlan(group, row);
            const auto &[base, before] = plans[group];
            if (before.empty())
                continue;
            AskedPlan changed = base;
            std::istringstream settings { line.substr(colon + 2) };
            for (std::string setting; std::getline(settings, setting, ';');)
                changed.settings.push_back(setting.substr(setting.find_first_not_of(' ')));
            const auto files = filesOf(changed, {}, row);
            const std::string text
                = files ? difference(before, textsOf(*files)) : refusalLines(files.errors());
            if (!text.empty())
                book.add(line, text);
        }
        return book;
    }
    /// The first plan of a group that the target takes, one of its own framework if there is one;
    /// no files: it takes none.
    std::pair<AskedPlan, FileTexts> basePlan(
        const std::string &group, const ExportTarget &target) const
    {
        const std::vector<AskedPlan> plans = group == "tuning" ? plansNamed({ "lora" })
            : group == "experts" ? plansNamed({ "mixtral", "mixtral tensor" })
                                 : plansNamed({ "dense", "tpu 70b" });
        std::pair<AskedPlan, FileTexts> base;
        for (const AskedPlan &plan : plans) {
            const auto files = filesOf(plan, {}, target);
            if (files && (base.second.empty() || isOwnPlan(plan, target)))
                base = { plan, textsOf(*files) };
        }
        return base;
    }
    bool isOwnPlan(const AskedPlan &plan, const ExportTarget &target) const
    {
        const auto checked = openCheckedPlan(plan.plan, plan.settings, m_desk.library());
        return checked
            && std::ranges::find(target.frameworks, checked->resolved.plan.framework)
            != target.frameworks.end();
    }
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

QTEST_GUILESS_MAIN(ExportAnswersTest)
#include "tst_export_answers.moc"
