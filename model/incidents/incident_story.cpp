#include "model/incidents/incident_story.h"

#include "model/base/document/mapping_reader.h"
#include "model/base/document/schema_version.h"
#include "model/base/files/read_file.h"
#include "model/plan/fields/plan_file.h"

#include <algorithm>
#include <map>

namespace headroom {
namespace {

namespace fs = std::filesystem;

constexpr double maxStrength = 1000; ///< no fault means anything beyond

struct StoryTexts
{
    std::string title, summary, text, ending;
};

StoryTexts readTexts(MappingReader &reader)
{
    StoryTexts texts;
    reader.requiredTexts({ { "title", &texts.title }, { "summary", &texts.summary },
        { "text", &texts.text }, { "ending", &texts.ending } });
    return texts;
}

void readFault(MappingReader &reader, Incident &incident)
{
    Fault fault;
    const std::string id = reader.requiredText("fault");
    fault.kind = faultKind(id);
    fault.strength = reader.requiredNumber("strength", { 0, maxStrength });
    fault.node = asInt(reader.integer("node", { 0, 100'000 }, 0));
    fault.device = asInt(reader.integer("device", { 0, 1'000 }, 0));
    if (!fault.kind) {
        reader.report("incident-fault-unknown", "fault", { id });
        return;
    }
    if (fault.node >= incident.plan.hardware.nodes
        || fault.device >= incident.plan.hardware.devicesPerNode)
        reader.report("incident-fault-place", fault.node > 0 ? "node" : "device", {});
    incident.faults.push_back(fault);
}

IncidentStory readStory(
    const Document &root, const std::string &name, const std::string &language, Errors &problems)
{
    IncidentStory story;
    story.file = name;
    MappingReader reader { root, name, problems };
    requireSchemaVersion(reader);
    Incident &incident = story.incident;
    incident.story = reader.requiredText("id");
    story.source = reader.requiredText("source");
    incident.seed = static_cast<std::uint64_t>(reader.requiredInteger("seed", { 0, 1e15 }));
    incident.level = asInt(reader.requiredInteger("level", { 1, maxIncidentLevel }));
    StoryTexts texts = readTexts(reader);
    reader.one(language.empty() ? "zh" : language, [&](MappingReader &translated) {
        StoryTexts other = readTexts(translated);
        if (!language.empty())
            texts = std::move(other);
    });
    story.title = std::move(texts.title);
    story.summary = std::move(texts.summary);
    story.text = std::move(texts.text);
    story.ending = std::move(texts.ending);
    if (const Document *written = reader.child("plan")) {
        const auto plan = parsePlan(writeYaml(*written), reader.where("plan"));
        if (plan)
            incident.plan = plan->plan;
        else
            reader.add(plan.errors());
    } else {
        reader.report("missing-key", "plan", { "plan" });
    }
    reader.each("faults", [&](MappingReader &fault) { readFault(fault, incident); });
    if (incident.faults.empty() && problems.empty())
        reader.report("incident-no-fault", "faults", {});
    reader.rejectUnknownKeys();
    return story;
}

} // namespace

Result<IncidentStory> parseStory(
    std::string_view text, const std::string &name, const std::string &language)
{
    const Result<Document> root = parseYaml(text, name);
    if (!root)
        return root.errors();
    Errors problems;
    IncidentStory story = readStory(*root, name, language, problems);
    if (!problems.empty())
        return problems;
    return story;
}

const IncidentStory *IncidentStories::find(std::string_view id) const
{
    const auto found = std::ranges::find_if(
        all, [id](const IncidentStory &story) { return story.incident.story == id; });
    return found == all.end() ? nullptr : &*found;
}

std::vector<std::string> IncidentStories::ids() const
{
    std::vector<std::string> ids;
    for (const IncidentStory &story : all)
        ids.push_back(story.incident.story);
    return ids;
}

IncidentStories loadStories(const DataDirectories &directories, const std::string &language)
{
    std::map<std::string, fs::path> files; // by name: the user's replace the shipped ones
    for (const fs::path &folder : { directories.shipped, directories.user }) {
        std::error_code failure;
        if (folder.empty())
            continue;
        for (fs::directory_iterator entry { folder / "incidents", failure }, end;
             !failure && entry != end; entry.increment(failure))
            if (entry->path().extension() == ".yaml")
                files[entry->path().filename().string()] = entry->path();
    }
    IncidentStories stories;
    for (const auto &[name, path] : files) {
        const Result<std::string> text = readTextFile(path, largestDocument);
        Result<IncidentStory> story = text ? parseStory(*text, path.string(), language)
                                           : Result<IncidentStory>(text.errors());
        if (story && story->incident.story != path.stem().string())
            story = Error { "incident-story-name", path.string(), { story->incident.story } };
        if (story)
            stories.all.push_back(*std::move(story));
        else
            stories.skipped.push_back({ path.string(), story.errors() });
    }
    std::ranges::stable_sort(
        stories.all, {}, [](const IncidentStory &story) { return story.incident.level; });
    return stories;
}

} // namespace headroom
