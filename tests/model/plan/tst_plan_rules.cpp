#include "tests/model/shipped.h"

#include "model/base/wording/messages.h"
#include "model/plan/fields/plan_fields.h"
#include "model/rules/broken_rules.h"
#include "model/rules/checked_plan.h"
#include "model/rules/unchecked_rules.h"

#include <QTemporaryDir>
#include <QTest>

#include <fstream>

using namespace headroom;

namespace {

/// Ids of the hard rules that an example plan breaks after some settings.
QStringList brokenIds(const char *plan, const QStringList &settings)
{
    LoadedPlan loaded = *loadPlan(*shippedLibrary().planPath(plan));
    std::vector<std::string> texts = stdTexts(settings);
    const Problems problems = applySettings(loaded, texts);
    if (!problems.empty())
        return { QString::fromStdString(errorText(problems.front())) };
    const Result<ResolvedPlan> resolved = resolvePlan(loaded.plan, shippedLibrary());
    if (!resolved)
        return { QString::fromStdString(resolved.errors().front().id) };
    QStringList ids;
    for (const RuleBreak &broken : brokenRules(*resolved)) {
        ids << QString::fromStdString(broken.error.id);
        if (broken.fields.empty() || !messageTemplate(broken.error.id))
            ids << "without fields or wording";
    }
    return ids;
}

constexpr auto dense = "llama3.1-8b-h100-node";
constexpr auto mixture = "mixtral-8x7b-h100-8-nodes";
constexpr auto bloom = "bloom-176b-a100-48-nodes";
constexpr auto gpt3 = "gpt3-175b-a100-1024";
constexpr auto slice = "llama2-70b-v5p-64";

/// DeepSeek-V3, 61 layers, on 2 stages of 8 chunks.
QStringList interleaved(const QStringList &more)
{
    return QStringList { "model=deepseek-v3", "framework=megatron", "hardware.nodes=4",
        "hardware.devices_per_node=8", "parallelism.stage_layers=", "parallelism.tensor=1",
        "parallelism.fsdp=1", "parallelism.data=16", "parallelism.pipeline=2",
        "parallelism.pipeline_chunks=8", "workload.global_batch_sequences=64",
        "workload.sequence_length=4096" }
    + more;
}
const QString layout = "parallelism.stage_layers=5,4,4,4,4,4,4,4,4,4,4,4,4,4,4,0";

} // namespace

class PlanRulesTest : public QObject
{
    Q_OBJECT

private slots:
    /// Form, names and rules in one report; a rule that only breaks because a field could not be
    /// read is not in it.
    void everythingWrongIsListedAtOnce()
    {
        QTemporaryDir folder;
        const std::string file = folder.filePath("p.headroom.yaml").toStdString();
        std::ofstream {
            file
        } << "schema_version: 1\n"
             "model: llama3.1-8b\n"
             "hardware: { accelerator: h100-smx, nodes: 1, devices_per_node: 8 }\n"
             "workload: { sequence_length: -1, global_batch_sequences: 128, pace: 2 }\n"
             "parallelism: { fsdp: 8 }\n"
             "parallelism: { fsdp: 4 }\n"
             "remat: { policy: everything }\n";
        const auto ids = [&](const std::vector<std::string> &settings) {
            const auto plan = openCheckedPlan(file, settings, shippedLibrary());
            QStringList found;
            for (const Error &problem : plan.hasValue() ? Errors {} : plan.errors())
                found << QString::fromStdString(
                    problem.id + " " + problem.where.substr(problem.where.rfind(':') + 1));
            return found;
        };
        const QStringList all = ids({});
        const auto has = [&all](const char *start) {
            return std::any_of(all.begin(), all.end(),
                [start](const QString &id) { return id.startsWith(QLatin1String(start)); });
        };
        for (const char *id :
            { "duplicate-key 6", "unknown-key", "unknown-accelerator", "unknown-remat-policy" })
            QVERIFY2(has(id), qPrintable(all.join(", ") + " lacks " + id));
        QCOMPARE(all.size(), 5);
        // With the names mended the rules are looked at, beside what is still wrong with the form.
        const QStringList more = ids({ "hardware.accelerator=h100-sxm", "remat.policy=full",
            "parallelism.tensor=3", "parallelism.context=7" });
        QVERIFY2(more.contains("rule-device-count --set parallelism.tensor")
                || more.filter("rule-device-count").size() == 1,
            qPrintable(more.join(", ")));
        // 7 does not divide a length that could not be read: nothing is said of it.
        QVERIFY2(more.filter("rule-context").isEmpty(), qPrintable(more.join(", ")));
        QVERIFY(more.filter("duplicate-key").size() == 1);
    }

    void examplePlansAreValid()
    {
        QVERIFY(shippedLibrary().planIds().size() >= 8);
        for (const std::string &id : shippedLibrary().planIds())
            QCOMPARE(brokenIds(id.c_str(), {}), QStringList {});
    }

    void rules_data()
    {
        QTest::addColumn<QString>("plan");
        QTest::addColumn<QStringList>("settings");
        QTest::addColumn<QString>("rule");
        const auto row = [](const char *name, const char *plan, const QStringList &settings,
                             const char *rule) { QTest::newRow(name) << plan << settings << rule; };
        row("degrees against devices", dense, { "hardware.nodes=2" }, "rule-device-count");
        row("batch", dense, { "workload.global_batch_sequences=100" }, "rule-batch-split");
        row("batch below ranks", dense, { "workload.global_batch_sequences=4" },
            "rule-batch-split");
        row("heads", dense, { "model=gpt2", "parallelism.fsdp=1", "parallelism.tensor=8" },
            "rule-divisible");
        row("Megatron key-value heads", bloom,
            { "model=llama3-70b", "parallelism.stage_layers=", "parallelism.tensor=16",
                "parallelism.data=2" },
            "rule-kv-heads-tensor");
        row("sequence parallel alone", dense, { "parallelism.sequence_parallel=true" },
            "rule-sequence-parallel-needs-tensor");
        row("balanced context", dense,
            { "parallelism.context=8", "parallelism.fsdp=1", "workload.sequence_length=8200" },
            "rule-divisible");
        row("ulysses", dense,
            { "parallelism.context=16", "hardware.nodes=2", "parallelism.fsdp=1",
                "parallelism.context_strategy=ulysses" },
            "rule-ulysses-heads");
        row("stage count", bloom, { "parallelism.stage_layers=35,35" }, "rule-stage-layers-count");
        row("stage sum", bloom, { "parallelism.stage_layers=6,6,6,6,6,6,6,6,6,6,6,5" },
            "rule-stage-layers-sum");
        row("layers that chunks cannot share evenly", gpt3, interleaved({}), "rule-uneven-chunks");
        row("entries of neither stages nor chunks", gpt3,
            interleaved({ "parallelism.stage_layers=20,20,21" }), "rule-stage-layers-count");
        row("chunks that do not add up", gpt3,
            interleaved({ "parallelism.stage_layers=4,4,4,4,4,4,4,4,4,4,4,4,4,4,4,4" }),
            "rule-stage-layers-sum");
        row("layers of chunks in DeepSpeed", gpt3, interleaved({ layout, "framework=deepspeed" }),
            "rule-stage-layers-chunks");
        row("uneven stages of a circular pipeline", dense,
            { "parallelism.pipeline=2", "parallelism.fsdp=4", "parallelism.stage_layers=20,12" },
            "rule-stage-layers-even");
        row("more devices than anyone has", dense,
            { "hardware.nodes=1048576", "hardware.devices_per_node=2" }, "rule-device-limit");
        row("chunks without stages", dense, { "parallelism.pipeline_chunks=2" },
            "rule-interleaving-needs-stages");
        row("too many stages", dense,
            { "hardware.nodes=8", "parallelism.pipeline=64", "parallelism.fsdp=1" },
            "rule-too-many-stages");
        row("experts without a mixture", dense, { "parallelism.expert=2" },
            "rule-expert-needs-moe");
        row("experts that do not split", mixture, { "parallelism.expert=3" }, "rule-divisible");
        row("flash on a TPU", slice, { "attention=flash-3" }, "rule-attention-chip");
        row("splash on a GPU", dense, { "attention=splash" }, "rule-attention-chip");
        row("Megatron on a TPU", slice, { "framework=megatron" }, "rule-framework-chip");
        row("bf16 on V100", bloom, { "hardware.accelerator=v100" }, "rule-compute-chip");
        row("fp8 on A100", bloom, { "precision.recipe=fp8_delayed" }, "rule-recipe-chip");
        row("mxfp8 on H100", dense, { "precision.recipe=te_mxfp8" }, "rule-recipe-chip");
        row("AMD's fp8 on H100", dense, { "precision.recipe=fp8_nanoo" }, "rule-recipe-chip");
        row("NVIDIA's fp8 on MI300X", dense,
            { "precision.recipe=fp8_gpu", "hardware.accelerator=mi300x", "attention=flash-2" },
            "rule-recipe-chip");
        row("fnuz fp8 on MI355X", dense,
            { "precision.recipe=nanoo_fp8", "hardware.accelerator=mi355x", "attention=flash-2" },
            "rule-recipe-chip");
        row("NVIDIA's fp8 on a TPU", slice,
            { "precision.recipe=fp8_gpu", "hardware.accelerator=tpu-v6e" }, "rule-recipe-chip");
        row("fp8_full before TPU v7x", slice,
            { "precision.recipe=fp8_full", "hardware.accelerator=tpu-v6e" }, "rule-recipe-chip");
        row("int8 on a GPU", dense, { "precision.recipe=int8" }, "rule-recipe-chip");
        row("mxfp8 on GeForce Blackwell", dense,
            { "precision.recipe=te_mxfp8", "hardware.accelerator=rtx-5090" }, "rule-recipe-chip");
        row("blockwise fp8 on Ada", bloom,
            { "precision.recipe=fp8_blockwise", "hardware.accelerator=l40s" }, "rule-recipe-chip");
        row("delayed scaling in torchtitan", dense,
            { "precision.recipe=fp8_delayed", "framework=torchtitan" }, "rule-recipe-framework");
        row("a recipe of inference", slice, { "precision.recipe=intmp" }, "rule-recipe-training");
        row("FlashAttention 3 on Ada", dense, { "attention=flash-3", "hardware.accelerator=l40s" },
            "rule-attention-chip");
        row("FlashAttention 3 on Blackwell", dense,
            { "attention=flash-3", "hardware.accelerator=b200" }, "rule-attention-chip");
        row("FlashAttention 2 on Turing", dense, { "attention=flash-2", "hardware.accelerator=t4" },
            "rule-attention-chip");
        row("bf16 on Turing", dense, { "hardware.accelerator=t4", "attention=flash" },
            "rule-compute-chip");
        row("recipe of another framework", dense, { "precision.recipe=nvfp4" },
            "rule-recipe-framework");
        row("remat of another framework", dense, { "remat.policy=selective" },
            "rule-remat-framework");
        row("tensors without custom", dense, { "remat.tensors.context=offload" },
            "rule-remat-tensors");
        row("unknown tensor", dense, { "remat.policy=custom", "remat.tensors.contxt=offload" },
            "rule-remat-tensor-unknown");
        row("topology product", slice, { "hardware.topology=4x4x8" }, "rule-topology-product");
        row("topology shape", slice, { "hardware.topology=8x8" }, "rule-topology-shape");
        row("topology of a GPU", dense, { "hardware.topology=2x4" }, "rule-topology-shape");
        row("mesh axis", dense, { "parallelism.mesh.ici.fsdp=4" }, "rule-mesh-axis");
        row("mesh name", dense, { "parallelism.mesh.ici.fsdp=8", "parallelism.mesh.ici.fdsp=2" },
            "rule-mesh-axis-unknown");
        row("fraction outside MaxText", bloom, { "parallelism.micro_batch_sequences=0.5" },
            "rule-fraction-micro-batch");
        row("circular pipeline", dense,
            { "parallelism.pipeline=8", "parallelism.fsdp=1", "workload.global_batch_sequences=12",
                "parallelism.micro_batch_sequences=1" },
            "rule-pipeline-micro-batches");
        row("interleaved pipeline", gpt3,
            { "parallelism.pipeline_chunks=2", "workload.global_batch_sequences=1544" },
            "rule-interleaving-micro-batches");
        row("sharded gradients with stages", gpt3,
            { "framework=deepspeed", "parallelism.zero_stage=2" }, "rule-zero-stage-pipeline");
        row("weights in host memory without their shards", "llama3.1-8b-lora-one-gpu",
            { "options.offload_parameters=true", "parallelism.zero_stage=2" },
            "rule-offload-zero-stage");
    }
    void rules()
    {
        QFETCH(QString, plan);
        QFETCH(QStringList, settings);
        QFETCH(QString, rule);
        const QStringList ids = brokenIds(plan.toUtf8().constData(), settings);
        QVERIFY2(ids.contains(rule), qPrintable("broken: " + ids.join(", ")));
        QVERIFY(!ids.contains("without fields or wording"));
    }

    /// The degree that asks for experts is named, whichever of the two it is.
    void expertsThatAreNotThereAreNamed()
    {
        for (const char *setting : { "parallelism.expert=4", "parallelism.expert_tensor=4" }) {
            const auto plan = openCheckedPlan(
                shippedLibrary().planPath(dense)->string(), { setting }, shippedLibrary());
            QVERIFY(!plan);
            const auto error = std::ranges::find(
                plan.errors(), std::string("rule-expert-needs-moe"), &Error::id);
            QVERIFY2(error != plan.errors().end(), setting);
            QVERIFY2(errorText(*error).find(" 4") != std::string::npos, errorText(*error).c_str());
        }
    }

    /// What serves is listed, for the plan's chip and framework.
    void recipesThatServeAreNamed()
    {
        const auto wordsOf = [](const std::vector<std::string> &settings) {
            const auto plan = openCheckedPlan(
                shippedLibrary().planPath(dense)->string(), settings, shippedLibrary());
            return plan ? QString {} : QString::fromStdString(errorText(plan.errors().front()));
        };
        const QString nanoo = wordsOf({ "precision.recipe=fp8_nanoo" });
        QVERIFY2(nanoo.endsWith("recipe fp8_nanoo does not run on H100-SXM5-80GB: it is for AMD "
                                "GPUs; use one of: none, fp8, fp8_gpu, te_fp8_delayedscaling, "
                                "te_fp8_currentscaling"),
            qPrintable(nanoo));
        const QString fnuz = wordsOf(
            { "hardware.accelerator=mi355x", "attention=flash-2", "precision.recipe=fp8_nanoo" });
        QVERIFY2(fnuz.contains("it needs compute capability 9.4 or later, before 9.5, and the chip "
                               "has 9.5; use one of: none"),
            qPrintable(fnuz));
        const QString full = wordsOf(
            { "hardware.accelerator=tpu-v6e", "attention=splash", "precision.recipe=fp8_full" });
        QVERIFY2(full.contains("it needs generation 7 or later, and the chip is of generation 6"),
            qPrintable(full));
    }

    /// A chip file without a compute capability keeps loading, and what depends on it is not asked.
    void unknownCapabilitiesAskNothing()
    {
        const auto told = [](const char *chip, const std::vector<std::string> &settings) {
            ResolvedPlan plan = shippedPlan(dense, settings);
            plan.accelerator = **shippedLibrary().accelerator(chip);
            plan.accelerator.capability.reset();
            QStringList ids;
            for (const RuleBreak &broken : brokenRules(plan))
                ids << QString::fromStdString(broken.error.id);
            for (const Finding &finding : uncheckedRules(plan))
                ids << QString::fromStdString(findingText(finding));
            return ids;
        };
        QCOMPARE(told("h100-sxm", { "attention=flash" }), QStringList {});
        const QStringList mxfp8 = told("b200",
            { "framework=megatron", "remat.policy=full", "attention=flash-2",
                "precision.recipe=fp8_current" });
        QCOMPARE(mxfp8.size(), 1);
        QVERIFY2(mxfp8.front().contains("whether the chip runs precision.recipe=fp8_current, "
                                        "attention=flash-2 was not checked"),
            qPrintable(mxfp8.front()));
        // Units that are not there need no generation to be missed.
        ResolvedPlan old = shippedPlan(dense, { "precision.recipe=te_fp8_currentscaling" });
        old.accelerator = **shippedLibrary().accelerator("a100-80-sxm");
        old.accelerator.capability.reset();
        QCOMPARE(QString::fromStdString(brokenRules(old).front().error.id), "rule-recipe-chip");
        QVERIFY(uncheckedRules(shippedPlan(dense)).empty());
    }

    void layersOfChunksAreValid()
    {
        for (const char *framework : { "megatron", "torchtitan" }) {
            const QStringList settings { QString("framework=") + framework,
                "precision.compute=bf16", "precision.weights=fp32" }; // torchtitan has no fp16
            QCOMPARE(
                brokenIds(gpt3, interleaved(QStringList { layout } + settings)), QStringList {});
            QCOMPARE(brokenIds(gpt3,
                         interleaved(QStringList { "parallelism.stage_layers=31,30" } + settings)),
                QStringList {});
        }
        // Entries for whole stages say nothing of chunks that no layer is left for.
        QVERIFY(brokenIds(gpt3,
            interleaved({ "parallelism.stage_layers=31,30", "parallelism.pipeline_chunks=32",
                "parallelism.pipeline=2" }))
                    .contains("rule-too-many-stages"));
    }

    /// Counts beyond 32 bits, alone and multiplied, end in an error with place and remedy.
    void absurdCountsAreErrors_data()
    {
        QTest::addColumn<QStringList>("settings");
        QTest::addColumn<QString>("yaml");
        QTest::addColumn<QString>("place");
        const auto row = [](const QStringList &settings, const char *yaml, const char *place) {
            QTest::newRow(yaml) << settings << QString(yaml) << QString(place);
        };
        row({ "hardware.nodes=2147483648" }, "nodes: 2147483648", "nodes is 2147483648");
        row({ "hardware.nodes=4294967297" }, "nodes: 4294967297", "nodes is 4294967297");
        row({ "hardware.devices_per_node=2147483647" }, "devices_per_node: 2147483647",
            "devices_per_node is 2147483647");
        row({ "hardware.nodes=9223372036854775808" }, "nodes: 9223372036854775808",
            "nodes is 9223372036854775808");
        row({ "hardware.nodes=1048576", "hardware.devices_per_node=2048" },
            "nodes: 1048576\n  devices_per_node: 2048", "2147483648 devices (1048576 × 2048)");
        row({ "hardware.nodes=1048576", "hardware.devices_per_node=100000" },
            "nodes: 1048576\n  devices_per_node: 100000", "104857600000 devices");
    }
    void absurdCountsAreErrors()
    {
        QFETCH(QStringList, settings);
        QFETCH(QString, yaml);
        QFETCH(QString, place);
        QTemporaryDir folder;
        const std::string file = folder.filePath("p.headroom.yaml").toStdString();
        std::ofstream {
            file
        } << "schema_version: 1\nmodel: llama3.1-8b\nhardware:\n  accelerator: h100-sxm\n  "
          << yaml.toStdString()
          << "\nworkload: { sequence_length: 8192, global_batch_sequences: 128 }\n";
        std::vector<std::string> texts = stdTexts(settings);
        const std::string example = shippedLibrary().planPath(dense)->string();
        for (const auto &[opened, where] :
            { std::pair { openCheckedPlan(file, {}, shippedLibrary()), file + ":5" },
                std::pair { openCheckedPlan(example, texts, shippedLibrary()),
                    std::string { "--set hardware." } } }) {
            QVERIFY(!opened);
            const Error &first = opened.errors().front();
            QVERIFY2(first.where.starts_with(where), first.where.c_str());
            const QString text = QString::fromStdString(errorText(first));
            QVERIFY2(text.contains(place) && text.contains("; "), qPrintable(text));
        }
    }

    /// Degrees whose product is beyond 64 bits are compared without overflow.
    void absurdDegreesAreErrors()
    {
        QStringList settings;
        for (const char *degree : { "data", "fsdp", "tensor", "context", "pipeline", "expert" })
            settings << QString("parallelism.") + degree + "=1048576";
        const QStringList ids = brokenIds(dense, settings);
        QVERIFY2(ids.contains("rule-device-count"), qPrintable(ids.join(", ")));
        QVERIFY(brokenIds(mixture, settings).contains("rule-device-count"));
        settings.replaceInStrings("=1048576", "=4294967296");
        QVERIFY(!brokenIds(dense, settings).contains("rule-device-count"));
    }
};

QTEST_GUILESS_MAIN(PlanRulesTest)
#include "tst_plan_rules.moc"
