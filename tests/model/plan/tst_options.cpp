#include "tests/model/shipped.h"

#include "model/base/wording/messages.h"
#include "model/plan/fields/framework_options.h"
#include "model/plan/tuning.h"
#include "model/rules/broken_rules.h"
#include "model/rules/checked_plan.h"

#include <QTemporaryDir>
#include <QTest>

#include <algorithm>
#include <fstream>

using namespace headroom;

namespace {

bool isOption(const PlanField &field)
{
    return field.path.starts_with("options.");
}

/// A value of the option that is not its default.
std::string otherValue(const PlanField &field)
{
    const std::string present = field.get(Plan {});
    if (field.kind == FieldKind::Boolean)
        return present == "true" ? "false" : "true";
    if (field.path == "options.cross_entropy")
        return "eager"; // the last one is not every framework's
    return field.choices.empty() ? "2" : field.choices.back();
}

/// A valid plan of a framework, with every option that the framework has away from its default.
Plan planWithAllOptions(const FrameworkTraits &framework)
{
    Plan plan;
    plan.framework = framework.name;
    for (const PlanField &field : planFields())
        if (isOption(field) && framework.hasOption(field.path))
            field.assign(plan, otherValue(field));
    return plan;
}

QStringList optionRules(const Plan &plan)
{
    QStringList paths;
    const Result<ResolvedPlan> resolved = resolvePlan(plan, shippedLibrary());
    if (!resolved)
        qFatal("a plan without profiles");
    for (const RuleBreak &broken : brokenRules(*resolved))
        if (broken.error.id == "rule-option-framework")
            paths << QString::fromStdString(broken.fields.front());
    return paths;
}

} // namespace

class OptionsTest : public QObject
{
    Q_OBJECT

private slots:
    void everyOptionIsSomewhere()
    {
        for (const PlanField &field : planFields())
            QVERIFY2(!isOption(field)
                    || std::ranges::any_of(allFrameworks(),
                        [&](const FrameworkTraits &row) { return row.hasOption(field.path); }),
                field.path.c_str());
        for (const FrameworkTraits &row : allFrameworks())
            for (const std::string_view path : row.options)
                QVERIFY2(planField(path), path.data());
    }

    void rulesRefuseWhatTheFrameworkLacks_data()
    {
        QTest::addColumn<QString>("framework");
        QTest::addColumn<QString>("path");
        for (const FrameworkTraits &row : allFrameworks())
            for (const PlanField &field : planFields())
                if (isOption(field))
                    QTest::addRow("%s %s", row.name.data(), field.path.c_str())
                        << QString::fromUtf8(row.name.data()) << QString::fromStdString(field.path);
    }
    void rulesRefuseWhatTheFrameworkLacks()
    {
        QFETCH(QString, framework);
        QFETCH(QString, path);
        const PlanField &field = *planField(path.toStdString());
        Plan plan;
        plan.framework = framework.toStdString();
        QVERIFY(optionRules(plan).isEmpty());
        field.assign(plan, otherValue(field));
        const bool isKnown = frameworkTraits(plan.framework).hasOption(field.path);
        QCOMPARE(optionRules(plan), isKnown ? QStringList {} : QStringList { path });
    }

    /// What `fused` of a plan for the Trainer or DeepSpeed has always written is fused with the
    /// head; a loss in chunks has more than one.
    void lossesAreTheFrameworksOwn()
    {
        const auto lossOf = [](const char *framework) {
            const auto loaded = parsePlan(std::string("schema_version: 1\nmodel: llama3.1-8b\n"
                                                      "hardware: { accelerator: h100-sxm }\n"
                                                      "workload: { sequence_length: 8192, "
                                                      "global_batch_sequences: 128 }\nframework: ")
                    + framework + "\noptions: { cross_entropy: fused }\n",
                "p");
            return loaded->plan.options.crossEntropy;
        };
        QCOMPARE(lossOf("hf"), CrossEntropy::FusedLinear);
        QCOMPARE(lossOf("deepspeed"), CrossEntropy::FusedLinear);
        QCOMPARE(lossOf("megatron"), CrossEntropy::Fused);
        const auto breaks = [](std::vector<std::string> settings, const char *id) {
            ResolvedPlan plan = shippedPlan("llama3.1-8b-h100-node", {});
            for (const std::string &setting : settings) {
                const std::size_t equals = setting.find('=');
                setPlanField(
                    plan.plan, setting.substr(0, equals), setting.substr(equals + 1), "test");
            }
            const auto broken = brokenRules(plan);
            return std::ranges::any_of(
                broken, [&](const RuleBreak &one) { return one.error.id == id; });
        };
        QVERIFY(breaks({ "options.cross_entropy=chunked" }, "rule-chunked-loss"));
        QVERIFY(!breaks(
            { "options.cross_entropy=chunked", "options.vocab_tiling=4" }, "rule-chunked-loss"));
        QVERIFY(breaks({ "framework=megatron", "options.cross_entropy=fused_linear" },
            "rule-option-framework"));
        QVERIFY(!breaks(
            { "framework=hf", "options.cross_entropy=fused_linear" }, "rule-option-framework"));
    }

    void theRefusalStandsAtItsLineAndNamesWhoHasIt()
    {
        QTemporaryDir folder;
        const std::string file = folder.filePath("p.headroom.yaml").toStdString();
        std::ofstream {
            file
        } << "schema_version: 1\nmodel: llama3.1-8b\n"
             "hardware: { accelerator: h100-sxm, nodes: 1, devices_per_node: 8 }\n"
             "workload: { sequence_length: 8192, global_batch_sequences: 128 }\n"
             "parallelism: { data: 8 }\nremat: { policy: full }\nframework: megatron\n"
             "options:\n  overlap_grad_reduce: false\n  optimizer_in_backward: true\n";
        const auto opened = openCheckedPlan(file, {}, shippedLibrary());
        QVERIFY(!opened);
        QCOMPARE(opened.errors().size(), std::size_t(1));
        const Error &error = opened.errors().front();
        QCOMPARE(error.id, std::string("rule-option-framework"));
        QCOMPARE(error.where, file + ":10");
        const std::string text = errorText(error);
        QVERIFY2(text.find("torchtitan") != std::string::npos, text.c_str());
        QVERIFY2(text.find("set it to false") != std::string::npos, text.c_str());
    }

    void expertsGoWhereTheFrameworkHasThem()
    {
        Plan plan;
        plan.framework = "maxtext";
        plan.parallelism.fsdp = 8;
        plan.parallelism.expert = 4;
        plan.parallelism.mesh.ici = { { "expert", 4 }, { "fsdp", 2 } };
        const Plan before = plan;
        const FieldChange toTorch { "framework", "torchtitan" };
        const ChangeOutcome there = changePlan(plan, { &toTorch, 1 });
        QCOMPARE(plan.parallelism.fsdp, 32);
        QCOMPARE(plan.parallelism.expert, 4);
        QVERIFY(plan.parallelism.mesh.ici.empty());
        QCOMPARE(there.dropped.size(), std::size_t(1));
        QCOMPARE(there.dropped.front().path, std::string("parallelism.fsdp"));
        QCOMPARE(there.dropped.front().value, std::string("8"));
        const Problems notes = droppedNotes(plan, there.dropped);
        QCOMPARE(notes.size(), std::size_t(1));
        const std::string text = errorText(notes.front());
        QVERIFY2(text.find("from 8 to 32") != std::string::npos, text.c_str());

        const FieldChange back { "framework", "maxtext" };
        changePlan(plan, { &back, 1 });
        QCOMPARE(plan.parallelism.fsdp, 8);

        Plan named = before; // who names a degree has the say
        const FieldChange both[] { toTorch, { "parallelism.data", "4" } };
        changePlan(named, both);
        QCOMPARE(named.parallelism.fsdp, 8);

        Plan odd; // no degree that the experts divide: the rules say what is wrong
        odd.framework = "megatron";
        odd.parallelism.data = odd.parallelism.fsdp = 3;
        odd.parallelism.expert = 2;
        changePlan(odd, { &back, 1 });
        QCOMPARE(odd.parallelism.fsdp, 3);
    }

    /// The mesh of the example splits an expert axis of its own over nodes of eight.
    void aMeshThatNoLongerFitsGoes_data()
    {
        using Settings = QStringList;
        QTest::addColumn<Settings>("settings");
        QTest::addColumn<bool>("stays");
        QTest::newRow("nothing of it") << Settings { "optimizer=lion" } << true;
        QTest::newRow("another degree") << Settings { "parallelism.zero_stage=2" } << true;
        QTest::newRow("a degree it splits")
            << Settings { "parallelism.fsdp=4", "parallelism.tensor=2" } << false;
        QTest::newRow("degrees that it fits") << Settings { "parallelism.fsdp=8" } << true;
        QTest::newRow("nodes of another size")
            << Settings { "hardware.nodes=16", "hardware.devices_per_node=4" } << false;
        QTest::newRow("experts elsewhere, degrees named") << Settings { "framework=megatron",
            "parallelism.fsdp=8", "parallelism.data=8" } << false;
        QTest::newRow("the same, the framework last")
            << Settings { "parallelism.fsdp=64", "framework=deepspeed" } << false;
        QTest::newRow("named itself") << Settings { "parallelism.fsdp=4", "parallelism.tensor=2",
            "parallelism.mesh.ici.expert=8" }
                                      << true;
    }
    void aMeshThatNoLongerFitsGoes()
    {
        QFETCH(QStringList, settings);
        QFETCH(bool, stays);
        LoadedPlan loaded = *loadPlan(*shippedLibrary().planPath("mixtral-8x7b-h100-8-nodes"));
        const Mesh mesh = loaded.plan.parallelism.mesh;
        QVERIFY(!mesh.ici.empty());
        std::vector<std::string> texts;
        for (const QString &setting : settings)
            texts.push_back(setting.toStdString());
        QVERIFY(applySettings(loaded, texts).empty());
        QCOMPARE(loaded.plan.parallelism.mesh, stays ? mesh : Mesh {});
        const bool isTold = std::ranges::any_of(loaded.notes, [](const Error &note) {
            return errorText(note).find("parallelism.mesh.ici.expert=8") != std::string::npos;
        });
        QCOMPARE(isTold, !stays);
    }

    void changingTheFrameworkDropsOptions_data()
    {
        QTest::addColumn<QString>("from");
        QTest::addColumn<QString>("to");
        for (const FrameworkTraits &from : allFrameworks())
            for (const FrameworkTraits &to : allFrameworks())
                QTest::addRow("%s to %s", from.name.data(), to.name.data())
                    << QString::fromUtf8(from.name.data()) << QString::fromUtf8(to.name.data());
    }
    void changingTheFrameworkDropsOptions()
    {
        QFETCH(QString, from);
        QFETCH(QString, to);
        const FrameworkTraits &next = frameworkTraits(to.toStdString());
        const Plan before = planWithAllOptions(frameworkTraits(from.toStdString()));
        QVERIFY(optionRules(before).isEmpty());
        Plan plan = before;
        const FieldChange change { "framework", to.toStdString() };
        const ChangeOutcome done = changePlan(plan, { &change, 1 });
        QVERIFY(done.problems.empty());
        QVERIFY(optionRules(plan).isEmpty());
        for (const PlanField &field : planFields()) {
            if (!isOption(field))
                continue;
            const bool stays
                = next.hasOption(field.path) || field.get(before) == field.get(Plan {});
            QCOMPARE(field.get(plan), stays ? field.get(before) : field.get(Plan {}));
            const FieldChange dropped { field.path, field.get(before) };
            QCOMPARE(std::ranges::find(done.dropped, dropped) != done.dropped.end(), !stays);
        }
    }

    void overridesDropOnlyWhatTheFileSays()
    {
        const std::string file
            = shippedLibrary().planPath("llama3.1-405b-h100-128-nodes")->string();
        LoadedPlan loaded = *loadPlan(file);
        QCOMPARE(loaded.plan.options.tensorOverlap, Switch::On);
        QVERIFY(applySettings(loaded, { "framework=hf" }).empty());
        QCOMPARE(loaded.plan.options.tensorOverlap, Switch::Auto);
        QCOMPARE(loaded.notes.size(), std::size_t(1));
        const std::string note = errorText(loaded.notes.front());
        QVERIFY2(note.find("options.tensor_overlap=on") != std::string::npos, note.c_str());

        // Said together with the framework, in either order, it is a wish that the rules refuse.
        for (const auto &settings :
            { std::vector<std::string> { "framework=hf", "options.tensor_overlap=on" },
                { "options.tensor_overlap=on", "framework=hf" } }) {
            LoadedPlan wished = *loadPlan(file);
            QVERIFY(applySettings(wished, settings).empty());
            QVERIFY(wished.notes.empty());
            QCOMPARE(optionRules(wished.plan), QStringList { "options.tensor_overlap" });
        }
    }

    /// A format of frozen weights that the new method does not have goes back to auto, with a note.
    void changingTheMethodDropsItsBase()
    {
        const std::string file = shippedLibrary().planPath("llama3.1-70b-qlora-node")->string();
        for (const char *base : { "nf4", "int8" }) {
            LoadedPlan loaded = *loadPlan(file);
            loaded.plan.tuning->base
                = std::string(base) == "nf4" ? BaseFormat::Nf4 : BaseFormat::Int8;
            QVERIFY(applySettings(loaded, { "tuning.method=lora" }).empty());
            QCOMPARE(loaded.plan.tuning->base, BaseFormat::Auto);
            QCOMPARE(loaded.notes.size(), std::size_t(1));
            QCOMPARE(loaded.notes.front().where, std::string("--set tuning.method"));
            const std::string note = errorText(loaded.notes.front());
            QVERIFY2(
                note.find(std::string("tuning.base=") + base) != std::string::npos, note.c_str());
        }
        // Full training freezes nothing, so that the field waits; 16 bits are no base of QLoRA.
        LoadedPlan loaded = *loadPlan(file);
        loaded.plan.tuning->base = BaseFormat::Bf16;
        loaded.plan.tuning->method = TuningMethod::Lora;
        QVERIFY(applySettings(loaded, { "tuning.method=full" }).empty());
        QCOMPARE(loaded.plan.tuning->base, BaseFormat::Bf16);
        QVERIFY(loaded.notes.empty());
        const FieldChange quantised { "tuning.method", "qlora" };
        const ChangeOutcome done = changePlan(loaded.plan, { &quantised, 1 });
        QCOMPARE(done.dropped, (std::vector<FieldChange> { { "tuning.base", "bf16" } }));
        QCOMPARE(loaded.plan.tuning->base, BaseFormat::Auto);
    }

    /// Said together with the method, the format is a wish that the rules refuse.
    void aNamedBaseIsLeftToTheRules()
    {
        for (const auto &settings :
            { std::vector<std::string> { "tuning.method=lora", "tuning.base=nf4" },
                { "tuning.base=nf4", "tuning.method=lora" } }) {
            LoadedPlan wished = *loadPlan(*shippedLibrary().planPath("llama3.1-8b-h100-node"));
            QVERIFY(applySettings(wished, settings).empty());
            QVERIFY(wished.notes.empty());
            QCOMPARE(wished.plan.tuning->base, BaseFormat::Nf4);
            QVERIFY(hasForeignBase(*wished.plan.tuning));
        }
    }

    void examplesStayValidInTheirOptions()
    {
        for (const std::string &id : shippedLibrary().planIds())
            for (const FrameworkTraits &row : allFrameworks()) {
                LoadedPlan loaded = *loadPlan(*shippedLibrary().planPath(id));
                QVERIFY(applySettings(loaded, { "framework=" + std::string { row.name } }).empty());
                QVERIFY(optionRules(loaded.plan).isEmpty());
            }
    }
};

QTEST_GUILESS_MAIN(OptionsTest)
#include "tst_options.moc"
