#include "export_fixture.h"

#include <QDir>
#include <QDirIterator>
#include <QFile>
#include <QTest>

#include <algorithm>

using namespace headroom;

namespace {

/// One plan per target; predictions are left out, so that these files change with formats alone.
struct Golden
{
    const char *plan;
    const char *target;
};
constexpr Golden goldens[] { { "llama3-70b-h100-32-nodes", "maxtext-gpu" },
    { "llama3.1-8b-v6e-16", "maxtext-tpu" }, { "llama3-70b-h100-32-nodes", "maxtext-slurm" },
    { "llama2-70b-v5p-64", "maxtext-gke" }, { "llama3.1-8b-h100-node", "jax" },
    { "llama3.1-8b-h100-node", "pgle-auto" }, { "llama3.1-8b-h100-node", "pgle-jax-profiler" },
    { "llama3-70b-h100-32-nodes", "pgle-nsys" }, { "llama3.1-405b-h100-128-nodes", "megatron" },
    { "llama3.1-405b-h100-128-nodes", "nemo" }, { "llama3.1-405b-h100-128-nodes", "torchtitan" },
    { "llama3-70b-h100-32-nodes", "deepspeed" }, { "llama3.1-8b-h100-node", "hf-trainer" },
    { "llama3.1-8b-lora-one-gpu", "axolotl" }, { "llama3.1-70b-qlora-node", "llama-factory" },
    { "llama3.1-8b-lora-one-gpu", "trl" }, { "llama3-70b-h100-32-nodes", "measure" },
    { "llama3-70b-h100-32-nodes", "prove" } };

QByteArray contentOf(const QString &path)
{
    QFile file(path);
    return file.open(QIODevice::ReadOnly) ? file.readAll() : QByteArray();
}

} // namespace

class ExportGoldenTest : public QObject
{
    Q_OBJECT

private slots:
    void everyTargetHasAPlan()
    {
        for (const ExportTarget &target : exportTargets())
            QVERIFY2(std::ranges::any_of(
                         goldens, [&](const Golden &golden) { return golden.target == target.id; }),
                target.id.c_str());
    }

    void exports_data()
    {
        QTest::addColumn<QString>("plan");
        QTest::addColumn<QString>("target");
        for (const Golden &golden : goldens)
            QTest::addRow("%s %s", golden.target, golden.plan) << golden.plan << golden.target;
    }
    void exports()
    {
        QFETCH(QString, plan);
        QFETCH(QString, target);
        const ExportTarget &row = *exportTarget(target.toStdString());
        ExportTools tools = fixture().tools();
        tools.flags = [](const ResolvedPlan &resolved) {
            // Two flags and a variable of a fixed choice: advice has golden files of its own.
            LaunchFlags flags;
            if (resolved.accelerator.kind == AcceleratorKind::Tpu)
                flags.flags.push_back({ "xla_tpu_scoped_vmem_limit_kib", "98304",
                    FlagCarrier::LibtpuArgs, "For the recipe." });
            else if (resolved.plan.framework == "maxtext")
                flags.flags.push_back({ "xla_gpu_enable_latency_hiding_scheduler", "true",
                    FlagCarrier::XlaFlags, "For overlap." });
            flags.flags.push_back({ "NCCL_DEBUG", "WARN", FlagCarrier::Environment, "" });
            flags.leftOut.push_back({ "xla_gpu_gone=true", "this jaxlib does not have it" });
            return flags;
        };
        const auto request
            = prepareExport(fixture().plan(plan.toStdString()), {}, row, { true }, tools);
        QVERIFY2(request.hasValue(), request ? "" : errorLines(request.errors()).c_str());
        ExportRequest unpredicted = *request;
        unpredicted.prediction.reset();
        const auto files = renderTarget(unpredicted, row);
        QVERIFY(files.hasValue());
        const QDir folder(QString(HEADROOM_GOLDEN) + '/' + target);
        if (qEnvironmentVariableIsSet("HEADROOM_REGENERATE"))
            regenerate(folder, *files);
        QStringList names;
        for (const ExportFile &file : *files) {
            const QString name = QString::fromStdString(file.name);
            names << name;
            if (name.endsWith(".py") && name != "headroom_env.py" && name != "headroom_recipe.py")
                continue; // bundled programs have their own suite
            QCOMPARE(QString::fromStdString(file.content),
                QString::fromUtf8(contentOf(folder.filePath(name))));
        }
        for (const QString &name : folder.entryList(QDir::Files))
            QVERIFY2(names.contains(name), qPrintable(name + " is no longer written"));
    }

private:
    void regenerate(QDir folder, const std::vector<ExportFile> &files)
    {
        folder.removeRecursively();
        folder.mkpath(".");
        for (const ExportFile &file : files) {
            const QString name = QString::fromStdString(file.name);
            if (name.endsWith(".py") && name != "headroom_env.py" && name != "headroom_recipe.py")
                continue;
            QFile out(folder.filePath(name));
            QVERIFY(out.open(QIODevice::WriteOnly));
            out.write(QByteArray::fromStdString(file.content));
        }
    }
};

QTEST_GUILESS_MAIN(ExportGoldenTest)
#include "tst_export_golden.moc"
