#include "export_fixture.h"

#include "model/intake/plan_intake.h"
#include "model/plan/fields/plan_fields.h"
#include "model/plan/machine_comment.h"

#include <QFile>
#include <QRegularExpression>
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
QStringList lostFields(
    const ResolvedPlan &asked, const std::string &target, const std::string &without = {})
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
        if (file.name == "README.md" || file.name.ends_with(".headroom.yaml")
            || file.name == without)
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

/// Of the table of TARGETS.md: target, plan, fields that no file holds, why.
QStringList tableRows()
{
    QFile file(QStringLiteral(HEADROOM_TEST_DATA "/../../model/launch/TARGETS.md"));
    if (!file.open(QIODevice::ReadOnly))
        qFatal("%s", qPrintable(file.errorString()));
    const QString text = QString::fromUtf8(file.readAll());
    const QString chapter = text.section(QStringLiteral("## An export without its plan"), 1)
                                .section(QStringLiteral("\n## "), 0, 0);
    QStringList rows = chapter.split('\n').filter(QRegularExpression(QStringLiteral("^\\| [a-z]")));
    return rows.mid(1); // below the heading
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
        const QStringList rows = tableRows();
        for (const QString &line : rows) {
            const QStringList cells = line.split('|');
            QVERIFY2(cells.size() == 6, qPrintable(line));
            QStringList lost
                = cells.at(3).trimmed().split(QRegularExpression(QStringLiteral(", *")));
            if (lost.first() == QLatin1String("nothing"))
                lost.clear();
            lost.replaceInStrings(QStringLiteral("`"), QString());
            QTest::newRow(qPrintable(cells.at(1).trimmed() + ' ' + cells.at(2).trimmed()))
                << cells.at(2).trimmed() << cells.at(1).trimmed() << lost;
        }
        QCOMPARE(rows.size(), 14);
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

    /// torchtitan's recipe says what its TOML says, and where there is no TOML as well.
    void recipesAreReadAlone_data()
    {
        QTest::addColumn<QStringList>("settings");
        QTest::addColumn<QStringList>("lost");
        const QStringList titan { "framework=torchtitan", "options.cross_entropy=auto",
            "attention=flash", "remat.policy=full", "precision.gradients=fp32" };
        QTest::newRow("dense") << titan << QStringList();
        QTest::newRow("fp8, sharded twice") << titan
                + QStringList { "precision.recipe=fp8_blockwise", "parallelism.data=2",
                      "parallelism.fsdp=4", "remat.policy=selective" }
                                            << QStringList();
        QTest::newRow("adapters") << titan
                + QStringList { "tuning.method=lora", "tuning.rank=32", "tuning.targets=attention",
                      "precision.weights=bf16" }
                                  << QStringList();
    }
    void recipesAreReadAlone()
    {
        QFETCH(QStringList, settings);
        QFETCH(QStringList, lost);
        std::vector<std::string> words;
        for (const QString &setting : std::as_const(settings))
            words.push_back(setting.toStdString());
        const QStringList found = lostFields(
            fixture().plan("llama3.1-8b-h100-node", words), "torchtitan", "config.toml");
        QStringList paths;
        for (const QString &line : found)
            paths << line.section(':', 0, 0);
        QVERIFY2(paths == lost, qPrintable(found.join('\n')));
    }
};

QTEST_GUILESS_MAIN(ExportsReadBackTest)
#include "tst_exports_read_back.moc"
