#include "tests/model/shipped.h"

#include "model/rules/checked_plan.h"

#include <QTemporaryDir>
#include <QTest>

#include <fstream>

using namespace headroom;

/// Problems of a plan file stand at the line of what they are about.
class PlanLinesTest : public QObject
{
    Q_OBJECT

private slots:
    void problemsPointAtTheirLine()
    {
        QTemporaryDir folder;
        const std::string file = folder.filePath("p.headroom.yaml").toStdString();
        std::ofstream {
            file
        } << "schema_version: 1\nmodel: llama3.1-8b\n"
             "hardware:\n  accelerator: h100-sxm\n  nodes: 1\n  devices_per_node: 8\n"
             "workload:\n  sequence_length: 8192\n  global_batch_sequences: 128\n"
             "parallelism:\n  fsdp: 4\nattention: splash\n";
        const auto opened = openCheckedPlan(file, {}, shippedLibrary());
        QVERIFY(!opened);
        QStringList places;
        for (const Error &error : opened.errors())
            places << QString::fromStdString(error.where.substr(file.size()) + " " + error.id);
        QCOMPARE(places, (QStringList { ":5 rule-device-count", ":4 rule-attention-chip" }));
    }

    void namesAreBlamedOnTheirLine()
    {
        QTemporaryDir folder;
        const std::string file = folder.filePath("p.headroom.yaml").toStdString();
        std::ofstream {
            file
        } << "schema_version: 1\nmodel: llama3.1-9b\n"
             "hardware:\n  accelerator: h100-smx\n  nodes: 1\n  devices_per_node: 8\n"
             "workload:\n  sequence_length: 8192\n  global_batch_sequences: 128\n"
             "remat: { policy: minimal_with_contxt }\n";
        const auto opened = openCheckedPlan(file, {}, shippedLibrary());
        QVERIFY(!opened);
        QStringList places;
        for (const Error &error : opened.errors())
            places << QString::fromStdString(error.where.substr(file.size()) + " " + error.id);
        QCOMPARE(places,
            (QStringList { ":2 unknown-model-near", ":4 unknown-accelerator-near",
                ":10 unknown-remat-policy-near" }));
    }

    void inlineShapesAndTheirMistakesHaveLines()
    {
        QTemporaryDir folder;
        const std::string file = folder.filePath("p.headroom.yaml").toStdString();
        const auto write = [&file](const char *hidden) {
            std::ofstream { file }
                << "schema_version: 1\nmodel:\n  layers: 32\n  hidden: " << hidden
                << "\n  heads: 32\n  vocab: 32000\n"
                   "hardware: { accelerator: h100-sxm, nodes: 1, devices_per_node: 8 }\n"
                   "workload: { sequence_length: 8192, global_batch_sequences: 128 }\n"
                   "parallelism: { fsdp: 8 }\n";
        };
        write("4096");
        QVERIFY(openCheckedPlan(file, {}, shippedLibrary()).hasValue());
        write("many");
        const auto opened = openCheckedPlan(file, {}, shippedLibrary());
        QVERIFY(!opened);
        QCOMPARE(QString::fromStdString(opened.errors().front().where.substr(file.size())),
            QString { ":4" });
    }
};

QTEST_GUILESS_MAIN(PlanLinesTest)
#include "tst_plan_lines.moc"
