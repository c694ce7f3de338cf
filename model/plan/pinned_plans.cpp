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

PinnedPlan readPin(MappingReader &reader)
{
    PinnedPlan pin;
    pin.name = reader.text("name");
    if (const Document *plan = reader.child("plan")) {
        auto loaded = parsePlan(writeYaml(*plan), reader.where("plan"));
        if (loaded)
            pin.plan = std::move(loaded->plan);
        else
            reader.add(loaded.errors());
    } else {
        reader.report("missing-key", "plan", { "plan" });
    }
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
    if (const Document *list = reader.child("pins"); list && list->items().size() > mostPinnedPlans)
        reader.report("too-many-entries", "pins", { std::to_string(mostPinnedPlans) });
    else
        pins = reader.list("pins", readPin);
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
