#include "model/base/files/write_file.h"
#include "model/plan/fields/framework_options.h"
#include "model/plan/fields/plan_field_value.h"
#include "model/plan/fields/plan_fields.h"
#include "model/plan/fields/plan_file.h"

#include <charconv>
#include <sstream>

namespace headroom {
namespace {

/// Sets `value` at a dotted path, making the sections on the way.
void setAt(Document &root, const std::string &path, Document value)
{
    const std::size_t dot = path.find('.');
    if (dot == std::string::npos) {
        root.set(path, std::move(value));
        return;
    }
    const std::string section = path.substr(0, dot);
    Document inner = root.find(section) ? *root.find(section) : Document::mapping();
    setAt(inner, path.substr(dot + 1), std::move(value));
    root.set(section, std::move(inner));
}

bool isRequired(const std::string &path)
{
    return path.starts_with("hardware.accelerator") || path == "hardware.nodes"
        || path == "hardware.devices_per_node" || path == "workload.sequence_length"
        || path == "workload.global_batch_sequences";
}

template <class Value>
void addEntries(
    Document &root, const std::string &path, const std::map<std::string, Value> &entries)
{
    if (entries.empty())
        return;
    std::vector<Document::Member> members;
    for (const auto &[key, value] : entries)
        if constexpr (std::is_same_v<Value, TensorPlace>)
            members.emplace_back(key, Document { nameOf(value) });
        else
            members.emplace_back(key, Document { value });
    setAt(root, path, Document::mapping(std::move(members)));
}

Document modelValue(const ModelChoice &model)
{
    if (!model.configJson.empty())
        return Document::mapping({ { "config_json", Document { model.configJson } } });
    return model.shape.isNull() ? Document { model.id } : model.shape;
}

} // namespace

Document planDocument(const Plan &plan, PlanDetail detail)
{
    Document root = Document::mapping();
    root.set("schema_version", Document { plan.schemaVersion });
    Plan defaults;
    defaults.options.compile = compilesUnlessSaid(plan.framework);
    for (const PlanField &field : planFields()) {
        if (field.path == "model") {
            root.set("model", modelValue(plan.model));
            continue;
        }
        const std::string text = field.get(plan);
        const bool isSaid = isRequired(field.path) || text != field.get(defaults);
        const bool isUnset = (field.isOptional || field.isRelease) && text.empty();
        if (detail == PlanDetail::Complete ? !isUnset : isSaid)
            setAt(root, field.path, planFieldValue(field, text));
    }
    addEntries(root, "parallelism.mesh.ici", plan.parallelism.mesh.ici);
    addEntries(root, "parallelism.mesh.dcn", plan.parallelism.mesh.dcn);
    addEntries(root, "remat.tensors", plan.remat.tensors);
    addEntries(root, "flags", plan.flags);
    return root;
}

std::string writePlan(const Plan &plan)
{
    return writeYaml(planDocument(plan, PlanDetail::Brief));
}

Problems savePlan(const Plan &plan, const std::filesystem::path &file)
{
    return writeFileAtomically(file, writePlan(plan));
}

} // namespace headroom
