#include "../launch/export_fixture.h"

#include "model/base/wording/messages.h"
#include "model/frameworks/megatron/megatron_book.h"
#include "model/frameworks/megatron/megatron_settings.h"
#include "model/plan/fields/plan_fields.h"
#include "model/rules/broken_rules.h"
#include "model/runs/rebuild/rebuild_plan.h"

#include <QTest>

#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <set>

using namespace headroom;

namespace {

using Settings = std::vector<std::string>;

/// Plans from which one field after the other is changed.
const std::vector<std::pair<const char *, Settings>> &starts()
{
    static const Settings shared { "framework=megatron", "remat.policy=selective",
        "attention=flash", "precision.weights=bf16",
        "parallelism.mesh.ici.expert=", "parallelism.mesh.dcn.fsdp=" };
    const auto with = [](Settings more) {
        more.insert(more.begin(), shared.begin(), shared.end());
        return more;
    };
    static const std::vector<std::pair<const char *, Settings>> all {
        { "llama3.1-8b-h100-node",
            with({ "parallelism.fsdp=1", "parallelism.data=8", "parallelism.zero_stage=1" }) },
        { "llama3.1-8b-h100-node", with({ "parallelism.zero_stage=3" }) },
        { "llama3-70b-h100-32-nodes",
            with({ "parallelism.tensor=4", "parallelism.sequence_parallel=true",
                "parallelism.pipeline=4", "parallelism.context=2", "parallelism.fsdp=1",
                "parallelism.data=8", "parallelism.zero_stage=1",
                "parallelism.micro_batch_sequences=1" }) },
        { "mixtral-8x7b-h100-8-nodes",
            with({ "parallelism.fsdp=1", "parallelism.data=32", "parallelism.zero_stage=1",
                "parallelism.tensor=2", "parallelism.sequence_parallel=true",
                "parallelism.expert=4", "parallelism.micro_batch_sequences=2" }) },
        { "mixtral-8x7b-h100-8-nodes",
            with({ "parallelism.fsdp=1", "parallelism.data=64", "parallelism.zero_stage=1",
                "parallelism.expert=4", "options.moe_capacity_factor=2",
                "parallelism.micro_batch_sequences=2", "options.cuda_graphs=layer" }) },
    };
    return all;
}

/// What else must change with a value, for the plan to stay as many devices.
std::optional<ResolvedPlan> changed(
    const ResolvedPlan &start, const std::string &path, const std::string &value)
{
    ResolvedPlan plan = start;
    if (!setPlanField(plan.plan, path, value, {}).empty())
        return std::nullopt;
    Parallelism &degrees = plan.plan.parallelism;
    const int inner = degrees.tensor * degrees.context * degrees.pipeline;
    const std::int64_t devices = plan.deviceCount();
    const int ranks = static_cast<int>(devices / inner);
    if (path == "parallelism.fsdp")
        degrees.data = std::max(ranks / degrees.fsdp, 1);
    else
        (degrees.fsdp > 1 ? degrees.fsdp : degrees.data)
            = std::max(ranks / (degrees.fsdp > 1 ? degrees.data : degrees.fsdp), 1);
    if (path == "precision.compute")
        plan.plan.precision.weights = plan.plan.precision.compute;
    if (path == "precision.gradients" && value == "fp16")
        plan.plan.precision.compute = plan.plan.precision.weights = NumberFormat::Fp16;
    const Result<ResolvedPlan> resolved = resolvePlan(plan.plan, fixture().library());
    if (!resolved || !brokenRules(*resolved).empty())
        return std::nullopt;
    return *resolved;
}

std::vector<std::string> samples(const PlanField &field)
{
    switch (field.kind) {
    case FieldKind::Boolean:
        return { "true", "false" };
    case FieldKind::Choice:
        return field.choices;
    case FieldKind::Integer:
    case FieldKind::Real:
        return { "1", "2", "4", "8", "16" };
    case FieldKind::IntegerList:
        return { "22, 20, 20, 18" };
    case FieldKind::WordList: { // alone, and each with its neighbour
        std::vector<std::string> lists = field.choices;
        for (std::size_t i = 1; i < field.choices.size(); ++i)
            lists.push_back(field.choices[i - 1] + ", " + field.choices[i]);
        return lists;
    }
    case FieldKind::Text:
        break;
    }
    if (field.ids == IdSource::Recipes)
        return fixture().library().recipeIds();
    if (field.ids == IdSource::RematPolicies)
        return { "full", "selective", "no_recompute" };
    return field.ids == IdSource::None ? std::vector<std::string> { "text" } : Settings {};
}

books::Settings written(const ResolvedPlan &plan, const std::string &release)
{
    return books::megatron::write(plan, release);
}

std::string textOf(const books::Settings &settings)
{
    std::string text;
    for (const books::Setting &setting : settings.all())
        text += fmt::format("{}={} ", setting.key->name, fmt::join(setting.value.words, ","));
    return text;
}

/// A run that prints the settings and its devices, and nothing else.
PlanDraft readBack(const ResolvedPlan &plan, const books::Settings &settings)
{
    RunTrace trace;
    trace.framework = "megatron";
    for (const books::Setting &setting : settings.all())
        trace.config.set(
            setting.key->name, fmt::format("{}", fmt::join(setting.value.words, ", ")), "log", 1);
    trace.config.set("world_size", std::to_string(plan.deviceCount()), "log", 1);
    Plan base;
    base.hardware = plan.plan.hardware;
    base.model = plan.plan.model;
    PlanDraft draft = rebuildPlan(trace, fixture().library(), nullptr);
    draft.plan.model = base.model; // of ids that share a shape any is right
    draft.plan.hardware = base.hardware;
    return draft;
}

/// Fields that write() follows and that are not read back.
const std::map<std::string, const char *> &unread()
{
    static const std::map<std::string, const char *> all {
        { "framework", "each has a book" },
        { "workload.training_tokens", "a log is of a part of a run, or of a short one" },
        { "precision.optimizer_state", "AdamW with such states is read as adamw_bf16" },
        { "job.requeue", "how a job is kept belongs to its place, not to what it costs" },
        { "job.checkpoint_every_steps", "the same" },
        { "job.checkpoint_folder", "the same" },
        { "job.data_path", "the same" },
        { "job.tokenizer", "the same" },
        { "workload.packing.share_padding", "changes the number of steps alone" },
        { "tuning.method", "moves the default learning rate alone: Megatron-LM has no adapters" },
    };
    return all;
}

/// Fields of which some values write the same as others: one of these comes back.
const std::map<std::string, const char *> &ambiguous()
{
    static const std::map<std::string, const char *> all {
        { "optimizer", "small states are written alike, whichever field asks for them" },
        { "parallelism.zero_stage", "stages differ only where something is sharded" },
        { "parallelism.fsdp", "the optimizer shards over both kinds of ranks" },
        { "parallelism.data", "the optimizer shards over both kinds of ranks" },
        { "parallelism.stage_layers", "layers that are named as they would lie anyway" },
        { "parallelism.pipeline_chunks", "of a layout that is named, its entries count" },
        { "options.offload_optimizer", "offloaded states are sharded in any case" },
        { "options.overlap_param_gather", "only a distributed optimizer gathers weights" },
        { "options.tensor_overlap", "auto and off are the same" },
        { "options.cross_entropy", "auto and eager are the same" },
        { "options.expert_dispatcher", "auto and alltoall are the same" },
        { "options.expert_overlap", "auto and off are the same" },
        { "options.cuda_graphs", "auto and none are the same" },
        { "attention", "which FlashAttention runs is what is installed" },
        { "remat.policy", "what is not selective is whole layers" },
        { "options.recompute_modules", "the attention core alone is what no list means" },
    };
    return all;
}

} // namespace

/// What Megatron's book writes, it reads.
class MegatronBookTest : public QObject
{
    Q_OBJECT

private slots:
    void everyValueComesBack_data()
    {
        QTest::addColumn<int>("start");
        QTest::addColumn<QString>("release");
        for (int i = 0; i < static_cast<int>(starts().size()); ++i)
            for (const char *release : { "0.13.0", "0.15.3", "0.16.1", "0.18.0", "" }) {
                const auto &[id, settings] = starts()[static_cast<std::size_t>(i)];
                ResolvedPlan base = fixture().plan(id, settings);
                base.releases.megatron = base.plan.software.megatron = release;
                if (brokenRules(base).empty()) // else the release is too old for it
                    QTest::addRow("%d %s, release %s", i, id, release) << i << QString(release);
            }
    }
    /// write(read(write(p))) is write(p); the field itself is p's, or of a listed set.
    void everyValueComesBack()
    {
        QFETCH(int, start);
        QFETCH(QString, release);
        const auto &[id, settings] = starts()[static_cast<std::size_t>(start)];
        ResolvedPlan base = fixture().plan(id, settings);
        base.releases.megatron = base.plan.software.megatron = release.toStdString();
        std::string wrong;
        int count = 0;
        for (const PlanField &field : planFields())
            for (const std::string &value : samples(field)) {
                const auto plan = changed(base, field.path, value);
                if (!plan)
                    continue;
                const books::Settings before = written(*plan, release.toStdString());
                if (before == written(base, release.toStdString()) || unread().contains(field.path))
                    continue;
                ++count;
                const PlanDraft back = readBack(*plan, before);
                const Result<ResolvedPlan> again = resolvePlan(back.plan, fixture().library());
                QVERIFY(again.hasValue());
                // What is not read is as it was.
                ResolvedPlan same = *again;
                same.plan.job = plan->plan.job;
                same.plan.workload.trainingTokens = plan->plan.workload.trainingTokens;
                const std::string what = field.path + '=' + value + ": ";
                if (!(written(same, release.toStdString()) == before))
                    wrong += what + textOf(before) + "\n  "
                        + textOf(written(same, release.toStdString())) + '\n';
                const std::string got = planFieldText(back.plan, field.path);
                if (got != planFieldText(plan->plan, field.path)
                    && !ambiguous().contains(field.path))
                    wrong += what + "came back as " + got + '\n';
                for (const Message &note : back.notes)
                    if (note.id == "run-settings-left" || note.id == "run-field-refused")
                        wrong += what + note.id + '\n';
            }
        QVERIFY2(wrong.empty(), wrong.c_str());
        QVERIFY(count > 15);
    }

    /// A field that is written is read, or somebody said why not.
    void everyWrittenFieldIsRead()
    {
        std::set<std::string, std::less<>> read;
        for (const books::Joint &joint : books::megatron::book().joints())
            for (const books::Domain &domain : joint.fields)
                read.emplace(domain.path);
        std::set<std::string> seen;
        for (const auto &[id, settings] : starts()) {
            const ResolvedPlan base = fixture().plan(id, settings);
            for (const PlanField &field : planFields())
                for (const std::string &value : samples(field)) {
                    ResolvedPlan flipped = base;
                    if (!books::putField(flipped, field.path, value, &fixture().library())
                        || written(flipped, {}) == written(base, {}))
                        continue;
                    seen.insert(field.path);
                    QVERIFY2(read.contains(field.path) != unread().contains(field.path),
                        field.path.c_str());
                }
        }
        QVERIFY(seen.size() > 25);
    }

    /// Every field of the joints has a key, but the type of weights, which follows.
    void everyFieldHasAHome()
    {
        std::set<std::string_view> keys;
        for (const books::Joint &joint : books::megatron::book().joints())
            for (const books::Domain &domain : joint.fields) {
                const auto &homes = books::homes(books::megatron::book(), domain.path);
                QVERIFY2(homes.empty() == (domain.path == "precision.weights"),
                    std::string(domain.path).c_str());
                for (const books::Key *key : homes)
                    keys.insert(key->name);
            }
        QVERIFY2(keys.size() > 45, std::to_string(keys.size()).c_str());
    }

    void whatNobodyWouldWriteIsTold()
    {
        RunTrace trace;
        trace.framework = "megatron";
        for (const auto &[key, value] :
            std::map<std::string, std::string> { { "num_layers", "32" }, { "hidden_size", "4096" },
                { "num_attention_heads", "32" }, { "tensor_model_parallel_size", "2" },
                { "world_size", "8" }, { "recompute_granularity", "full" },
                { "recompute_method", "block" }, { "recompute_num_layers", "5" } })
            trace.config.set(key, value, "log", 1);
        const PlanDraft draft = rebuildPlan(trace, fixture().library(), nullptr);
        QCOMPARE(draft.plan.remat.policy, std::string("full"));
        const auto left = std::ranges::find(draft.notes, "run-settings-left", &Message::id);
        QVERIFY(left != draft.notes.end());
        QCOMPARE(operandText(left->operands.front()),
            std::string("recompute_method=block, recompute_num_layers=5"));
    }

    void layouts()
    {
        using books::megatron::layoutLayers;
        QCOMPARE(layoutLayers("Et*5|t*6|t*6|t*5L"), (std::vector<int> { 5, 6, 6, 5 }));
        QCOMPARE(layoutLayers("E|t*4|L"), (std::vector<int> { 0, 4, 0 }));
        QCOMPARE(layoutLayers("Ettt|(tt|)*6ttmL"), (std::vector<int> { 3, 2, 2, 2, 2, 2, 2, 2 }));
        QCOMPARE(layoutLayers("Et*3|x"), std::vector<int> {});
        QCOMPARE(layoutLayers("E(t|"), std::vector<int> {});
    }
};

QTEST_GUILESS_MAIN(MegatronBookTest)
#include "tst_megatron_book.moc"
