#include "export_fixture.h"

#include "model/launch/common/launch_mesh.h"
#include "model/plan/rank_order.h"
#include "tests/model/estimate/drawn_plans.h"
#include "tests/model/shipped.h"

#include <QTest>

#include <algorithm>
#include <array>
#include <map>

using namespace headroom;

class LaunchMeshTest : public QObject
{
    Q_OBJECT

private slots:
    void splits_data()
    {
        QTest::addColumn<QString>("plan");
        QTest::addColumn<QStringList>("settings");
        QTest::addColumn<QString>("axis");
        QTest::addColumn<int>("ici");
        QTest::addColumn<int>("dcn");
        const QString h100 = "llama3-70b-h100-32-nodes";
        QTest::newRow("fsdp over nodes") << h100 << QStringList {} << "fsdp" << 8 << 32;
        QTest::newRow("tensor first")
            << h100
            << QStringList { "parallelism.tensor=8", "parallelism.fsdp=32",
                   "workload.global_batch_sequences=512" }
            << "tensor" << 8 << 1;
        QTest::newRow("fsdp behind tensor")
            << h100 << QStringList { "parallelism.tensor=8", "parallelism.fsdp=32" } << "fsdp" << 1
            << 32;
        QTest::newRow("data outside")
            << h100 << QStringList { "parallelism.fsdp=8", "parallelism.data=32" } << "data" << 1
            << 32;
        QTest::newRow("own mesh, inside")
            << "mixtral-8x7b-h100-8-nodes" << QStringList {} << "expert" << 8 << 1;
        QTest::newRow("own mesh, across")
            << "mixtral-8x7b-h100-8-nodes" << QStringList {} << "fsdp" << 1 << 8;
        const QStringList shared { "model=mixtral-8x22b",
            "parallelism.mesh.ici.expert=", "parallelism.mesh.dcn.fsdp=", "parallelism.fsdp=2",
            "parallelism.tensor=4" };
        QTest::newRow("tensor before experts")
            << "mixtral-8x7b-h100-8-nodes" << shared << "tensor" << 4 << 1;
        QTest::newRow("experts beside tensor")
            << "mixtral-8x7b-h100-8-nodes" << shared << "expert" << 2 << 4;
        QTest::newRow("slice") << "llama2-70b-v5p-64" << QStringList {} << "fsdp" << 64 << 1;
        QTest::newRow("two slices") << "llama2-70b-v5p-64"
                                    << QStringList { "hardware.nodes=2", "parallelism.data=2",
                                           "workload.global_batch_sequences=256" }
                                    << "data" << 1 << 2;
        // 18 trays of 4 GPUs are one NVLink domain.
        QTest::newRow("nvl72") << h100
                               << QStringList { "hardware.accelerator=gb200", "hardware.nodes=36",
                                      "hardware.devices_per_node=4", "parallelism.fsdp=72",
                                      "parallelism.data=2", "workload.global_batch_sequences=576" }
                               << "fsdp" << 72 << 1;
        // A v7x chip shows two JAX devices: batch shards double.
        QTest::newRow("v7x") << "llama2-70b-v5p-64"
                             << QStringList { "hardware.accelerator=tpu-v7x" } << "fsdp" << 128
                             << 1;
    }
    void splits()
    {
        static const ExportFixture fixture;
        QFETCH(QString, plan);
        QFETCH(QStringList, settings);
        QFETCH(QString, axis);
        QFETCH(int, ici);
        QFETCH(int, dcn);
        std::vector<std::string> list;
        for (const QString &setting : settings)
            list.push_back(setting.toStdString());
        const Result<LaunchMesh> mesh = launchMesh(fixture.plan(plan.toStdString(), list));
        QVERIFY2(mesh.hasValue(), mesh ? "" : errorLines(mesh.errors()).c_str());
        QCOMPARE(mesh->axis(axis.toStdString()).ici, ici);
        QCOMPARE(mesh->axis(axis.toStdString()).dcn, dcn);
        int inside = 1;
        int across = 1;
        for (const MeshAxis &each : mesh->axes) {
            inside *= each.ici;
            across *= each.dcn;
        }
        QCOMPARE(inside, mesh->domainDevices);
        QCOMPARE(across, mesh->domains);
    }

    /// An axis leaves its node in the written mesh exactly where the estimate says so.
    void theEstimateSeesTheMeshThatIsWritten()
    {
        DrawnPlans draw(shippedLibrary(), 41);
        std::map<std::string, std::array<int, 2>> seen;
        for (const ResolvedPlan &plan : draw.withExamples(400)) {
            if (plan.accelerator.kind == AcceleratorKind::Tpu)
                continue; // a slice is one fast domain, whatever its shape
            const Result<LaunchMesh> mesh = launchMesh(plan);
            if (!mesh || mesh->domainDevices != plan.plan.hardware.devicesPerNode)
                continue;
            for (const CollectiveLoad &load : shippedEstimator().estimate(plan).collectives) {
                if (load.axis == "data" || load.axis == "fsdp"
                    || (load.axis == "expert" && !plan.expertIsAxis()))
                    continue; // shards may lie over context, experts inside data
                const bool leaves = mesh->axis(load.axis).dcn > 1;
                QVERIFY2(load.crossesNodes == leaves,
                    (std::string(plan.framework().title) + ": " + load.axis).c_str());
                ++seen[load.axis][leaves ? 1 : 0];
            }
        }
        QVERIFY(seen["tensor"][0] > 0);
        QCOMPARE(seen["tensor"][1], 0); // no drawn degree is larger than a node
        for (const char *axis : { "expert", "context", "pipeline" })
            QVERIFY2(seen[axis][0] > 0 && seen[axis][1] > 0, axis);
    }

    void theEstimateFollowsThePlansOwnMesh()
    {
        const std::vector<std::string> swapped { "parallelism.mesh.ici.expert=",
            "parallelism.mesh.dcn.fsdp=", "parallelism.mesh.ici.fsdp=8",
            "parallelism.mesh.dcn.expert=8" };
        const char *id = "mixtral-8x7b-h100-8-nodes";
        for (const bool isSwapped : { false, true }) {
            const ResolvedPlan plan
                = shippedPlan(id, isSwapped ? swapped : std::vector<std::string> {});
            QCOMPARE(launchMesh(plan)->axis("expert").dcn, isSwapped ? 8 : 1);
            int seen = 0;
            for (const CollectiveLoad &load : shippedEstimator().estimate(plan).collectives)
                if (load.axis == "expert" || load.axis == "fsdp") {
                    // Weights outside the experts are gathered over both axes.
                    QCOMPARE(load.crossesNodes, load.axis == "fsdp" || isSwapped);
                    ++seen;
                }
            QVERIFY(seen >= 2);
        }
    }

    void everyDeviceIsInOneGroupOfEachAxis()
    {
        const ResolvedPlan plan = shippedPlan("llama3.1-405b-h100-128-nodes");
        const RankOrder order(plan.plan.parallelism, plan.expertIsAxis());
        for (const RankAxis &axis : order.innermostFirst()) {
            std::map<std::int64_t, int> members;
            for (std::int64_t device = 0; device < plan.deviceCount(); ++device)
                ++members[axis.groupOf(device)];
            QVERIFY(std::ranges::all_of(
                members, [&](const auto &group) { return group.second == axis.degree; }));
        }
    }

    void aMeshThatDoesNotMultiplyOutIsAnError()
    {
        static const ExportFixture fixture;
        ResolvedPlan plan = fixture.plan("llama3-70b-h100-32-nodes");
        plan.plan.parallelism.mesh.ici = { { "fsdp", 4 } };
        plan.plan.parallelism.mesh.dcn = { { "fsdp", 64 } };
        const Result<LaunchMesh> mesh = launchMesh(plan);
        QVERIFY(!mesh);
        QCOMPARE(mesh.errors().front().id, std::string("export-mesh"));
        plan.plan.parallelism.mesh.dcn = { { "fsdp", 2 } };
        QCOMPARE(launchMesh(plan).errors().front().id, std::string("export-mesh-axis"));
    }
};

QTEST_GUILESS_MAIN(LaunchMeshTest)
#include "tst_launch_mesh.moc"
