#include "export_fixture.h"
#include "export_settings.h"

#include "model/launch/targets/field_homes.h"
#include "model/plan/fields/plan_fields.h"
#include "model/plan/fields/plan_file.h"
#include "model/rules/broken_rules.h"

#include <QTest>

#include <algorithm>
#include <map>
#include <set>

using namespace headroom;

namespace {

using Settings = std::vector<std::string>;

/// One field away from its default, in a plan that stays valid: what else must change with it
/// stands in `with`, what both plans share in `base`.
struct FieldCase
{
    const char *path;
    Settings values;
    Settings base {};
    Settings with {};
    bool isMixture = false; ///< for a model with experts
};

const Settings tensorPair { "parallelism.tensor=2", "parallelism.fsdp=4" };
const Settings contextPair { "parallelism.context=2", "parallelism.fsdp=4" };
const Settings pipelinePair { "parallelism.pipeline=2", "parallelism.fsdp=4" };
const Settings twoNodes { "hardware.nodes=2", "parallelism.data=2" };

/// Fields whose values no list gives, or that need company.
std::vector<FieldCase> writtenCases()
{
    return {
        { "model", { "llama3-70b" } },
        { "hardware.nodes", { "2" }, {}, { "parallelism.data=2" } },
        { "hardware.devices_per_node", { "4" }, {}, { "parallelism.fsdp=4" } },
        { "hardware.topology", { "8x1" } },
        { "workload.mode", { "inference" } },
        { "workload.sequence_length", { "4096" } },
        { "workload.global_batch_sequences", { "64", "256" } },
        { "workload.training_tokens", { "1000000000000" } },
        { "workload.evaluation.micro_batch", { "4" } },
        { "parallelism.data", { "2" }, {}, { "parallelism.fsdp=4" } },
        { "parallelism.fsdp", { "4" }, {}, { "parallelism.data=2" } },
        { "parallelism.zero_stage", { "0", "1", "2" } },
        { "parallelism.zero_stage", { "1", "2" }, // 0 and 3 shard nothing over replicas
            { "parallelism.fsdp=1", "parallelism.data=8" } },
        { "parallelism.tensor", { "2" }, {}, { "parallelism.fsdp=4" } },
        { "parallelism.sequence_parallel", { "true" }, tensorPair },
        { "parallelism.context", { "2" }, {}, { "parallelism.fsdp=4" } },
        { "parallelism.context_strategy", { "ring", "ulysses" }, contextPair },
        { "parallelism.pipeline", { "2" }, {}, { "parallelism.fsdp=4" } },
        { "parallelism.pipeline_chunks", { "2" }, pipelinePair },
        { "parallelism.stage_layers", { "20, 12", "16, 16" }, pipelinePair },
        { "parallelism.expert", { "4" }, {}, { "parallelism.fsdp=2" }, true },
        { "parallelism.expert", { "4" }, {}, {}, true },
        { "parallelism.expert_tensor", { "2" },
            { "parallelism.tensor=2", "parallelism.fsdp=4", "parallelism.sequence_parallel=true" },
            {}, true },
        { "parallelism.micro_batch_sequences", { "2", "4" } },
        { "parallelism.mesh.ici.data", { "2" }, twoNodes,
            { "parallelism.mesh.ici.fsdp=4", "parallelism.mesh.dcn.fsdp=2" } },
        { "parallelism.mesh.dcn.fsdp", { "2" }, twoNodes,
            { "parallelism.mesh.ici.fsdp=4", "parallelism.mesh.ici.data=2" } },
        { "remat.tensors.context", { "offload", "device" }, { "remat.policy=custom" } },
        { "remat.tensors.quantization", { "device" }, { "remat.policy=custom" } },
        { "options.vocab_tiling", { "4", "8" } },
        { "options.moe_capacity_factor", { "1.25" }, {}, {}, true },
        { "options.tensor_overlap", { "on", "off" }, tensorPair },
        { "options.tensor_overlap", { "on", "off" },
            { "parallelism.tensor=2", "parallelism.fsdp=4",
                "parallelism.sequence_parallel=true" } },
        { "options.overlap_param_gather", { "false" },
            { "parallelism.fsdp=1", "parallelism.data=8", "parallelism.zero_stage=1" } },
        { "options.offload_optimizer", { "true" },
            { "parallelism.fsdp=1", "parallelism.data=8", "parallelism.zero_stage=1" } },
        { "options.offload_parameters", { "true" } },
        { "options.pipeline_gather", { "once" },
            { "parallelism.pipeline=2", "parallelism.fsdp=4", "options.pipeline_gather=each" } },
        { "options.cuda_graphs", { "partial", "layer", "full" }, { "remat.policy=selective" } },
        { "options.cuda_graphs", { "partial", "full" }, { "remat.policy=selective" }, {}, true },
        { "options.expert_dispatcher", { "deepep", "hybridep" }, { "parallelism.expert=4" }, {},
            true },
        { "options.fused_expert_mlp", { "true" }, { "parallelism.expert=4" }, {}, true },
        { "options.recompute_modules", { "layernorm, mlp", "core_attn, moe_act, moe" },
            { "remat.policy=selective" }, {}, true },
        { "options.offload_modules", { "attn_norm", "core_attn, attn_proj, expert_fc1" },
            { "remat.policy=no_recompute" }, {}, true },
        { "options.expert_overlap", { "on", "off" },
            { "parallelism.expert=4", "remat.policy=selective" }, {}, true },
        { "options.optimizer_in_backward", { "true" }, { "workload.global_batch_sequences=8" } },
        { "precision.gradients", { "bf16", "fp16" }, { "precision.weights=bf16" } },
        { "precision.optimizer_state", { "bf16", "int8" }, { "precision.weights=bf16" } },
        { "precision.optimizer_state", { "bf16" },
            { "precision.weights=bf16", "precision.gradients=bf16" } },
        { "optimizer", { "adamw_bf16" }, { "precision.weights=bf16" } },
        { "job.time_limit_minutes", { "90", "1500" } },
        { "job.queue_limit_minutes", { "30" } },
        { "job.keep_checkpoints", { "5" }, { "job.checkpoint_every_steps=100" } },
        { "job.requeue", { "true" }, { "job.checkpoint_every_steps=100" } },
        { "job.partition", { "gpu" } },
        { "job.account", { "team-a" } },
        { "job.container", { "registry.example/run:1" } },
        { "job.checkpoint_every_steps", { "100", "250" } },
        { "job.checkpoint_folder", { "/keep here" }, { "job.checkpoint_every_steps=100" } },
        { "job.data_path",
            { "/data/c4", "allenai/c4", "/data/c4*.parquet", "gs://data/c4*.array_record",
                "/data/c4.jsonl" } },
        { "job.tokenizer", { "meta-llama/Meta-Llama-3-8B", "/data/llama3.model", "/tiktoken" },
            { "job.data_path=/data/c4" } },
        { "workload.packing.mean_tokens", { "1024" } },
        { "workload.packing.mean_tokens", { "1024" }, { "tuning.method=lora" } },
        { "tuning.rank", { "8", "64" } },
        { "tuning.rank", { "8", "64" }, { "tuning.method=lora" } },
        { "tuning.rank", { "8", "64" },
            { "tuning.method=lora", "software.maxtext=0.2.4", "precision.weights=bf16" } },
        { "tuning.targets", { "attention", "mlp" }, { "tuning.method=lora" } },
        { "tuning.targets", { "attention", "mlp" },
            { "tuning.method=lora", "software.maxtext=0.2.4", "precision.weights=bf16" } },
        { "tuning.targets", { "q, v", "o, down" }, { "tuning.method=lora" } },
        { "tuning.trained", { "embedding", "both" }, { "tuning.method=lora" } },
        { "tuning.dora", { "true" }, { "tuning.method=lora" } },
        { "tuning.rank_stabilized", { "true" }, { "tuning.method=lora" } },
        { "tuning.base", { "gptq" }, { "tuning.method=qlora", "parallelism.zero_stage=1" } },
        { "tuning.objective", { "dpo" },
            { "framework=hf", "attention=flash-2", "remat.policy=full", "precision.weights=bf16",
                "options.cross_entropy=auto", "parallelism.micro_batch_sequences=2" } },
        { "tuning.targets", { "experts" }, { "tuning.method=lora" }, {}, true },
        { "tuning.base", { "int8" }, { "tuning.method=qlora", "parallelism.zero_stage=1" } },
        { "tuning.base", { "fp8", "int8" }, { "tuning.method=qlora", "software.maxtext=0.2.4" } },
        { "software.megatron", { "0.12.0" } },
        { "software.torchtitan", { "0.2.1" } },
        { "flags.NCCL_DEBUG", { "WARN" } },
        { "flags.xla_gpu_all_gather_combine_threshold_bytes", { "123456" } },
        { "flags.xla_tpu_scoped_vmem_limit_kib", { "65536" } },
    };
}

/// Every value that a choice, a switch or the profile library lists, and the cases above.
std::vector<FieldCase> fieldCases()
{
    std::vector<FieldCase> cases = writtenCases();
    for (const PlanField &field : planFields()) {
        const std::string untouched = field.get(Plan {});
        Settings values = field.choices;
        if (field.kind == FieldKind::Boolean)
            values = { "true", "false" };
        if (field.ids == IdSource::Recipes)
            values = fixture().library().recipeIds();
        if (field.ids == IdSource::RematPolicies)
            values = fixture().library().rematPolicyIds();
        std::erase(values, untouched);
        const bool needsMore = field.path == "workload.mode"
            || field.path == "parallelism.sequence_parallel"
            || field.path == "parallelism.context_strategy";
        if (!values.empty() && !needsMore)
            cases.push_back({ field.path.c_str(), values });
    }
    return cases;
}

/// A target and the kind of chip that it is tried on.
struct Start
{
    const ExportTarget *target;
    bool isTpu;
};

const std::vector<Start> &starts()
{
    static const std::vector<Start> all = [] {
        std::vector<Start> list;
        for (const ExportTarget &target : exportTargets()) {
            if (target.measures)
                continue; // runs no plan: which shapes it measures is tested beside its programs
            if (target.chip != ChipNeed::Tpu)
                list.push_back({ &target, false });
            if (target.chip != ChipNeed::Gpu)
                list.push_back({ &target, true });
        }
        return list;
    }();
    return all;
}

/// The plan that the cases of a target start from: small, valid and expressible.
Settings baseOf(const Start &start)
{
    const ExportTarget &target = *start.target;
    const FrameworkTraits &framework = frameworkTraits(target.frameworks.front());
    Settings settings { "workload.training_tokens=", "framework=" + std::string(framework.name),
        "remat.policy=full" };
    if (start.isTpu)
        settings.insert(settings.end(),
            { "hardware.accelerator=tpu-v6e", "attention=splash", "hardware.topology=" });
    return settings;
}

/// The plan after settings; nothing when a rule refuses it, and whether `path` takes part in that.
std::optional<ResolvedPlan> valid(
    const Settings &settings, bool isMixture, const std::string &path, bool &isRefusedByRule)
{
    LoadedPlan loaded = *loadPlan(*fixture().library().planPath("llama3.1-8b-h100-node"));
    Settings all = settings;
    if (isMixture)
        all.insert(all.begin(), "model=mixtral-8x7b");
    for (const std::string &setting : all) {
        const std::size_t equals = setting.find('=');
        const Problems problems = setPlanField(
            loaded.plan, setting.substr(0, equals), setting.substr(equals + 1), setting);
        if (!problems.empty())
            qFatal("%s", errorLines(problems).c_str());
    }
    const Result<ResolvedPlan> resolved = resolvePlan(loaded.plan, fixture().library());
    if (!resolved)
        qFatal("%s", errorLines(resolved.errors()).c_str());
    const std::vector<RuleBreak> broken = brokenRules(*resolved);
    for (const RuleBreak &rule : broken)
        for (const std::string &field : rule.fields)
            isRefusedByRule = isRefusedByRule || field == path || path.starts_with(field + ".");
    if (broken.empty())
        return *resolved;
    return std::nullopt;
}

/// Settings that only one of the two exports has and that hold one of the keys.
Settings changedSettings(const std::vector<ExportFile> &before,
    const std::vector<ExportFile> &after, const std::vector<std::string> &keys)
{
    const std::set<std::string> first = exportSettings(before), second = exportSettings(after);
    std::vector<std::string> differing;
    std::ranges::set_symmetric_difference(first, second, std::back_inserter(differing));
    std::erase_if(differing, [&keys](const std::string &setting) {
        return std::ranges::none_of(
            keys, [&setting](const std::string &key) { return holdsName(setting, key); });
    });
    return differing;
}

/// Whether the target names the field as what it cannot say. How a sequence is cut may be what it
/// lacks, not that it is.
bool isRefusedByName(const Errors &errors, const std::string &path)
{
    return std::ranges::any_of(errors, [&path](const Error &error) {
        return error.where == path || error.where.starts_with(path + '_');
    });
}

Settings joined(Settings first, const Settings &second)
{
    first.insert(first.end(), second.begin(), second.end());
    return first;
}

} // namespace

class PlanChoicesTest : public QObject
{
    Q_OBJECT

private slots:
    /// Every field that a plan has is in a case, or in the list of those that no file depends on.
    void everyFieldIsTried()
    {
        std::set<std::string> tried;
        for (const FieldCase &one : fieldCases())
            tried.insert(one.path);
        for (const PlanField &field : planFields()) {
            const bool isUnrelated
                = std::ranges::all_of(allFrameworks(), [&](const FrameworkTraits &row) {
                      return unrelatedField(row, field.path).has_value();
                  });
            QVERIFY2(tried.contains(field.path) || isUnrelated, field.path.c_str());
        }
    }

    void everyFieldInEveryTarget_data()
    {
        QTest::addColumn<int>("start");
        QTest::addColumn<int>("index");
        const std::vector<FieldCase> cases = fieldCases();
        for (std::size_t s = 0; s < starts().size(); ++s)
            for (std::size_t c = 0; c < cases.size(); ++c)
                QTest::addRow("%s %s %s #%zu", starts()[s].target->id.c_str(),
                    starts()[s].isTpu ? "TPU" : "GPU", cases[c].path, c)
                    << int(s) << int(c);
    }
    void everyFieldInEveryTarget()
    {
        QFETCH(int, start);
        QFETCH(int, index);
        static const std::vector<FieldCase> cases = fieldCases();
        const ExportTarget &row = *starts()[static_cast<std::size_t>(start)].target;
        const FieldCase &one = cases[static_cast<std::size_t>(index)];
        const std::string path = one.path;
        bool isRuled = false;
        const Settings shared = joined(baseOf(starts()[static_cast<std::size_t>(start)]), one.base);
        const auto base = valid(shared, one.isMixture, path, isRuled);
        if (!base) {
            if (!one.base.empty() || one.isMixture)
                return; // what the case needs does not exist here
            QVERIFY2(base, "the base plan is not valid");
        }
        if (unrelatedField(base->framework(), path))
            return;
        const auto before = fixture().files(*base, row.id, false);
        if (!before && !one.base.empty())
            return; // the target refuses what the case needs; that field has a case of its own
        if (!before && one.isMixture)
            return;
        QVERIFY2(before, before ? "" : errorLines(before.errors()).c_str());

        std::map<Settings, std::string> seen; // keyed settings → the value that they stand for
        m_tried.insert(start);
        for (const std::string &value : one.values) {
            const std::string setting = path + "=" + value;
            if (planFieldText(base->plan, path) == value)
                continue;
            const Settings all = joined(joined(shared, one.with), { setting });
            bool isRefusedByRule = false;
            const auto changed = valid(all, one.isMixture, path, isRefusedByRule);
            if (!changed) {
                QVERIFY2(isRefusedByRule, (setting + " is refused for another field").c_str());
                continue;
            }
            const auto after = fixture().files(*changed, row.id, false);
            if (!after) {
                for (const Error &error : after.errors())
                    QCOMPARE(error.id, std::string("export-not-expressible"));
                QVERIFY2(isRefusedByName(after.errors(), path),
                    (setting + " is refused as\n" + errorLines(after.errors())).c_str());
                continue;
            }
            const std::string text = planFieldText(changed->plan, path);
            const ToldChoice told = toldChoice(*after, path, text);
            QVERIFY2(told.isTold, ("the README does not know of " + setting).c_str());
            const FieldHome home = fieldHome(changed->framework(), row.reader, path);
            const Settings changes = changedSettings(*before, *after, home.keys);
            // what.json of a compile-only check holds the plan whole, and no program reads it.
            if (!changes.empty() && row.id != "prove")
                m_carried.insert(path);
            if (told.keys.empty())
                continue; // left out, or followed by leaving a key away, in a sentence
            QVERIFY2(!changes.empty(), (setting + " changes no setting").c_str());
            const auto [twin, isNew] = seen.emplace(changes, value);
            QVERIFY2(isNew, (setting + " exports the same as " + twin->second).c_str());
        }
    }

    /// None of the above is empty talk: a file of some target holds every field.
    void everyFieldIsCarriedSomewhere()
    {
        if (m_tried.size() < starts().size())
            QSKIP("only some of the rows above were run");
        for (const FieldCase &one : fieldCases()) {
            const std::string path = one.path;
            const bool isNowhere = path == "workload.mode" || path.starts_with("software.")
                || path == "remat.tensors.quantization";
            const bool isUnrelated
                = unrelatedField(frameworkTraits(Framework::MaxText), path).has_value();
            QVERIFY2(m_carried.contains(path) != (isNowhere || isUnrelated), path.c_str());
        }
    }

    /// A choice without a row is told as lost: an exporter that forgets a field says so.
    void fieldsWithoutARowAreTold()
    {
        for (const FrameworkTraits &framework : allFrameworks()) {
            const FieldHome home
                = fieldHome(framework, FileReader::Framework, "options.of_another_year");
            QVERIFY(home.keys.empty());
            QVERIFY(home.isLoss);
            QVERIFY(!home.reason.empty());
        }
    }

private:
    std::set<std::string> m_carried; ///< fields that a file was seen to hold
    std::set<int> m_tried; ///< starts
};

QTEST_GUILESS_MAIN(PlanChoicesTest)
#include "tst_plan_choices.moc"
