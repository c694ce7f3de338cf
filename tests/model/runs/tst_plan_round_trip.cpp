#include "configuration_dumps.h"
#include "round_trip_plans.h"

#include "../launch/export_checks.h"
#include "../launch/export_fixture.h"
#include "../launch/key_tables.h"

#include "model/base/wording/messages.h"
#include "model/frameworks/deepspeed/deepspeed_facts.h"
#include "model/plan/fields/plan_fields.h"
#include "model/rules/broken_rules.h"
#include "model/runs/facts/join_traces.h"
#include "model/runs/readers/launch_words.h"
#include "model/runs/readers/log_reader.h"
#include "model/runs/rebuild/rebuild_plan.h"

#include <QTest>

#include <algorithm>
#include <map>
#include <random>
#include <sstream>
#include <utility>

using namespace headroom;

namespace {

RunTrace traceOf(const std::string &log)
{
    std::istringstream stream(log);
    LineSource source(stream);
    LogReader reader("run.log");
    reader.read(source);
    TraceCollection found;
    reader.finish("digest", found);
    joinTraces(found.runs, [](const RunTrace &, const RunTrace &) { return true; });
    return found.runs.empty() ? RunTrace {} : found.runs.front();
}

/// What no configuration tells: the machine beyond its devices, releases, prices, the run's length;
/// that of torchtitan names no kernel, those of DeepSpeed and the Trainer neither it nor the tokens
/// of a sequence, DeepSpeed's nothing of what the model does with its layers.
Plan untold(const Plan &plan, const std::string &target)
{
    Plan base;
    base.name = plan.name;
    base.hardware = plan.hardware;
    base.workload.trainingTokens = plan.workload.trainingTokens;
    base.software = plan.software;
    base.calibration = plan.calibration;
    base.flags = plan.flags;
    // Any of the ids that share a shape is right; the user's own is asked for here.
    base.model = plan.model;
    const bool isDeepSpeed = target == "deepspeed", isTrainer = target == "hf-trainer";
    if (isDeepSpeed || isTrainer || target == "torchtitan")
        base.attention = plan.attention;
    if (isDeepSpeed || isTrainer)
        base.workload.sequenceLength = plan.workload.sequenceLength;
    if (isDeepSpeed) {
        base.remat = plan.remat;
        base.options.compile = plan.options.compile;
    }
    return base;
}

/// A plan as its configuration has to tell it: a Trainer under DeepSpeed has the memory of that.
Plan told(Plan plan, const std::string &target)
{
    const bool isTrainer = target == "hf-trainer";
    if (isTrainer && trainerSharder(plan, plan.parallelism) == Sharder::DeepSpeed
        && deepspeedStage(plan.options, plan.parallelism) > 0)
        plan.software.stack = deepspeedStack;
    return plan;
}

/// The configuration of an export as its framework prints it.
std::string dumpOf(const ResolvedPlan &plan, const std::string &target)
{
    const auto files = fixture().files(plan, target, false);
    if (!files)
        qFatal("%s", errorLines(files.errors()).c_str());
    if (target == "megatron")
        return megatronDump(*files, plan.deviceCount());
    if (target == "torchtitan")
        return titanDump(*files, plan);
    if (target == "deepspeed" || target == "hf-trainer")
        return deepspeedDump(*files, plan);
    const int perChip = plan.accelerator.jaxDevicesPerChip;
    return maxtextDump(*files, plan.deviceCount() * perChip, plan.plan.hardware.nodes);
}

} // namespace

/// Export → configuration as the framework prints it → plan, field by field.
class PlanRoundTripTest : public QObject
{
    Q_OBJECT

private slots:
    void plans_data()
    {
        QTest::addColumn<int>("index");
        for (std::size_t i = 0; i < roundTripCases().size(); ++i)
            QTest::newRow(roundTripCases()[i].name) << static_cast<int>(i);
    }
    void plans()
    {
        QFETCH(int, index);
        const RoundTripCase &one = roundTripCases()[static_cast<std::size_t>(index)];
        const ResolvedPlan resolved = fixture().plan(one.plan, one.settings);
        Plan expected = told(resolved.plan, one.target);
        for (const std::string &setting : one.readBack) {
            const std::size_t equals = setting.find('=');
            QVERIFY(
                setPlanField(expected, setting.substr(0, equals), setting.substr(equals + 1), {})
                    .empty());
        }
        const Plan base = untold(resolved.plan, one.target);
        const std::string dump = dumpOf(resolved, one.target);
        const PlanDraft draft = rebuildPlan(traceOf(dump), fixture().library(), &base);
        std::string different;
        for (const PlanField &field : planFields())
            if (field.get(draft.plan) != field.get(expected))
                different += field.path + ": " + field.get(expected) + " was read back as "
                    + field.get(draft.plan) + "\n";
        if (different.empty() && !(draft.plan == expected))
            different = "mesh, tensors or flags differ";
        for (const Message &note : draft.notes)
            if (note.id == "run-field-refused" || note.id == "run-rule-broken")
                different += messageText(note) + "\n";
        QVERIFY2(different.empty(), different.c_str());
    }

    /// Fifty drawn plans for each target: what the export does not say it leaves out comes back.
    void drawnPlans_data()
    {
        QTest::addColumn<QString>("plan");
        QTest::addColumn<QString>("target");
        QTest::newRow("maxtext-gpu") << "llama3.1-8b-h100-node"
                                     << "maxtext-gpu";
        QTest::newRow("maxtext-slurm") << "llama3-70b-h100-32-nodes"
                                       << "maxtext-slurm";
        QTest::newRow("maxtext-tpu") << "llama2-70b-v5p-64"
                                     << "maxtext-tpu";
        QTest::newRow("maxtext-gke") << "llama3-70b-h100-32-nodes"
                                     << "maxtext-gke";
        QTest::newRow("megatron") << "llama3.1-405b-h100-128-nodes"
                                  << "megatron";
        QTest::newRow("torchtitan") << "llama3.1-8b-h100-node"
                                    << "torchtitan";
        QTest::newRow("deepspeed") << "llama3-70b-h100-32-nodes"
                                   << "deepspeed";
        QTest::newRow("hf-trainer") << "llama3-70b-h100-32-nodes"
                                    << "hf-trainer";
    }
    void drawnPlans()
    {
        QFETCH(QString, plan);
        QFETCH(QString, target);
        constexpr int wanted = 50, maxDraws = 20000;
        std::mt19937 engine(20260822);
        const ResolvedPlan start = fixture().plan(plan.toStdString());
        std::string different;
        int count = 0;
        for (int draw = 0; draw < maxDraws && count < wanted; ++draw) {
            const Plan drawn
                = told(drawnPlan(start.plan, target.toStdString(), engine), target.toStdString());
            const Result<ResolvedPlan> resolved = resolvePlan(drawn, fixture().library());
            if (!resolved || !brokenRules(*resolved).empty())
                continue;
            const auto files = fixture().files(*resolved, target.toStdString(), false);
            if (!files)
                continue;
            ++count;
            const Plan base = untold(drawn, target.toStdString());
            const PlanDraft back = rebuildPlan(
                traceOf(dumpOf(*resolved, target.toStdString())), fixture().library(), &base);
            const std::string readme = findFile(*files, "README.md")->content;
            const std::string losses
                = readme.substr(std::min(readme.size(), readme.find("## What was left out")));
            std::string own;
            for (const PlanField &field : planFields())
                if (field.get(back.plan) != field.get(drawn)
                    && losses.find('`' + field.path + '=') == std::string::npos)
                    own += "  " + field.path + ": " + field.get(drawn) + " was read back as "
                        + field.get(back.plan) + "\n";
            if (!own.empty())
                different += "plan " + std::to_string(count) + ":\n" + own;
        }
        QVERIFY2(different.empty(), different.c_str());
        QCOMPARE(count, wanted);
    }

    /// Configuration and script of an export, as files: also the flags come back.
    void exportedScripts_data()
    {
        QTest::addColumn<QStringList>("settings");
        QTest::newRow("advice") << QStringList();
        QTest::newRow("own flags")
            << QStringList { "flags.xla_gpu_enable_latency_hiding_scheduler=false",
                   "flags.xla_gpu_all_reduce_combine_threshold_bytes=33554432",
                   "flags.NCCL_DEBUG=INFO" };
        QTest::newRow("advice switched off")
            << QStringList { "flags.xla_gpu_enable_latency_hiding_scheduler=default",
                   "flags.xla_gpu_enable_while_loop_double_buffering=false" };
    }
    void exportedScripts()
    {
        QFETCH(QStringList, settings);
        std::vector<std::string> list;
        for (const QString &setting : settings)
            list.push_back(setting.toStdString());
        const ResolvedPlan resolved = fixture().plan("llama3-70b-h100-32-nodes", list);
        const auto files = fixture().files(resolved, "maxtext-gpu", false);
        QVERIFY(files.hasValue());
        RunTrace trace;
        trace.framework = "maxtext";
        for (const auto &[key, value] : flatYaml(findFile(*files, "config.yml")->content))
            trace.config.set(key, value, "config.yml", 1);
        addLaunchWords(launchText(findFile(*files, "run.sh")->content), { "run.sh", 1 }, trace);
        const PlanDraft draft = rebuildPlan(trace, fixture().library(), nullptr);
        QCOMPARE(draft.plan.flags, resolved.plan.flags);
        QCOMPARE(draft.origin("flags"), FieldOrigin::Read);
        QCOMPARE(draft.plan.parallelism, resolved.plan.parallelism);
    }

    /// Every model that MaxText has a name for comes back by its full dump.
    void maxtextModels()
    {
        const ProfileLibrary &library = fixture().library();
        int count = 0;
        std::string different;
        for (const std::string &id : library.modelIds()) {
            const auto model = *library.model(id);
            std::string dump;
            for (const TableRow &row : keyTable("maxtext_model_keys"))
                if (row.at("model_file") == model->maxtextModelName)
                    dump += "Config param " + row.at("key") + ": " + row.at("value") + "\n";
            if (model->maxtextModelName.empty() || dump.empty())
                continue;
            ++count;
            dump += "Config param model_name: " + model->maxtextModelName + "\n";
            const PlanDraft draft = rebuildPlan(traceOf(dump), library, nullptr);
            const auto found = library.model(draft.plan.model.id);
            if (!found || (*found)->maxtextModelName != model->maxtextModelName)
                different += id + " came back as "
                    + (draft.plan.model.id.empty() ? "a shape" : draft.plan.model.id) + "\n";
        }
        QVERIFY2(different.empty(), different.c_str());
        QVERIFY(count > 20);
    }

    void originsAreTold()
    {
        const ResolvedPlan resolved = fixture().plan("llama3.1-8b-h100-node");
        const PlanDraft draft
            = rebuildPlan(traceOf(dumpOf(resolved, "maxtext-gpu")), fixture().library(), nullptr);
        QCOMPARE(draft.origin("model"), FieldOrigin::Read);
        QCOMPARE(draft.origin("workload.sequence_length"), FieldOrigin::Read);
        QCOMPARE(draft.origin("parallelism.tensor"), FieldOrigin::Read);
        QCOMPARE(draft.origin("hardware.nodes"), FieldOrigin::Inferred);
        QCOMPARE(draft.origin("hardware.accelerator"), FieldOrigin::Assumed);
        QCOMPARE(draft.origin("options.compile"), FieldOrigin::Assumed);
        QCOMPARE(draft.origins().size(), planFields().size());
    }

    /// Nothing but steps: a plan comes out, all of it assumed, and no refusal.
    void nothingTold()
    {
        const PlanDraft draft
            = rebuildPlan(traceOf("completed step: 1, seconds: 2.0\n"), fixture().library(), {});
        QCOMPARE(draft.plan.framework, std::string("maxtext"));
        for (const auto &[path, origin] : draft.origins())
            QVERIFY2(origin == FieldOrigin::Assumed || path == "framework" || path == "name",
                path.c_str());
    }
};

QTEST_GUILESS_MAIN(PlanRoundTripTest)
#include "tst_plan_round_trip.moc"
