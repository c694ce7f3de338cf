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
#include <map>
#include <sstream>
#include <utility>

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

/// Where the values of a line are: of each member of a flow mapping, else of its one key.
std::vector<std::pair<std::size_t, std::size_t>> valuesOf(const std::string &line)
{
    const std::size_t brace = line.find('{');
    const std::size_t colon = line.find(": ", brace == std::string::npos ? 0 : brace);
    if (colon == std::string::npos)
        return {};
    if (brace == std::string::npos)
        return { { colon + 2, line.size() } };
    std::vector<std::pair<std::size_t, std::size_t>> values;
    int depth = 0;
    bool isQuoted = false;
    std::size_t from = 0;
    for (std::size_t i = brace; i < line.size(); ++i) {
        if (line[i] == '"')
            isQuoted = !isQuoted;
        if (isQuoted)
            continue;
        if (depth == 1 && line.compare(i, 2, ": ") == 0 && from == 0)
            from = i + 2;
        if (depth == 1 && (line[i] == ',' || line[i] == '}') && from != 0)
            values.emplace_back(std::exchange(from, 0), i);
        depth += line[i] == '{' || line[i] == '[' ? 1 : line[i] == '}' || line[i] == ']' ? -1 : 0;
        if (depth == 0)
            break;
    }
    return values;
}

/// The keys of a line: what others that only differ in values have as well.
std::string keysOf(const std::string &line)
{
    std::string keys = line;
    const auto values = valuesOf(line);
    for (auto value = values.rbegin(); value != values.rend(); ++value)
        keys.erase(value->first, value->second - value->first);
    return keys;
}

/// The key of a value with its colon; none where the line has one value only.
std::string keyBefore(const std::string &line, std::size_t value)
{
    if (line.find('{') == std::string::npos)
        return {};
    const std::size_t from = line.find_last_of("{ ", value - 2) + 1;
    return line.substr(from, value - from);
}

/// Values in place of one: of another kind, beyond any bound, and for a list one with such an item.
std::vector<std::string> otherValues(const std::string &value)
{
    std::vector<std::string> others { "text", "-1", "0", "[]", "1e30" };
    const std::size_t end = value.find_first_of(",]");
    if (value.starts_with('[') && end != std::string::npos)
        for (const char *item : { "text", "1e30" })
            others.push_back('[' + std::string { item } + value.substr(end));
    return others;
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
    void policies() { each("policies", "remat/policies.yaml", ofTree(readRematPolicies), 2); }
    void tensors() { each("tensors", "remat/tensors.yaml", ofTree(readRematTensors)); }
    void recipes() { each("recipes", "recipes/recipes.yaml", ofTree(readRecipes), 2); }
    void lessons() { each("lesson", "lessons/01-where-memory-goes.yaml", ofTree(readLesson), 3); }
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
            1);
    }

private:
    /// Of lines with the same keys, the first ones are enough.
    static void each(
        const std::string &name, const std::string &file, const Refusal &refusal, int alike = 1000)
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
        std::map<std::string, int> seen;
        for (std::size_t i = 0; i < lines.size(); ++i) {
            if (lines[i].empty() || lines[i].find('#') == 0 || ++seen[keysOf(lines[i])] > alike)
                continue;
            const std::string place = std::to_string(i + 1) + ' ';
            std::vector<std::string> changed = lines;
            changed.erase(changed.begin() + static_cast<std::ptrdiff_t>(i));
            ask(place + "missing", changed);
            changed = lines;
            changed.insert(changed.begin() + static_cast<std::ptrdiff_t>(i), lines[i]);
            ask(place + "twice", changed);
            for (const auto &[from, to] : valuesOf(lines[i]))
                for (const std::string &value : otherValues(lines[i].substr(from, to - from))) {
                    changed = lines;
                    changed[i].replace(from, to - from, value);
                    ask(place + keyBefore(lines[i], from) + value, changed);
                }
        }
        const std::string difference = book.difference("broken/" + name);
        QVERIFY2(difference.empty(), difference.c_str());
    }
};

QTEST_GUILESS_MAIN(BrokenAnswersTest)
#include "tst_broken_answers.moc"
