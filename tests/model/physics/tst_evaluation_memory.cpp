#include "model/physics/step/evaluate.h"
#include "tests/model/physics/hand_made_model.h"

#include <QTest>

using namespace headroom;
using namespace headroom::test;

/// What a pass without gradients between training steps takes (FORMULAS §5.9).
class EvaluationMemoryTest : public QObject
{
    Q_OBJECT

private slots:
    void aLayerHoldsWhatItComputes();
    void logitsHaveNoGradient();
    void fusedLossMakesAllLogits();
    void gradientsThatStay_data();
    void gradientsThatStay();
    void takesThePlaceOfAStep();
    void isNeverLargerForTheSameBatch();
};

namespace {

/// Eight sequences of 1000 tokens on one device.
Layout evaluated(const Prepared &p, double sequences = 8)
{
    Candidate c;
    c.microBatch = sequences;
    return makeLayout(p, c);
}

constexpr double tokens = 8 * 1000;

} // namespace

/// Gate, up and their product of 14336, the residual stream and its norm of 4096, in two bytes.
void EvaluationMemoryTest::aLayerHoldsWhatItComputes()
{
    Prepared p = llama8b(1000);
    NoTrace none;
    QCOMPARE(
        forwardSet(p, {}, evaluated(p), Stage::First, none), 2 * tokens * (3 * 14336 + 2 * 4096));
    // The share of gradients that a framework holds together is one of the backward pass.
    p.stack.workingGradientShare = 0.5;
    QCOMPARE(
        forwardSet(p, {}, evaluated(p), Stage::First, none), 2 * tokens * (3 * 14336 + 2 * 4096));
    // 32 heads of unfused attention: a score of two bytes, its softmax of four.
    p.isFlash = false;
    p.remats[noRecompute].keepsScores = true;
    p.stack.keptScoreBytes = Bytes { 4 };
    QCOMPARE(forwardSet(p, {}, evaluated(p), Stage::First, none),
        tokens * (1000 * 32 * (2 + 4) + 2 * 2 * 4096));
}

void EvaluationMemoryTest::logitsHaveNoGradient()
{
    Prepared p = llama8b(1000);
    p.stack.loggedBytesPerLogit = Bytes { 14 };
    NoTrace none;
    const auto perLogit
        = [&] { return evaluatedLogitBytes(p, {}, evaluated(p), none) / (tokens * 128256); };
    p.isCompiled = true;
    QCOMPARE(perLogit(), 2.0 + 4.0);
    p.isCompiled = false;
    p.stack.eagerKeepsCopies = true; // 16 bits, 32 bits, log-softmax
    QCOMPARE(perLogit(), 14.0 - 4.0);
    p.options.vocabTiling = 8; // the 16-bit logits stay whole
    p.stack.chunkedBytesPerLogit = Bytes { 4 };
    QCOMPARE(perLogit(), 2.0 + 8.0 / 8);
    p.options.vocabTiling = 1;
    p.tuning.hasReferencePass = true;
    QCOMPARE(perLogit(), 10.0 + 2.0);
    p.tuning.hasReferencePass = false;
    p.loss = CrossEntropy::Fused;
    p.stack.fusedBytesPerLogit = Bytes { 4 };
    QCOMPARE(perLogit(), 4.0);
}

/// Liger's models make no logits in training, and all of them in an evaluation, in no chunks.
void EvaluationMemoryTest::fusedLossMakesAllLogits()
{
    Prepared p = llama8b(1000);
    p.loss = CrossEntropy::FusedLinear;
    p.stack.loggedBytesPerLogit = Bytes { 14 };
    p.stack.eagerKeepsCopies = true;
    p.isCompiled = false;
    p.options.vocabTiling = 8;
    NoTrace none;
    QCOMPARE(evaluatedLogitBytes(p, {}, evaluated(p), none), 10 * tokens * 128256);
    Candidate c;
    c.remat = full;
    c.microBatch = 8;
    const double trained = firstStage(p, c).total().value();
    p.evaluationMicroBatch = 8;
    QVERIFY(firstStage(p, c).total().value() > trained + 5 * tokens * 128256);
}

void EvaluationMemoryTest::gradientsThatStay_data()
{
    QTest::addColumn<bool>("grow"), QTest::addColumn<bool>("zeroedFirst");
    QTest::addColumn<bool>("transient"), QTest::addColumn<bool>("deepspeed");
    QTest::addColumn<int>("stage"), QTest::addColumn<bool>("stay");
    QTest::newRow("Megatron: buffers") << false << false << false << false << 1 << true;
    QTest::newRow("Trainer: none after the step") << true << false << false << false << 3 << false;
    QTest::newRow("torchtitan: until the next step") << true << true << false << false << 3 << true;
    QTest::newRow("JAX: inside the step") << false << false << true << false << 3 << false;
    QTest::newRow("DeepSpeed 2: freed") << false << false << false << true << 2 << false;
    QTest::newRow("DeepSpeed 3: flat") << false << false << false << true << 3 << true;
}

void EvaluationMemoryTest::gradientsThatStay()
{
    QFETCH(bool, grow);
    QFETCH(bool, zeroedFirst);
    QFETCH(bool, transient);
    QFETCH(bool, deepspeed);
    QFETCH(int, stage);
    QFETCH(bool, stay);
    Prepared p = llama8b();
    p.stack.gradientsGrow = grow;
    p.stack.zeroesGradientsFirst = zeroedFirst;
    p.stack.gradientsAreTransient = transient;
    p.stack.subGroupParameters = deepspeed ? 1e9 : 0;
    p.gradientBytes = Bytes { 2 };
    Candidate c;
    c.zeroStage = stage;
    QCOMPARE(keepsGradients(p, c), stay);
}

/// Where an evaluation is the worst moment, the terms are those of it alone.
void EvaluationMemoryTest::takesThePlaceOfAStep()
{
    Prepared p = llama8b(1000);
    p.stack.gradientsGrow = true;
    p.isCompiled = true;
    Candidate c;
    c.remat = full;
    const MemoryTerms trained = firstStage(p, c);
    p.evaluationMicroBatch = 64;
    const MemoryTerms then = firstStage(p, c);
    QCOMPARE(then[MemoryTerm::Weights], trained[MemoryTerm::Weights]);
    QCOMPARE(then[MemoryTerm::OptimizerState], trained[MemoryTerm::OptimizerState]);
    QCOMPARE(then[MemoryTerm::Gradients], Bytes {});
    QCOMPARE(then[MemoryTerm::SavedActivations], Bytes {});
    QCOMPARE(then[MemoryTerm::LogitsLoss], Bytes { 64'000.0 * 128256 * 6 });
    QCOMPARE(then[MemoryTerm::WorkingSet], Bytes { 64'000.0 * 4096 * 2 }); // what the head reads
    const Evaluation evaluation = evaluate(p, c);
    QCOMPARE(evaluation.evaluationExcess, then.total() - trained.total());
    QCOMPARE(evaluation.peak, then.total());
}

/// A batch as large as that of training takes no more than training; larger ones take more and
/// more.
void EvaluationMemoryTest::isNeverLargerForTheSameBatch()
{
    for (const int policy : { noRecompute, selective, full }) {
        Prepared p = llama8b(1000);
        Candidate c;
        c.remat = policy;
        c.microBatch = 2;
        const Evaluation trained = evaluate(p, c);
        Bytes before = trained.peak;
        for (const double sequences : { 1.0, 2.0, 16.0, 128.0, 1024.0 }) {
            p.evaluationMicroBatch = sequences;
            const Evaluation then = evaluate(p, c);
            QVERIFY(then.peak >= before);
            if (sequences <= c.microBatch)
                QCOMPARE(then.memory, trained.memory);
            before = then.peak;
        }
        QVERIFY(before > trained.peak);
    }
}

QTEST_GUILESS_MAIN(EvaluationMemoryTest)
#include "tst_evaluation_memory.moc"
