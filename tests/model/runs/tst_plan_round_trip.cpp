#include "configuration_dumps.h"

#include "../launch/export_checks.h"
#include "../launch/export_fixture.h"
#include "../launch/key_tables.h"

#include "model/base/wording/messages.h"
#include "model/plan/plan_fields.h"
#include "model/runs/launch_words.h"
#include "model/runs/log_reader.h"
#include "model/runs/rebuild_plan.h"

#include <QTest>

#include <algorithm>
#include <map>
#include <random>
#include <sstream>
#include <utility>

using namespace headroom;

namespace {

const ExportFixture &fixture()
{
    static const ExportFixture one;
    return one;
}

RunTrace traceOf(const std::string &log)
{
    std::istringstream stream(log);
    LineSource source(stream);
    LogReader reader("run.log");
    reader.read(source);
    TraceCollection found;
    reader.finish("digest", found);
    return found.runs.empty() ? RunTrace {} : found.runs.front();
}

/// What no configuration tells: the machine beyond its devices, releases, prices, the run's length.
Plan untold(const Plan &plan)
{
    Plan base;
    base.name = plan.name;
    base.hardware = plan.hardware;
    base.workload.trainingTokens = plan.workload.trainingTokens;
    base.software = plan.software;
    base.calibration = plan.calibration;
    base.flags = plan.flags;
    // Any of the ids that share a shape is right; the user's own is asked for here.
    base.model = plan.model;
    return base;
}

struct Case
{
    const char *name;
    const char *plan;
    const char *target;
    std::vector<std::string> settings;
    /// Fields whose export means the same in other words, as they are read back.
    std::vector<std::string> readBack {};
};

const std::string megatron = "framework=megatron";
const std::string titan = "framework=torchtitan";
const std::string whole = "remat.policy=no_recompute";

std::vector<std::string> with(std::vector<std::string> settings, const std::string &more)
{
    settings.push_back(more);
    return settings;
}

const std::vector<Case> &cases()
{
    static const std::vector<std::string> dense { megatron, whole, "attention=flash",
        "precision.weights=bf16" };
    static const std::vector<std::string> pytorch { titan, "remat.policy=selective" };
    static const std::vector<Case> all {
        { "maxtext node", "llama3.1-8b-h100-node", "maxtext-gpu", {} },
        { "maxtext many nodes", "llama3-70b-h100-32-nodes", "maxtext-slurm", {} },
        { "maxtext slice", "llama2-70b-v5p-64", "maxtext-tpu", {} },
        { "maxtext v6e", "llama3.1-8b-v6e-16", "maxtext-tpu", {} },
        { "maxtext experts", "mixtral-8x7b-h100-8-nodes", "maxtext-gpu", {},
            // The plan's mesh is the one that the inner axes fill anyway.
            { "parallelism.mesh.ici.expert=", "parallelism.mesh.dcn.fsdp=" } },
        { "maxtext other mesh", "mixtral-8x7b-h100-8-nodes", "maxtext-gpu",
            { "parallelism.mesh.ici.expert=4", "parallelism.mesh.ici.fsdp=2",
                "parallelism.mesh.dcn.expert=2", "parallelism.mesh.dcn.fsdp=4" } },
        { "maxtext capacity", "mixtral-8x7b-h100-8-nodes", "maxtext-gpu",
            { "options.moe_capacity_factor=1.25" },
            { "parallelism.mesh.ici.expert=", "parallelism.mesh.dcn.fsdp=" } },
        { "maxtext tensor and sequence", "llama3-70b-h100-32-nodes", "maxtext-gpu",
            { "parallelism.tensor=8", "parallelism.sequence_parallel=true", "parallelism.fsdp=32",
                "parallelism.data=1", "parallelism.micro_batch_sequences=1",
                "workload.global_batch_sequences=256" } },
        { "maxtext ring", "llama3.1-8b-h100-node", "maxtext-gpu",
            { "parallelism.context=4", "parallelism.context_strategy=ring", "parallelism.fsdp=2",
                "workload.sequence_length=32768" } },
        { "maxtext pipeline", "llama3-70b-h100-32-nodes", "maxtext-gpu",
            { "parallelism.pipeline=4", "parallelism.pipeline_chunks=2", "parallelism.fsdp=64",
                "parallelism.data=1", "parallelism.micro_batch_sequences=1",
                "workload.global_batch_sequences=512", "options.pipeline_gather=once" } },
        { "maxtext optimizer sharding", "llama3.1-8b-h100-node", "maxtext-gpu",
            { "parallelism.fsdp=1", "parallelism.data=8", "parallelism.zero_stage=1" } },
        { "maxtext custom remat", "llama3.1-8b-h100-node", "maxtext-gpu",
            { "remat.policy=custom", "remat.tensors.query_proj=device",
                "remat.tensors.mlpwo=offload", "remat.tensors.decoder_layer_input=offload" } },
        { "maxtext fp8", "llama3.1-8b-h100-node", "maxtext-gpu",
            { "precision.recipe=fp8", "parallelism.micro_batch_sequences=16" } },
        { "maxtext formats", "llama3.1-8b-h100-node", "maxtext-gpu",
            { "precision.weights=bf16", "precision.gradients=bf16", "options.scan_layers=false",
                "options.vocab_tiling=4", "options.offload_optimizer=true", "attention=unfused" } },
        { "maxtext accumulation", "llama3.1-8b-h100-node", "maxtext-gpu",
            { "parallelism.micro_batch_sequences=0.5", "parallelism.tensor=2",
                "parallelism.fsdp=4" } },
        { "maxtext own shape", "llama3.1-8b-h100-node", "maxtext-gpu", { "model=qwen2.5-7b" } },
        { "maxtext latent attention", "mixtral-8x7b-h100-8-nodes", "maxtext-gpu",
            { "model=deepseek-v3", "parallelism.micro_batch_sequences=1" },
            { "parallelism.mesh.ici.expert=", "parallelism.mesh.dcn.fsdp=" } },
        { "maxtext two devices a chip", "llama3.1-8b-v6e-16", "maxtext-tpu",
            { "hardware.accelerator=tpu-v7x", "hardware.topology=" } },
        { "megatron 2021", "gpt3-175b-a100-1024", "megatron", {} },
        { "megatron 405b", "llama3.1-405b-h100-128-nodes", "megatron", {} },
        { "megatron node", "llama3.1-8b-h100-node", "megatron",
            with(dense, "parallelism.zero_stage=3") },
        { "megatron fsdp 2", "llama3.1-8b-h100-node", "megatron",
            with(dense, "parallelism.zero_stage=2") },
        { "megatron replicas of shards", "llama3-70b-h100-32-nodes", "megatron",
            { megatron, whole, "attention=flash", "precision.weights=bf16", "parallelism.tensor=8",
                "parallelism.sequence_parallel=true", "parallelism.data=4", "parallelism.fsdp=8",
                "parallelism.zero_stage=1", "parallelism.micro_batch_sequences=1" } },
        { "megatron uneven stages", "llama3.1-405b-h100-128-nodes", "megatron",
            { "parallelism.pipeline_chunks=1",
                "parallelism.stage_layers=15,16,16,16,16,16,16,15" } },
        { "megatron left over layers", "llama3.1-405b-h100-128-nodes", "megatron",
            { "parallelism.pipeline=4", "parallelism.data=16", "parallelism.pipeline_chunks=1" } },
        { "megatron mixture", "mixtral-8x7b-h100-8-nodes", "megatron",
            { megatron, "remat.policy=selective", "attention=flash", "precision.weights=bf16",
                "parallelism.mesh.ici.expert=", "parallelism.mesh.dcn.fsdp=", "parallelism.fsdp=1",
                "parallelism.data=32", "parallelism.zero_stage=1", "parallelism.tensor=2",
                "parallelism.sequence_parallel=true", "options.moe_capacity_factor=1.5",
                "parallelism.micro_batch_sequences=2" } },
        { "megatron latent attention", "mixtral-8x7b-h100-8-nodes", "megatron",
            { megatron, "model=deepseek-v3", "remat.policy=full", "precision.weights=bf16",
                "parallelism.mesh.ici.expert=", "parallelism.mesh.dcn.fsdp=", "parallelism.fsdp=1",
                "parallelism.data=64", "parallelism.zero_stage=1", "parallelism.expert=64",
                "parallelism.micro_batch_sequences=1" } },
        { "megatron fp8 and ulysses", "llama3.1-8b-h100-node", "megatron",
            { megatron, whole, "attention=cudnn-flash", "precision.weights=bf16",
                "precision.recipe=mxfp8", "hardware.accelerator=b200", "parallelism.context=2",
                "parallelism.context_strategy=ulysses", "parallelism.fsdp=1", "parallelism.data=4",
                "parallelism.zero_stage=1", "precision.gradients=bf16", "optimizer=adamw_bf16",
                "options.overlap_param_gather=false", "options.cross_entropy=fused" } },
        { "megatron muon", "llama3.1-8b-h100-node", "megatron",
            { megatron, whole, "attention=unfused", "precision.compute=fp16",
                "precision.weights=fp16", "precision.gradients=fp16", "optimizer=muon",
                "parallelism.fsdp=1", "parallelism.data=8", "parallelism.zero_stage=0",
                "options.overlap_grad_reduce=false" } },
        { "torchtitan node", "llama3.1-8b-h100-node", "torchtitan", pytorch },
        { "torchtitan replicas", "llama3-70b-h100-32-nodes", "torchtitan",
            { titan, "remat.policy=full", "parallelism.data=2", "parallelism.fsdp=16",
                "parallelism.tensor=8", "parallelism.sequence_parallel=true",
                "parallelism.micro_batch_sequences=2", "options.tensor_overlap=on" } },
        { "torchtitan keeps weights", "llama3.1-8b-h100-node", "torchtitan",
            with(pytorch, "parallelism.zero_stage=2") },
        { "torchtitan pipeline", "llama3.1-405b-h100-128-nodes", "torchtitan",
            { titan, "remat.policy=full", "precision.weights=fp32", "precision.gradients=fp32",
                "precision.recipe=fp8_current", "parallelism.fsdp=8", "parallelism.data=1",
                "parallelism.zero_stage=3", "options.tensor_overlap=auto" } },
        { "torchtitan ring and fp8", "llama3.1-8b-h100-node", "torchtitan",
            { titan, whole, "parallelism.context=2", "parallelism.context_strategy=ring",
                "parallelism.fsdp=4", "precision.recipe=fp8_blockwise", "options.compile=true" } },
        { "torchtitan experts", "mixtral-8x7b-h100-8-nodes", "torchtitan",
            { titan, "model=deepseek-v3", "remat.policy=full",
                "parallelism.mesh.ici.expert=", "parallelism.mesh.dcn.fsdp=", "parallelism.fsdp=64",
                "parallelism.expert=8", "parallelism.micro_batch_sequences=1" } },
        { "torchtitan in backward", "llama3.1-8b-h100-node", "torchtitan",
            { titan, "remat.policy=full", "precision.weights=bf16", "options.compile=false",
                "options.optimizer_in_backward=true", "workload.global_batch_sequences=8" } },
    };
    return all;
}

/// A plan with other choices than `start`; only what makes a difference in it is drawn.
Plan drawnPlan(Plan plan, const std::string &target, std::mt19937 &engine)
{
    const auto set = [&plan](const char *path, const std::string &value) {
        setPlanField(plan, path, value, {});
    };
    const auto pick = [&](const char *path, std::vector<std::string> values) {
        set(path, values[engine() % values.size()]);
    };
    const bool isMaxText = target.starts_with("maxtext"), isMegatron = target == "megatron";
    set("framework", isMaxText ? "maxtext" : target);
    // Degrees: the factors of two of all devices, dealt out.
    std::vector<const char *> axes { "parallelism.data", "parallelism.fsdp", "parallelism.tensor",
        "parallelism.context", "parallelism.pipeline" };
    std::map<std::string, int> degrees;
    for (const char *axis : axes)
        degrees[axis] = 1;
    for (int left = plan.hardware.nodes * plan.hardware.devicesPerNode; left > 1; left /= 2)
        degrees[axes[engine() % 3 == 0 ? engine() % axes.size() : engine() % 2]] *= 2;
    if (isMegatron) // one axis for both
        degrees["parallelism.data"] *= std::exchange(degrees["parallelism.fsdp"], 1);
    for (const auto &[axis, degree] : degrees)
        set(axis.c_str(), std::to_string(degree));
    plan.parallelism.mesh = {};
    plan.parallelism.stageLayers.clear();
    plan.parallelism.chunks = 1;
    set("parallelism.zero_stage", isMegatron ? "1" : "3");
    // torchtitan's tensor parallelism is sequence parallel, always.
    const bool isTitan = target == "torchtitan", isTensor = plan.parallelism.tensor > 1;
    set("parallelism.sequence_parallel",
        isTensor && (isTitan || engine() % 2 == 0) ? "true" : "false");
    set("options.tensor_overlap", "auto");
    set("parallelism.context_strategy", "all_gather");
    if (plan.parallelism.context > 1)
        pick("parallelism.context_strategy", { "all_gather", "ring" });
    pick("parallelism.micro_batch_sequences", { "1", "2", "4" });
    pick("workload.sequence_length", { "2048", "4096", "8192", "16384" });
    pick("workload.global_batch_sequences", { "256", "512", "1024", "2048" });
    if (isMaxText) {
        pick("remat.policy",
            { "full", "minimal", "minimal_with_context", "save_dot_except_mlp", "save_qkv_proj" });
        pick("options.vocab_tiling", { "1", "2", "4" });
        pick("options.scan_layers", { "true", "false" });
        if (plan.parallelism.pipeline > 1 && plan.parallelism.fsdp > 1)
            pick("options.pipeline_gather", { "once", "each" }); // "auto" is written as one of them
        pick("precision.weights", { "fp32", "bf16" });
        pick("optimizer", { "adamw" });
        pick("attention", { target == "maxtext-tpu" ? "splash" : "cudnn-flash", "unfused" });
    } else if (isMegatron) {
        pick("remat.policy", { "full", "selective", "no_recompute" });
        pick("options.overlap_grad_reduce", { "true", "false" });
        if (plan.options.overlapGradReduce) // else no parameter is gathered beside anything
            pick("options.overlap_param_gather", { "true", "false" });
        else
            set("options.overlap_param_gather", "true");
        if (isTensor && plan.parallelism.sequenceParallel)
            pick("options.tensor_overlap", { "auto", "on" });
        pick("options.cross_entropy", { "auto", "fused" });
        pick("precision.gradients", { "fp32", "bf16" });
        pick("attention", { "flash", "cudnn-flash", "unfused" });
        set("precision.weights", "bf16");
    } else {
        pick("remat.policy", { "full", "selective", "no_recompute" });
        pick("precision.recipe", { "none", "fp8_current", "mxfp8" });
        pick("precision.weights", { "fp32", "bf16" });
        pick("options.compile", { "true", "false" });
    }
    return plan;
}

/// Chips of the fast side of an export's mesh, and JAX devices in all.
std::string dumpOf(const ResolvedPlan &plan, const std::string &target)
{
    const auto files = fixture().files(plan, target, false);
    if (!files)
        qFatal("%s", errorLines(files.errors()).c_str());
    if (target == "megatron")
        return megatronDump(*files, plan.deviceCount());
    if (target == "torchtitan")
        return titanDump(*files, plan);
    const int perChip = plan.accelerator.jaxDevicesPerChip;
    return maxtextDump(*files, plan.deviceCount() * perChip, plan.plan.hardware.nodes);
}

} // namespace

/// Export → configuration as the framework prints it → plan, field by field.
class PlanRoundTripTest : public QObject
{
    Q_OBJECT

private slots:
    void plans_data()
    {
        QTest::addColumn<int>("index");
        for (std::size_t i = 0; i < cases().size(); ++i)
            QTest::newRow(cases()[i].name) << static_cast<int>(i);
    }
    void plans()
    {
        QFETCH(int, index);
        const Case &one = cases()[static_cast<std::size_t>(index)];
        const ResolvedPlan resolved = fixture().plan(one.plan, one.settings);
        Plan expected = resolved.plan;
        for (const std::string &setting : one.readBack) {
            const std::size_t equals = setting.find('=');
            QVERIFY(
                setPlanField(expected, setting.substr(0, equals), setting.substr(equals + 1), {})
                    .empty());
        }
        Plan base = untold(resolved.plan);
        if (one.target == std::string("torchtitan"))
            base.attention = expected.attention; // its configuration names no kernel
        const std::string dump = dumpOf(resolved, one.target);
        const PlanDraft draft = rebuildPlan(traceOf(dump), fixture().library(), &base);
        std::string different;
        for (const PlanField &field : planFields())
            if (field.get(draft.plan) != field.get(expected))
                different += field.path + ": " + field.get(expected) + " was read back as "
                    + field.get(draft.plan) + "\n";
        if (different.empty() && !(draft.plan == expected))
            different = "mesh, tensors or flags differ";
        for (const Message &note : draft.notes)
            if (note.id == "run-field-refused" || note.id == "run-rule-broken")
                different += messageText(note) + "\n";
        QVERIFY2(different.empty(), different.c_str());
    }

    /// Fifty drawn plans for each target: what the export does not say it leaves out comes back.
    void drawnPlans_data()
    {
        QTest::addColumn<QString>("plan");
        QTest::addColumn<QString>("target");
        QTest::newRow("maxtext-gpu") << "llama3.1-8b-h100-node"
                                     << "maxtext-gpu";
        QTest::newRow("maxtext-slurm") << "llama3-70b-h100-32-nodes"
                                       << "maxtext-slurm";
        QTest::newRow("maxtext-tpu") << "llama2-70b-v5p-64"
                                     << "maxtext-tpu";
        QTest::newRow("megatron") << "llama3.1-405b-h100-128-nodes"
                                  << "megatron";
        QTest::newRow("torchtitan") << "llama3.1-8b-h100-node"
                                    << "torchtitan";
    }
    void drawnPlans()
    {
        QFETCH(QString, plan);
        QFETCH(QString, target);
        constexpr int wanted = 50, mostDraws = 20000;
        std::mt19937 engine(20260822);
        const ResolvedPlan start = fixture().plan(plan.toStdString());
        std::string different;
        int count = 0;
        for (int draw = 0; draw < mostDraws && count < wanted; ++draw) {
            const Plan drawn = drawnPlan(start.plan, target.toStdString(), engine);
            const Result<ResolvedPlan> resolved = resolvePlan(drawn, fixture().library());
            if (!resolved || !brokenRules(*resolved).empty())
                continue;
            const auto files = fixture().files(*resolved, target.toStdString(), false);
            if (!files)
                continue;
            ++count;
            Plan base = untold(drawn);
            if (target == QLatin1String("torchtitan"))
                base.attention = drawn.attention; // its configuration names no kernel
            const PlanDraft back = rebuildPlan(
                traceOf(dumpOf(*resolved, target.toStdString())), fixture().library(), &base);
            const std::string readme = findFile(*files, "README.md")->content;
            const std::string losses
                = readme.substr(std::min(readme.size(), readme.find("## What was left out")));
            std::string own;
            for (const PlanField &field : planFields())
                if (field.get(back.plan) != field.get(drawn)
                    && losses.find('`' + field.path + '=') == std::string::npos)
                    own += "  " + field.path + ": " + field.get(drawn) + " was read back as "
                        + field.get(back.plan) + "\n";
            if (!own.empty())
                different += "plan " + std::to_string(count) + ":\n" + own;
        }
        QVERIFY2(different.empty(), different.c_str());
        QCOMPARE(count, wanted);
    }

    /// Configuration and script of an export, as files: also the flags come back.
    void exportedScripts_data()
    {
        QTest::addColumn<QStringList>("settings");
        QTest::newRow("advice") << QStringList();
        QTest::newRow("own flags")
            << QStringList { "flags.xla_gpu_enable_latency_hiding_scheduler=false",
                   "flags.xla_gpu_all_reduce_combine_threshold_bytes=33554432",
                   "flags.NCCL_DEBUG=INFO" };
        QTest::newRow("advice switched off")
            << QStringList { "flags.xla_gpu_enable_latency_hiding_scheduler=default",
                   "flags.xla_gpu_enable_while_loop_double_buffering=false" };
    }
    void exportedScripts()
    {
        QFETCH(QStringList, settings);
        std::vector<std::string> list;
        for (const QString &setting : settings)
            list.push_back(setting.toStdString());
        const ResolvedPlan resolved = fixture().plan("llama3-70b-h100-32-nodes", list);
        const auto files = fixture().files(resolved, "maxtext-gpu", false);
        QVERIFY(files.hasValue());
        RunTrace trace;
        trace.framework = "maxtext";
        for (const auto &[key, value] : flatYaml(findFile(*files, "config.yml")->content))
            trace.config.set(key, value, "config.yml", 1);
        addLaunchWords(launchText(findFile(*files, "run.sh")->content), { "run.sh", 1 }, trace);
        const PlanDraft draft = rebuildPlan(trace, fixture().library(), nullptr);
        QCOMPARE(draft.plan.flags, resolved.plan.flags);
        QCOMPARE(draft.origin("flags"), FieldOrigin::Read);
        QCOMPARE(draft.plan.parallelism, resolved.plan.parallelism);
    }

    /// Every model that MaxText has a name for comes back by its full dump.
    void maxtextModels()
    {
        const ProfileLibrary &library = fixture().library();
        int count = 0;
        std::string different;
        for (const std::string &id : library.modelIds()) {
            const auto model = *library.model(id);
            std::string dump;
            for (const TableRow &row : keyTable("maxtext_model_keys"))
                if (row.at("model_file") == model->maxtextModelName)
                    dump += "Config param " + row.at("key") + ": " + row.at("value") + "\n";
            if (model->maxtextModelName.empty() || dump.empty())
                continue;
            ++count;
            dump += "Config param model_name: " + model->maxtextModelName + "\n";
            const PlanDraft draft = rebuildPlan(traceOf(dump), library, nullptr);
            const auto found = library.model(draft.plan.model.id);
            if (!found || (*found)->maxtextModelName != model->maxtextModelName)
                different += id + " came back as "
                    + (draft.plan.model.id.empty() ? "a shape" : draft.plan.model.id) + "\n";
        }
        QVERIFY2(different.empty(), different.c_str());
        QVERIFY(count > 20);
    }

    void originsAreTold()
    {
        const ResolvedPlan resolved = fixture().plan("llama3.1-8b-h100-node");
        const PlanDraft draft
            = rebuildPlan(traceOf(dumpOf(resolved, "maxtext-gpu")), fixture().library(), nullptr);
        QCOMPARE(draft.origin("model"), FieldOrigin::Read);
        QCOMPARE(draft.origin("workload.sequence_length"), FieldOrigin::Read);
        QCOMPARE(draft.origin("parallelism.tensor"), FieldOrigin::Read);
        QCOMPARE(draft.origin("hardware.nodes"), FieldOrigin::Inferred);
        QCOMPARE(draft.origin("hardware.accelerator"), FieldOrigin::Assumed);
        QCOMPARE(draft.origin("options.compile"), FieldOrigin::Assumed);
        QCOMPARE(draft.origins().size(), planFields().size());
    }

    /// Nothing but steps: a plan comes out, all of it assumed, and no refusal.
    void nothingTold()
    {
        const PlanDraft draft
            = rebuildPlan(traceOf("completed step: 1, seconds: 2.0\n"), fixture().library(), {});
        QCOMPARE(draft.plan.framework, std::string("maxtext"));
        for (const auto &[path, origin] : draft.origins())
            QVERIFY2(origin == FieldOrigin::Assumed || path == "framework" || path == "name",
                path.c_str());
    }
};

QTEST_GUILESS_MAIN(PlanRoundTripTest)
#include "tst_plan_round_trip.moc"
