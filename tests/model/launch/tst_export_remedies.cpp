#include "model/launch/targets/export_remedies.h"

#include "model/base/wording/messages.h"
#include "model/plan/fields/framework_options.h"
#include "tests/model/launch/export_fixture.h"

#include <QTest>

#include <algorithm>

using namespace headroom;

namespace {

ExportRefusal refusal(const ResolvedPlan &plan, const std::string &target)
{
    const auto attempt = [&](const ResolvedPlan &tried) {
        const auto files = fixture().files(tried, target);
        return files ? Errors {} : files.errors();
    };
    return explainRefusal(plan, frameworkTraits(exportTarget(target)->frameworkFor(plan.plan)),
        fixture().library(), {}, attempt);
}

std::string lines(const Errors &errors)
{
    return errorLines(errors);
}

} // namespace

/// Causes of a refusal, those behind others too, and the changes that lift them.
class ExportRemediesTest : public QObject
{
    Q_OBJECT
private slots:
    void changesThatLiftGiveFiles_data()
    {
        QTest::addColumn<QString>("plan");
        QTest::addColumn<QString>("set");
        QTest::addColumn<QString>("target");
        QTest::addColumn<QString>("cause");
        const QString node = "llama3.1-8b-h100-node";
        const QString both = "parallelism.fsdp=4 parallelism.context=2 "
                             "precision.recipe=te_fp8_currentscaling";
        QTest::newRow("axis") << node << "parallelism.fsdp=4 parallelism.tensor=2"
                              << "hf-trainer"
                              << "splits tensors of whole weights";
        QTest::newRow("one change for two causes") << "llama3.1-405b-h100-128-nodes"
                                                   << ""
                                                   << "deepspeed"
                                                   << "counts no tensor ranks";
        QTest::newRow("tensor ranks with their sequences") << "llama3.1-405b-h100-128-nodes"
                                                           << ""
                                                           << "hf-trainer"
                                                           << "split over tensor ranks";
        QTest::newRow("recipe") << node << "precision.recipe=te_fp8_currentscaling"
                                << "deepspeed"
                                << "te_fp8_currentscaling";
        QTest::newRow("axis behind the recipe") << node << both << "deepspeed"
                                                << "only by Ulysses";
        QTest::newRow("degrees with their mesh") << "mixtral-8x7b-h100-8-nodes"
                                                 << ""
                                                 << "hf-trainer"
                                                 << "expert";
        QTest::newRow("degrees with another batch") << "bloom-176b-a100-48-nodes"
                                                    << ""
                                                    << "deepspeed"
                                                    << "pipeline";
        QTest::newRow("framework with other stages") << "llama3.1-405b-h100-128-nodes"
                                                     << ""
                                                     << "prove"
                                                     << "compiles no whole step";
        QTest::newRow("jaxlib alone") << node << "framework=jax software.jaxlib=0.4.18"
                                      << "pgle-auto"
                                      << "JAX_ENABLE_PGLE from 0.4.29 on";
        QTest::newRow("recipe that Accelerate decides")
            << node << "precision.recipe=te_fp8_currentscaling"
            << "hf-trainer"
            << "only through Accelerate";
        QTest::newRow("adapters") << "llama3.1-8b-lora-one-gpu"
                                  << "software.maxtext=0.2.2"
                                  << "maxtext-gpu"
                                  << "0.2.3 has";
    }
    void changesThatLiftGiveFiles()
    {
        QFETCH(QString, plan);
        QFETCH(QString, set);
        QFETCH(QString, target);
        QFETCH(QString, cause);
        std::vector<std::string> settings;
        for (const QString &one : set.split(' ', Qt::SkipEmptyParts))
            settings.push_back(one.toStdString());
        const ResolvedPlan resolved = fixture().plan(plan.toStdString(), settings);
        const ExportRefusal found = refusal(resolved, target.toStdString());
        const std::string text = lines(found.causes);
        QVERIFY2(text.find(cause.toStdString()) != std::string::npos, text.c_str());
        QVERIFY2(!found.lift.empty(), text.c_str());
        for (const Error &error : found.causes) // each stands once, and is one of the plan's own
            QCOMPARE(std::ranges::count(found.causes, error.where, &Error::where), 1);
        QVERIFY2(text.find("choose another target") == std::string::npos, text.c_str());
        Plan lifted = resolved.plan;
        QVERIFY(changePlan(lifted, found.lift).problems.empty());
        const auto files = fixture().files(fixture().resolve(lifted), target.toStdString());
        QVERIFY2(files.hasValue(), files ? "" : lines(files.errors()).c_str());
    }

    void aNewerReleaseComesBeforeAnotherTraining()
    {
        const ResolvedPlan lora = fixture().plan("llama3.1-8b-lora-one-gpu",
            { "framework=maxtext", "software.maxtext=0.2.2", "software.jaxlib=0.9.2" });
        const ExportRefusal found = refusal(lora, "maxtext-gpu");
        QVERIFY(!found.lift.empty());
        QCOMPARE(found.lift.front().path, std::string("software.maxtext"));
        for (const FieldChange &change : found.lift)
            QVERIFY2(!change.path.starts_with("tuning."), change.path.c_str());
    }

    /// Of a release that starts with another jaxlib the jaxlib alone changes.
    void theReleaseStaysWhereJaxlibAloneDoes()
    {
        const ResolvedPlan old = fixture().plan("llama3.1-8b-h100-node",
            { "framework=maxtext", "software.maxtext=0.2.2", "software.jaxlib=0.7.1" });
        const ExportRefusal found = refusal(old, "maxtext-gpu");
        QCOMPARE(found.lift.size(), std::size_t { 1 });
        QCOMPARE(found.lift.front().path, std::string("software.jaxlib"));
        QCOMPARE(found.lift.front().value, std::string("0.9.2"));
    }

    void whatThePlanIsAboutIsNotChanged()
    {
        const ResolvedPlan lora
            = fixture().plan("llama3.1-70b-qlora-node", { "software.maxtext=0.2.2" });
        const ExportRefusal adapters = refusal(lora, "maxtext-gpu");
        QCOMPARE(adapters.lift.front().path, std::string("software.maxtext"));
        const ExportRefusal quantised = refusal(lora, "nemo");
        QCOMPARE(quantised.lift.size(), std::size_t { 1 });
        QCOMPARE(quantised.lift.front().value, std::string("lora"));
        for (const char *target : { "maxtext-tpu", "torchtitan", "megatron" }) {
            const ResolvedPlan plan
                = fixture().plan("llama3.1-8b-h100-node", { "model=gemma2-9b" });
            for (const FieldChange &change : refusal(plan, target).lift)
                QVERIFY2(change.path != "model" && change.path != "hardware.accelerator", target);
            const std::string text = lines(refusal(plan, target).causes);
            QVERIFY2(text.find("accelerator=") == std::string::npos, text.c_str());
            QVERIFY2(text.find("model=") == std::string::npos, text.c_str());
        }
    }

    void cutsOfSequencesThatAToolHasLift()
    {
        const ResolvedPlan gathered = fixture().plan("llama3.1-8b-h100-node",
            { "framework=deepspeed", "precision.weights=bf16", "parallelism.fsdp=4",
                "parallelism.context=2" });
        const ExportRefusal found = refusal(gathered, "deepspeed");
        QCOMPARE(found.lift.size(), std::size_t { 1 });
        QCOMPARE(found.lift.front().path, std::string("parallelism.context_strategy"));
        QCOMPARE(found.lift.front().value, std::string("ulysses"));
    }

    void rightRefusalsHaveNoWayOut()
    {
        const ResolvedPlan tpu = fixture().plan("llama3.1-8b-v6e-16");
        QVERIFY(refusal(tpu, "megatron").lift.empty());
        const ResolvedPlan bloom = fixture().plan("bloom-176b-a100-48-nodes");
        const ExportRefusal found = refusal(bloom, "megatron");
        QVERIFY(found.lift.empty());
        QVERIFY(lines(found.causes).find("ALiBi") != std::string::npos);
        // torchtitan's words lift nothing: it compiles no whole step either.
        const ExportRefusal whole = refusal(bloom, "prove");
        QCOMPARE(whole.causes.size(), std::size_t { 1 });
        QVERIFY(whole.lift.empty());
    }
};

QTEST_GUILESS_MAIN(ExportRemediesTest)
#include "tst_export_remedies.moc"
