#include "app/cli/commands.h"
#include "app/cli/profile_listing.h"
#include "model/session/skipped_files.h"

#include <array>
#include <utility>

namespace headroom {
namespace {

struct Topic
{
    const char *name; ///< of the argument
    ProfileListing (*list)(const Workbench &);
};

constexpr std::array topics {
    Topic { "models", listModels },
    Topic { "hardware", listHardware },
    Topic { "machines", listMachines },
    Topic { "flags", listFlags },
    Topic { "plans", listPlans },
    Topic { "policies", listPolicies },
    Topic { "recipes", listRecipes },
};

CommandResult runProfiles(const ParsedOptions &options, const CommandContext &context)
{
    const std::string wanted = options.value("KIND");
    Document document = Document::mapping();
    std::string text;
    Errors problems;
    for (const Topic &topic : topics) {
        if (!wanted.empty() && wanted != topic.name)
            continue;
        ProfileListing listing = topic.list(context.bench);
        problems.insert(problems.end(), listing.problems.begin(), listing.problems.end());
        text += (text.empty() ? "" : "\n") + listingText(listing);
        document.set(listing.key, std::move(listing.records));
    }
    CommandResult result = options.format() == OutputFormat::Json
        ? CommandResult::json(document)
        : CommandResult::text(std::move(text));
    for (const SkippedProfile &skipped : skippedFiles(context.library))
        problems.insert(problems.end(), skipped.problems.begin(), skipped.problems.end());
    // Files that cannot be used are no reason to fail: the rest is listed, and they are named.
    result.messages = CommandResult::badInput(problems).messages;
    return result;
}

} // namespace

CommandSpec profilesCommand()
{
    std::vector<std::string> kinds;
    for (const Topic &topic : topics)
        kinds.emplace_back(topic.name);
    return { "profiles", "Lists the models, chips, flags and example plans that are known",
        { { "KIND", OptionKind::OptionalPositional, "Only this kind; all kinds without it",
              std::move(kinds), false },
            formatOption({ "text", "json" }) },
        runProfiles, {}, false, true };
}

} // namespace headroom
