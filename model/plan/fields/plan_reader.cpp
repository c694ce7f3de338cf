#include "model/base/document/yaml_reading.h"
#include "model/plan/fields/framework_options.h"
#include "model/plan/fields/plan_fields.h"
#include "model/plan/fields/plan_file.h"

#include <algorithm>

namespace headroom {
namespace {

/// Walks the tree of a plan file and sets each leaf through the field table.
class PlanReader
{
public:
    PlanReader(PlanReading &reading, std::string name)
        : m_loaded(reading.loaded)
        , m_name(std::move(name))
        , m_problems(reading.problems)
        , m_brokenFields(reading.brokenFields)
    { }

    void read(const Document &root)
    {
        if (!root.isMapping()) {
            addProblem(m_problems, { "not-a-mapping", m_name, {} });
            return;
        }
        checkHeader(root);
        walk(root, {});
    }

private:
    std::string at(int line) const
    {
        return line > 0 ? m_name + ":" + std::to_string(line) : m_name;
    }

    void checkHeader(const Document &root)
    {
        for (const char *key : { "schema_version", "model", "hardware", "workload" })
            if (!root.find(key)) {
                addProblem(m_problems, { "missing-key", m_name, { key } });
                m_brokenFields.push_back(key);
            }
        const Document *version = root.find("schema_version");
        if (version && (version->kind() != Document::Kind::Integer || version->integer() != 1))
            addProblem(
                m_problems, { "wrong-schema-version", at(version->line()), { version->text() } });
    }

    void walk(const Document &node, const std::string &parent)
    {
        for (const auto &[key, value] : node.members()) {
            if (m_problems.size() > maxProblems)
                return;
            const std::string path = parent.empty() ? key : parent + "." + key;
            m_loaded.lines.emplace(path, value.line());
            if (path == "schema_version" || (path == "model" && readModelMapping(value)))
                continue;
            if (value.isMapping() && isSection(path)) {
                walk(value, path);
                continue;
            }
            const std::size_t before = m_problems.size();
            readLeaf(value, path);
            if (m_problems.size() > before)
                m_brokenFields.push_back(path);
        }
    }

    bool isSection(const std::string &path) const
    {
        static constexpr std::string_view openMappings[] { "flags", "remat.tensors",
            "parallelism.mesh", "parallelism.mesh.ici", "parallelism.mesh.dcn" };
        const bool isOpen = std::ranges::find(openMappings, path) != std::end(openMappings);
        const auto fields = planFields();
        return isOpen || std::ranges::any_of(fields, [&path](const PlanField &field) {
            return field.path.starts_with(path + ".");
        });
    }

    bool readModelMapping(const Document &value)
    {
        if (!value.isMapping())
            return false;
        const Document *config = value.find("config_json");
        if (config && (value.members().size() > 1 || config->kind() != Document::Kind::Text))
            addProblem(m_problems, { "model-config-alone", at(value.line()), {} });
        else if (config)
            m_loaded.plan.model = { {}, {}, config->text() };
        else
            m_loaded.plan.model = { {}, value, {} };
        return true;
    }

    void readLeaf(const Document &value, const std::string &path)
    {
        const PlanField *field = planField(path);
        std::string text = value.text();
        if (value.isSequence() && field && isList(*field)) {
            for (const Document &item : value.items())
                text += (text.empty() ? "" : ",") + item.text();
        } else if (value.isMapping() || value.isSequence()) {
            const bool isKnown = field || isSection(path);
            if (!(value.isMapping() && value.members().empty() && isSection(path)))
                addProblem(m_problems,
                    { isKnown ? "not-a-text" : "unknown-key", at(value.line()), { path } });
            return;
        }
        if (value.isNull() && isSection(path))
            return;
        if (field && !kindAgrees(*field, value)) {
            addProblem(
                m_problems, { wrongTypeId(field->kind), at(value.line()), { path, value.text() } });
            return;
        }
        for (Error &problem : setPlanField(m_loaded.plan, path, text, at(value.line())))
            addProblem(m_problems, std::move(problem));
    }

    static bool isList(const PlanField &field)
    {
        return field.kind == FieldKind::IntegerList || field.kind == FieldKind::WordList;
    }

    /// A quoted "8" is a text, and a text is no degree.
    static bool kindAgrees(const PlanField &field, const Document &value)
    {
        switch (field.kind) {
        case FieldKind::Integer:
        case FieldKind::Real:
            return value.isNumber() || (value.isNull() && field.isOptional);
        case FieldKind::Boolean:
            return value.kind() == Document::Kind::Boolean;
        case FieldKind::IntegerList:
            return value.isSequence();
        case FieldKind::WordList: // one word may stand without brackets
            return value.isSequence() || value.isScalar();
        default:
            return value.isScalar() || value.isNull();
        }
    }

    static const char *wrongTypeId(FieldKind kind)
    {
        switch (kind) {
        case FieldKind::Boolean:
            return "not-a-boolean";
        case FieldKind::IntegerList:
            return "not-a-list";
        default:
            return "not-a-number";
        }
    }

    LoadedPlan &m_loaded;
    std::string m_name;
    Errors &m_problems;
    std::vector<std::string> &m_brokenFields;
};

} // namespace

std::string LoadedPlan::where(const std::vector<std::string> &paths) const
{
    for (const std::string &path : paths)
        if (std::ranges::find(setPaths, path) != setPaths.end())
            return "--set " + path;
    int first = 0;
    const auto consider = [this, &first](std::string_view path) {
        const auto entry = lines.find(path);
        if (entry != lines.end() && (first == 0 || entry->second < first))
            first = entry->second;
        return entry != lines.end();
    };
    for (const std::string &path : paths)
        consider(path);
    // A field left at its default has no line: point at the section it belongs to.
    for (const std::string &path : paths)
        for (std::size_t dot = path.rfind('.'); first == 0 && dot != std::string::npos;
             dot = dot == 0 ? std::string::npos : path.rfind('.', dot - 1))
            consider(std::string_view { path }.substr(0, dot));
    return file.string() + ":" + std::to_string(std::max(first, 1));
}

Errors LoadedPlan::placed(Errors errors) const
{
    for (Error &error : errors)
        if (planField(error.where))
            error.where = where({ error.where });
    return errors;
}

bool PlanReading::isBroken(std::string_view path) const
{
    return std::ranges::any_of(brokenFields, [path](const std::string &broken) {
        return path.starts_with(broken)
            && (path.size() == broken.size() || path[broken.size()] == '.');
    });
}

PlanReading readPlanText(std::string_view text, const std::string &name)
{
    PlanReading reading;
    reading.loaded.file = name;
    reading.loaded.plan.model = {};
    YamlReading yaml = readYaml(text, name);
    reading.problems = std::move(yaml.problems);
    reading.hasTree = yaml.tree.has_value() && yaml.tree->isMapping();
    if (yaml.tree)
        PlanReader { reading, name }.read(*yaml.tree);
    readFusedLoss(reading.loaded.plan);
    Plan &plan = reading.loaded.plan;
    if (!reading.loaded.lines.contains("options.compile"))
        plan.options.compile = compilesUnlessSaid(plan.framework);
    return reading;
}

PlanReading readPlan(const std::filesystem::path &file)
{
    const Result<std::string> text = readTextFile(file, largestDocument);
    if (text)
        return readPlanText(*text, file.string());
    PlanReading reading;
    reading.problems = text.errors();
    return reading;
}

Result<LoadedPlan> parsePlan(std::string_view text, const std::string &name)
{
    PlanReading reading = readPlanText(text, name);
    if (!reading.problems.empty())
        return std::move(reading.problems);
    return std::move(reading.loaded);
}

Result<LoadedPlan> loadPlan(const std::filesystem::path &file)
{
    PlanReading reading = readPlan(file);
    if (!reading.problems.empty())
        return std::move(reading.problems);
    return std::move(reading.loaded);
}

Problems applySettings(LoadedPlan &loaded, const std::vector<std::string> &settings)
{
    Problems problems;
    const Plan before = loaded.plan;
    for (const std::string &setting : settings) {
        const std::size_t equals = setting.find('=');
        if (equals == std::string::npos || equals == 0) {
            problems.push_back({ "bad-setting", "--set", { setting } });
            continue;
        }
        const std::string path = setting.substr(0, equals);
        for (Error &problem : setPlanField(loaded.plan, path,
                 std::string_view { setting }.substr(equals + 1), "--set " + path))
            problems.push_back(std::move(problem));
        loaded.setPaths.push_back(path);
    }
    const auto dropped = dropForeignFields(loaded.plan, before, loaded.setPaths);
    for (Error &note : droppedNotes(loaded.plan, dropped)) {
        note.where.insert(0, "--set ");
        loaded.notes.push_back(std::move(note));
    }
    return problems;
}

} // namespace headroom
