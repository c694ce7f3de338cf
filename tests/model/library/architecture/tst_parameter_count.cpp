#include "model/library/architecture/layer_pattern.h"
#include "model/library/architecture/parameter_count.h"
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

/// GPT in the manner of the llm-foundry benchmarks: biases, LayerNorm, tied, learned positions.
ModelShape benchmarkGpt(int layers, std::int64_t hidden, std::int64_t vocab, std::int64_t positions)
{
    ModelShape shape;
    shape.layers = layers;
    shape.hidden = hidden;
    shape.ffn = 4 * hidden;
    shape.heads = static_cast<int>(hidden / 128);
    shape.kvHeads = shape.heads;
    shape.headDim = 128;
    shape.vocab = vocab;
    shape.gatedMlp = false;
    shape.norm = NormKind::Layer;
    shape.tiedEmbeddings = true;
    shape.positionEmbedding = PositionEmbedding::Learned;
    shape.learnedPositions = positions;
    shape.attentionBias = AttentionBias::All;
    shape.mlpBias = true;
    return shape;
}

} // namespace

class ParameterCountTest : public QObject
{
    Q_OBJECT

private slots:
    // Totals that the makers print, exact to the unit (safetensors headers, model cards, papers).
    void publishedTotals_data()
    {
        QTest::addColumn<qint64>("total");
        QTest::addColumn<qint64>("active");
        const auto row = [](const char *id, qint64 total, qint64 active) {
            QTest::newRow(id) << total << active;
        };
        row("llama3-8b", 8'030'261'248, 8'030'261'248);
        row("llama2-7b", 6'738'415'616, 6'738'415'616);
        row("llama2-13b", 13'015'864'320, 13'015'864'320);
        row("llama2-70b", 68'976'648'192, 68'976'648'192);
        row("llama3-70b", 70'553'706'496, 70'553'706'496);
        row("llama3.1-405b", 405'853'388'800, 405'853'388'800);
        row("mixtral-8x7b", 46'702'792'704, 12'879'925'248);
        row("deepseek-v3", 671'026'419'200, 37'552'297'472);
        row("mpt-7b", 6'649'286'656, 6'649'286'656);
        row("mpt-125m-foundry", 125'311'488, 125'311'488);
        row("mpt-7b-foundry", 6'658'859'008, 6'658'859'008);
        row("mpt-70b-foundry", 64'862'437'376, 64'862'437'376);
        row("bloom-176b", 176'247'271'424, 176'247'271'424);
        row("megatron-mem-175b", 174'615'846'912, 174'615'846'912);
        row("gpt-oss-120b", 116'829'156'672, 5'711'982'912);
        row("qwen3-235b-a22b", 235'093'634'560, 22'190'763'520);
        row("phi-2", 2'779'683'840, 2'779'683'840);
    }
    void publishedTotals()
    {
        QFETCH(qint64, total);
        QFETCH(qint64, active);
        const ParameterCount count = countParameters(shipped(QTest::currentDataTag()));
        QCOMPARE(qint64 { count.total() }, total);
        QCOMPARE(qint64 { count.active() }, active);
    }

    void deepseekParts()
    {
        ModelShape shape = shipped("deepseek-v3");
        const ParameterCount count = countParameters(shape);
        QCOMPARE(qint64 { count.attention.total() }, qint64 { 187'107'328 });
        shape.moe->routerBias = false;
        const ParameterCount without = countParameters(shape);
        QCOMPARE(qint64 { without.total() }, qint64 { 671'026'404'352 });
        QCOMPARE(qint64 { without.active() }, qint64 { 37'552'282'624 });
        QCOMPARE(qint64 { without.active() - without.embedding }, qint64 { 36'625'603'584 });
        QCOMPARE(qint64 { count.total() - without.total() }, qint64 { 58 * 256 });
    }

    void layerWeights_data()
    {
        QTest::addColumn<qint64>("perLayer");
        QTest::newRow("llama3-8b") << qint64 { 218'112'000 };
        QTest::newRow("llama2-7b") << qint64 { 202'383'360 };
        QTest::newRow("llama3-70b") << qint64 { 855'654'400 };
    }
    void layerWeights()
    {
        QFETCH(qint64, perLayer);
        const ParameterCount count = countParameters(shipped(QTest::currentDataTag()));
        QCOMPARE(qint64 { count.denseLayer() }, perLayer);
        QCOMPARE(qint64 { count.largestLayer() }, perLayer);
        QCOMPARE(qint64 { count.layers() }, perLayer * count.denseLayers);
    }

    // Narayanan et al. 2021, equation 2, has no final norm: P = 12Lh²(1 + 13/12h + (V+s)/12Lh).
    void megatronClosedForm_data()
    {
        QTest::addColumn<int>("layers");
        QTest::addColumn<qint64>("hidden");
        QTest::addColumn<qint64>("expectedWithoutFinalNorm");
        QTest::newRow("145.6B") << 80 << qint64 { 12288 } << qint64 { 145'622'237'184 };
        QTest::newRow("174.6B") << 96 << qint64 { 12288 } << qint64 { 174'615'846'912 - 2 * 12288 };
        QTest::newRow("1.7B") << 24 << qint64 { 2304 } << qint64 { 0 };
    }
    void megatronClosedForm()
    {
        QFETCH(int, layers);
        QFETCH(qint64, hidden);
        QFETCH(qint64, expectedWithoutFinalNorm);
        constexpr qint64 vocab = 51200;
        constexpr qint64 positions = 2048;
        const qint64 closed
            = 12 * layers * hidden * hidden + 13 * layers * hidden + (vocab + positions) * hidden;
        ModelShape shape = benchmarkGpt(layers, hidden, vocab, positions);
        const ParameterCount count = countParameters(shape);
        QCOMPARE(qint64 { count.total() - count.finalNorm }, closed);
        if (expectedWithoutFinalNorm > 0)
            QCOMPARE(closed, expectedWithoutFinalNorm);
    }

    // llm-foundry's own sum for its benchmark models: 12Lh² + 13Lh + (V + s + 2)h.
    void foundryClosedForm_data()
    {
        QTest::addColumn<int>("layers");
        QTest::addColumn<qint64>("hidden");
        QTest::addColumn<qint64>("total");
        QTest::newRow("7b") << 32 << qint64 { 4096 } << qint64 { 6'658'859'008 };
        QTest::newRow("70b") << 80 << qint64 { 8192 } << qint64 { 64'862'437'376 };
        QTest::newRow("125m") << 12 << qint64 { 768 } << qint64 { 125'311'488 };
    }
    void foundryClosedForm()
    {
        QFETCH(int, layers);
        QFETCH(qint64, hidden);
        QFETCH(qint64, total);
        constexpr qint64 vocab = 50368;
        constexpr qint64 positions = 2048;
        const qint64 closed = 12 * layers * hidden * hidden + 13 * layers * hidden
            + (vocab + positions + 2) * hidden;
        QCOMPARE(closed, total);
        QCOMPARE(qint64 { countParameters(benchmarkGpt(layers, hidden, vocab, positions)).total() },
            total);
    }

    void doublingLayersDoublesLayerTerms()
    {
        for (const char *id : { "llama3-8b", "mixtral-8x7b", "bloom-176b", "gpt-oss-20b" }) {
            const ModelShape shape = shipped(id);
            const ParameterCount one = countParameters(shape);
            const ParameterCount two = countParameters(withLayers(shape, 2 * shape.layers));
            QCOMPARE(qint64 { two.layers() }, 2 * qint64 { one.layers() });
            QCOMPARE(qint64 { two.outsideLayers() }, qint64 { one.outsideLayers() });
        }
    }

    void partsSumToTheTotal()
    {
        for (const char *id : { "deepseek-v3", "llama4-maverick", "phi-2" }) {
            const ParameterCount count = countParameters(shipped(id));
            QCOMPARE(count.total(),
                count.denseLayers * count.denseLayer() + count.moeLayers * count.moeLayer()
                    + count.outsideLayers());
            QCOMPARE(count.total() - count.active(),
                std::int64_t { count.moeLayers } * (count.experts - count.topK)
                    * count.expert.total());
        }
    }

    void expertLayersFollowTheirPattern()
    {
        const ModelShape maverick = shipped("llama4-maverick");
        QVERIFY(!layerHoldsExperts(maverick, 0));
        QVERIFY(layerHoldsExperts(maverick, 1));
        const ModelShape deepseek = shipped("deepseek-v3");
        QVERIFY(!layerHoldsExperts(deepseek, 2));
        QVERIFY(layerHoldsExperts(deepseek, 3));
        const ModelShape four = withLayers(deepseek, 4);
        QCOMPARE(four.moe->moeLayers, 1);
        QCOMPARE(withLayers(deepseek, 2).moe->moeLayers, 0);
        for (const ModelShape &shape : { maverick, deepseek }) {
            int count = 0;
            for (int i = 0; i < shape.layers; ++i)
                count += layerHoldsExperts(shape, i) ? 1 : 0;
            QCOMPARE(count, shape.moe->moeLayers);
        }
    }

    // SimuMax cut DeepSeek-V2 to four layers and prints 13.3029 billion parameters, 2.403 active.
    void cutDownModelMatchesItsMeasurement()
    {
        const ParameterCount count = countParameters(withLayers(shipped("deepseek-v2"), 4));
        QVERIFY(std::abs(static_cast<double>(count.total()) / 13.3029e9 - 1) < 1e-4);
        QVERIFY(std::abs(static_cast<double>(count.active()) / 2.403e9 - 1) < 1e-3);
    }

    void approximationIsNearEnoughToRefuseAbsurdShapes()
    {
        for (const char *id : { "llama3-8b", "deepseek-v3", "mixtral-8x22b", "gpt3-175b" }) {
            const ModelShape shape = shipped(id);
            const double ratio = approximateParameters(shape)
                / static_cast<double>(countParameters(shape).total());
            QVERIFY2(ratio > 0.9 && ratio < 1.6, id);
        }
    }
};

QTEST_GUILESS_MAIN(ParameterCountTest)
#include "tst_parameter_count.moc"
