#include "key_tables.h"
#include "maxtext_fixture.h"

#include "model/frameworks/maxtext/maxtext_keys.h"
#include "model/launch/common/inline_shape.h"
#include "model/launch/maxtext/maxtext_config.h"
#include "model/rules/broken_rules.h"

#include <QTest>

#include <algorithm>

using namespace headroom;

class MaxTextConfigTest : public QObject
{
    Q_OBJECT

private slots:
    void everyPolicy_data()
    {
        QTest::addColumn<QString>("policy");
        for (const std::string &id : fixture().library().rematPolicyIds()) {
            const auto policy = fixture().library().rematPolicy(id);
            const auto &frameworks = policy->frameworks;
            if (std::find(frameworks.begin(), frameworks.end(), "maxtext") != frameworks.end())
                QTest::newRow(id.c_str()) << QString::fromStdString(id);
        }
    }
    void everyPolicy()
    {
        QFETCH(QString, policy);
        const auto values = gpuConfig({ "remat.policy=" + policy.toStdString() });
        const std::string written = values.at("remat_policy");
        QVERIFY(written != "\"none\"");
        if (policy != "none" && policy != "minimal_flash")
            QCOMPARE(written, '"' + policy.toStdString() + '"');
    }

    void customTensors()
    {
        const auto values = gpuConfig({ "remat.policy=custom", "remat.tensors.query_proj=offload",
            "remat.tensors.context=device", "remat.tensors.mlpwo=remat",
            "remat.tensors.engram=device" });
        QCOMPARE(values.at("query_proj"), std::string("\"offload\""));
        QCOMPARE(values.at("context"), std::string("\"device\""));
        QCOMPARE(values.at("mlpwo"), std::string("\"remat\""));
        QVERIFY(!values.contains("engram")); // nothing reads it
    }

    void recipes_data()
    {
        QTest::addColumn<QString>("plan");
        QTest::addColumn<QString>("accelerator");
        QTest::addColumn<QString>("recipe");
        QTest::addColumn<QString>("qwix"); // empty: refused
        const auto row
            = [](const char *plan, const char *chip, const char *recipe, const char *qwix) {
                  QTest::addRow("%s on %s", recipe, chip) << plan << chip << recipe << qwix;
              };
        row(gpuNode, "h100-sxm", "fp8", "false");
        row(gpuNode, "h100-sxm", "fp8_gpu", "true");
        row(gpuNode, "h100-sxm", "te_fp8_delayedscaling", "false");
        row(gpuNode, "h100-sxm", "te_fp8_currentscaling", "false");
        row(gpuNode, "b200", "te_mxfp8", "false");
        row(gpuNode, "b200", "te_nvfp4", "false");
        row(gpuNode, "mi300x", "nanoo_fp8", "false");
        row(gpuNode, "mi300x", "fp8_nanoo", "true");
        row(tpuSlice, "tpu-v5p", "int8", "true");
        row(tpuSlice, "tpu-v7x", "fp8_full", "true");
        row(tpuSlice, "tpu-v7x", "fp8", "true");
    }
    void recipes()
    {
        QFETCH(QString, plan);
        QFETCH(QString, accelerator);
        QFETCH(QString, recipe);
        QFETCH(QString, qwix);
        const bool isTpu = plan == tpuSlice;
        ChangedSettings settings { "hardware.accelerator=" + accelerator.toStdString(),
            "precision.recipe=" + recipe.toStdString() };
        if (!isTpu)
            settings.insert(settings.end(),
                { "workload.global_batch_sequences=16", "parallelism.micro_batch_sequences=2" });
        if (accelerator == "mi300x")
            settings.push_back("attention=flash");
        const int inside = accelerator == "tpu-v7x" ? 128 : isTpu ? 64 : 8;
        const auto values = maxtextConfig(
            plan.toLatin1().data(), settings, isTpu ? "maxtext-tpu" : "maxtext-gpu", inside, 1);
        QCOMPARE(values.at("quantization"), '"' + recipe.toStdString() + '"');
        QCOMPARE(values.at("use_qwix_quantization"), qwix.toStdString());
    }

    /// Releases before 0.2.4 stop a run with context parallelism, synthetic data and packing.
    /// 0.2.0 and 0.2.1 would train their default model instead of the named one.
    void releasesThatFindNoModelFile()
    {
        for (const char *release : { "0.2.0", "0.2.1" }) {
            const ResolvedPlan named
                = fixture().plan(gpuNode, { std::string("software.maxtext=") + release });
            const auto files = fixture().files(named, "maxtext-gpu");
            QVERIFY(!files);
            QVERIFY(errorLines(files.errors()).find("0.2.2") != std::string::npos);
            Plan shaped = named.plan;
            shaped.model = { {}, inlineShape(*named.model), {} };
            QVERIFY(fixture().files(fixture().resolve(shaped), "maxtext-gpu").hasValue());
        }
        for (const char *release : { "0.1.0", "0.2.2", "0.2.4" })
            QVERIFY(
                fixture()
                    .files(fixture().plan(gpuNode, { std::string("software.maxtext=") + release }),
                        "maxtext-gpu")
                    .hasValue());
    }

    void shapesThatNoBlockHas()
    {
        const auto grok = fixture().files(
            fixture().plan(gpuNode, { "model=grok1-314b", "remat.policy=full" }), "maxtext-gpu");
        QVERIFY(!grok);
        QVERIFY(errorLines(grok.errors()).find("four norms") != std::string::npos);
        // Widths of a model whose layers all hold experts must agree.
        Plan mixture = fixture().plan("mixtral-8x7b-h100-8-nodes").plan;
        Document shape = inlineShape(*fixture().library().model("mixtral-8x7b").value());
        shape.set("ffn", 4096);
        shape.set("id", "");
        shape.set("name", "Ours");
        mixture.model = { {}, shape, {} };
        const auto values
            = flatYaml(fixture().file(fixture().resolve(mixture), "maxtext-gpu", "config.yml"));
        QCOMPARE(values.at("base_mlp_dim"), values.at("base_moe_mlp_dim"));
        // A shape without an id is called by its name.
        const std::string script
            = fixture().file(fixture().resolve(mixture), "maxtext-gpu", "run.sh");
        QVERIFY(script.find("# Ours on 8 nodes") != std::string::npos);
    }

    void whatTheKernelOrBlockIgnoresIsSaid()
    {
        const auto readme = [](const ChangedSettings &settings) {
            return fixture().file(fixture().plan(gpuNode, settings), "maxtext-gpu", "README.md");
        };
        const auto says = [&](const ChangedSettings &settings, const char *words) {
            return readme(settings).find(words) != std::string::npos;
        };
        QVERIFY(says({ "model=gemma2-9b" }, "caps the logits"));
        QVERIFY(!says({ "model=gemma2-9b", "attention=unfused" }, "caps the logits"));
        QVERIFY(says({ "model=phi-3-mini" }, "window of 2047 tokens"));
        QVERIFY(says({ "model=mistral-7b-v0.1" }, "window of 4096 tokens"));
        QVERIFY(!says({ "model=gemma2-9b" }, "window of"));
        QVERIFY(!gpuConfig({ "model=phi-3-mini" }).contains("sliding_window_size"));
    }

    /// @source MaxText's configuration llama3_1-8b-8192 for v6e
    void trilliumRecipe()
    {
        const ResolvedPlan plan = fixture().plan("llama3.1-8b-v6e-16");
        const std::string config = fixture().file(plan, "maxtext-tpu", "config.yml");
        for (const char *line : { "\nsa_block_q: 2048\n", "\nsa_block_kv_dq: 2048\n",
                 "\nsa_use_fused_bwd_kernel: true\n" })
            QVERIFY2(config.find(line) != std::string::npos, line);
        const std::string run = fixture().file(plan, "maxtext-tpu", "run.sh");
        for (const char *flag : { "--xla_tpu_enable_ag_backward_pipelining=true",
                 "--xla_should_allow_loop_variant_parameter_in_chain=ENABLED",
                 "--xla_should_add_loop_invariant_op_in_chain=ENABLED",
                 "--xla_tpu_use_minor_sharding_for_major_trivial_input=true",
                 "--xla_tpu_relayout_group_size_threshold_for_reduce_scatter=1",
                 "--xla_tpu_assign_all_reduce_scatter_layout=true", "tuned_blocks.txt" })
            QVERIFY2(run.find(flag) != std::string::npos, flag);
        const std::string tune = fixture().file(plan, "maxtext-tpu", "tune_kernels.sh");
        QVERIFY(tune.find("--write \"${HERE}/tuned_blocks.txt\"") != std::string::npos);
    }

    void delayedScalingRefusesAccumulation()
    {
        ResolvedPlan plan = fixture().plan(gpuNode);
        plan.plan.precision.recipe = "fp8";
        plan.recipe = *fixture().library().recipe("fp8");
        const auto files = fixture().files(plan, "maxtext-gpu");
        QVERIFY(!files);
        QCOMPARE(files.errors().front().id, std::string("export-not-expressible"));
    }

    void batchArithmetic_data()
    {
        QTest::addColumn<QString>("batch");
        QTest::addColumn<QString>("micro");
        QTest::addColumn<QString>("tensor");
        QTest::addColumn<QString>("perDevice");
        QTest::addColumn<QString>("passes");
        QTest::newRow("accumulated") << "128"
                                     << "2"
                                     << "1"
                                     << "2"
                                     << "8";
        QTest::newRow("one pass") << "16"
                                  << "2"
                                  << "1"
                                  << "2"
                                  << "1";
        QTest::newRow("fraction per device") << "16"
                                             << "1"
                                             << "4"
                                             << "0.25"
                                             << "8";
    }
    void batchArithmetic()
    {
        QFETCH(QString, batch);
        QFETCH(QString, micro);
        QFETCH(QString, tensor);
        const int degree = tensor.toInt();
        const auto values = gpuConfig({ "workload.global_batch_sequences=" + batch.toStdString(),
            "parallelism.micro_batch_sequences=" + micro.toStdString(),
            "parallelism.tensor=" + tensor.toStdString(),
            "parallelism.fsdp=" + std::to_string(8 / degree) });
        QTEST(QString::fromStdString(values.at("per_device_batch_size")), "perDevice");
        QTEST(QString::fromStdString(values.at("gradient_accumulation_steps")), "passes");
        const double product = std::stod(values.at("per_device_batch_size")) * 8
            * std::stod(values.at("gradient_accumulation_steps"));
        QCOMPARE(product, batch.toDouble());
    }

    void keysThatTheModelFileOwnsGoToTheCommandLine()
    {
        const ResolvedPlan plan = fixture().plan(gpuNode,
            { "model=maxtext-gpt3-6b", "workload.sequence_length=2048", "attention=unfused" });
        const std::string text = fixture().file(plan, "maxtext-gpu", "config.yml");
        QVERIFY2(
            checkMaxTextYaml(text, 8, 1).empty(), joined(checkMaxTextYaml(text, 8, 1)).c_str());
        const std::string script = fixture().file(plan, "maxtext-gpu", "run.sh");
        QVERIFY(script.find("override_model_config=true") != std::string::npos);
        QVERIFY(script.find("max_target_length=2048") != std::string::npos);
        QVERIFY(script.find("opt_type=adamw") != std::string::npos);
    }

    void everyModelExportsOrIsRefusedWithAReason_data()
    {
        QTest::addColumn<QString>("model");
        for (const std::string &id : fixture().library().modelIds())
            QTest::newRow(id.c_str()) << QString::fromStdString(id);
    }
    void everyModelExportsOrIsRefusedWithAReason()
    {
        QFETCH(QString, model);
        Plan plan = fixture().plan(gpuNode).plan;
        plan.model.id = model.toStdString();
        plan.workload.sequenceLength = 1024;
        const auto resolved = resolvePlan(plan, fixture().library());
        QVERIFY(resolved.hasValue());
        if (!brokenRules(*resolved).empty())
            return;
        for (const bool isSpeltOut : { false, true }) {
            ResolvedPlan variant = *resolved;
            if (isSpeltOut)
                variant.plan.model = { {}, inlineShape(*resolved->model), {} };
            const auto files = fixture().files(variant, "maxtext-gpu");
            if (!files) {
                QCOMPARE(files.errors().front().id, std::string("export-not-expressible"));
                continue;
            }
            const Findings findings
                = checkMaxTextYaml(findFile(*files, "config.yml")->content, 8, 1);
            QVERIFY2(findings.empty(), joined(findings).c_str());
        }
    }

    void aMisspeltKeyFailsTheCheck()
    {
        const std::string text
            = fixture().file(fixture().plan(gpuNode), "maxtext-gpu", "config.yml");
        for (const auto &[key, value] : flatYaml(text)) {
            std::string wrong = text;
            wrong.replace(wrong.find('\n' + key + ": ") + 1, key.size(), key + "x");
            QVERIFY2(!checkMaxTextYaml(wrong, 8, 1).empty(), key.c_str());
        }
    }

    void moduleFollowsTheRelease()
    {
        QCOMPARE(maxtextProgram("2025-03-18"), std::string("MaxText/train.py"));
        QCOMPARE(maxtextProgram("2025-04-15"), std::string("-m MaxText.train"));
        QCOMPARE(maxtextProgram("0.1.0"), std::string("-m MaxText.train"));
        QCOMPARE(maxtextProgram("0.2.2"), std::string("-m maxtext.trainers.pre_train.train"));
        QVERIFY(!maxtextKnowsKey("mu_dtype", "2025-03-18"));
        QVERIFY(maxtextKnowsKey("mu_dtype", "2025-04-15"));
        QVERIFY(!maxtextKnowsModel("llama3.1-8b", "2024-10-03"));
        QVERIFY(maxtextKnowsModel("llama3.1-8b", "2024-10-21"));
        QVERIFY(!maxtextKnowsKey("kv_proj", "0.2.2"));
        QVERIFY(maxtextKnowsKey("kv_proj", "0.2.4"));
        QVERIFY(maxtextKnowsKey("kv_proj", ""));
    }
};

QTEST_GUILESS_MAIN(MaxTextConfigTest)
#include "tst_maxtext_config.moc"
