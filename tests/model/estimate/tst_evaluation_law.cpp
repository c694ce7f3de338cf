#include "derivation_check.h"
#include "drawn_plans.h"
#include "model/physics/step/evaluate.h"
#include "tests/model/shipped.h"

#include <QTest>

using namespace headroom;

/// What holds for evaluations between steps of every plan, over drawn ones (FORMULAS §5.9).
class EvaluationLawTest : public QObject
{
    Q_OBJECT

private slots:
    void holds_data()
    {
        QTest::addColumn<int>("range");
        QTest::newRow("wide") << static_cast<int>(DrawnPlans::Range::Wide);
        QTest::newRow("tuned") << static_cast<int>(DrawnPlans::Range::Tuned);
    }

    /// A pass that keeps nothing takes no more than one that does; a larger batch takes no less,
    /// and in the end more. Liger's fused loss makes its logits in evaluations alone, and
    /// torchtitan evaluates next to gradients that a step begins without.
    void holds()
    {
        QFETCH(int, range);
        DrawnPlans draw(shippedLibrary(), 29, static_cast<DrawnPlans::Range>(range));
        int plans = 0, larger = 0;
        for (const ResolvedPlan &plan : draw.withExamples(400)) {
            Prepared p = flaggedEstimator().prepare(plan);
            const Candidate c = planCandidate(plan.plan);
            if (p.isInference || p.loss == CrossEntropy::FusedLinear
                || p.stack.zeroesGradientsFirst)
                continue;
            const std::string about = plan.model->id + ", " + plan.plan.framework;
            const Evaluation trained = evaluate(p, c);
            p.evaluationMicroBatch = c.microBatch;
            const Evaluation same = evaluate(p, c);
            QVERIFY2(same.memory == trained.memory, about.c_str());
            QCOMPARE(same.evaluationExcess, Bytes {});
            Bytes before = same.peak;
            for (int times = 4; times <= 256; times *= 4) {
                p.evaluationMicroBatch = c.microBatch * times;
                const Evaluation then = evaluate(p, c);
                QVERIFY2(then.peak >= before, about.c_str());
                QCOMPARE(then.step, trained.step);
                before = then.peak;
            }
            ++plans;
            larger += before > trained.peak ? 1 : 0;
        }
        QVERIFY(plans > 200);
        QVERIFY(larger > plans / 2);
    }

    /// Every term can be computed again from what its tree shows, whichever moment is the worst.
    void treesCompute()
    {
        DrawnPlans draw(shippedLibrary(), 37, DrawnPlans::Range::Wide);
        DerivationCheck check;
        for (const ResolvedPlan &plan : draw.withExamples(150)) {
            Prepared p = flaggedEstimator().prepare(plan);
            const Candidate c = planCandidate(plan.plan);
            if (p.isInference)
                continue;
            for (const int times : { 1, 64 }) {
                p.evaluationMicroBatch = c.microBatch * times;
                DerivationTrace trace({ "", "", "", "", Evidence::Fitted, Evidence::Fitted });
                const Evaluation own = evaluate(p, c, trace);
                QCOMPARE(own.memory, evaluate(p, c).memory);
                for (const Derivation &tree : trace.take())
                    QVERIFY2(check.fault(tree).empty(),
                        (plan.model->id + ", " + plan.plan.framework + ": " + check.fault(tree))
                            .c_str());
            }
        }
        QVERIFY(check.nodes() > 50'000);
    }
};

QTEST_GUILESS_MAIN(EvaluationLawTest)
#include "tst_evaluation_law.moc"
