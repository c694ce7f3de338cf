#include "model/plan/fields/plan_field_builders.h"
#include "model/plan/job.h"
#include "model/rules/plan_rule_list.h"

#include <algorithm>

namespace headroom {
namespace {

bool isPlainCharacter(char c)
{
    constexpr std::string_view others = ".,_-/:@#+";
    return (c >= '0' && c <= '9') || (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z')
        || others.find(c) != std::string_view::npos;
}

bool isControl(char c)
{
    const auto code = static_cast<unsigned char>(c);
    return code < 0x20 || code == 0x7f;
}

} // namespace

/// Words of a scheduler stand in comment lines that no shell quotes, so they hold nothing that
/// could end the line or the word; paths may hold blanks, but stay on their line.
void checkJob(RuleList &rules)
{
    for (const char *path : { "job.partition", "job.account", "job.container" }) {
        const std::string word = planFieldText(rules.plan, path);
        if (!std::ranges::all_of(word, isPlainCharacter) || word.starts_with('-'))
            rules.addOfValue("rule-job-word", { path, word }, path);
    }
    for (const char *path : { "job.checkpoint_folder", "job.data_path", "job.tokenizer" }) {
        const std::string text = planFieldText(rules.plan, path);
        if (std::ranges::any_of(text, isControl) || text.starts_with('-'))
            rules.addOfValue("rule-job-path", { path }, path);
    }
    if (rules.plan.job->requeue && rules.plan.job->checkpointEverySteps == 0)
        rules.add("rule-job-requeue", {}, { "job.requeue", "job.checkpoint_every_steps" });
}

} // namespace headroom
