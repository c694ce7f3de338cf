#include "export_fixture.h"

#include "model/base/units/format_quantity.h"
#include "model/base/wording/messages.h"
#include "model/frameworks/transformers/liger_kernels.h"

#include <QTest>

#include <algorithm>

using namespace headroom;

namespace {

/// Adapters on one GPU whose loss Liger is to fuse.
ResolvedPlan adapters(const QString &model)
{
    return fixture().plan("llama3.1-8b-lora-one-gpu",
        { "model=" + model.toStdString(), "options.cross_entropy=fused_linear",
            "tuning.targets=attention" });
}

const Finding *findingOf(const Estimate &estimate)
{
    const auto found = std::ranges::find(estimate.findings, "liger-lacks-model", &Finding::id);
    return found == estimate.findings.end() ? nullptr : &*found;
}

} // namespace

/// Liger patches models of its list, and leaves all others as they are without a word.
class LigerKernelsTest : public QObject
{
    Q_OBJECT

private slots:
    void models_data()
    {
        QTest::addColumn<QString>("since"); // empty: no release
        QTest::addColumn<bool>("inFactory");
        QTest::newRow("llama3.1-8b") << "0.2.0" << true;
        QTest::newRow("mixtral-8x7b") << "0.2.0" << true;
        QTest::newRow("qwen3-8b") << "0.5.9" << true;
        QTest::newRow("qwen3-30b-a3b") << "0.5.10" << true;
        QTest::newRow("gemma2-9b") << "0.2.0" << true;
        QTest::newRow("gemma3-12b") << "0.5.7" << true;
        QTest::newRow("olmo3-7b") << "0.6.4" << false;
        QTest::newRow("gpt-neox-20b") << "" << false;
        QTest::newRow("opt-6.7b") << "" << false;
        QTest::newRow("falcon-7b") << "" << false;
        QTest::newRow("deepseek-v2-lite") << "" << false;
        QTest::newRow("phi-2") << "" << false;
    }
    void models()
    {
        QFETCH(QString, since);
        QFETCH(bool, inFactory);
        const ResolvedPlan plan = adapters(QTest::currentDataTag());
        const auto support = ligerSupport(*plan.model);
        QVERIFY(support.has_value());
        QCOMPARE(QString::fromUtf8(support->since.data(), qsizetype(support->since.size())), since);
        for (const char *target : { "hf-trainer", "trl", "llama-factory" }) {
            const auto files = fixture().files(plan, target, false);
            QVERIFY2(files.hasValue(), files ? "" : errorLines(files.errors()).c_str());
            const bool isUsed
                = !since.isEmpty() && (inFactory || std::string_view(target) != "llama-factory");
            bool isThere = false;
            std::string readme;
            for (const ExportFile &file : *files) {
                if (file.name == "README.md")
                    readme = file.content;
                else if (file.name == "run.sh" || file.name == "sft.yaml"
                    || file.name == "llamafactory.yaml")
                    isThere |= file.content.find("liger_kernel") != std::string::npos;
            }
            QVERIFY2(isThere == isUsed, target);
            QCOMPARE(readme.find("liger-kernel " + since.toStdString() + " or later")
                    != std::string::npos,
                isUsed);
            QCOMPARE(readme.find("Liger Kernel is not applied") != std::string::npos, !isUsed);
        }
    }

    /// The estimate counts no logits; the finding says what they take, and its remedy counts them.
    void whatItLacksIsTold()
    {
        const ResolvedPlan plan = adapters("gpt-neox-20b");
        const Estimate fused = fixture().tools().estimator.estimate(plan);
        const Finding *finding = findingOf(fused);
        QVERIFY(finding);
        ResolvedPlan plain = plan;
        plain.plan.options.crossEntropy = CrossEntropy::Auto;
        const Estimate counted = fixture().tools().estimator.estimate(plain);
        QVERIFY(!findingOf(counted));

        const std::string told = messageText({ finding->id, finding->operands });
        const std::string more = formatBytes(counted.memory.peak - fused.memory.peak);
        QVERIFY2(told.find(more) != std::string::npos, (told + " / " + more).c_str());
        QVERIFY(!findingOf(fixture().tools().estimator.estimate(adapters("llama3.1-8b"))));
    }

    /// Every model of the shipped profiles with code in Transformers has an answer.
    void shippedModelsAreKnown()
    {
        std::string open;
        for (const std::string &id : fixture().library().modelIds())
            if (const auto model = fixture().library().model(id); model && !ligerSupport(**model)
                && !(*model)->family.starts_with("megatron") && (*model)->family != "maxtext")
                open += id + " (" + (*model)->family + ") ";
        QVERIFY2(open.empty(), open.c_str());
    }
};

QTEST_GUILESS_MAIN(LigerKernelsTest)
#include "tst_liger_kernels.moc"
