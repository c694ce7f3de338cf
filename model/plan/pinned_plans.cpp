#include "model/plan/pinned_plans.h"

#include "model/base/document/document.h"
#include "model/base/document/mapping_reader.h"
#include "model/base/document/schema_version.h"
#include "model/base/files/write_file.h"
#include "model/plan/plan_file.h"

namespace headroom {
namespace {

constexpr std::string_view planEnding = ".headroom.yaml";
constexpr const char *pinsEnding = ".pins.yaml";

PinnedPlan readPin(const Document &node, const std::string &file, Errors &problems)
{
    PinnedPlan pin;
    MappingReader reader { node, file, problems };
    pin.name = reader.text("name");
    if (const Document *plan = reader.child("plan")) {
        const std::string where = file + ":" + std::to_string(plan->line());
        auto loaded = parsePlan(writeYaml(*plan), where);
        if (loaded)
            pin.plan = std::move(loaded->plan);
        else
            problems.insert(problems.end(), loaded.errors().begin(), loaded.errors().end());
    } else {
        reader.report("missing-key", "plan", { std::string { "plan" } });
    }
    reader.rejectUnknownKeys();
    return pin;
}

} // namespace

std::filesystem::path pinsFileBeside(const std::filesystem::path &planFile)
{
    std::string name = planFile.filename().string();
    if (name.ends_with(planEnding))
        name.resize(name.size() - planEnding.size());
    else
        name = planFile.stem().string();
    return planFile.parent_path() / (name + pinsEnding);
}

Result<std::vector<PinnedPlan>> parsePins(std::string_view text, const std::string &name)
{
    const Result<Document> root = parseYaml(text, name);
    if (!root)
        return root.errors();
    Errors problems;
    std::vector<PinnedPlan> pins;
    MappingReader reader { *root, name, problems };
    requireSchemaVersion(reader);
    if (const Document *list = reader.child("pins")) {
        if (!list->isSequence())
            reader.report("not-a-list", "pins", { std::string { "pins" } });
        else if (list->items().size() > mostPinnedPlans)
            reader.report("too-many-entries", "pins", { std::to_string(mostPinnedPlans) });
        else
            for (const Document &node : list->items())
                pins.push_back(readPin(node, name, problems));
    }
    reader.rejectUnknownKeys();
    if (!problems.empty())
        return problems;
    return pins;
}

Result<std::vector<PinnedPlan>> loadPins(const std::filesystem::path &file)
{
    std::error_code failure;
    if (!std::filesystem::exists(std::filesystem::symlink_status(file, failure)))
        return std::vector<PinnedPlan> {};
    const Result<std::string> text = readTextFile(file, largestDocument);
    if (!text)
        return text.errors();
    return parsePins(*text, file.string());
}

std::string writePins(const std::vector<PinnedPlan> &pins)
{
    Document list = Document::sequence();
    for (const PinnedPlan &pin : pins)
        list.append(Document::mapping(
            { { "name", pin.name }, { "plan", planDocument(pin.plan, PlanDetail::Brief) } }));
    return writeYaml(Document::mapping({ { "schema_version", 1 }, { "pins", std::move(list) } }));
}

Problems savePins(const std::vector<PinnedPlan> &pins, const std::filesystem::path &file)
{
    std::error_code failure;
    if (pins.empty()) {
        std::filesystem::remove(file, failure);
        return {};
    }
    std::filesystem::create_directories(file.parent_path(), failure);
    return writeFileAtomically(file, writePins(pins));
}

} // namespace headroom
