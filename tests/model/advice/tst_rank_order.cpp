#include "model/advice/rank_order.h"

#include "model/estimate/estimator.h"
#include "model/library/profiles/profile_library.h"
#include "model/plan/plan_file.h"

#include <QTest>

#include <algorithm>

using namespace headroom;

class RankOrderTest : public QObject
{
    Q_OBJECT

private slots:
    void everyDeviceIsInOneGroupOfEachAxis()
    {
        ResolvedPlan resolved = example("llama3.1-405b-h100-128-nodes");
        const auto axes = rankOrder(resolved);
        QVERIFY(axes.size() >= 2);
        for (const RankAxis &axis : axes) {
            std::map<std::int64_t, int> members;
            for (std::int64_t device = 0; device < resolved.deviceCount(); ++device)
                ++members[axis.groupOf(device)];
            QVERIFY(std::ranges::all_of(
                members, [&](const auto &group) { return group.second == axis.degree; }));
        }
    }

    /// An axis leaves its node here exactly where the physics says so.
    void axesLieWhereThePhysicsPlacesThem()
    {
        const ProfileLibrary library({ HEADROOM_PROFILES, {} });
        const auto estimator = Estimator::make(library);
        QVERIFY(estimator.hasValue());
        int compared = 0;
        for (const std::string &id : library.planIds()) {
            const ResolvedPlan resolved = example(id);
            if (resolved.accelerator.kind == AcceleratorKind::Tpu)
                continue; // a slice is one fast domain, whatever its shape
            const Estimate estimate = estimator->estimate(resolved);
            for (const RankAxis &axis : rankOrder(resolved)) {
                const bool leaves
                    = axis.stride * axis.degree > resolved.plan.hardware.devicesPerNode;
                for (const CollectiveLoad &load : estimate.collectives)
                    if (load.axis == axis.axis && axis.axis != "data") {
                        QVERIFY2(load.crossesNodes == leaves, (id + ": " + axis.axis).c_str());
                        ++compared;
                    }
            }
        }
        QVERIFY(compared > 5);
    }

private:
    static ResolvedPlan example(const std::string &id)
    {
        static const ProfileLibrary library({ HEADROOM_PROFILES, {} });
        const auto loaded = loadPlan(*library.planPath(id));
        return *resolvePlan(loaded->plan, library);
    }
};

QTEST_GUILESS_MAIN(RankOrderTest)
#include "tst_rank_order.moc"
