#include "recorded_answers.h"

#include "model/incidents/incident_story.h"
#include "model/lessons/course.h"
#include "model/lessons/lesson_reader.h"
#include "model/library/architecture/model_shape_reader.h"
#include "model/library/collectives/collective_table.h"
#include "model/library/hardware/accelerator_reader.h"
#include "model/library/hardware/machine.h"
#include "model/library/profiles/policy_reader.h"
#include "model/plan/fields/plan_file.h"

#include <QTemporaryDir>
#include <QTest>

#include <filesystem>
#include <fstream>
#include <functional>
#include <sstream>

using namespace headroom;

namespace {

/// Why a text is refused; empty: it is taken.
using Refusal = std::function<Errors(const std::string &)>;

template <class Read> Refusal ofTree(Read read)
{
    return [read](const std::string &text) {
        const Result<Document> tree = parseYaml(text, "a.yaml");
        if (!tree)
            return tree.errors();
        const auto value = read(*tree, "a.yaml");
        return value ? Errors {} : value.errors();
    };
}

std::vector<std::string> linesIn(const std::string &text)
{
    std::vector<std::string> lines;
    std::istringstream stream { text };
    for (std::string line; std::getline(stream, line);)
        lines.push_back(line);
    return lines;
}

std::string joined(const std::vector<std::string> &lines)
{
    std::string text;
    for (const std::string &line : lines)
        text += line + '\n';
    return text;
}

/// The line with another value behind its first colon, in a flow mapping behind its last one.
std::string withValue(const std::string &line, const std::string &value)
{
    const std::size_t brace = line.find('{');
    const std::size_t colon = line.find(": ");
    if (brace == std::string::npos)
        return colon == std::string::npos ? std::string {} : line.substr(0, colon + 2) + value;
    const std::size_t end = line.find_first_of(",}", brace);
    const std::size_t inner = line.find(": ", brace);
    return inner == std::string::npos || inner > end
        ? std::string {}
        : line.substr(0, inner + 2) + value + line.substr(end);
}

} // namespace

/// Shipped profiles with one line changed: what the reader says of a text for a number, of none, of
/// a negative one, of zero, and of a line that is missing or there twice.
class BrokenAnswersTest : public QObject
{
    Q_OBJECT

private slots:
    void models() { each("model", "models/deepseek-v3.yaml", ofTree(readModelProfile)); }
    void chips() { each("chip", "hardware/h100-sxm.yaml", ofTree(readAcceleratorProfile)); }
    void slices() { each("slice", "hardware/tpu-v5p.yaml", ofTree(readAcceleratorProfile)); }
    void machines() { each("machine", "machines/a3-high.yaml", ofTree(readMachine)); }
    void policies() { each("policies", "remat/policies.yaml", ofTree(readRematPolicies)); }
    void tensors() { each("tensors", "remat/tensors.yaml", ofTree(readRematTensors)); }
    void recipes() { each("recipes", "recipes/recipes.yaml", ofTree(readRecipes), 120); }
    void lessons() { each("lesson", "lessons/01-where-memory-goes.yaml", ofTree(readLesson), 120); }
    void stories()
    {
        each("story", "incidents/hot-expert.yaml", [](const std::string &text) {
            const auto story = parseStory(text, "a.yaml", "");
            return story ? Errors {} : story.errors();
        });
    }
    void plans()
    {
        each("plan", "plans/llama3-70b-h100-32-nodes.headroom.yaml", [](const std::string &text) {
            const auto plan = parsePlan(text, "a.yaml");
            return plan ? Errors {} : plan.errors();
        });
    }
    void courses()
    {
        const LessonLibrary lessons { DataDirectories { HEADROOM_PROFILES, {} } };
        each("course", HEADROOM_TEST_DATA "/lessons/course.yaml", [&](const std::string &text) {
            const auto course = parseCourse(text, "a.yaml", lessons);
            return course ? Errors {} : course.errors();
        });
    }
    void collectives()
    {
        const QTemporaryDir folder;
        const InFolder inside { folder.path().toStdString() };
        std::filesystem::create_directories("collectives");
        each(
            "collectives", "collectives/nccl.yaml",
            [](const std::string &text) {
                std::ofstream { "collectives/nccl.yaml" } << text;
                const auto table = CollectiveTable::load({ HEADROOM_PROFILES, "." });
                return table ? Errors {} : table.errors();
            },
            64);
    }

private:
    static void each(const std::string &name, const std::string &file, const Refusal &refusal,
        std::size_t most = 1000)
    {
        const std::string path = file.front() == '/' ? file : HEADROOM_PROFILES "/" + file;
        const std::vector<std::string> lines = linesIn(contentOf(path));
        QVERIFY(!lines.empty());
        AnswerBook book;
        const auto ask = [&](const std::string &question, const std::vector<std::string> &changed) {
            const Errors errors = refusal(joined(changed));
            if (!errors.empty())
                book.add(question, CommandResult::badInput(errors).messages);
        };
        for (std::size_t i = 0; i < std::min(lines.size(), most); ++i) {
            if (lines[i].empty() || lines[i].find('#') == 0)
                continue;
            const std::string place = std::to_string(i + 1) + ' ';
            std::vector<std::string> changed = lines;
            changed.erase(changed.begin() + static_cast<std::ptrdiff_t>(i));
            ask(place + "missing", changed);
            changed = lines;
            changed.insert(changed.begin() + static_cast<std::ptrdiff_t>(i), lines[i]);
            ask(place + "twice", changed);
            for (const char *value : { "text", "-1", "0", "[]", "1e30" }) {
                changed = lines;
                changed[i] = withValue(lines[i], value);
                if (!changed[i].empty())
                    ask(place + value, changed);
            }
        }
        const std::string difference = book.difference("broken/" + name);
        QVERIFY2(difference.empty(), difference.c_str());
    }
};

QTEST_GUILESS_MAIN(BrokenAnswersTest)
#include "tst_broken_answers.moc"
