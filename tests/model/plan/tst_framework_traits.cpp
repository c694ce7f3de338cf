#include "tests/model/shipped.h"

#include "model/plan/fields/plan_fields.h"
#include "model/plan/framework_traits.h"
#include "model/plan/optimizer_traits.h"
#include "model/plan/option_names.h"

#include <QTest>

#include <algorithm>
#include <set>

using namespace headroom;

namespace {

const std::vector<std::string> &choicesOf(std::string_view path)
{
    return planField(path)->choices;
}

} // namespace

/// The tables against what plans may say and what profiles name.
class FrameworkTraitsTest : public QObject
{
    Q_OBJECT

private slots:
    void everyWordOfAPlanHasARow()
    {
        QCOMPARE(choicesOf("framework").size(), frameworkCount);
        for (const std::string &name : choicesOf("framework")) {
            const FrameworkTraits *row = findFramework(name);
            QVERIFY2(row && row->name == name, name.c_str());
            QCOMPARE(&frameworkTraits(row->id), row);
        }
        QCOMPARE(choicesOf("optimizer").size(), optimizerCount);
        Plan plan;
        for (const char *path : { "optimizer", "attention", "precision.compute",
                 "precision.weights", "precision.gradients", "precision.optimizer_state" })
            for (const std::string &name : choicesOf(path)) {
                planField(path)->assign(plan, name);
                QCOMPARE(planField(path)->get(plan), name);
            }
    }

    void otherWordsGetThePlainRow()
    {
        QVERIFY(!findFramework("pax"));
        QVERIFY(frameworkTraits("pax").id == Framework::HuggingFace);
    }

    void optionsArePlanFields()
    {
        std::set<std::string_view> had;
        for (const FrameworkTraits &row : allFrameworks())
            for (const std::string_view path : row.options) {
                QVERIFY2(path.starts_with("options.") && planField(path), path.data());
                QVERIFY(row.hasOption(path));
                had.insert(path);
            }
        // One key of a program: each row names at least one, and no list says it again.
        for (const OptionNames &names : optionNames()) {
            int homes = 0;
            for (const FrameworkTraits &row : allFrameworks()) {
                const bool isNamed = !names.in(row.id).empty();
                homes += isNamed;
                QVERIFY2(!isNamed || row.hasOption(names.path), names.path.data());
                QVERIFY2(!isNamed || std::ranges::count(row.options, names.path) == 0,
                    names.path.data());
            }
            QVERIFY2(homes > 0 && planField(names.path), names.path.data());
            had.insert(names.path);
        }
        for (const PlanField &field : planFields())
            if (field.path.starts_with("options."))
                QVERIFY2(had.contains(field.path), field.path.c_str());
    }

    void releasesComeFromTheirField()
    {
        const Software releases { "1", "2", "3", "4", {} };
        const auto release = [&](Framework id) { return frameworkTraits(id).releaseIn(releases); };
        QCOMPARE(release(Framework::Jax), std::string { "1" });
        QCOMPARE(release(Framework::MaxText), std::string { "2" });
        QCOMPARE(release(Framework::Megatron), std::string { "3" });
        QCOMPARE(release(Framework::Torchtitan), std::string { "4" });
        QVERIFY(release(Framework::DeepSpeed).empty());
    }

    void profilesNameKnownFrameworks()
    {
        const auto check = [](const std::string &id, const std::vector<std::string> &names) {
            for (const std::string &name : names)
                QVERIFY2(findFramework(name), (id + ' ' + name).c_str());
        };
        for (const std::string &id : shippedLibrary().rematPolicyIds()) {
            const auto policy = shippedLibrary().rematPolicy(id);
            check(id, policy.value().frameworks);
        }
        for (const std::string &id : shippedLibrary().recipeIds()) {
            const auto recipe = shippedLibrary().recipe(id);
            check(id, recipe.value().frameworks);
        }
    }

    void remat_data()
    {
        QTest::addColumn<QString>("policy");
        QTest::addColumn<QString>("framework");
        QTest::addColumn<int>("kind");
        const auto row = [](const char *policy, const char *framework, RematKind kind) {
            QTest::addRow("%s in %s", policy, framework)
                << policy << framework << static_cast<int>(kind);
        };
        row("no_recompute", "megatron", RematKind::Whole);
        row("selective", "megatron", RematKind::AllButCore);
        row("selective", "deepspeed", RematKind::AllButCore);
        row("selective", "torchtitan", RematKind::EverySecond);
        row("full", "hf", RematKind::LayerInput);
        row("full", "maxtext", RematKind::NoNames);
        row("none", "maxtext", RematKind::NoNames);
        row("minimal_flash", "jax", RematKind::Named);
        row("minimal", "megatron", RematKind::Named);
        row("custom", "maxtext", RematKind::Custom);
    }
    void remat()
    {
        QFETCH(QString, policy);
        QFETCH(QString, framework);
        QFETCH(int, kind);
        const FrameworkTraits &traits = frameworkTraits(framework.toStdString());
        const RematKind own
            = rematKind(*shippedLibrary().rematPolicy(policy.toStdString()), traits);
        QCOMPARE(static_cast<int>(own), kind);
        QCOMPARE(isFullRemat(own), policy == "full" || policy == "none");
    }

    /// A policy that is listed for a framework is one that it takes.
    void listedPoliciesAreTaken()
    {
        for (const std::string &id : shippedLibrary().rematPolicyIds()) {
            const RematPolicy policy = shippedLibrary().rematPolicy(id).value();
            for (const std::string &name : policy.frameworks) {
                const FrameworkTraits &traits = frameworkTraits(name);
                QVERIFY2(takesRemat(traits, rematKind(policy, traits)), id.c_str());
            }
        }
        const FrameworkTraits &jax = frameworkTraits(Framework::Jax);
        for (const char *id : { "selective", "no_recompute" })
            QVERIFY2(!takesRemat(jax, rematKind(*shippedLibrary().rematPolicy(id), jax)), id);
    }

    void aPolicyTakesItsTensorsAlong()
    {
        Plan plan;
        plan.remat = { "custom", { { "context", TensorPlace::Offload } } };
        setRematPolicy(plan, "custom");
        QCOMPARE(plan.remat.tensors.size(), std::size_t { 1 });
        setRematPolicy(plan, "full");
        QCOMPARE(plan.remat, (RematChoice { "full", {} }));
    }

    /// Bytes of state per parameter: two moments, one moment, and what the papers say.
    void optimizerStates()
    {
        using enum NumberFormat;
        const auto bytes = [](Optimizer id, NumberFormat state) {
            return optimizerTraits(id).stateBytesAt(state);
        };
        QCOMPARE(bytes(Optimizer::AdamW, Fp32), 2.0 * 4);
        QCOMPARE(bytes(Optimizer::AdamW, Bf16), 2.0 * 2);
        QCOMPARE(bytes(Optimizer::AdamW, Int8), 2.0 * 1);
        QCOMPARE(bytes(Optimizer::AdamWBf16, Fp32), 2.0 * 2);
        QCOMPARE(bytes(Optimizer::AdamW8bit, Fp32), 2.0 * 1);
        QCOMPARE(bytes(Optimizer::Lion, Fp32), 1.0 * 4);
        QCOMPARE(bytes(Optimizer::SgdMomentum, Bf16), 1.0 * 2);
        QVERIFY(bytes(Optimizer::Adafactor, Fp32) < 0.1);
    }
};

QTEST_GUILESS_MAIN(FrameworkTraitsTest)
#include "tst_framework_traits.moc"
