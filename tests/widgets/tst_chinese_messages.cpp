#include "chinese_texts.h"
#include "english_words.h"
#include "window_fixture.h"

#include "model/flags/advice/flag_advice.h"
#include "model/launch/common/export_request.h"
#include "model/launch/targets/export_targets.h"
#include "model/launch/targets/prepare_export.h"
#include "model/lint/lint.h"
#include "model/plan/fields/plan_fields.h"
#include "model/rules/broken_rules.h"
#include "widgets/text/wording.h"

#include <QTest>

using namespace headroom;

/// What the model says about the example plans, sound and broken, in the words of an engineer in
/// China.
class ChineseMessagesTest : public QObject
{
    Q_OBJECT

private slots:
    void initTestCase()
    {
        QLocale::setDefault(QLocale(QLocale::Chinese, QLocale::China));
        QVERIFY(installChinese(m_translator));
        m_controller = std::make_unique<PlanController>(m_fixture.services());
    }

    void cleanupTestCase() { QCoreApplication::removeTranslator(&m_translator); }

    void plans_data()
    {
        QTest::addColumn<QString>("plan");
        for (const std::string &id : m_fixture.library.planIds())
            QTest::newRow(id.c_str()) << QString::fromStdString(id);
    }

    void plans()
    {
        openPlan();
        for (const Finding &finding : m_controller->estimate()->findings) {
            expectChinese(findingMessageText(finding));
            expectChinese(findingActionText(finding));
        }
        for (const Derivation &derivation : m_controller->derivations())
            expectChinese(derivation);
        QVERIFY(m_seen.size() > 100);
    }

    void adviceOnFlags_data() { plans_data(); }
    void adviceOnFlags()
    {
        openPlan();
        const auto catalogue = m_fixture.services().flags();
        for (const JaxlibVersion &release : catalogue->releases().examined()) {
            ResolvedPlan plan = *m_controller->resolved();
            plan.releases.jaxlib = release.text();
            const auto advisor = FlagAdvisor::make(catalogue, plan);
            QVERIFY(advisor);
            for (const FlagAdvice &advice : advisor->advice(*m_controller->resolved()))
                expectChinese(localMessage({ advice.reason, advice.operands }));
        }
    }

    void refusalsOfTargets_data() { plans_data(); }
    void refusalsOfTargets()
    {
        openPlan();
        for (const ExportTarget &target : exportTargets()) {
            const auto preview = m_fixture.services().previewExport(
                *m_controller->resolved(), {}, target, ExportOptions {});
            if (!preview)
                expectChinese(preview.errors());
            else
                for (const Finding &finding : preview->findings)
                    expectChinese(findingMessageText(finding));
        }
    }

    /// One field at a time, set to what it does not take or what does not go with the others.
    void brokenPlans_data() { plans_data(); }
    void brokenPlans()
    {
        openPlan();
        int refused = 0, broken = 0;
        for (const PlanField &field : planFields()) {
            std::vector<std::string> values = field.choices;
            values.insert(
                values.end(), { "", "0", "3", "7", "-1", "1e30", "0.3", "no-such-thing" });
            for (const std::string &value : values) {
                Plan plan = m_controller->plan();
                const Problems problems = setPlanField(plan, field.path, value, {});
                refused += problems.empty() ? 0 : 1;
                expectChinese(problems);
                if (!problems.empty())
                    continue;
                const auto resolved = resolvePlan(plan, m_fixture.library, {});
                if (!resolved)
                    expectChinese(resolved.errors());
                else
                    for (const RuleBreak &rule : brokenRules(*resolved)) {
                        ++broken;
                        expectChinese(Errors { rule.error });
                    }
            }
        }
        QVERIFY(refused > 100);
        QVERIFY(broken > 20);
    }

    void pastedFlags()
    {
        m_controller->open(
            exampleOf(QString::fromStdString(m_fixture.library.planIds().front())), {}, false);
        m_controller->flush();
        const auto catalogue = m_fixture.services().flags();
        const auto jaxlib = catalogue->releases().choose("0.6.2");
        QVERIFY(jaxlib);
        const LintReport report = lintScript(*catalogue,
            "XLA_FLAGS='--xla_gpu_enable_latency_hiding_scheduler=perhaps "
            "--xla_gpu_all_reduce_combine_threshold_bytes=many "
            "--xla_gpu_autotune_level=99999999999 --xla_gpu_latency_hiding_schedular=true "
            "--xla_gpu_enable_triton_gemm=false --xla_gpu_triton_gemm_any=true -xla_dump_to=x'\n"
            "export CUDA_LAUNCH_BLOCKING=1 NCCL_NVLS_ENABEL=0\n",
            { *jaxlib, &m_controller->resolved()->accelerator, {} });
        QVERIFY(report.findings.size() > 5);
        for (const LintFinding &finding : report.findings) {
            const Finding one { finding.severity, finding.id, finding.operands, {}, {} };
            expectChinese(findingMessageText(one));
            expectChinese(findingActionText(one));
        }
    }

    void cleanup()
    {
        m_left.removeDuplicates();
        QVERIFY2(m_left.isEmpty(), qPrintable(m_left.join(QLatin1Char('\n'))));
    }

private:
    Plan exampleOf(const QString &id) const
    {
        return loadPlan(*m_fixture.library.planPath(id.toStdString())).value().plan;
    }

    void openPlan()
    {
        QFETCH(QString, plan);
        m_seen.clear();
        m_controller->open(exampleOf(plan), {}, false);
        m_controller->flush();
        QVERIFY(m_controller->estimate());
    }

    void expectChinese(const QString &text)
    {
        m_seen.insert(text);
        if (!englishIn(text).isEmpty() || text.contains(QLatin1Char('{')))
            m_left.append(text);
    }
    void expectChinese(const Errors &errors)
    {
        for (const Error &error : errors)
            expectChinese(errorLineText(error));
    }
    void expectChinese(const Derivation &derivation)
    {
        for (const std::string *text :
            { &derivation.label, &derivation.formula, &derivation.assumption, &derivation.source })
            expectChinese(QString::fromStdString(*text));
        for (const Derivation &operand : derivation.operands)
            expectChinese(operand);
    }

    QTranslator m_translator;
    WindowFixture m_fixture;
    std::unique_ptr<PlanController> m_controller;
    QSet<QString> m_seen;
    QStringList m_left;
};

QTEST_MAIN(ChineseMessagesTest)
#include "tst_chinese_messages.moc"
