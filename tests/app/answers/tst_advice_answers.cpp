#include "plan_changes.h"
#include "recorded_answers.h"

#include "model/timeline/build_timeline.h"
#include "model/timeline/timeline_csv.h"
#include "model/timeline/timeline_view.h"

#include <QTest>

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <map>
#include <string_view>

using namespace headroom;

namespace {

/// Blocks that a picture of the timeline draws, whole and of its first tenth.
std::string viewText(const Timeline &timeline)
{
    std::string text;
    const int last = static_cast<int>(timeline.stages.size()) - 1;
    for (const int stage : { 0, last })
        for (std::size_t i = 0; i < timelineStreamCount; ++i) {
            const auto stream = static_cast<TimelineStream>(i);
            text += fmt::format("stage {} {} {}:", stage, nameOf(stream).id,
                usesStream(timeline, stage, stream) ? "used" : "unused");
            for (const double share : { 1.0, 0.1, 0.002 }) {
                std::vector<DrawnBlock> blocks;
                const double to = timeline.makespan * share;
                drawnBlocks(timeline, stage, stream, { 0, to, to / 400 }, blocks);
                std::array<int, 3> levels {};
                int merged = 0;
                double covered = 0, exposed = 0;
                for (const DrawnBlock &block : blocks) {
                    ++levels[static_cast<std::size_t>(block.level)];
                    merged += block.isMerged;
                    covered += std::min(block.end, to) - block.start;
                    exposed += block.exposed;
                }
                text += fmt::format(" {}/{}/{} ({} merged) {:.5g} {:.5g}", levels[0], levels[1],
                    levels[2], merged, covered, exposed);
            }
            text += '\n';
        }
    return text;
}

std::string shareText(double share)
{
    return fmt::format("{:.6g}", share);
}

} // namespace

/// Advice, remedies, tables, searches and timelines of plans of every framework, with their
/// figures.
class AdviceAnswersTest : public QObject
{
    Q_OBJECT

private slots:
    void advice() { askAll("advise", { "advise" }, { "--format", "json" }); }
    void adviceText() { askAll("advise-text", { "advise" }, {}); }
    void tables() { askAll("tables", { "estimate" }, { "--format", "json" }); }
    void tablesText() { askAll("tables-text", { "estimate" }, { "--tables" }); }
    void searches()
    {
        askAll("search", { "search" },
            { "--free", "remat.policy,parallelism.micro_batch_sequences,precision.recipe", "--top",
                "3", "--threads", "1", "--why" });
    }
    /// Plans that do not fit, or waste what they have, with what helps.
    void remedies()
    {
        AnswerBook book;
        for (const AskedPlan &plan : variedPlans())
            for (const char *change :
                { "parallelism.micro_batch_sequences=16", "hardware.accelerator=a100-40-sxm",
                    "remat.policy=no_recompute", "workload.sequence_length=131072",
                    "precision.compute=fp32", "hardware.nic_gbytes_per_s_per_device=0.5" }) {
                std::vector<std::string> words { "estimate", plan.plan };
                for (const std::string &setting : plan.settings)
                    words.insert(words.end(), { "--set", setting });
                words.insert(words.end(), { "--set", change, "--format", "json" });
                const CommandResult answer = m_desk.ask(words);
                if (!answer.document)
                    continue;
                Document kept = Document::mapping();
                for (const char *part : { "findings", "remedies", "bottleneck" })
                    if (const Document *own = answer.document->find(part))
                        kept.set(part, *own);
                book.add(plan.name + ' ' + change, kept, plan.name);
            }
        compare(book, "advice/remedies");
    }

    void objectives()
    {
        AnswerBook book;
        for (const AskedPlan &plan : plansNamed({ "dense", "lora" }))
            for (const std::vector<std::string> &options : std::vector<std::vector<std::string>> {
                     { "--free", "remat.policy", "--objective", "memory" },
                     { "--free", "remat.policy", "--objective", "cost" },
                     { "--free", "hardware.nodes,parallelism.fsdp", "--objective", "devices",
                         "--deadline-days", "30" },
                     { "--free", "parallelism.tensor,parallelism.fsdp", "--min-fit", "0.5" },
                     { "--free", "tuning.method,optimizer" },
                     { "--free", "remat.policy,optimizer", "--fix", "optimizer" },
                     { "--free", "no.such" } }) {
                std::vector<std::string> words { "search", plan.plan };
                for (const std::string &setting : plan.settings)
                    words.insert(words.end(), { "--set", setting });
                words.insert(
                    words.end(), { "--set", "workload.training_tokens=1e11", "--threads", "1" });
                words.insert(words.end(), options.begin(), options.end());
                std::string question = plan.name;
                for (const std::string &option : options)
                    question += ' ' + option;
                CommandResult answer = m_desk.ask(words);
                answer.output = withoutSpeed(answer.output);
                book.add(question, answer, plan.name);
            }
        compare(book, "advice/objectives");
    }

    void next() { askAll("next", { "next" }, { "--top", "2" }); }

    void cluster()
    {
        AnswerBook book;
        for (const std::vector<std::string> &limits :
            std::vector<std::vector<std::string>> { { "--days", "30" }, { "--budget", "100000" },
                { "--days", "1", "--budget", "10" }, {} })
            for (const char *model : { "llama3.1-8b", "mixtral-8x7b" }) {
                std::vector<std::string> words { "cluster", model, "--tokens", "1e11", "--chips",
                    "h100-sxm,tpu-v5p,mi300x", "--most-devices", "64", "--threads", "1" };
                words.insert(words.end(), limits.begin(), limits.end());
                std::string question;
                for (const std::string &word : words)
                    question += word + ' ';
                CommandResult answer = m_desk.ask(words);
                answer.output = withoutSpeed(answer.output);
                book.add(question, answer, model);
            }
        compare(book, "advice/cluster");
    }

    /// Events of a step, summed by what they do, and how each stage spends its time.
    void timelines()
    {
        AnswerBook book;
        const Result<Estimator> estimator = m_desk.bench().estimator();
        QVERIFY(estimator.hasValue());
        for (const AskedPlan &plan : variedPlans()) {
            const auto checked = openCheckedPlan(plan.plan, plan.settings, m_desk.library());
            QVERIFY(checked.hasValue());
            if (checked->resolved.plan.workload.mode != WorkloadMode::Training)
                continue;
            const Timeline timeline = buildTimeline(checked->resolved, *estimator);
            std::string text = fmt::format("{} makespan {} bound {} step {} batches {} of {}\n",
                scheduleLabel(timeline.schedule), shareText(timeline.makespan),
                shareText(timeline.lowerBound), shareText(timeline.closedFormStep),
                timeline.shownMicroBatches, timeline.microBatches);
            for (std::size_t i = 0; i < timeline.stages.size(); ++i)
                text += fmt::format("stage {}: {} layers, {} passes, {} and {} transfers, busy {}, "
                                    "bubble {}\n",
                    i, timeline.stages[i].layers, timeline.stages[i].passes.size(),
                    timeline.stages[i].next.size(), timeline.stages[i].previous.size(),
                    shareText(timeline.stages[i].busy()),
                    shareText(timeline.bubbleFraction(static_cast<int>(i))));
            for (const TermComparison &term : compareTerms(timeline))
                text += fmt::format("term {} events {} closed form {}\n", termId(term.term),
                    shareText(term.events), shareText(term.closedForm));
            for (std::size_t i = 0; i < timeline.templates.size(); ++i) {
                const PassTemplate &pass = timeline.templates[i];
                std::map<std::string, std::pair<int, TimelineBlock>> sums;
                for (const TimelineBlock &block : pass.blocks) {
                    auto &[count, sum] = sums[fmt::format("{} {} {}", nameOf(block.stream).id,
                        nameOf(block.phase).id, nameOf(block.op).id)];
                    ++count;
                    sum.duration += block.duration;
                    sum.work += block.work;
                    sum.exposed += block.exposed;
                    sum.start = std::max(sum.start, block.end());
                }
                text += fmt::format("template {}: {} blocks, {} layers, lasts {}, gives at {}\n", i,
                    pass.blocks.size(), pass.layers.size(), shareText(pass.duration),
                    shareText(pass.output));
                for (const auto &[name, entry] : sums)
                    text += fmt::format("  {}: {} last {}, work {}, exposed {}, until {}\n", name,
                        entry.first, shareText(entry.second.duration), shareText(entry.second.work),
                        shareText(entry.second.exposed), shareText(entry.second.start));
            }
            text += timelineCsv(timeline, 0, 12) + timelineCsv(timeline, -1, 12);
            text += viewText(timeline);
            book.add(plan.name, text);
        }
        compare(book, "advice/timelines");
    }

    void otherForms()
    {
        AnswerBook book;
        for (const AskedPlan &plan : plansNamed({ "dense", "mixtral", "qlora" }))
            for (const char *format : { "json", "markdown" })
                for (const std::vector<std::string> &words : std::vector<std::vector<std::string>> {
                         { "advise" }, { "estimate", "--tables" }, { "next", "--top", "1" },
                         { "search", "--free", "remat.policy,optimizer", "--top", "2", "--threads",
                             "1", "--why" } }) {
                    std::vector<std::string> all { words.front(), plan.plan, "--format", format };
                    for (const std::string &setting : plan.settings)
                        all.insert(all.end(), { "--set", setting });
                    all.insert(all.end(), words.begin() + 1, words.end());
                    if (words.front() == "estimate" && std::string_view { format } == "json")
                        continue; // among the tables
                    CommandResult answer = m_desk.ask(all);
                    answer.output = withoutSpeed(answer.output);
                    if (answer.document)
                        answer.document = withoutSeconds(*answer.document);
                    book.add(plan.name + ' ' + words.front() + ' ' + format, answer,
                        plan.name + words.front());
                }
        for (const char *format : { "json", "markdown" }) {
            CommandResult answer = m_desk.ask(
                { "cluster", "llama3.1-8b", "--tokens", "1e11", "--chips", "h100-sxm,mi300x",
                    "--most-devices", "32", "--threads", "1", "--days", "60", "--format", format });
            answer.output = withoutSpeed(answer.output);
            if (answer.document)
                answer.document = withoutSeconds(*answer.document);
            book.add(std::string { "cluster " } + format, answer, "cluster");
        }
        compare(book, "advice/forms");
    }

private:
    void askAll(const std::string &name, const std::vector<std::string> &first,
        const std::vector<std::string> &last) const
    {
        AnswerBook book;
        for (const AskedPlan &plan : variedPlans()) {
            std::vector<std::string> words = first;
            words.push_back(plan.plan);
            for (const std::string &setting : plan.settings)
                words.insert(words.end(), { "--set", setting });
            words.insert(words.end(), last.begin(), last.end());
            CommandResult answer = m_desk.ask(words);
            answer.output = withoutSpeed(answer.output);
            // Each plan has figures of its own: its document is written in full.
            book.add(plan.name, answer, plan.name);
        }
        compare(book, "advice/" + name);
    }
    static void compare(const AnswerBook &book, const std::string &name)
    {
        const std::string difference = book.difference(name);
        QVERIFY2(difference.empty(), difference.c_str());
    }

    AnswerDesk m_desk;
};

QTEST_GUILESS_MAIN(AdviceAnswersTest)
#include "tst_advice_answers.moc"
