#include "model/launch/common/shell_text.h"
#include "model/launch/targets/export_targets.h"
#include "model/launch/targets/field_homes.h"
#include "model/plan/fields/plan_fields.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>

namespace headroom {
namespace {

/// Paths of everything that the plan says beside the defaults, open mappings included.
std::vector<std::string> chosenPaths(const Plan &plan)
{
    static const Plan untouched;
    std::vector<std::string> paths;
    for (const PlanField &field : planFields())
        if (field.get(plan) != field.get(untouched))
            paths.push_back(field.path);
    const auto add = [&paths](std::string_view parent, const auto &entries) {
        for (const auto &[name, value] : entries)
            paths.push_back(fmt::format("{}.{}", parent, name));
    };
    add("parallelism.mesh.ici", plan.parallelism.mesh.ici);
    add("parallelism.mesh.dcn", plan.parallelism.mesh.dcn);
    add("remat.tensors", plan.remat.tensors);
    add("flags", plan.flags);
    return paths;
}

std::string choiceText(const Plan &plan, const std::string &path)
{
    constexpr std::size_t longestValue = 80;
    if (path == "model" && plan.model.id.empty())
        return "model (a shape of its own)";
    return displayLine(path, longestValue) + '='
        + displayLine(planFieldText(plan, path), longestValue);
}

bool isWordPart(char c)
{
    return (c >= '0' && c <= '9') || (c >= 'A' && c <= 'Z') || (c >= 'a' && c <= 'z') || c == '_'
        || c == '-';
}

bool holdsWord(std::string_view text, std::string_view word)
{
    for (std::size_t at = text.find(word); at != std::string_view::npos;
         at = text.find(word, at + 1)) {
        const std::size_t end = at + word.size();
        // The dashes of an option belong to it; before a bare flag name they may stand.
        const bool starts = at == 0 || !isWordPart(text[at - 1]) || text[at - 1] == '-';
        if (starts && (end == text.size() || !isWordPart(text[end])))
            return true;
    }
    return false;
}

/// Python files that hold the plan's choices; others do the same for every plan.
constexpr std::array<std::string_view, 3> ownPrograms { "headroom_env.py", "headroom_nemo.py",
    "headroom_recipe.py" };

/// Checks of the machine, which run beside the plan's program.
bool isCheck(std::string_view name)
{
    return name.starts_with("check_") || name.starts_with("measure_context");
}

/// What the target itself wrote for its program, without comments and without the programs that
/// exports carry.
std::string writtenSettings(const ExportDraft &draft)
{
    std::string text;
    for (const ExportDraft::Entry &entry : draft.entries) {
        const std::string &name = entry.file.name;
        const bool isOurs
            = (!name.ends_with(".py") || std::ranges::find(ownPrograms, name) != ownPrograms.end())
            && !isCheck(name);
        std::string_view rest = entry.file.content;
        while (isOurs && !rest.empty()) {
            const std::size_t end = std::min(rest.find('\n'), rest.size());
            const std::string_view line = rest.substr(0, end);
            if (!line.starts_with('#') || line.starts_with("#SBATCH"))
                text.append(line) += '\n';
            rest.remove_prefix(std::min(end + 1, rest.size()));
        }
    }
    return text;
}

} // namespace

void tellChoices(const LaunchSpec &spec, const ExportTarget &target, ExportDraft &draft)
{
    const Plan &plan = spec.plan();
    const FrameworkTraits &framework = spec.resolved().framework();
    const std::string settings = writtenSettings(draft);
    for (const std::string &path : chosenPaths(plan)) {
        if (unrelatedField(framework, path) || draft.isTold(path))
            continue;
        const std::string choice = choiceText(plan, path);
        const bool isKept = path == "job.requeue" || path == "job.data_path"
            || path == "job.tokenizer" || path.starts_with("job.checkpoint")
            || path == "job.keep_checkpoints";
        if (spec.isBenchmark() && isKept) {
            draft.leaveOut(choice, "a benchmark has synthetic data and keeps nothing");
            continue;
        }
        if (spec.isBenchmark() && path == "workload.training_tokens") {
            draft.leaveOut(choice, fmt::format("a benchmark runs {} steps", benchmarkSteps));
            continue;
        }
        const FieldHome home = fieldHome(framework, target.reader, path);
        std::string places;
        for (const std::string &key : home.keys)
            if (holdsWord(settings, key))
                places += (places.empty() ? "" : ", ") + markdownCode(key);
        if (!places.empty())
            draft.choices.push_back({ choice, places });
        else if (home.isLoss)
            draft.leaveOut(choice, home.reason);
        else
            draft.choices.push_back({ choice, home.reason });
    }
}

} // namespace headroom
