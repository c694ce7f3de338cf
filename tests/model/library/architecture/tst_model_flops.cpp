#include "model/library/architecture/layer_pattern.h"
#include "model/library/architecture/model_flops.h"
#include "model/library/profiles/profile_library.h"

#include <QTest>

#include <cmath>

using namespace headroom;

namespace {

ModelShape shipped(const char *id)
{
    static const ProfileLibrary library { { HEADROOM_PROFILES, {} } };
    const auto shape = library.model(id);
    return shape ? **shape : ModelShape {};
}

double perToken(const char *id, double sequence, FlopsConvention convention)
{
    return modelFlopsPerToken(shipped(id), sequence, convention).value();
}

} // namespace

class ModelFlopsTest : public QObject
{
    Q_OBJECT

private slots:
    void llama8bPerToken()
    {
        QCOMPARE(qint64 { countParameters(shipped("llama3-8b")).activeMatmul() },
            qint64 { 7'504'658'432 });
        QCOMPARE(
            linearFlopsPerToken(countParameters(shipped("llama3-8b"))).value(), 45'027'950'592.0);
        QCOMPARE(perToken("llama3-8b", 8192, FlopsConvention::Causal), 51'470'401'536.0);
        QCOMPARE(perToken("llama3-8b", 8192, FlopsConvention::FullAttention), 57'912'852'480.0);
        QCOMPARE(perToken("llama3-8b", 8192, FlopsConvention::SixN), 6 * 8'030'261'248.0);
    }

    // Published TFLOP/s over tokens per second must give one of the conventions within 1 %.
    void conventionOfPublishedFigures_data()
    {
        QTest::addColumn<double>("tokensPerSecond");
        QTest::addColumn<double>("tflops");
        QTest::addColumn<QString>("convention");
        QTest::newRow("NeMo 24.07") << 12273.0 << 710.8 << "full";
        QTest::newRow("Megatron README") << 13812.0 << 799.9 << "full";
        QTest::newRow("Megatron-Bridge") << 14451.0 << 743.8 << "causal";
    }
    void conventionOfPublishedFigures()
    {
        QFETCH(double, tokensPerSecond);
        QFETCH(double, tflops);
        QFETCH(QString, convention);
        const double measured = tflops * 1e12 / tokensPerSecond;
        const auto expected = flopsConvention(convention.toStdString());
        QVERIFY(expected.has_value());
        QVERIFY(std::abs(perToken("llama3-8b", 8192, *expected) / measured - 1) < 1e-3);
        const FlopsConvention other = *expected == FlopsConvention::Causal
            ? FlopsConvention::FullAttention
            : FlopsConvention::Causal;
        QVERIFY(std::abs(perToken("llama3-8b", 8192, other) / measured - 1) > 0.01);
    }

    // llm-foundry: MFU 46.44 % at 10,643 tokens/s; its convention is 6 · all parameters plus the
    // whole square.
    void foundryUtilisation()
    {
        const ModelShape shape = shipped("mpt-7b-foundry");
        const double perTokenFlops = 6 * static_cast<double>(countParameters(shape).total())
            + attentionFlopsPerToken(shape, 2048).value();
        QVERIFY(std::abs(10643 * perTokenFlops / 989.4e12 - 0.46443) < 5e-6);
    }

    /// Golden case G9: arXiv 2205.05198 Table 5, MFU from seconds at 312 TFLOP/s; its hardware
    /// figure adds a whole pass over the attention core, where selective recomputation repeats one
    /// forward pass.
    void utilisationOfThePaper_data()
    {
        QTest::addColumn<QString>("model");
        QTest::addColumn<double>("seconds");
        QTest::addColumn<double>("mfu");
        QTest::newRow("175B") << "megatron-mem-175b" << 13.75 << .51388;
        QTest::newRow("530B") << "megatron-mem-530b" << 37.83 << .56046;
        QTest::newRow("1T") << "megatron-mem-1t" << 71.49 << .56268;
    }

    void utilisationOfThePaper()
    {
        QFETCH(QString, model);
        QFETCH(double, seconds);
        QFETCH(double, mfu);
        const std::string id = model.toStdString();
        const double flops = perToken(id.c_str(), 2048, FlopsConvention::FullAttention);
        // The batch has as many sequences as there are devices.
        const double rate = flops * 2048 / seconds;
        QVERIFY2(std::abs(rate / 312e12 - mfu) < 5e-6, qPrintable(QString::number(rate / 312e12)));
        const double attention = attentionFlopsPerToken(shipped(id.c_str()), 2048).value();
        const double paper = (flops + attention) * 2048 / seconds / 312e12;
        const double corrected = (flops + attention / 3) * 2048 / seconds / 312e12;
        if (id == "megatron-mem-175b") {
            QVERIFY(std::abs(paper - .52772) < 5e-6);
            QVERIFY(std::abs(corrected - .51850) < 5e-6);
        }
        QVERIFY(corrected < paper);
    }

    // Narayanan et al. 2021: with full recomputation 96·B·s·L·h²(1 + s/6h + V/16Lh) per batch.
    void megatronFormulaWithRecomputation()
    {
        const ModelShape shape = shipped("megatron-145.6b");
        const double h = 12288;
        const double s = 2048;
        const double layers = 80;
        const double vocab = 51200;
        const double published
            = 96 * s * layers * h * h * (1 + s / (6 * h) + vocab / (16 * layers * h)) * 2304;
        QVERIFY(std::abs(published / 5.641682e18 - 1) < 1e-6);
        const double ours = recomputedFlopsPerToken(shape, s).value() * s * 2304;
        QVERIFY(std::abs(ours / published - 1) < 1e-9);
    }

    void latentAttentionCountsItsThreeWidths()
    {
        const ModelShape shape = shipped("deepseek-v3");
        QCOMPARE(
            attentionFlopsPerToken(shape, 4096).value(), 6.0 * 61 * 4096 * 128 * (128 + 64 + 128));
    }

    // A multi-token-prediction layer is one more layer behind a [2h, h] projection, with another
    // pass through the shared head; the parameters of the model proper stay as they are.
    void predictionLayersAreCounted()
    {
        const ModelShape plain = shipped("deepseek-v3");
        ModelShape trained = plain;
        trained.mtpLayers = 2;
        const ParameterCount before = countParameters(plain), after = countParameters(trained);
        QCOMPARE(after.total(), before.total());
        const std::int64_t projection = 2 * plain.hidden * plain.hidden;
        QCOMPARE(after.mtp(), 2 * (before.moeLayer() + projection));
        ModelShape deeper = plain;
        deeper.layers += 2;
        deeper.moe->moeLayers += 2;
        const std::int64_t head = plain.vocab * plain.hidden;
        QCOMPARE(
            after.activeMatmul(), countParameters(deeper).activeMatmul() + 2 * (projection + head));
        QCOMPARE(attentionFlopsPerToken(trained, 4096).value(),
            attentionFlopsPerToken(deeper, 4096).value());
    }

    void windowsShortenTheCausalReach()
    {
        const WindowShape window { 1024, false, 5, 1 };
        QCOMPARE(attendedTokens(8192, window, false), 4096.0);
        QCOMPARE(attendedTokens(8192, window, true), 1024 - 1024.0 * 1024 / (2 * 8192));
        QCOMPARE(attendedTokens(512, window, true), 256.0);
        // No jump where the window starts to bite.
        QVERIFY(
            std::abs(attendedTokens(1024, window, true) - attendedTokens(1024.001, window, true))
            < 0.01);
        const WindowShape chunk { 1024, true, 3, 1 };
        QCOMPARE(attendedTokens(8192, chunk, true), 512.0);

        const ModelShape gemma = shipped("gemma3-12b");
        QCOMPARE(localLayerCount(gemma), 40);
        int counted = 0;
        for (int i = 0; i < gemma.layers; ++i)
            counted += layerIsLocal(gemma, i) ? 1 : 0;
        QCOMPARE(counted, 40);
        QVERIFY(meanAttendedTokens(gemma, 32768) < 32768.0 / 4);
        QVERIFY(perToken("gemma3-12b", 32768, FlopsConvention::Causal)
            < perToken("gemma3-12b", 32768, FlopsConvention::FullAttention));
    }

    /// The closed forms against the sum over all tokens of what each of them sees, itself included.
    void meanKeysAreTheSumOverTokens()
    {
        for (const int sequence : { 64, 100, 1000, 4096 })
            for (const int reach : { 1, 7, 64, 100, 999, 1024, 4096, 5000 }) {
                double sliding = 0, chunked = 0, causal = 0;
                for (int token = 0; token < sequence; ++token) {
                    causal += token + 1;
                    sliding += std::min(token + 1, reach);
                    chunked += token % reach + 1;
                }
                const WindowShape slides { reach, false, 1, 0 }, chunks { reach, true, 1, 0 };
                const double edge = 0.5 * std::min(reach, sequence) / sequence;
                const auto isMean = [&](double closed, double sum) {
                    return std::abs(closed / (sum / sequence) - 1) < 1e-12;
                };
                QVERIFY(isMean(attendedTokens(sequence, slides, false) + 0.5, causal));
                QVERIFY2(isMean(attendedTokens(sequence, slides, true) + edge, sliding),
                    qPrintable(QStringLiteral("%1 %2").arg(sequence).arg(reach)));
                QVERIFY2(isMean(attendedTokens(sequence, chunks, true) + 0.5, chunked),
                    qPrintable(QStringLiteral("%1 %2").arg(sequence).arg(reach)));
            }
    }

    void brokenPeriodsAreCounted()
    {
        ModelShape shape = shipped("gemma3-1b"); // 26 layers, period 6
        int counted = 0;
        for (int i = 0; i < shape.layers; ++i)
            counted += layerIsLocal(shape, i) ? 1 : 0;
        QCOMPARE(localLayerCount(shape), counted);
        QCOMPARE(counted, 22);
    }

    void namesAreRead()
    {
        QVERIFY(flopsConvention("6N") == FlopsConvention::SixN);
        QVERIFY(flopsConvention("full") == FlopsConvention::FullAttention);
        QVERIFY(flopsConvention("causal") == FlopsConvention::Causal);
        QVERIFY(!flopsConvention("palm").has_value());
    }
};

QTEST_GUILESS_MAIN(ModelFlopsTest)
#include "tst_model_flops.moc"
