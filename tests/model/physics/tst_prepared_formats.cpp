#include "model/physics/prepare/prepare.h"
#include "tests/model/shipped.h"

#include <QTest>

using namespace headroom;

/// What is made of the number formats of a plan: bytes of its states, peaks and casts of recipes.
class PreparedFormatsTest : public QObject
{
    Q_OBJECT

private slots:
    void formatsOfState_data();
    void formatsOfState();
    void statesOfOptimizers();
    void kernelsOfChips();
    void peaksOfRecipes_data();
    void peaksOfRecipes();
    void castsOfQuantizers_data();
    void castsOfQuantizers();
};

/// Weights in use and their master copy, in bytes.
void PreparedFormatsTest::formatsOfState_data()
{
    QTest::addColumn<QStringList>("settings");
    QTest::addColumn<double>("weights"), QTest::addColumn<double>("master");
    const QString store = QStringLiteral("precision.weights=");
    const QString bf16 = store + "bf16", state = QStringLiteral("precision.optimizer_state=bf16");
    QTest::newRow("fp32, cast as they are used")
        << QStringList { "framework=maxtext" } << 4.0 << 0.0;
    QTest::newRow("16 bit and a master copy") << QStringList { "framework=megatron" } << 2.0 << 4.0;
    QTest::newRow("16 bit stored") << QStringList { "framework=megatron", bf16 } << 2.0 << 4.0;
    QTest::newRow("16 bit alone") << QStringList { "framework=megatron", bf16, state } << 2.0
                                  << 0.0;
    QTest::newRow("Kahan") << QStringList { "framework=torchtitan", bf16, "optimizer=adamw_bf16" }
                           << 2.0 << 0.0;
    QTest::newRow("inference of both")
        << QStringList { "framework=maxtext", "workload.mode=inference" } << 6.0 << 0.0;
    QTest::newRow("inference of 16 bit")
        << QStringList { "framework=megatron", bf16, "workload.mode=inference" } << 2.0 << 0.0;
}

void PreparedFormatsTest::formatsOfState()
{
    QFETCH(QStringList, settings);
    QFETCH(double, weights);
    QFETCH(double, master);
    std::vector<std::string> all = stdTexts(settings);
    const Prepared p = shippedPrepared("llama3.1-8b-h100-node", all);
    QCOMPARE(p.weightBytes.value(), weights);
    QCOMPARE(p.masterBytes.value(), master);
    QCOMPARE(p.computeBytes.value(), 2.0);
    QCOMPARE(p.gradientBytes.value(), 4.0);
}

/// An update reads a gradient of four bytes, reads and writes a master weight, writes a 16-bit
/// weight, and reads and writes its moments: 30 bytes with those of Adam.
void PreparedFormatsTest::statesOfOptimizers()
{
    const auto costs = [](Optimizer id, NumberFormat state) {
        const OptimizerCosts made = optimizerCosts(optimizerTraits(id), state);
        return std::pair { made.stateBytes.value(), made.trafficFactor };
    };
    using Pair = std::pair<double, double>;
    QCOMPARE(costs(Optimizer::AdamW, NumberFormat::Fp32), (Pair { 8, 1 }));
    QCOMPARE(costs(Optimizer::AdamW, NumberFormat::Bf16), (Pair { 4, 22 / 30.0 }));
    QCOMPARE(costs(Optimizer::Lion, NumberFormat::Fp32), (Pair { 4, 22 / 30.0 }));
    QCOMPARE(costs(Optimizer::AdamW8bit, NumberFormat::Fp32), (Pair { 2, 18 / 30.0 }));
    // All in 16 bit: 6 bytes beside 8 of states, of a stack that was fitted with 12 beside 16.
    const OptimizerCosts pure = optimizerCosts(
        optimizerTraits(Optimizer::AdamW), NumberFormat::Bf16, Bytes { 6 }, Bytes { 12 });
    QCOMPARE(pure.trafficFactor, 14 / 28.0);
    const auto factor = [](const std::vector<std::string> &settings) {
        return shippedPrepared("llama3.1-8b-h100-node", settings).optimizers.front().trafficFactor;
    };
    QCOMPARE(factor({ "framework=hf", "precision.weights=bf16", "precision.gradients=bf16",
                 "precision.optimizer_state=bf16" }),
        14 / 28.0);
    QCOMPARE(factor({ "framework=hf", "precision.weights=fp32", "precision.gradients=fp32",
                 "precision.optimizer_state=fp32" }),
        1.0);
    QCOMPARE(factor({ "framework=megatron", "precision.weights=fp32", "precision.gradients=fp32",
                 "precision.optimizer_state=fp32" }),
        1.0);
    QCOMPARE(elementBytes(NumberFormat::Fp32).value(), 4.0);
    for (const NumberFormat half : { NumberFormat::Bf16, NumberFormat::Fp16 })
        QCOMPARE(elementBytes(half).value(), 2.0);
    QCOMPARE(elementBytes(NumberFormat::Int8).value(), 1.0);
}

/// torchtitan asks cuDNN for attention first where the chip is a B200, since 0.2.0 on every chip.
void PreparedFormatsTest::kernelsOfChips()
{
    const auto kernel = [](const char *stack, const char *chip, const char *release = "0.2.2") {
        return shippedPrepared("llama3.1-8b-h100-node",
            { "framework=torchtitan", "attention=flash", std::string("software.stack=") + stack,
                std::string("hardware.accelerator=") + chip,
                std::string("software.torchtitan=") + release })
            .kernel;
    };
    QCOMPARE(kernel("torchtitan", "h100-sxm"), AttentionKernel::CudnnFlash);
    QCOMPARE(kernel("torchtitan", "h100-sxm", "0.1.0"), AttentionKernel::Flash2);
    QCOMPARE(kernel("torchtitan", "a100-80-sxm"), AttentionKernel::Flash2); // as fast there
    QCOMPARE(kernel("torchtitan", "b200"), AttentionKernel::CudnnFlash);
    QCOMPARE(kernel("hf", "b200"), AttentionKernel::Flash2);
}

void PreparedFormatsTest::peaksOfRecipes_data()
{
    QTest::addColumn<QString>("chip");
    QTest::addColumn<int>("rate"); ///< MatmulRate
    QTest::addColumn<double>("tflops");
    QTest::addColumn<int>("bits"); ///< whose efficiency holds
    QTest::addColumn<double>("element");
    const auto row = [](const char *chip, MatmulRate rate, double tflops, int bits, double size) {
        QTest::addRow("%s %s", chip, matmulRateName(rate))
            << chip << static_cast<int>(rate) << tflops << bits << size;
    };
    row("h100-sxm", MatmulRate::None, 989.4, 16, 2);
    row("h100-sxm", MatmulRate::Fp8, 1978.9, 8, 1);
    row("h100-sxm", MatmulRate::Int8, 1978.9, 8, 1);
    row("h100-sxm", MatmulRate::Fp4, 1978.9, 8, 0.5); // with the units for eight bits
    row("b200", MatmulRate::Fp4, 9000, 4, 0.5);
    row("b300", MatmulRate::Int8, 150, 16, 1);
    row("a100-80-sxm", MatmulRate::Fp8, 312, 16, 1); // no units: as 16 bits
}

void PreparedFormatsTest::peaksOfRecipes()
{
    QFETCH(QString, chip);
    QFETCH(int, rate);
    QFETCH(double, tflops);
    QFETCH(int, bits);
    QFETCH(double, element);
    const Accelerator &accelerator = **shippedLibrary().accelerator(chip.toStdString());
    Prepared p;
    p.peak16 = densePeak(accelerator, NumberFormat::Bf16);
    PrecisionRecipe recipe;
    recipe.id = "drawn";
    recipe.matmulRate = static_cast<MatmulRate>(rate);
    const RecipeCosts costs = recipeCosts(p, recipe, accelerator);
    QCOMPARE(costs.gemmPeak.value(), tflops * 1e12);
    QCOMPARE(costs.bits, bits);
    QCOMPARE(costs.elementBytes.value(), element);
    QCOMPARE(costs.isLow, recipe.matmulRate != MatmulRate::None);
    recipe.id = "none";
    QVERIFY(!recipeCosts(p, recipe, accelerator).isLow);
    QCOMPARE(densePeak(**shippedLibrary().accelerator("v100"), NumberFormat::Bf16).value(), 125e12);
    QCOMPARE(densePeak(**shippedLibrary().accelerator("a100-80-sxm"), NumberFormat::Fp32).value(),
        156e12);
    QCOMPARE(
        densePeak(**shippedLibrary().accelerator("tpu-v5p"), NumberFormat::Fp32).value(), 459e12);
}

void PreparedFormatsTest::castsOfQuantizers_data()
{
    QTest::addColumn<int>("quantizer"), QTest::addColumn<int>("scales");
    QTest::addColumn<bool>("gathersLow");
    QTest::addColumn<QList<double>>("casts"); ///< input there, back, gradient, weight there, back
    QTest::addColumn<bool>("travelsLow"), QTest::addColumn<bool>("overlapsGathers");
    using Q = Quantizer;
    using S = RecipeScales;
    const auto row = [](const char *name, Q quantizer, S scales, bool gathersLow,
                         const QList<double> &casts, bool travelsLow, bool overlaps) {
        QTest::newRow(name) << static_cast<int>(quantizer) << static_cast<int>(scales) << gathersLow
                            << casts << travelsLow << overlaps;
    };
    row("XLA", Q::Xla, S::Current, true, { 2, 3, 0, 0, 0 }, true, true);
    row("torchao", Q::Torchao, S::Current, true, { 6, 0, 6, 0, 2 }, true, true);
    row("torchao by row", Q::Torchao, S::Blocks, true, { 7, 7, 10, 3, 13 }, false, false);
    row("delayed", Q::TransformerEngine, S::Delayed, false, { 4, 0, 4, 0, 0 }, false, true);
    row("current", Q::TransformerEngine, S::Current, true, { 6, 0, 6, 0, 0 }, true, true);
    row("fp4", Q::TransformerEngine, S::Fp4Blocks, false, { 7, 0, 7, 0, 0 }, false, true);
}

void PreparedFormatsTest::castsOfQuantizers()
{
    QFETCH(int, quantizer);
    QFETCH(int, scales);
    QFETCH(bool, gathersLow);
    QFETCH(QList<double>, casts);
    QFETCH(bool, travelsLow);
    QFETCH(bool, overlapsGathers);
    Prepared p;
    p.stack.quantizer = static_cast<Quantizer>(quantizer);
    p.stack.gathersLowPrecision = gathersLow;
    PrecisionRecipe recipe;
    recipe.id = "drawn";
    recipe.matmulRate = MatmulRate::Fp8;
    recipe.scales = static_cast<RecipeScales>(scales);
    const RecipeCosts costs = recipeCosts(p, recipe, **shippedLibrary().accelerator("h100-sxm"));
    QCOMPARE((QList<double> { costs.castInputForward, costs.castInputBackward, costs.castGradient,
                 costs.castWeightForward, costs.castWeightBackward }),
        casts);
    QCOMPARE(costs.travelsLow, travelsLow);
    QCOMPARE(costs.overlapsGathers, overlapsGathers);
}

QTEST_GUILESS_MAIN(PreparedFormatsTest)
#include "tst_prepared_formats.moc"
