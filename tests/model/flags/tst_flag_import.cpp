#include "tests/model/shipped.h"

#include "model/base/wording/messages.h"
#include "model/flags/advice/flag_comparison.h"
#include "model/flags/advice/flag_import.h"
#include "model/flags/advice/flag_trial.h"
#include "model/flags/catalogue/default_spans.h"
#include "model/flags/catalogue/flag_value.h"

#include <QTest>

#include <algorithm>

using namespace headroom;
using Kind = FlagImportChange::Kind;

namespace {

std::shared_ptr<const FlagCatalogue> catalogue()
{
    static const auto loaded = FlagCatalogue::load({ HEADROOM_PROFILES, {} });
    if (!loaded)
        qFatal("%s", errorText(loaded.errors().front()).c_str());
    return *loaded;
}

ResolvedPlan planAt(const char *jaxlib, const std::map<std::string, std::string> &flags = {},
    const char *accelerator = "h100-sxm")
{
    Plan plan;
    plan.parallelism.fsdp = 8;
    plan.parallelism.microBatch = 2;
    if (const std::string_view chip = accelerator; chip != "h100-sxm") {
        plan.hardware.accelerator = accelerator;
        plan.hardware.devicesPerNode = 8;
        plan.attention = AttentionChoice::Splash;
    }
    plan.software.jaxlib = jaxlib;
    plan.flags = flags;
    auto resolved = resolvePlan(plan, shippedLibrary());
    if (!resolved)
        qFatal("%s", errorText(resolved.errors().front()).c_str());
    return *std::move(resolved);
}

FlagImport imported(const ResolvedPlan &plan, const std::vector<FlagSetting> &settings)
{
    auto result = importFlags(catalogue(), settings, plan);
    if (!result)
        qFatal("%s", errorText(result.errors().front()).c_str());
    return *std::move(result);
}

} // namespace

class TestFlagImport : public QObject
{
    Q_OBJECT

private slots:
    void takes_data()
    {
        QTest::addColumn<QString>("name");
        QTest::addColumn<QString>("value");
        QTest::addColumn<QString>("jaxlib");
        QTest::addColumn<Kind>("kind");
        QTest::addColumn<QString>("written"); ///< "name=value", empty: nothing
        const auto row = [](const char *what, const char *name, const char *value,
                             const char *jaxlib, Kind kind, const char *written) {
            QTest::newRow(what) << name << value << jaxlib << kind << written;
        };
        row("sets", "xla_gpu_enable_nccl_user_buffers", "true", "0.6.2", Kind::Sets,
            "xla_gpu_enable_nccl_user_buffers=true");
        row("default", "xla_gpu_triton_gemm_any", "True", "0.6.2", Kind::Default, "");
        row("default against the advice", "xla_gpu_enable_latency_hiding_scheduler", "false",
            "0.6.2", Kind::Sets, "xla_gpu_enable_latency_hiding_scheduler=false");
        row("not needed any more", "xla_gpu_enable_async_collectives", "true", "0.6.2",
            Kind::NotNeeded, "");
        row("renamed", "xla_gpu_cudnn_gemm_fusion", "true", "0.6.2", Kind::Translated,
            "xla_gpu_cudnn_gemm_fusion_level=1");
        row("gone", "xla_gpu_enable_custom_fusions", "true", "0.8.0", Kind::Gone, "");
        row("bad value", "xla_gpu_enable_command_buffer", "1", "0.6.2", Kind::BadValue, "");
        row("unknown", "xla_gpu_make_it_fast", "true", "0.6.2", Kind::Unknown, "");
        row("not read yet", "JAX_ENABLE_PGLE", "true", "0.4.26", Kind::Gone, "");
        row("for a TPU", "xla_tpu_scoped_vmem_limit_kib", "65536", "0.6.2", Kind::OtherChip, "");
        row("default of a variable", "NCCL_LL_BUFFSIZE", "-2", "0.6.2", Kind::Default, "");
        row("no effect", "xla_gpu_enable_cudnn_fmha", "true", "0.6.2", Kind::Default, "");
    }
    void takes()
    {
        QFETCH(QString, name);
        QFETCH(QString, value);
        QFETCH(QString, jaxlib);
        QFETCH(Kind, kind);
        QFETCH(QString, written);
        const FlagImport import
            = imported(planAt(jaxlib.toUtf8()), { { name.toStdString(), value.toStdString() } });
        QCOMPARE(import.changes.size(), std::size_t { 1 });
        const FlagImportChange &change = import.changes.front();
        QCOMPARE(change.kind, kind);
        QVERIFY2(messageTemplate(change.why), change.why.c_str());
        QString flags;
        for (const auto &[flag, text] : import.flags)
            flags += QString::fromStdString(flag + '=' + text);
        QCOMPARE(flags, written);
        QCOMPARE(import.changesPlan, !written.isEmpty());
    }

    void lastOfEqualNamesCounts()
    {
        const FlagImport import = imported(planAt("0.6.2"),
            { { "NCCL_DEBUG", "WARN" }, { "xla_dump_to", "d" }, { "NCCL_DEBUG", "INFO" } });
        QCOMPARE(import.changes.size(), std::size_t { 2 });
        QCOMPARE(import.flags.at("NCCL_DEBUG"), std::string { "INFO" });
    }

    void ownValueGivesWayToTheDefault()
    {
        const ResolvedPlan plan = planAt("0.6.2", { { "xla_gpu_triton_gemm_any", "false" } });
        const FlagImport import = imported(plan, { { "xla_gpu_triton_gemm_any", "true" } });
        QVERIFY(import.flags.empty());
        QVERIFY(import.changesPlan);
        QCOMPARE(import.changes.front().before, std::string { "false" });
        const FlagImport same
            = imported(planAt("0.6.2", { { "NCCL_DEBUG", "INFO" } }), { { "NCCL_DEBUG", "INFO" } });
        QCOMPARE(same.changes.front().kind, Kind::Same);
        QVERIFY(!same.changesPlan);
    }

    /// Every named set, at every release: what gets into a plan exists there and parses.
    void setsAreValidAtEveryRelease()
    {
        const ResolvedPlan gpu = planAt("0.6.2");
        const ResolvedPlan tpu = planAt("0.6.2", {}, "tpu-v6e");
        for (const JaxlibVersion &version : catalogue()->releases().examined()) {
            for (const FlagSet &set : catalogue()->sets()) {
                ResolvedPlan plan = set.isForTpu ? tpu : gpu;
                plan.releases.jaxlib = version.text();
                std::vector<FlagSetting> settings = set.settings;
                for (FlagSetting &setting : settings)
                    if (set.asksValue && setting.value.empty())
                        setting.value = "65536";
                const FlagImport import = imported(plan, settings);
                QCOMPARE(import.changes.size(), settings.size());
                for (const auto &[name, value] : import.flags) {
                    const FlagEntry *entry = catalogue()->find(name);
                    QVERIFY2(entry, name.c_str());
                    const auto what = name + '=' + value + " at " + version.text();
                    QVERIFY2(
                        statusAt(*entry, version).presence == FlagPresence::Present, what.c_str());
                    QVERIFY2(
                        checkValue(*entry, value, version).fault == ValueFault::None, what.c_str());
                }
            }
        }
    }

    void refusesNonsenseVersions()
    {
        ResolvedPlan plan = planAt("0.6.2");
        plan.releases.jaxlib = "new";
        QVERIFY(!importFlags(catalogue(), {}, plan));
    }

    void comparesAdvicePlanAndDefault()
    {
        const char *const gather = "xla_gpu_enable_pipelined_all_gather";
        const auto rowOf = [&](const ResolvedPlan &plan) {
            const auto rows = compareFlags(catalogue(), plan);
            const auto row = std::ranges::find(rows, gather, &FlagComparison::name);
            if (row == rows.end())
                qFatal("no row");
            return *row;
        };
        const FlagComparison advised = rowOf(planAt("0.6.2"));
        QCOMPARE(advised.advised, (FlagComparison::Value { "true", true }));
        QCOMPARE(advised.current, advised.advised);
        QCOMPARE(advised.byDefault, std::string { "false" });
        QVERIFY(advised.differs);
        const FlagComparison off = rowOf(planAt("0.6.2", { { gather, "default" } }));
        QCOMPARE(off.current, (FlagComparison::Value { "false", false }));
        QVERIFY(off.differs);
    }

    void triesTheOtherState()
    {
        const ResolvedPlan plan = planAt("0.6.2");
        const auto advisor = FlagAdvisor::make(catalogue(), plan);
        QVERIFY(advisor);
        const auto written = trialOf(*advisor, plan, "xla_gpu_enable_latency_hiding_scheduler");
        QVERIFY(written && written->isWritten);
        QCOMPARE(written->plan.flags.at("xla_gpu_enable_latency_hiding_scheduler"),
            std::string { "default" });
        const auto other = trialOf(*advisor, plan, "xla_gpu_enable_dynamic_slice_fusion");
        QVERIFY(other && !other->isWritten && !other->value.empty());
        QVERIFY(!trialOf(*advisor, plan, "xla_gpu_enable_async_collectives")); // gone
        QVERIFY(!trialOf(*advisor, plan, "xla_dump_to")); // any path
        Estimate now, without;
        now.time.step = Seconds { 2 };
        without.time.step = Seconds { 3 };
        QCOMPARE(flagDelta(*written, now, without).step.value(), -1.0);
        QCOMPARE(flagDelta(*other, now, without).step.value(), 1.0);
    }

    void spansCoverAllReleases()
    {
        const auto count = catalogue()->releases().examined().size();
        int known = 0;
        for (const FlagEntry &entry : catalogue()->entries()) {
            const auto spans = defaultSpans(entry, catalogue()->releases());
            if (spans.empty())
                continue;
            ++known;
            std::size_t next = 0;
            for (const DefaultSpan &span : spans) {
                QVERIFY2(span.first == next && span.last >= span.first, entry.name.c_str());
                next = span.last + 1;
            }
            QVERIFY2(next == count, entry.name.c_str());
        }
        QVERIFY(known > 400);
        const auto spans = defaultSpans(
            *catalogue()->find("xla_gpu_enable_pipelined_reduce_scatter"), catalogue()->releases());
        QCOMPARE(spans.size(), std::size_t { 3 });
        QCOMPARE(spans[0].presence, FlagPresence::NotYet);
        QCOMPARE(spans[1].value, std::string { "false" });
        QCOMPARE(spans[2].value, std::string { "true" });
    }
};

QTEST_APPLESS_MAIN(TestFlagImport)
#include "tst_flag_import.moc"
