#include "model/physics/step/evaluate.h"
#include "tests/model/physics/hand_made_model.h"

#include <QTest>

using namespace headroom;
using namespace headroom::test;

/// Gradients while they are not needed, and the optimizer that runs in the backward pass.
class GradientMemoryTest : public QObject
{
    Q_OBJECT

private slots:
    void statesThatComeAndGo();
};

/// Gradients: twice where the sum lies beside those of a micro-batch, whole where gathered weights
/// are kept, one layer's where the update follows each.
void GradientMemoryTest::statesThatComeAndGo()
{
    Prepared p = paperGpt(4, 100, 10, 1000);
    p.globalBatch = 8;
    p.gradientBytes = Bytes { 4 };
    p.domain = p.devicesPerNode = 8;
    const double all = 4 * 12 * 100.0 * 100;
    Candidate c;
    c.zeroStage = 0;
    NoTrace none;
    const auto gradients = [&] {
        const Layout layout = makeLayout(p, c);
        double host = 0;
        return gradientMemory(
            p, c, layout, stageParameters(p, c, layout, Stage::First), host, none);
    };
    QCOMPARE(gradients(), 4 * all);
    p.stack.gradientsAreTransient = true;
    QCOMPARE(gradients(), 8 * all);
    p.globalBatch = 1; // one micro-batch
    QCOMPARE(gradients(), 4 * all);
    p.globalBatch = 8;
    p.options.optimizerInBackward = true;
    QCOMPARE(gradients(), 8 * all / 4);
    p.layers = p.denseLayers = 2;
    QCOMPARE(gradients(), 8 * all / 2 / 2);
    p.layers = p.denseLayers = 4;
    p.options.optimizerInBackward = false;
    c.pipeline = 2; // stages add up where they lie
    QCOMPARE(gradients(), 4 * all / 2);
    c.fsdp = 2;
    c.zeroStage = 2;
    p.stack.reshardsInPipeline = true;
    QCOMPARE(gradients(), 4 * all / 2 / 2);
    p.stack.reshardsInPipeline = false;
    QCOMPARE(gradients(), 4 * all / 2);
    c.zeroStage = 1;
    QCOMPARE(gradients(), 4 * all / 2);
    p.isInference = true;
    QCOMPARE(gradients(), 0.0);
}

QTEST_APPLESS_MAIN(GradientMemoryTest)
#include "tst_gradient_memory.moc"
