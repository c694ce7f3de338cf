#include "model/plan/fields/pinned_plans.h"

#include "model/base/document/document.h"
#include "model/base/document/mapping_reader.h"
#include "model/base/document/schema_version.h"
#include "model/base/files/file_lock.h"
#include "model/base/files/write_file.h"
#include "model/plan/fields/plan_file.h"

#include <algorithm>

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

/// A window saves its pins while its user works, so it does not wait for long.
Result<FileLock> lockPins(const std::filesystem::path &file)
{
    std::error_code failure;
    std::filesystem::create_directories(file.parent_path(), failure);
    return FileLock::wait(file, { std::chrono::seconds { 1 } });
}

Problems writePinsFile(const std::vector<PinnedPlan> &pins, const std::filesystem::path &file)
{
    if (!pins.empty())
        return writeFileAtomically(file, writePins(pins));
    std::error_code failure;
    std::filesystem::remove(file, failure);
    return {};
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
    if (const Document *list = reader.child("pins"); list && list->items().size() > maxPinnedPlans)
        reader.report("too-many-entries", "pins", { std::to_string(maxPinnedPlans) });
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
    const Result<FileLock> lock = lockPins(file);
    return lock ? writePinsFile(pins, file) : lock.errors();
}

Problems changePins(const std::vector<PinnedPlan> &before, std::vector<PinnedPlan> now,
    const std::filesystem::path &file)
{
    const Result<FileLock> lock = lockPins(file);
    if (!lock)
        return lock.errors();
    const Result<std::vector<PinnedPlan>> there = loadPins(file);
    if (!there)
        return there.errors();
    const auto holds = [](const std::vector<PinnedPlan> &pins, const PinnedPlan &pin) {
        return std::ranges::find(pins, pin) != pins.end();
    };
    for (const PinnedPlan &pin : *there)
        if (!holds(before, pin) && !holds(now, pin))
            now.push_back(pin);
    if (now.size() > maxPinnedPlans)
        return { { "too-many-entries", file.string(), { std::to_string(maxPinnedPlans) } } };
    return writePinsFile(now, file);
}

} // namespace headroom
