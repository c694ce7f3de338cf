#include "plan_changes.h"
#include "recorded_answers.h"

#include "model/timeline/build_timeline.h"
#include "model/timeline/timeline_csv.h"
#include "model/timeline/timeline_view.h"

#include <QTest>

#include <fmt/format.h>

#include <algorithm>
#include <array>

using namespace headroom;

namespace {

/// Sums in which each event has another weight: an event that moves, or trades its place with
/// another one, moves them.
class WeightedSums
{
public:
    void add(std::initializer_list<double> values)
    {
        constexpr int weights = 97; // a prime: no pattern of passes repeats with it
        ++m_count;
        const double weight = 1 + m_count % weights;
        std::size_t at = 0;
        for (const double value : values)
            m_sums[at++] += weight * value;
        m_used = at;
    }
    std::string text() const
    {
        std::string text = std::to_string(m_count);
        for (std::size_t i = 0; i < m_used; ++i)
            text += fmt::format(" {:.5g}", m_sums[i]);
        return text;
    }

private:
    std::array<double, 16> m_sums {};
    std::size_t m_used = 0;
    int m_count = 0;
};

std::string templateText(const PassTemplate &pass)
{
    WeightedSums blocks, spans;
    for (const TimelineBlock &block : pass.blocks)
        blocks.add({ block.start, block.duration, block.work, block.exposed, block.waitStart,
            block.waitEnd, static_cast<double>(block.term), static_cast<double>(block.op),
            static_cast<double>(block.phase), static_cast<double>(block.stream),
            static_cast<double>(block.layer), static_cast<double>(block.part),
            static_cast<double>(block.parts), static_cast<double>(block.dependency),
            block.dependencyShare });
    for (const LayerSpan &span : pass.layers)
        spans.add({ span.start, span.end, static_cast<double>(span.layer),
            static_cast<double>(span.phase) });
    return fmt::format("{:.5g} {:.5g} {:.5g} {:.5g} {:.5g} {:.5g} | {} | {}\n", pass.duration,
        pass.output, pass.computeWork, pass.leadIn, pass.replicasStart, pass.replicasEnd,
        blocks.text(), spans.text());
}

std::string stageText(const StageTimeline &stage)
{
    WeightedSums passes;
    for (const Pass &pass : stage.passes)
        passes.add({ pass.start, pass.duration, static_cast<double>(pass.pattern),
            static_cast<double>(pass.microBatch), static_cast<double>(pass.chunk),
            static_cast<double>(pass.firstLayer), static_cast<double>(pass.kind) });
    std::string text = std::to_string(stage.layers) + " layers | " + passes.text();
    for (const auto *list : { &stage.next, &stage.previous, &stage.gathers }) {
        WeightedSums transfers;
        for (const Transfer &one : *list)
            transfers.add({ one.start, one.duration, one.exposed,
                static_cast<double>(one.microBatch), static_cast<double>(one.chunk) });
        text += " | " + transfers.text();
    }
    return text + '\n';
}

/// What pictures of a stage show, whole and of a part.
std::string pictureText(const Timeline &timeline, int stage)
{
    std::string text;
    for (const auto &[from, to] : { std::pair { 0.0, 1.0 }, { 0.45, 0.5 }, { 0.98, 1.0 } }) {
        WeightedSums drawn;
        for (std::size_t i = 0; i < timelineStreamCount; ++i) {
            std::vector<DrawnBlock> blocks;
            const double span = timeline.makespan * (to - from);
            drawnBlocks(timeline, stage, static_cast<TimelineStream>(i),
                { timeline.makespan * from, timeline.makespan * to, span / 400 }, blocks);
            for (const DrawnBlock &one : blocks)
                drawn.add({ one.start, one.end, one.waitStart, one.waitEnd, one.exposed,
                    static_cast<double>(one.level), static_cast<double>(one.kind),
                    static_cast<double>(one.phase), static_cast<double>(one.op),
                    static_cast<double>(one.term), static_cast<double>(one.pass),
                    static_cast<double>(one.layer), static_cast<double>(one.chunk),
                    static_cast<double>(one.parts), one.isMerged ? 1.0 : 0.0 });
        }
        text += drawn.text() + " | ";
    }
    return text + '\n';
}

std::string timelineText(const Timeline &timeline, bool hasPictures)
{
    const int last = static_cast<int>(timeline.stages.size()) - 1;
    std::string text = fmt::format("{} {:.5g} {:.5g} {:.5g} stages {} reference {} batches {}/{} "
                                   "chunks {} layers {} nodes {}{}{}\n",
        scheduleLabel(timeline.schedule), timeline.makespan, timeline.lowerBound,
        timeline.closedFormStep, last + 1, timeline.referenceStage, timeline.shownMicroBatches,
        timeline.microBatches, timeline.chunks, timeline.layers, int(timeline.weightsCrossNodes),
        int(timeline.replicasCrossNodes), int(timeline.activationsCrossNodes));
    for (const TermComparison &term : compareTerms(timeline))
        text += fmt::format("{} {:.5g} ", termId(term.term), term.events);
    text += '\n';
    for (const PassTemplate &pass : timeline.templates)
        text += templateText(pass);
    std::vector<int> stages { 0, last / 2, last };
    stages.erase(std::unique(stages.begin(), stages.end()), stages.end());
    for (const int stage : stages)
        text += fmt::format("stage {}: ", stage)
            + stageText(timeline.stages[static_cast<std::size_t>(stage)]);
    return hasPictures ? text + pictureText(timeline, last) : text;
}

} // namespace

/// Timelines as sums over all of their events: of every recorded plan, and of schedules by
/// recomputation, overlap and flags.
class TimelineAnswersTest : public QObject
{
    Q_OBJECT

private slots:
    void recorded()
    {
        AnswerBook book;
        for (const AskedPlan &plan : recordedPlans())
            ask(book, plan.name, plan, true);
        compare(book, "timelines/recorded");
    }

    void combined()
    {
        const std::vector<std::string> plans { "dense", "two nodes", "tpu", "megatron pipeline",
            "titan pipeline", "titan stages", "maxtext pipeline", "mixtral tensor", "mixtral",
            "gpt3 chunks" };
        const std::vector<std::vector<std::string>> changes { { "remat.policy=full" },
            { "remat.policy=selective" }, { "remat.policy=no_recompute" },
            { "remat.policy=minimal_offloaded" }, { "remat.policy=save_qkv_proj" },
            { "options.overlap_grad_reduce=true" },
            { "options.overlap_grad_reduce=true", "options.overlap_param_gather=true" },
            { "options.tensor_overlap=on" }, { "options.expert_overlap=on" },
            { "options.offload_optimizer=true" }, { "options.offload_parameters=true" },
            { "options.pipeline_gather=once" }, { "options.scan_layers=false" },
            { "parallelism.zero_stage=2" }, { "parallelism.zero_stage=3" },
            { "parallelism.sequence_parallel=false" },
            { "flags.xla_gpu_enable_pipelined_all_gather=true",
                "flags.xla_gpu_enable_pipelined_reduce_scatter=true",
                "flags.xla_gpu_enable_pipelined_all_reduce=true" },
            { "flags.xla_gpu_enable_latency_hiding_scheduler=false" },
            { "flags.xla_gpu_all_gather_combine_threshold_bytes=1" },
            { "flags.xla_gpu_enable_while_loop_double_buffering=true" },
            { "workload.global_batch_sequences=4096" }, { "optimizer=sgd_momentum" } };
        AnswerBook book;
        for (AskedPlan plan : plansNamed(plans)) {
            const std::size_t own = plan.settings.size();
            for (const std::vector<std::string> &change : changes) {
                plan.settings.resize(own);
                plan.settings.insert(plan.settings.end(), change.begin(), change.end());
                ask(book, plan.name + ' ' + change.front(), plan, false);
            }
        }
        compare(book, "timelines/combined");
    }

    /// The table of events, of each stage and of all, with its limit.
    void tables()
    {
        AnswerBook book;
        for (const AskedPlan &plan : plansNamed({ "titan stages", "mixtral" }))
            if (const auto timeline = made(plan))
                for (const int stage : { -1, 0 })
                    for (const int most : { 0, 1, 40 })
                        book.add(fmt::format("{} stage {} at most {}", plan.name, stage, most),
                            timelineCsv(*timeline, stage, static_cast<std::size_t>(most)));
        compare(book, "timelines/tables");
    }

private:
    std::optional<Timeline> made(const AskedPlan &plan) const
    {
        static const Result<Estimator> estimator = m_desk.bench().estimator();
        const auto checked = openCheckedPlan(plan.plan, plan.settings, m_desk.library());
        if (!checked || checked->resolved.plan.workload.mode != WorkloadMode::Training)
            return std::nullopt;
        return buildTimeline(checked->resolved, *estimator);
    }
    void ask(AnswerBook &book, const std::string &question, const AskedPlan &plan,
        bool hasPictures) const
    {
        if (const auto timeline = made(plan))
            book.add(question, timelineText(*timeline, hasPictures));
    }
    static void compare(const AnswerBook &book, const std::string &name)
    {
        const std::string difference = book.difference(name);
        QVERIFY2(difference.empty(), difference.c_str());
    }

    AnswerDesk m_desk;
};

QTEST_GUILESS_MAIN(TimelineAnswersTest)
#include "tst_timeline_answers.moc"
