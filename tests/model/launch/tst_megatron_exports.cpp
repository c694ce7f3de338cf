#include "export_checks.h"
#include "export_fixture.h"

#include "model/base/wording/messages.h"

#include <QTest>

using namespace headroom;

namespace {

using Settings = std::vector<std::string>;

} // namespace

/// What exports for Megatron-LM say at each release.
class MegatronExportsTest : public QObject
{
    Q_OBJECT

private slots:
    /// Rules that Megatron-LM asserts before it starts.
    void megatronStarts()
    {
        const Settings megatron { "framework=megatron", "remat.policy=full", "attention=flash" };
        const auto script = [&](Settings settings) {
            settings.insert(settings.begin(), megatron.begin(), megatron.end());
            return fixture().file(
                fixture().plan("llama3.1-8b-h100-node", settings), "megatron", "run.sh");
        };
        const auto has = [](const std::string &text, const char *words) {
            return text.find(words) != std::string::npos;
        };
        const char *oneQueue = "CUDA_DEVICE_MAX_CONNECTIONS=1";
        // Weights sharded by FSDP exclude the one queue, whatever else the plan has.
        const Settings replicas { "parallelism.fsdp=1", "parallelism.zero_stage=1" };
        const auto with = [&](Settings settings) {
            settings.insert(settings.end(), replicas.begin(), replicas.end());
            return script(settings);
        };
        QVERIFY(!has(with({ "parallelism.data=8" }), oneQueue));
        QVERIFY(has(with({ "parallelism.data=4", "parallelism.context=2" }), oneQueue));
        QVERIFY(has(with({ "parallelism.data=4", "parallelism.tensor=2" }), oneQueue));
        QVERIFY(!has(
            with({ "parallelism.data=4", "parallelism.context=2", "hardware.accelerator=b200" }),
            oneQueue));
        // H200 is as young as B200 and of the generation of H100; PyTorch counts MI355X as 9.5.
        for (const char *chip : { "hardware.accelerator=h200", "hardware.accelerator=mi355x" }) {
            QVERIFY(has(with({ "parallelism.data=4", "parallelism.context=2", chip }), oneQueue));
            QVERIFY(has(with({ "parallelism.data=4", "parallelism.tensor=2", chip }), oneQueue));
        }
        // 0.12 asks for it with tensor parallelism on every chip.
        const Settings blackwell { "parallelism.data=4", "parallelism.tensor=2",
            "hardware.accelerator=b200" };
        QVERIFY(!has(with(blackwell), oneQueue));
        Settings older = blackwell;
        older.push_back("software.megatron=0.12.0");
        QVERIFY(has(with(older), oneQueue));
        QVERIFY(!has(script({ "parallelism.context=2", "parallelism.fsdp=4" }), oneQueue));
        // A softmax over one chosen expert has no gradient.
        QVERIFY(has(script({ "model=llama4-scout" }), "--moe-router-pre-softmax"));
        QVERIFY(!has(script({ "model=mixtral-8x7b" }), "--moe-router-pre-softmax"));
    }

    /// The estimate counts state that ranks of a sequence share; so does what is launched.
    void stateIsSharedOverASequence()
    {
        const auto script = [](const std::string &stage, const std::string &ranks) {
            return fixture().file(
                fixture().plan("llama3.1-8b-h100-node",
                    { "framework=megatron", "remat.policy=full", "attention=flash",
                        "parallelism.fsdp=1", "parallelism.zero_stage=" + stage,
                        "parallelism.context=" + ranks, "hardware.devices_per_node=" + ranks }),
                "megatron", "run.sh");
        };
        const auto has = [](const std::string &text, const char *words) {
            return text.find(words) != std::string::npos;
        };
        const char *distributed = "--use-distributed-optimizer", *fsdp = "--use-megatron-fsdp";
        QVERIFY(has(script("1", "8"), distributed));
        QVERIFY(!has(script("1", "8"), fsdp));
        QVERIFY(has(script("2", "8"), fsdp));
        QVERIFY(!has(script("0", "8"), distributed));
        QVERIFY(!has(script("1", "1"), distributed));
    }

    /// Scales of whole tensors let a sharded optimizer keep weights in 8 bits alone; one that steps
    /// on the host does so by the delayed recipe.
    void lowWeightsAreGatheredLow()
    {
        const auto gathers = [&](Settings settings) {
            settings.insert(settings.begin(),
                { "framework=megatron", "remat.policy=full", "attention=flash",
                    "parallelism.fsdp=1", "parallelism.data=8" });
            const std::string text = fixture().file(
                fixture().plan("llama3.1-8b-h100-node", settings), "megatron", "run.sh");
            return text.find("--fp8-param-gather") != std::string::npos;
        };
        const std::string current = "precision.recipe=fp8_current",
                          sharded = "parallelism.zero_stage=1",
                          onHost = "options.offload_optimizer=true";
        QVERIFY(gathers({ current, sharded }));
        QVERIFY(gathers({ "precision.recipe=fp8_delayed", sharded, onHost }));
        QVERIFY(!gathers({ current, sharded, onHost }));
        QVERIFY(!gathers({ current, "parallelism.zero_stage=0" }));
        QVERIFY(!gathers({ "precision.recipe=fp8_blockwise", sharded }));
        QVERIFY(!gathers({ "precision.recipe=none", sharded }));
    }

    /// The same choices in the words of each release of Megatron-Core.
    void megatronGraphsAndExperts_data()
    {
        QTest::addColumn<QString>("release");
        QTest::addColumn<QString>("setting");
        QTest::addColumn<QString>("words"); // with "refused:" in front what the refusal says
        const auto row = [](const char *release, const char *setting, const char *words) {
            QTest::addRow("%s %s", setting, release) << release << setting << words;
        };
        row("", "options.cuda_graphs=partial",
            "--cuda-graph-impl transformer_engine --cuda-graph-modules attn moe_router "
            "moe_preprocess");
        row("0.17.0", "options.cuda_graphs=partial",
            "--cuda-graph-impl transformer_engine --cuda-graph-scope attn moe_router "
            "moe_preprocess");
        row("0.15.0", "options.cuda_graphs=partial", "refused:0.16.0");
        row("", "options.cuda_graphs=layer", "refused:moe_capacity_factor");
        row("", "options.expert_dispatcher=alltoall", "--moe-token-dispatcher-type alltoall");
        row("", "options.expert_dispatcher=deepep",
            "--moe-token-dispatcher-type flex --moe-flex-dispatcher-backend deepep "
            "--moe-router-dtype fp32");
        row("0.15.0", "options.expert_dispatcher=deepep",
            "--moe-token-dispatcher-type flex --moe-enable-deepep --moe-router-dtype fp32");
        row("", "options.expert_dispatcher=hybridep",
            "--moe-flex-dispatcher-backend hybridep --moe-router-dtype fp32");
        row("0.15.0", "options.expert_dispatcher=hybridep", "refused:HybridEP");
        row("", "options.fused_expert_mlp=true", "--use-transformer-engine-op-fuser");
        row("0.17.0", "options.fused_expert_mlp=true", "refused:0.18.0");
        // te is new in 0.12.0 and refused from 0.18.2 on.
        row("", "options.cross_entropy=fused", "--cross-entropy-fusion-impl native");
        row("0.18.2", "options.cross_entropy=fused", "--cross-entropy-fusion-impl native");
        row("0.17.0", "options.cross_entropy=fused", "--cross-entropy-fusion-impl te");
        row("", "options.expert_overlap=on", "--overlap-moe-expert-parallel-comm");
        row("0.13.0", "options.expert_overlap=on", "refused:0.14.0");
        row("0.12.0", "options.recompute_modules=moe_act, layernorm",
            "--recompute-granularity selective --recompute-modules moe_act layernorm");
        row("", "options.recompute_modules=shared_experts", "--recompute-modules shared_experts");
        row("0.13.0", "options.recompute_modules=shared_experts", "refused:0.14.0");
        row("", "options.recompute_modules=mla_up_proj", "refused:latent attention");
        row("", "options.offload_modules=core_attn, attn_proj, expert_fc1",
            "--fine-grained-activation-offloading --offload-modules core_attn attn_proj "
            "expert_fc1");
        row("0.15.3", "options.offload_modules=core_attn", "refused:0.16.0");
        row("", "options.offload_modules=attn_proj", "refused:together with core_attn");
    }
    void megatronGraphsAndExperts()
    {
        QFETCH(QString, release);
        QFETCH(QString, setting);
        QFETCH(QString, words);
        const ResolvedPlan plan = fixture().plan("llama3.1-8b-h100-node",
            { "model=mixtral-8x7b", "framework=megatron", "remat.policy=selective",
                "attention=flash", "parallelism.expert=4",
                "software.megatron=" + release.toStdString(), setting.toStdString() });
        const auto files = fixture().files(plan, "megatron");
        const bool isRefused = words.startsWith("refused:");
        QVERIFY2(isRefused != files.hasValue(), files ? "" : errorLines(files.errors()).c_str());
        if (isRefused) {
            QVERIFY(QString::fromStdString(errorLines(files.errors())).contains(words.mid(8)));
            return;
        }
        const std::string script = fixture().file(plan, "megatron", "run.sh");
        std::string given;
        for (const char *array : { "EXPERTS", "TRAIN" })
            for (const std::string &word : bashArray(script, array))
                given += word + ' ';
        QVERIFY2(given.find(words.toStdString() + ' ') != std::string::npos, given.c_str());
    }

    /// What each refuses of the other, and the variable without which Megatron-LM stops.
    void megatronModules()
    {
        const auto files = [](const Settings &more) {
            Settings settings { "model=mixtral-8x7b", "framework=megatron",
                "remat.policy=selective", "attention=flash", "parallelism.expert=4" };
            settings.insert(settings.end(), more.begin(), more.end());
            return fixture().files(fixture().plan("llama3.1-8b-h100-node", settings), "megatron");
        };
        const std::string moe = "options.recompute_modules=moe";
        for (const Settings &pair : { Settings { moe, "options.offload_modules=expert_fc1" },
                 Settings { moe, "options.expert_overlap=on" },
                 Settings { moe, "options.cuda_graphs=partial" },
                 Settings { "options.offload_modules=mlp_norm", "options.cuda_graphs=partial" },
                 Settings {
                     "options.recompute_modules=layernorm", "precision.recipe=fp8_delayed" } }) {
            QVERIFY2(!files(pair), pair.back().c_str());
            QVERIFY2(files({ pair.front() }).hasValue(), pair.front().c_str());
            QVERIFY2(files({ pair.back() }).hasValue(), pair.back().c_str());
        }
        const char *variable = "NVTE_CPU_OFFLOAD_V1=1";
        const auto script = [](const char *policy) {
            return fixture().file(fixture().plan("llama3.1-8b-h100-node",
                                      { "framework=megatron", policy, "attention=flash",
                                          "options.offload_modules=core_attn" }),
                "megatron", "run.sh");
        };
        QVERIFY(script("remat.policy=no_recompute").find(variable) != std::string::npos);
        QVERIFY(script("remat.policy=full").find(variable) == std::string::npos);
        QVERIFY(script("remat.policy=full").find("--offload-modules") == std::string::npos);
    }

    /// Sinks, clamped activations and windows of gpt-oss.
    void megatronHasSinks()
    {
        const Settings settings { "model=gpt-oss-20b", "framework=megatron", "remat.policy=full",
            "attention=flash" };
        std::string script;
        for (const std::string &word :
            bashArray(fixture().file(
                          fixture().plan("llama3.1-8b-h100-node", settings), "megatron", "run.sh"),
                "MODEL"))
            script += word + ' ';
        for (const char *words : { "--softmax-type learnable", "--quick-geglu",
                 "--glu-linear-offset 1.0", "--activation-func-clamp-value 7.0",
                 "--window-size 127,0", "--window-attn-skip-freq 2" })
            QVERIFY2(script.find(words) != std::string::npos, words);
        QVERIFY(script.find("--swiglu") == std::string::npos);
        Settings older = settings;
        older.push_back("software.megatron=0.14.0");
        QVERIFY(!fixture().files(fixture().plan("llama3.1-8b-h100-node", older), "megatron"));
    }
};

QTEST_GUILESS_MAIN(MegatronExportsTest)
#include "tst_megatron_exports.moc"
