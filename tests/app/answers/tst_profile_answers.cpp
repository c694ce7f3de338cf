#include "recorded_answers.h"

#include "model/base/expression/expression.h"
#include "model/calibration/calibration_file.h"
#include "model/incidents/incident_story.h"
#include "model/launch/common/inline_shape.h"
#include "model/lessons/course.h"
#include "model/lessons/progress.h"
#include "model/library/architecture/huggingface_config.h"
#include "model/library/architecture/parameter_count.h"
#include "model/plan/fields/pinned_plans.h"
#include "model/plan/fields/plan_file.h"

#include <QTemporaryDir>
#include <QTest>

#include <fmt/format.h>

#include <filesystem>
#include <fstream>
#include <functional>
#include <set>
#include <sstream>

using namespace headroom;

namespace {

const std::string kept = HEADROOM_CORPUS;

std::string refused(const Errors &errors)
{
    return CommandResult::badInput(errors).messages;
}

/// A shape as a plan writes it, and how many parameters it has.
std::string shapeText(const ModelShape &shape)
{
    const ParameterCount count = countParameters(shape);
    return writeJson(inlineShape(shape), 0)
        + fmt::format("\n{} parameters, {} active\n", count.total(), count.active());
}

std::string valueText(const ExpressionValue &value)
{
    if (const auto *number = std::get_if<double>(&value))
        return fmt::format("{:.6g}", *number);
    if (const auto *truth = std::get_if<bool>(&value))
        return *truth ? "true" : "false";
    if (const auto *text = std::get_if<std::string>(&value))
        return '"' + *text + '"';
    return "a list";
}

/// What an expression comes to, as derivations and as lessons read it; the first letter of a name
/// says what it stands for.
std::string expressionText(const std::string &text)
{
    const ExpressionScope scope = [](std::string_view name) -> std::optional<ExpressionValue> {
        if (name.starts_with('f'))
            return ExpressionValue { std::vector<std::string> { "does-not-fit" } };
        if (name.starts_with('t'))
            return ExpressionValue { std::string { "text" } };
        if (name.starts_with('u'))
            return std::nullopt;
        return ExpressionValue { static_cast<double>(name.size()) };
    };
    std::string said;
    for (const ExpressionNames names : { ExpressionNames::Plain, ExpressionNames::Dotted }) {
        const auto parsed = Expression::parse(text, "lesson.yaml:1", names);
        const auto value
            = parsed ? parsed->evaluate(scope) : Result<ExpressionValue> { parsed.errors() };
        said += value ? valueText(*value) + '\n' : refused(value.errors());
    }
    return said;
}

} // namespace

/// What readers of profiles, configurations, courses, stories and kept files make of the fuzzer's
/// inputs and the samples: the value as it is written again, or every reason against it.
class ProfileAnswersTest : public QObject
{
    Q_OBJECT

private slots:
    void configurations()
    {
        AnswerBook book;
        for (const std::string &folder :
            { kept + "/config_json", std::string { HEADROOM_TEST_DATA "/huggingface" },
                std::string { HEADROOM_TEST_DATA "/huggingface/small" } })
            for (const std::string &file : namesOf(folder)) {
                const Result<Document> tree = parseJson(contentOf(folder + '/' + file), file);
                const Result<ModelShape> shape = tree ? importHuggingFaceConfig(*tree, file)
                                                      : Result<ModelShape> { tree.errors() };
                book.add(file, shape ? shapeText(*shape) : refused(shape.errors()));
            }
        compare(book, "profiles/configurations");
    }

    /// Each key of one configuration of each family missing, of no use, of another kind: what the
    /// shape has otherwise, or why it is none.
    void damagedConfigurations()
    {
        AnswerBook book;
        std::set<std::string> families;
        const std::string folder = HEADROOM_TEST_DATA "/huggingface";
        for (const std::string &file : namesOf(folder)) {
            if (!file.ends_with(".json"))
                continue;
            const Result<Document> tree = parseJson(contentOf(folder + '/' + file), file);
            QVERIFY(tree.hasValue() && tree->isMapping());
            const Document *type = tree->find("model_type");
            if (type && !families.insert(type->text()).second)
                continue;
            const Result<ModelShape> whole = importHuggingFaceConfig(*tree, file);
            QVERIFY(whole.hasValue());
            const std::string before = writeJson(inlineShape(*whole), 1);
            for (const auto &[key, member] : tree->members()) {
                std::string text;
                const auto ask = [&](const char *what, const std::optional<Document> &value) {
                    Document config = Document::mapping();
                    for (const auto &[other, kept] : tree->members())
                        if (other != key)
                            config.set(other, kept);
                        else if (value)
                            config.set(key, *value);
                    // As it is read from a file: messages quote what stands there.
                    const Result<ModelShape> shape
                        = importHuggingFaceConfig(*parseJson(writeJson(config, 0), file), file);
                    const std::string changed = shape
                        ? changedLines(before, writeJson(inlineShape(*shape), 1))
                        : refused(shape.errors());
                    if (!changed.empty())
                        text += what + (":\n" + changed);
                };
                ask("missing", {});
                ask("text", Document { "text" });
                ask("zero", Document { 0 });
                ask("three", Document { 3 });
                if (member.kind() == Document::Kind::Boolean)
                    ask("not", Document { !member.boolean() });
                if (!text.empty())
                    book.add(file + ' ' + key, text);
            }
        }
        compare(book, "profiles/damaged-configurations");
    }

    void trees()
    {
        each("yaml", [](const std::string &text) {
            const Result<Document> yaml = parseYaml(text, "a.yaml"),
                                   json = parseJson(text, "a.json");
            return "as YAML:\n" + (yaml ? writeYaml(*yaml) : refused(yaml.errors())) + "as JSON:\n"
                + (json ? writeJson(*json, 1) : refused(json.errors()));
        });
    }

    void expressions() { each("expression", expressionText); }

    /// Every operator and function, and every place where an expression may be wrong.
    void operators()
    {
        AnswerBook book;
        for (const std::string &line :
            linesIn(contentOf(HEADROOM_TEST_DATA "/answers/expressions.txt")))
            if (!line.starts_with('#'))
                book.add(line, expressionText(line));
        compare(book, "profiles/operators");
    }

    void courses()
    {
        each("course", [this](const std::string &text) {
            const auto course = parseCourse(text, "course.yaml", m_lessons);
            if (!course)
                return refused(course.errors());
            std::string said
                = course->id + ' ' + course->title + '\n' + course->introduction + '\n';
            for (const LessonHead &head : course->heads(m_lessons))
                said += fmt::format(
                    "{}: {} ({}), {} min\n", head.id, head.title, head.summary, head.minutes);
            return said;
        });
    }

    void stories()
    {
        each("story", [](const std::string &text) {
            std::string said;
            for (const char *language : { "", "zh" }) {
                const auto story = parseStory(text, "story.yaml", language);
                said += story ? fmt::format("{} faults, plan {}\n", story->incident.faults.size(),
                            story->incident.plan.name)
                              : refused(story.errors());
            }
            return said;
        });
    }

    void pins()
    {
        each("pins", [](const std::string &text) {
            const auto pins = parsePins(text, "a.pins.yaml");
            return pins ? writePins(*pins) : refused(pins.errors());
        });
    }

    void clusters()
    {
        each("cluster", [](const std::string &text) {
            const auto tree = parseYaml(text, "lab.yaml");
            Errors problems = tree ? Errors {} : tree.errors();
            if (!tree)
                return refused(problems);
            const auto profile = clusterProfileOf(*tree, "lab.yaml", problems);
            return refused(problems) + clusterProfileText(profile);
        });
    }

    void progress()
    {
        each("progress", [](const std::string &text) {
            const auto progress = parseProgress(text, "ada.json");
            return progress ? writeProgress(*progress) : refused(progress.errors());
        });
    }

    void plans()
    {
        each("plan", [](const std::string &text) {
            const auto plan = parsePlan(text, "a.headroom.yaml");
            return plan ? writePlan(plan->plan) : refused(plan.errors());
        });
    }

    void settings()
    {
        each("plan_fields", [](const std::string &text) {
            std::string said;
            std::istringstream lines { text };
            for (std::string line; std::getline(lines, line);) {
                LoadedPlan own;
                const Errors errors = applySettings(own, { line });
                said += errors.empty() ? "taken\n" : refused(errors);
            }
            return said;
        });
    }

    /// Profiles in the folder of a user, where the library looks for them.
    void userProfiles_data()
    {
        QTest::addColumn<QString>("folder");
        QTest::addColumn<QString>("place");
        const auto row = [](const char *folder, const char *place) {
            QTest::newRow(folder) << folder << place;
        };
        row("profiles_model", "models/a.yaml");
        row("profiles_chip", "hardware/a.yaml");
        row("profiles_machine", "machines/a.yaml");
        row("profiles_policy", "remat/policies.yaml");
        row("profiles_lesson", "lessons/99-a.yaml");
        row("profiles", "");
    }
    void userProfiles()
    {
        QFETCH(QString, folder);
        QFETCH(QString, place);
        AnswerBook book;
        const InFolder inside { kept + '/' + folder.toStdString() };
        for (const std::string &file : namesOf(".")) {
            const QTemporaryDir user;
            const std::string root = user.path().toStdString() + '/';
            std::string content = contentOf(file), target = place.toStdString();
            if (target.empty()) {
                const std::size_t end = std::min(content.find('\n'), content.size());
                target = content.substr(0, end);
                content = content.substr(std::min(end + 1, content.size()));
                if (target.find('/') == std::string::npos || target.size() > 40)
                    target = "models/a.yaml";
            }
            std::filesystem::create_directories(std::filesystem::path(root + target).parent_path());
            std::ofstream { root + target } << content;
            std::string said
                = libraryText(user.path().toStdString(), target.starts_with("lessons"));
            for (std::size_t at = said.find(root); at != std::string::npos; at = said.find(root))
                said.erase(at, root.size());
            book.add(file, said);
        }
        compare(book, "profiles/" + folder.toStdString());
    }

private:
    static std::string libraryText(const std::string &user, bool hasLesson)
    {
        const ProfileLibrary library { DataDirectories { HEADROOM_PROFILES, user } };
        std::string said;
        if (const auto model = library.model("a"))
            said += shapeText(**model);
        if (const auto chip = library.accelerator("a"))
            said += fmt::format(
                "{} of {}: {:.6g} bytes, {:.6g} bytes/s, link {:.6g}, nic {:.6g}, {} "
                "in a node, domain {}, {} W, {} USD\n",
                (*chip)->name, (*chip)->vendor, (*chip)->memory.value(),
                (*chip)->memoryBandwidth.value(), (*chip)->linkRate.value(),
                (*chip)->nicRate.value(), (*chip)->devicesPerNode, (*chip)->scaleUpDomain,
                (*chip)->tdpW, (*chip)->pricePerDeviceHour);
        if (const auto machine = library.machine("a"))
            said += (*machine)->id + ' ' + (*machine)->name + '\n';
        for (const std::string &id : library.rematPolicyIds())
            if (const auto policy = library.rematPolicy(id); policy && id.size() < 3)
                said += id + ' ' + policy->note + '\n';
        for (const SkippedProfile &skipped : library.skippedProfiles())
            said += refused(skipped.problems);
        if (!hasLesson)
            return said;
        const LessonLibrary lessons { library.directories() };
        if (const Lesson *lesson
            = lessons.heads().empty() ? nullptr : lessons.lesson(lessons.heads().back().id))
            said += fmt::format("lesson {} with {} screens and {} tasks\n", lesson->id,
                lesson->screens.size(), lesson->tasks.size());
        for (const SkippedProfile &skipped : lessons.skipped())
            said += refused(skipped.problems);
        return said;
    }
    static void each(
        const std::string &folder, const std::function<std::string(const std::string &)> &answer)
    {
        AnswerBook book;
        const InFolder inside { kept + '/' + folder };
        for (const std::string &file : namesOf("."))
            book.add(file, answer(contentOf(file)));
        compare(book, "profiles/" + folder);
    }
    static void compare(const AnswerBook &book, const std::string &name)
    {
        const std::string difference = book.difference(name);
        QVERIFY2(difference.empty(), difference.c_str());
    }

    LessonLibrary m_lessons { DataDirectories { HEADROOM_PROFILES, {} } };
};

QTEST_GUILESS_MAIN(ProfileAnswersTest)
#include "tst_profile_answers.moc"
