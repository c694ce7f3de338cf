#include "model/base/wording/messages.h"
#include "model/library/architecture/model_shape_reader.h"
#include "model/library/architecture/parameter_count.h"
#include "model/library/hardware/accelerator_reader.h"
#include "model/library/profiles/profile_index.h"
#include "model/library/profiles/profile_library.h"
#include "model/plan/fields/plan_file.h"
#include "model/plan/resolved_plan.h"
#include "model/rules/broken_rules.h"

#include <QTest>

#include <cmath>
#include <set>

using namespace headroom;

namespace {

const std::filesystem::path profiles { HEADROOM_PROFILES };

const ProfileLibrary &library()
{
    static const ProfileLibrary shipped { { profiles, {} } };
    return shipped;
}

QString text(const Errors &errors)
{
    QStringList lines;
    for (const Error &error : errors)
        lines << QString::fromStdString(errorText(error));
    return lines.join('\n');
}

void addRows(const std::vector<std::string> &ids)
{
    QTest::addColumn<QString>("id");
    for (const std::string &id : ids)
        QTest::newRow(id.c_str()) << QString::fromStdString(id);
}

} // namespace

class ShippedProfilesTest : public QObject
{
    Q_OBJECT

private slots:
    void models_data() { addRows(library().modelIds()); }
    void models()
    {
        QFETCH(QString, id);
        const std::filesystem::path file = profiles / "models" / (id.toStdString() + ".yaml");
        const auto document = readYamlFile(file);
        QVERIFY2(document.hasValue(), qPrintable(document ? QString {} : text(document.errors())));
        const auto profile = readModelProfile(*document, file.string());
        QVERIFY2(profile.hasValue(), qPrintable(profile ? QString {} : text(profile.errors())));
        QCOMPARE(QString::fromStdString(profile->shape.id), id);
        QVERIFY(!profile->shape.source.empty());

        // The file states its count, and the reader has compared it with the formula.
        const Document *stated = document->find("parameters");
        QVERIFY(stated && stated->find("total") && stated->find("active"));
        QCOMPARE(stated->find("total")->integer(), countParameters(profile->shape).total());

        // The quick scan of the index sees what the parser sees.
        const auto raw = readTextFile(file);
        QCOMPARE(scanList(*raw, "aliases"), profile->aliases);
        QCOMPARE(scanList(*raw, "measurement_names"), profile->measurementNames);
        for (const std::string &alias : profile->aliases) {
            const auto byAlias = library().model(alias);
            QVERIFY2(byAlias.hasValue(), alias.c_str());
            QCOMPARE((*byAlias)->id, profile->shape.id);
        }
    }

    void accelerators_data() { addRows(library().acceleratorIds()); }
    void accelerators()
    {
        QFETCH(QString, id);
        const auto chip = library().accelerator(id.toStdString());
        QVERIFY2(chip.hasValue(), qPrintable(chip ? QString {} : text(chip.errors())));
        const Accelerator &a = **chip;
        QVERIFY(
            a.memory > Bytes {} && a.usableMemory > Bytes {} && a.memoryBandwidth.value() > 1e11);
        QVERIFY(a.tdpW > a.idleW && a.idleW > 0 && a.hostMemoryGibPerNode > 0);
        // Workstation cards that no list of a cloud has go without a price.
        QCOMPARE(a.pricePerDeviceHour > 0, a.sources.contains("price"));
        QCOMPARE(a.kind == AcceleratorKind::Tpu, id.startsWith("tpu-"));
        QVERIFY(a.kind == AcceleratorKind::Tpu ? a.mxuDimension >= 128 : a.computeUnits >= 28);
        for (const char *group : { "memory", "peak", "scale_up", "host_memory", "tdp", "idle" })
            QVERIFY2(a.sources.contains(group), group);
    }

    // Datasheet figures, as a second source beside the files.
    void knownChips()
    {
        const Accelerator h100 = **library().accelerator("h100-sxm");
        QCOMPARE(h100.peak.bf16->value(), 989.4e12);
        QCOMPARE(h100.memoryBandwidth.value(), 3350e9);
        QCOMPARE(h100.linkRate.value(), 450e9);
        QCOMPARE(h100.computeUnits, 132);
        QVERIFY(!h100.peak.fp4.has_value());
        QVERIFY(!(**library().accelerator("a100-80-sxm")).peak.fp8.has_value());
        QVERIFY(!(**library().accelerator("v100")).peak.bf16.has_value());
        QCOMPARE((**library().accelerator("gb200")).scaleUpDomain, 72);
        const Accelerator capped = **library().accelerator("h100-96-500w");
        QCOMPARE(capped.powerCapW, 500.0);
        QCOMPARE(capped.tdpW, 700.0);
        const Accelerator v5e = **library().accelerator("tpu-v5e");
        QCOMPARE(v5e.vmemMib, 64.0); // the sources disagree; both ends are kept
        QCOMPARE(v5e.vmemHighestMib, 128.0);
        QCOMPARE(v5e.wrapAxisSize, 16);
        QCOMPARE(
            (**library().accelerator("tpu-v5p")).podTopology, (std::vector<int> { 16, 20, 28 }));
        QCOMPARE((**library().accelerator("tpu-v5p")).wrapAxisMultiple, 4);
    }

    // Dense rates, bandwidth, units and power as the data sheets print them.
    void dataSheets_data()
    {
        QTest::addColumn<double>("halfPeak"); // TFLOP/s of bf16, of fp16 where there is no bf16
        QTest::addColumn<double>("bandwidth"); // GB/s
        QTest::addColumn<int>("units");
        QTest::addColumn<double>("watts");
        QTest::newRow("rtx-3090") << 71.0 << 936.0 << 82 << 350.0;
        QTest::newRow("rtx-5090") << 209.5 << 1792.0 << 170 << 575.0;
        QTest::newRow("a10g") << 70.0 << 600.0 << 80 << 300.0;
        QTest::newRow("rtx-3060") << 28 * 512 * 1.777e-3 << 360.0 << 28 << 170.0;
        QTest::newRow("rtx-3080") << 59.5 << 760.0 << 68 << 320.0;
        QTest::newRow("rtx-2080-ti") << 107.6 / 2 << 616.0 << 68 << 250.0;
        QTest::newRow("titan-rtx") << 130.5 << 672.0 << 72 << 280.0;
        QTest::newRow("rtx-4060-ti-16") << 34 * 512 * 2.535e-3 << 288.0 << 34 << 165.0;
        QTest::newRow("rtx-4070-ti") << 60 * 512 * 2.61e-3 << 504.0 << 60 << 285.0;
        QTest::newRow("rtx-4080") << 97.5 << 716.8 << 76 << 320.0;
        QTest::newRow("rtx-5080") << 84 * 512 * 2.617e-3 << 960.0 << 84 << 360.0;
        QTest::newRow("a4000") << 153.4 / 2 << 448.0 << 48 << 140.0;
        QTest::newRow("a5000") << 222.2 / 2 << 768.0 << 64 << 230.0;
        QTest::newRow("a10") << 125.0 << 600.0 << 72 << 150.0;
        QTest::newRow("a30") << 165.0 << 933.0 << 56 << 165.0;
        QTest::newRow("l40") << 362.0 / 2 << 864.0 << 142 << 300.0;
        QTest::newRow("rtx-pro-6000") << 188 * 1024 * 2.617e-3 << 1792.0 << 188 << 600.0;
        QTest::newRow("a40") << 149.7 << 696.0 << 84 << 300.0;
        QTest::newRow("a6000") << 309.7 / 2 << 768.0 << 84 << 300.0;
        QTest::newRow("rtx-6000-ada") << 1457.0 / 4 << 960.0 << 142 << 300.0;
        QTest::newRow("l4") << 242.0 / 2 << 300.0 << 58 << 72.0;
        QTest::newRow("t4") << 65.0 << 320.0 << 40 << 70.0;
        QTest::newRow("gh200") << 1979.0 / 2 << 4000.0 << 132 << 1000.0;
        QTest::newRow("h20") << 148.0 << 4000.0 << 78 << 400.0;
        QTest::newRow("h100-nvl") << 1671.0 / 2 << 3900.0 << 132 << 400.0;
        QTest::newRow("a100-40-pcie") << 624.0 / 2 << 1555.0 << 108 << 250.0;
    }
    void dataSheets()
    {
        QFETCH(double, halfPeak);
        QFETCH(double, bandwidth);
        QFETCH(int, units);
        QFETCH(double, watts);
        const Accelerator chip = **library().accelerator(QTest::currentDataTag());
        const FlopPerSecond peak = chip.peak.bf16 ? *chip.peak.bf16 : *chip.peak.fp16;
        QVERIFY(
            std::abs(peak.value() / 1e12 / halfPeak - 1) < 2e-3); // sheets round to three digits
        QCOMPARE(chip.memoryBandwidth.value() / 1e9, bandwidth);
        QCOMPARE(chip.computeUnits, units);
        QCOMPARE(chip.tdpW, watts);
    }

    // A price is read from a dated public list, or says that it is assumed.
    void pricesSayWhereTheyAreFrom_data() { addRows(library().acceleratorIds()); }
    void pricesSayWhereTheyAreFrom()
    {
        QFETCH(QString, id);
        const Accelerator chip = **library().accelerator(id.toStdString());
        if (!chip.sources.contains("price"))
            return;
        const std::string &basis = chip.sources.at("price");
        if (!basis.starts_with("ASSUMED"))
            QVERIFY2(basis.find("list") != std::string::npos
                    && basis.find(chip.priceDate) != std::string::npos,
                basis.c_str());
    }

    void policiesKeepWhatTheySay()
    {
        const auto full = library().rematPolicy("full");
        QVERIFY(full && full->tensors.empty());
        QVERIFY(library().rematPolicy("none")->tensors.empty());
        QCOMPARE(library().rematPolicy("none")->behavesAs, std::string { "full" });
        const auto context = library().rematPolicy("minimal_with_context");
        QVERIFY(context.hasValue());
        QCOMPARE(context->tensors.at("context"), TensorPlace::Device);
        QVERIFY(!library().rematPolicy("minimal")->tensors.contains("context"));
        QCOMPARE(library().rematPolicy("qkv_proj_offloaded")->tensors.at("query_proj"),
            TensorPlace::Offload);
        QVERIFY(!library().rematPolicy("qkv_proj_offloaded")->tensors.contains("qkv_proj"));
        QVERIFY(library().rematPolicy("custom")->perTensorKeys);
        for (const char *id : { "selective", "no_recompute" })
            QVERIFY2(library().rematPolicy(id).hasValue(), id);
        QCOMPARE(library().rematPolicyIds().size(), std::size_t { 17 });

        // Every tensor that a policy names is explained.
        for (const std::string &id : library().rematPolicyIds()) {
            const auto policy = library().rematPolicy(id);
            for (const auto &[tensor, place] : policy->tensors)
                QVERIFY2(library().rematTensor(tensor).hasValue(), tensor.c_str());
        }
    }

    void recipesRunWhereTheyCan()
    {
        const auto &h100 = **library().accelerator("h100-sxm");
        const auto &v6e = **library().accelerator("tpu-v6e");
        const auto &mi300 = **library().accelerator("mi300x");
        const auto working = [](const char *id, const Accelerator &chip) {
            const auto recipe = library().recipe(id);
            const RecipeVariant *variant = recipe ? workingVariant(*recipe, chip) : nullptr;
            return variant ? variant->qwix : std::string { "nowhere" };
        };
        QCOMPARE(working("fp8", h100), std::string { "unused" });
        QCOMPARE(working("fp8", v6e), std::string { "required" });
        QCOMPARE(working("fp8_gpu", h100), std::string { "required" });
        QCOMPARE(working("fp8_gpu", v6e), std::string { "nowhere" });
        QCOMPARE(working("nanoo_fp8", mi300), std::string { "unused" });
        QCOMPARE(working("int8", v6e), std::string { "required" });
        QCOMPARE(working("none", v6e), std::string { "either" });
        QCOMPARE(library().recipe("nvfp4")->matmulRate, MatmulRate::Fp4);
        QVERIFY(library().recipe("fp8")->refusesGradientAccumulation);
        for (const char *id :
            { "fp8_delayed", "fp8_current", "fp8_blockwise", "mxfp8", "nvfp4", "te_mxfp8" })
            QVERIFY2(library().recipe(id).hasValue(), id);
    }

    void examplePlans_data() { addRows(library().planIds()); }
    void examplePlans()
    {
        QFETCH(QString, id);
        const auto path = library().planPath(id.toStdString());
        QVERIFY(path.hasValue());
        const auto loaded = loadPlan(*path);
        QVERIFY2(loaded.hasValue(), qPrintable(loaded ? QString {} : text(loaded.errors())));
        const auto resolved = resolvePlan(loaded->plan, library());
        QVERIFY2(resolved.hasValue(), qPrintable(resolved ? QString {} : text(resolved.errors())));
        Errors broken;
        for (const RuleBreak &rule : brokenRules(*resolved))
            broken.push_back(rule.error);
        QVERIFY2(broken.empty(), qPrintable(text(broken)));
    }

    void theDefaultPlanComesFirst()
    {
        QCOMPARE(library().planIds().front(), std::string { defaultPlanId });
        QVERIFY(library().planIds().size() >= 8);
    }

    void noNameIsClaimedTwice()
    {
        std::set<std::string> claimed;
        for (const std::string &id : library().modelIds()) {
            QVERIFY2(claimed.insert(foldedName(id)).second, id.c_str());
            const auto raw = readTextFile(profiles / "models" / (id + ".yaml"));
            for (const std::string &alias : scanList(*raw, "aliases"))
                QVERIFY2(claimed.insert(foldedName(alias)).second, alias.c_str());
        }
    }

    void nothingIsSkipped()
    {
        for (const SkippedProfile &skipped : library().skippedProfiles())
            QFAIL(qPrintable(text(skipped.problems)));
    }
};

QTEST_GUILESS_MAIN(ShippedProfilesTest)
#include "tst_shipped_profiles.moc"
