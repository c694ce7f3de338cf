#include "export_fixture.h"

#include "model/intake/plan_intake.h"
#include "model/plan/fields/plan_fields.h"
#include "model/plan/machine_comment.h"

#include <QTest>

#include <algorithm>
#include <map>
#include <sstream>

using namespace headroom;

namespace {

bool isJob(const std::string &path)
{
    return path.starts_with("job.");
}

/// What no file of an export says in words that its framework reads: prices, lengths of runs,
/// names, what only the estimate asks for.
bool isOfTheEstimateAlone(const std::string &path)
{
    constexpr std::string_view paths[] { "name", "workload.training_tokens", "calibration",
        "compiled" };
    return std::ranges::find(paths, path) != std::end(paths) || path.starts_with("hardware.price")
        || path.starts_with("hardware.host") || path.starts_with("hardware.nic")
        || path.starts_with("hardware.power") || path == "hardware.machine"
        || path.starts_with("reliability.") || path.starts_with("software.") || isJob(path);
}

/// Fields that are not those of the plan when the framework's own files are read, the README and
/// the plan itself left out.
QStringList lostFields(const ResolvedPlan &asked, const std::string &target)
{
    const ExportTarget &row = *exportTarget(target);
    const auto request = prepareExport(asked, {}, row, {}, fixture().tools());
    if (!request)
        qFatal("%s: %s", target.c_str(), errorLines(request.errors()).c_str());
    const ResolvedPlan &plan = request->plan; // in the words of the target's framework
    const auto files = renderTarget(*request, row);
    if (!files)
        qFatal("%s: %s", target.c_str(), errorLines(files.errors()).c_str());
    IntakeTexts texts;
    for (const ExportFile &file : *files) {
        if (file.name == "README.md" || file.name.ends_with(".headroom.yaml"))
            continue;
        std::istringstream stream(file.content);
        readIntakeText(stream, file.name, fixture().library(), texts);
    }
    const PlanIntake intake
        = planOf(std::move(texts), fixture().library(), nullptr, {}, IntakeDetail::Fields);
    QStringList lost;
    for (const PlanField &field : planFields())
        if (!isOfTheEstimateAlone(field.path) && field.get(intake.plan) != field.get(plan.plan))
            lost << QString::fromStdString(
                field.path + ": " + field.get(plan.plan) + " is read as " + field.get(intake.plan));
    return lost;
}

} // namespace

/// An export without its plan: what the framework's own files give back of the plan.
class ExportsReadBackTest : public QObject
{
    Q_OBJECT

private slots:
    void machineIsAComment()
    {
        HardwareChoice hardware;
        hardware.accelerator = "h100-sxm";
        hardware.nodes = 4;
        hardware.devicesPerNode = 8;
        const std::string line
            = "#!/usr/bin/env bash\n# Plan: x\n# " + machineCommentText(hardware);
        QCOMPARE(
            machineCommentOf(line + "\nset -e\n").value(), (MachineComment { "h100-sxm", 8, 4 }));
        QCOMPARE(machineCommentOf(line + "\r\n").value(), (MachineComment { "h100-sxm", 8, 4 }));
        for (const char *text : { "", "# Machine: ", "# Machine: accelerator=H100 nodes=1",
                 "# Machine: accelerator=h100-sxm devices_per_node=0 nodes=4",
                 "# Machine: accelerator=h100-sxm devices_per_node=nan nodes=1e9",
                 "Machine: accelerator=h100-sxm devices_per_node=8 nodes=4" })
            QVERIFY2(!machineCommentOf(text), text);
    }

    void exportsGiveThePlanBack_data()
    {
        QTest::addColumn<QString>("plan");
        QTest::addColumn<QString>("target");
        QTest::addColumn<QStringList>("lost");
        const auto row = [](const char *target, const char *plan, const QStringList &lost) {
            QTest::newRow(target) << plan << target << lost;
        };
        row("megatron", "llama3.1-405b-h100-128-nodes", {});
        row("nemo", "llama3.1-405b-h100-128-nodes", {});
        // FSDP shards gradients, too, and reduces them in fp32; the flavor names the kernel.
        row("torchtitan", "llama3.1-405b-h100-128-nodes",
            { "parallelism.data", "parallelism.fsdp", "parallelism.zero_stage",
                "precision.gradients", "attention" });
        // train.json has a shape without a name; "sdpa" and "flash_attention_2" are several
        // kernels. The program decides whether it compiles, and DeepSpeed's own does not.
        row("deepspeed", "llama3-70b-h100-32-nodes", { "model", "attention", "options.compile" });
        row("hf-trainer", "llama3.1-8b-h100-node", { "attention" });
        row("maxtext-gpu", "llama3-70b-h100-32-nodes", {});
        row("maxtext-slurm", "llama3-70b-h100-32-nodes", {});
        row("maxtext-tpu", "llama3.1-8b-v6e-16", { "hardware.topology" });
        row("maxtext-gke", "llama2-70b-v5p-64", { "hardware.topology" });
        // How the data are packed is the loader's business; one device has no shards to count.
        row("trl", "llama3.1-8b-lora-one-gpu",
            { "workload.packing.mean_tokens", "workload.packing.share_padding",
                "parallelism.zero_stage", "precision.weights" });
        row("axolotl", "llama3.1-8b-lora-one-gpu",
            { "workload.packing.mean_tokens", "workload.packing.share_padding",
                "parallelism.zero_stage", "precision.weights" });
        row("llama-factory", "llama3.1-70b-qlora-node",
            { "workload.packing.mean_tokens", "workload.packing.share_padding", "parallelism.data",
                "parallelism.fsdp", "precision.weights" });
    }
    void exportsGiveThePlanBack()
    {
        QFETCH(QString, plan);
        QFETCH(QString, target);
        QFETCH(QStringList, lost);
        const ResolvedPlan resolved = fixture().plan(plan.toStdString());
        const std::string id = target.toStdString();
        const QStringList found = lostFields(resolved, id);
        QStringList paths;
        for (const QString &line : found)
            paths << line.section(':', 0, 0);
        QVERIFY2(paths == lost, qPrintable(found.join('\n')));
    }
};

QTEST_GUILESS_MAIN(ExportsReadBackTest)
#include "tst_exports_read_back.moc"
