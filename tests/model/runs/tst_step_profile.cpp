#include "model/runs/facts/join_traces.h"
#include "model/runs/facts/step_profile.h"
#include "model/runs/read_runs.h"
#include "model/runs/readers/file_readers.h"
#include "model/runs/text/inflate_stream.h"

#include <QFile>
#include <QTest>

#include <algorithm>
#include <cmath>
#include <sstream>

using namespace headroom;

namespace {

double seconds(const std::vector<TermSeconds> &terms, std::string_view id)
{
    for (const TermSeconds &term : terms)
        if (term.id == id)
            return term.seconds;
    return 0;
}

bool isNear(double a, double b)
{
    return std::abs(a - b) < 1e-9;
}

TraceCollection readText(const std::string &text, const std::string &name, int steps = 0)
{
    std::istringstream stream(text);
    TraceCollection traces;
    traces.profileSteps = steps;
    readRunStream(stream, name, traces);
    return traces;
}

/// JSON with single quotes for double ones.
std::string json(std::string text)
{
    std::ranges::replace(text, '\'', '"');
    return text;
}

std::string kernel(const char *name, double start, double duration)
{
    return json("{'ph':'X','cat':'kernel','name':'" + std::string(name) + "','pid':0,'tid':7,'ts':"
        + std::to_string(start) + ",'dur':" + std::to_string(duration) + ",'args':{'device':0}}");
}

std::string packedSample()
{
    QFile file(QStringLiteral(HEADROOM_TEST_DATA "/runs/xprof-tpu.trace.json.gz"));
    return file.open(QIODevice::ReadOnly) ? file.readAll().toStdString() : std::string {};
}

} // namespace

/// Traces and tables of profilers: what a kernel is, whose time an instant is, which steps count.
class StepProfileTest : public QObject
{
    Q_OBJECT

private slots:
    void namesHaveGroups_data()
    {
        QTest::addColumn<QString>("name");
        QTest::addColumn<QString>("category");
        QTest::addColumn<QString>("group");
        const auto row = [](const char *name, const char *category, const char *group) {
            QTest::newRow(name) << QString::fromLatin1(name) << QString::fromLatin1(category)
                                << QString::fromLatin1(group);
        };
        row("ncclDevKernel_AllReduce_Sum_bf16_RING_LL", "", "all_reduce");
        row("ncclKernel_ReduceScatter_RING_LL_Sum_float(ncclDevComm*)", "", "reduce_scatter");
        row("ncclDevKernel_SendRecv(ncclDevKernelArgsStorage<4096ul>)", "", "send_recv");
        row("ncclDevKernel_Broadcast_RING_LL", "", "other_collective");
        row("all-gather-done.12", "async-done", "all_gather");
        row("void deep_ep::internode::dispatch<true>", "", "all_to_all");
        row("fmha_cutlassF_bf16_aligned_64x64_rf_sm80", "", "attention");
        row("cutlass::device_kernel<flash::FlashAttnFwdSm90<...>>", "", "attention");
        row("scaled_upper_triang_masked_softmax_warp_forward", "", "attention");
        row("sm90_xmma_gemm_bf16bf16_bf16f32_f32_tn_n", "", "gemm");
        row("Cijk_Ailk_Bljk_BBS_BH_MT256x256x64", "", "gemm");
        row("fusion.12", "convolution fusion", "gemm");
        row("fusion.13", "loop fusion", "elementwise");
        row("triton_red_fused__to_copy_native_layer_norm_3", "", "elementwise");
        row("triton_poi_fused__scaled_dot_product_flash_attention_clone_4", "", "elementwise");
        row("triton_tem_fused_flex_attention_0", "", "attention");
        row("void multi_tensor_apply_kernel<AdamFunctor>", "", "elementwise");
        row("Memcpy DtoD (Device -> Device)", "", "elementwise");
        row("Memcpy DtoH (Device -> Pinned)", "", "host_transfer");
        row("[CUDA memcpy Device-to-Host]", "", "host_transfer");
        row("while.7", "while", "container");
        row("mystery", "", "other");
    }
    void namesHaveGroups()
    {
        QFETCH(QString, name);
        QFETCH(QString, category);
        QFETCH(QString, group);
        const std::string own = name.toStdString(), kind = category.toStdString();
        QCOMPARE(QString::fromLatin1(kernelGroupId(kernelGroup({ own, kind }))), group);
    }

    /// NCCL's kernel of an exchange is called after sends; PyTorch recorded what it was.
    void theCallTellsMoreThanTheKernel()
    {
        QCOMPARE(
            kernelGroup({ "ncclDevKernel_SendRecv", {}, "all_to_allv" }), KernelGroup::AllToAll);
    }

    void eachInstantBelongsToOne()
    {
        ProfileBuilder profile;
        profile.addStep(0, 0, 100);
        profile.add(0, KernelGroup::Gemm, 0, 40);
        profile.add(0, KernelGroup::Elementwise, 30, 20); // 10 of it beside the product
        profile.add(0, KernelGroup::AllGather, 20, 50); // 30 beside computation
        profile.add(0, KernelGroup::ReduceScatter, 60, 20); // 10 beside the gather
        profile.add(0, KernelGroup::HostTransfer, 75, 10); // 5 beside the collective
        profile.add(0, KernelGroup::Attention, 95, 10); // half of it in the step
        const std::vector<TermSeconds> terms = profile.finish(0).terms;
        const double unit = 1e-6;
        QVERIFY(isNear(seconds(terms, "gemm"), 40 * unit));
        QVERIFY(isNear(seconds(terms, "elementwise"), 10 * unit));
        QVERIFY(isNear(seconds(terms, "attention"), 5 * unit));
        QVERIFY(isNear(seconds(terms, "exposed_all_gather"), 15 * unit));
        QVERIFY(isNear(seconds(terms, "exposed_reduce_scatter"), 15 * unit));
        QVERIFY(isNear(seconds(terms, "hidden_all_gather"), 30 * unit));
        QVERIFY(isNear(seconds(terms, "host_transfer"), 5 * unit));
        QVERIFY(isNear(seconds(terms, "idle"), 10 * unit));
    }

    void stepsAreMarkedOrSaid()
    {
        const auto builder = [] {
            ProfileBuilder profile;
            for (int i = 0; i < 4; ++i)
                profile.add(0, KernelGroup::Gemm, 100 * i, i == 0 ? 10 : 50);
            return profile;
        };
        QVERIFY(builder().finish(0).empty());
        const StepProfile said = builder().finish(4);
        QVERIFY(isNear(seconds(said.terms, "gemm"), 40e-6));
        QCOMPARE(said.stepSeconds.size(), std::size_t { 1 });
        ProfileBuilder marked = builder();
        for (int i = 0; i < 4; ++i)
            marked.addStep(0, 100 * i, 100 * i + 90);
        // The first of several is left out.
        const StepProfile profile = marked.finish(7);
        QCOMPARE(profile.stepSeconds.size(), std::size_t { 3 });
        QVERIFY(isNear(seconds(profile.terms, "gemm"), 50e-6));
        QVERIFY(isNear(seconds(profile.terms, "idle"), 40e-6));
    }

    void devicesAreAveraged()
    {
        ProfileBuilder profile;
        profile.addStep(0, 0, 100); // also for the device without marks
        profile.add(0, KernelGroup::Gemm, 0, 60);
        profile.add(3, KernelGroup::Gemm, 10, 20);
        const StepProfile own = profile.finish(0);
        QCOMPARE(own.devices, 2);
        QVERIFY(isNear(seconds(own.terms, "gemm"), 40e-6));
        QVERIFY(isNear(seconds(own.terms, "idle"), 60e-6));
    }

    void termsSurviveTheirText()
    {
        const std::vector<TermSeconds> terms { { "gemm", 0.5 }, { "hidden_all_gather", 1e-5 },
            { "idle", 0 } };
        const std::vector<TermSeconds> again = parseTerms(termsText(terms));
        QCOMPARE(again.size(), terms.size());
        for (std::size_t i = 0; i < terms.size(); ++i)
            QVERIFY(again[i].id == terms[i].id && again[i].seconds == terms[i].seconds);
        QVERIFY(parseTerms("gemm=-1;gemm=nan;what=1;=;;idle=x").empty());
    }

    /// A step inside a step, as a profiler's mark around a program's own, counts once.
    void nestedRangesCountOnce()
    {
        const std::string table = "Time (%),Total Time (ns),Instances,Avg (ns),Style,Range\n";
        const auto marked = [&](const char *rows) {
            const TraceCollection traces = readText(table + rows, "nsys.csv");
            return traces.runs.empty() ? 0.0 : traces.runs.front().sums.steps;
        };
        QCOMPARE(marked("50,1,8,1,PushPop,:train_step\n50,1,9,1,PushPop,:iteration\n"), 9.0);
        QCOMPARE(marked("50,1,1,1,PushPop,:step1\n40,1,1,1,PushPop,:step2\n"
                        "10,1,1,1,PushPop,:iteration\n"),
            2.0);
    }

    void tracesThatEndEarlyCount()
    {
        const std::string start = json("{'traceEvents':[");
        const std::string events = start + kernel("gemm", 0, 10) + ',' + kernel("gemm", 20, 10)
            + ',' + json("{'ph':'X','cat':'ker");
        const TraceCollection cut = readText(events, "a.json", 2);
        QCOMPARE(cut.runs.size(), std::size_t { 1 });
        QVERIFY(isNear(seconds(cut.runs.front().terms, "gemm"), 10e-6));
        const auto &notes = cut.runs.front().notes;
        QVERIFY(std::ranges::find(notes, "profile-cut", &Message::id) != notes.end());
        const TraceCollection broken = readText(start + kernel("gemm", 0, 10) + "}}}", "a.json", 2);
        QVERIFY(broken.runs.empty());
        QCOMPARE(QString::fromStdString(broken.unrecognised.front().reason.id),
            QStringLiteral("run-json-broken"));
        const TraceCollection unmarked = readText(start + kernel("gemm", 0, 10) + "]}", "a.json");
        QCOMPARE(QString::fromStdString(unmarked.unrecognised.front().reason.id),
            QStringLiteral("profile-no-steps"));
    }

    void packedFilesAreReadLikePlainOnes()
    {
        const std::string packed = packedSample();
        std::istringstream stream(packed);
        InflateStream unpacked(stream);
        const std::string plain { std::istreambuf_iterator<char>(unpacked), {} };
        QCOMPARE(unpacked.problem(), InflateStream::Problem::None);
        const TraceCollection one = readText(packed, "a.json.gz"),
                              other = readText(plain, "a.json");
        QCOMPARE(one.runs.size(), std::size_t { 1 });
        QCOMPARE(
            one.runs.front().sources.front().digest, other.runs.front().sources.front().digest);
        QCOMPARE(termsText(one.runs.front().terms), termsText(other.runs.front().terms));

        const TraceCollection cut = readText(packed.substr(0, packed.size() / 2), "a.json.gz");
        const auto isBroken
            = [](const Unrecognised &what) { return what.reason.id == "run-gzip-broken"; };
        QVERIFY(std::ranges::any_of(cut.unrecognised, isBroken));
        std::istringstream again(packed);
        InflateStream bounded(again, 100);
        const std::string part { std::istreambuf_iterator<char>(bounded), {} };
        QCOMPARE(bounded.problem(), InflateStream::Problem::TooLarge);
    }

    /// A mean over ranks; a rank whose steps are others is another run.
    void ranksJoin()
    {
        const auto rank = [](const char *file, double gemm) {
            RunTrace trace;
            trace.format = "torch-trace";
            trace.terms = { { "gemm", gemm }, { "idle", 1 - gemm } };
            trace.profileDevices = 1;
            StepSample sample;
            sample.value = gemm;
            trace.steps.add(-1, sample);
            trace.sources = { { file, file, true } };
            return trace;
        };
        std::vector<RunTrace> runs { rank("0.json", 0.5), rank("1.json", 0.7) };
        runs.push_back(rank("2.json", 0.5));
        runs.back().terms.push_back({ "other", 1 });
        const auto always = [](const RunTrace &, const RunTrace &) { return true; };
        joinTraces(runs, always);
        QCOMPARE(runs.size(), std::size_t { 2 });
        QCOMPARE(runs.front().profileDevices, 2);
        QVERIFY(isNear(seconds(runs.front().terms, "gemm"), 0.6));
    }

    /// The log of one run takes the profile beside it; of several, none does.
    void profilesBelongToOneRun()
    {
        const auto trace = [](const char *file, const char *framework, double step) {
            RunTrace made;
            made.format = made.framework = framework;
            for (int i = 0; i < 4; ++i) {
                StepSample sample;
                sample.step = i;
                sample.value = step;
                made.steps.add(-1, sample);
            }
            made.sources = { { file, file, true } };
            return made;
        };
        RunTrace profile = trace("a/trace.json", "", 1);
        profile.format = "torch-trace";
        profile.terms = { { "gemm", 0.9 }, { "idle", 0.1 } };
        const auto never = [](const RunTrace &, const RunTrace &) { return false; };
        std::vector<RunTrace> one { trace("a/one.log", "torchtitan", 1.1), profile };
        joinTraces(one, never);
        QCOMPARE(one.size(), std::size_t { 1 });
        QVERIFY(!one.front().terms.empty());
        std::vector<RunTrace> apart { trace("a/one.log", "torchtitan", 1.1),
            trace("b/two.log", "torchtitan", 5), profile };
        joinTraces(apart, never);
        QCOMPARE(apart.size(), std::size_t { 2 });
        QVERIFY(!apart[0].terms.empty() && apart[1].terms.empty());
        std::vector<RunTrace> several { trace("a/one.log", "torchtitan", 1.1),
            trace("a/two.log", "torchtitan", 5), profile };
        joinTraces(several, never);
        QCOMPARE(several.size(), std::size_t { 3 });
        QVERIFY(several[0].terms.empty() && several[1].terms.empty());
        QVERIFY(!several[2].terms.empty());
    }
};

QTEST_GUILESS_MAIN(StepProfileTest)
#include "tst_step_profile.moc"
