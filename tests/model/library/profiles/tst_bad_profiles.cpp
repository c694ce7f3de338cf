#include "model/base/wording/messages.h"
#include "model/library/architecture/model_shape_reader.h"
#include "model/library/hardware/accelerator_reader.h"
#include "model/library/profiles/policy_reader.h"

#include <QTest>

using namespace headroom;

namespace {

// Line numbers below count from here.
const QString goodModel = R"(schema_version: 1
id: tiny
name: Tiny
source: a test
layers: 2
hidden: 64
ffn: 128
heads: 4
kv_heads: 2
head_dim: 16
vocab: 1000
attention: gqa
position_embedding: rope
moe:
  experts: 4
  top_k: 2
  ffn: 32
  moe_layers: 2
sliding_window: {tokens: 16, kind: sliding, local_layers: 1, global_layers: 1}
parameters:
  total: 202560
)";

const QString goodChip = R"(schema_version: 1
id: chip
name: Chip
source: a test
kind: tpu
memory:
  capacity_gib: 32
  usable_gib: 31
  bandwidth_gbytes_per_s: 1000
peak:
  bf16_tflops: 100
compute:
  mxu_dim: 128
scale_up:
  rate_gbytes_per_s: 200
  links: 4
  rate_per_link_gbytes_per_s: 50
  pod_max_devices: 256
  pod_topology: 16x16
  torus_dimensions: 2
  wrap_axis_size: 16
node:
  devices: 4
  nic_gbytes_per_s_per_device: 12.5
  host_gbytes_per_s_per_device: 32
  host_memory_gib: 512
power:
  tdp_w: 300
  idle_w: 60
)";

QString linesOf(const Errors &errors)
{
    QStringList lines;
    for (const Error &error : errors)
        lines << QString::fromStdString(errorText(error));
    return lines.join('\n');
}

template <class Read> QString problemsOf(const QString &text, Read read)
{
    const auto document = parseYaml(text.toStdString(), "x.yaml");
    if (!document)
        return linesOf(document.errors());
    const auto profile = read(*document, "x.yaml");
    return profile ? QString {} : linesOf(profile.errors());
}

/// The text with one line replaced; the line must be there.
QString with(const QString &text, const QString &line, const QString &replacement)
{
    QString changed = '\n' + text;
    if (!changed.contains('\n' + line + '\n'))
        qFatal("no such line");
    changed.replace('\n' + line + '\n', replacement.isEmpty() ? "\n" : '\n' + replacement + '\n');
    return changed.mid(1);
}

} // namespace

class BadProfilesTest : public QObject
{
    Q_OBJECT

private slots:
    void goodOnesAreAccepted()
    {
        QCOMPARE(problemsOf(goodModel, readModelProfile), QString {});
        QCOMPARE(problemsOf(goodChip, readAcceleratorProfile), QString {});
    }

    void models_data()
    {
        QTest::addColumn<QString>("line");
        QTest::addColumn<QString>("replacement");
        QTest::addColumn<QString>("says");
        const auto row = [](const char *name, const char *line, const char *by, const char *says) {
            QTest::newRow(name) << line << by << says;
        };
        row("unknown key", "heads: 4", "heads: 4\nhead: 3",
            "x.yaml:9: key head is not known; did you mean heads?");
        row("unknown nested key", "  top_k: 2", "  top_k: 2\n  topk: 2",
            "x.yaml:17: key topk is not known");
        row("duplicate key", "hidden: 64", "hidden: 64\nhidden: 64",
            "x.yaml:7: key hidden appears twice");
        row("missing key", "vocab: 1000", "", "x.yaml:1: key vocab is missing");
        row("missing nested key", "  experts: 4", "", "x.yaml:14: key experts is missing");
        row("text for a number", "layers: 2", "layers: two",
            "x.yaml:5: layers is not a number: two");
        row("fraction for a count", "layers: 2", "layers: 2.5",
            "x.yaml:5: layers is not a whole number: 2.5");
        row("negative", "hidden: 64", "hidden: -64", "x.yaml:6: hidden is -64");
        row("zero", "heads: 4", "heads: 0", "x.yaml:8: heads is 0");
        row("huge", "vocab: 1000", "vocab: 99999999999", "x.yaml:11: vocab is 99999999999");
        row("infinite", "layers: 2", "layers: .inf", "x.yaml:5: layers is");
        row("not a number", "layers: 2", "layers: .nan", "x.yaml:5: layers is");
        row("number for a mapping", "moe:", "moe: 3\nother:", "x.yaml:14: ");
        row("wrong choice", "position_embedding: rope", "position_embedding: rotary",
            "x.yaml:13: position_embedding cannot be rotary; use one of: rope, learned, alibi, "
            "none");
        row("text for a flag", "position_embedding: rope", "gated_mlp: maybe",
            "x.yaml:13: gated_mlp is neither true");
        row("schema of the future", "schema_version: 1", "schema_version: 2",
            "x.yaml:1: schema_version is 2");
        row("heads do not divide", "kv_heads: 2", "kv_heads: 3",
            "4 heads are not a multiple of 3 kv_heads");
        row("attention word", "attention: gqa", "attention: mha",
            "x.yaml:12: attention is mha but 4 heads and 2 kv_heads make it gqa");
        row("positions", "position_embedding: rope", "position_embedding: learned",
            "position_embedding is learned, which contradicts learned_positions 0");
        row("more chosen than there are", "  top_k: 2", "  top_k: 9",
            "moe.top_k is 9, which contradicts moe.experts 4");
        row("layers with experts", "  moe_layers: 2", "  moe_layers: 1",
            "x.yaml:18: moe_layers is 1 but the other keys give 2");
        row("dense layer without width", "ffn: 128", "", "");
        row("parameter count", "  total: 202560", "  total: 202561",
            "x.yaml:21: parameters.total is 202561 but the shape has 202560");
        row("second document", "layers: 2", "layers: 2\n---", "x.yaml:");
        row("alias", "layers: 2", "layers: *a", "x.yaml:");
        row("tab", "layers: 2", "layers: 2\n\tx: 1", "x.yaml:6");
    }
    void models()
    {
        QFETCH(QString, line);
        QFETCH(QString, replacement);
        QFETCH(QString, says);
        const QString problems = problemsOf(with(goodModel, line, replacement), readModelProfile);
        if (says.isEmpty()) {
            QCOMPARE(
                problems, QString {}); // every layer holds experts, so no dense width is needed
            return;
        }
        QVERIFY2(problems.contains(says), qPrintable(problems));
        QVERIFY2(problems.startsWith("x.yaml:"), qPrintable(problems));
    }

    void denseLayersNeedAWidth()
    {
        QString text = with(goodModel, "ffn: 128", "");
        text = with(text, "  moe_layers: 2", "  first_dense_layers: 1");
        QVERIFY2(problemsOf(text, readModelProfile)
                     .contains("1 layers have no experts, and ffn is missing"),
            qPrintable(problemsOf(text, readModelProfile)));
    }

    void absurdSizesDoNotOverflow()
    {
        QString text = with(goodModel, "hidden: 64", "hidden: 1000000");
        text = with(text, "layers: 2", "layers: 10000");
        text = with(text, "  moe_layers: 2", "  moe_layers: 10000");
        text = with(text, "  experts: 4", "  experts: 100000");
        text = with(text, "  ffn: 32", "  ffn: 10000000");
        QVERIFY(problemsOf(text, readModelProfile).contains("more than 1e17 parameters"));
    }

    void allProblemsAreListed()
    {
        QString text = with(goodModel, "layers: 2", "layers: two");
        text = with(text, "vocab: 1000", "vocab: -1\nextra: 1");
        const QString problems = problemsOf(text, readModelProfile);
        QCOMPARE(problems.count('\n') + 1, 3);
    }

    void accelerators_data()
    {
        QTest::addColumn<QString>("line");
        QTest::addColumn<QString>("replacement");
        QTest::addColumn<QString>("says");
        const auto row = [](const char *name, const char *line, const char *by, const char *says) {
            QTest::newRow(name) << line << by << says;
        };
        row("unknown key", "  links: 4", "  links: 4\n  link_count: 4",
            "x.yaml:17: key link_count is not known");
        row("missing group", "power:\n  tdp_w: 300\n  idle_w: 60", "", "key power is missing");
        row("kind", "kind: tpu", "kind: npu", "x.yaml:5: kind cannot be npu");
        row("no rate", "  bf16_tflops: 100", "  fp32_tflops: 100", "key bf16_tflops is missing");
        row("more usable than there is", "  usable_gib: 31", "  usable_gib: 40",
            "x.yaml:8: usable_gib is 40, which contradicts capacity_gib 32");
        row("idle above limit", "  idle_w: 60", "  idle_w: 400",
            "x.yaml:29: idle_w is 400, which contradicts tdp_w 300");
        row("cap above limit", "  idle_w: 60", "  cap_w: 400", "x.yaml:29: cap_w is 400");
        row("links do not add up", "  links: 4", "  links: 6", "rate_per_link_gbytes_per_s is 50");
        row("pod", "  pod_topology: 16x16", "  pod_topology: 16x8",
            "x.yaml:19: pod_topology is 16x8, which contradicts pod_max_devices 256");
        row("pod overflow", "  pod_topology: 16x16", "  pod_topology: 99999x99999",
            "x.yaml:19: pod_topology");
        row("no topology", "  pod_topology: 16x16", "  pod_topology: 16by16",
            "x.yaml:19: 16by16 is no topology");
        row("dimensions", "  torus_dimensions: 2", "  torus_dimensions: 3",
            "pod_topology is 16x16");
        row("negative", "  devices: 4", "  devices: -4", "x.yaml:23: devices is -4");
        row("infinite", "  capacity_gib: 32", "  capacity_gib: .inf", "x.yaml:7: capacity_gib is");
        row("list for a value", "  capacity_gib: 32", "  capacity_gib: [32]",
            "x.yaml:7: capacity_gib is not a plain value");
        row("capability", "  mxu_dim: 128", "  mxu_dim: 128\n  capability: seven",
            "x.yaml:14: \"seven\" is no compute capability; write two numbers");
        row("value for a group", "power:\n  tdp_w: 300\n  idle_w: 60", "power: 300",
            "x.yaml:27: is not a mapping");
    }
    void accelerators()
    {
        QFETCH(QString, line);
        QFETCH(QString, replacement);
        QFETCH(QString, says);
        const QString problems
            = problemsOf(with(goodChip, line, replacement), readAcceleratorProfile);
        QVERIFY2(problems.contains(says), qPrintable(problems));
    }

    /// Old files state no compute capability; those that do have the number formats of their
    /// generation.
    void ratesGoWithTheCapability()
    {
        const QString nvidia = with(goodChip, "source: a test", "source: a test\nvendor: NVIDIA");
        const QString fp8
            = with(nvidia, "  bf16_tflops: 100", "  bf16_tflops: 100\n  fp8_tflops: 200");
        QCOMPARE(problemsOf(fp8, readAcceleratorProfile), QString {});
        const auto on = [&fp8](const char *capability) {
            return problemsOf(with(fp8, "  mxu_dim: 128",
                                  QString("  mxu_dim: 128\n  capability: \"%1\"").arg(capability)),
                readAcceleratorProfile);
        };
        QCOMPARE(on("8.9"), QString {});
        QCOMPARE(on("12.0"), QString {});
        const QString ampere = on("8.6");
        QVERIFY2(
            ampere.contains("fp8_tflops came with compute capability 8.9, and this chip has 8.6"),
            qPrintable(ampere));
        QVERIFY(on("7.0").contains("bf16_tflops came with compute capability 8.0"));
        for (const char *text : { "", "9.", "9.x", "-9.0", "9.0.1", "1234567" })
            QCOMPARE(parseCapability(text), std::nullopt);
        QCOMPARE(parseCapability("9"), (ComputeCapability { 9, 0 }));
        QVERIFY(parseCapability("10.3") > parseCapability("9.5"));
    }

    void policies_data()
    {
        QTest::addColumn<QString>("entry");
        QTest::addColumn<QString>("says");
        QTest::newRow("no id") << "  - frameworks: [maxtext]"
                               << "x.yaml:6: key id is missing";
        QTest::newRow("twice") << "  - id: a\n  - id: a"
                               << "x.yaml:7: key a appears twice";
        QTest::newRow("place")
            << "  - id: a\n    tensors: {context: gpu}"
            << "x.yaml:7: context cannot be gpu; use one of: device, offload, remat";
        QTest::newRow("unknown key") << "  - id: a\n    saves: 1"
                                     << "x.yaml:7: key saves is not known";
        QTest::newRow("no list") << "  a: 1"
                                 << "x.yaml:5: policies is not a list";
        QTest::newRow("texts in the list") << "  - a"
                                           << "x.yaml:6: is not a mapping";
    }
    void policies()
    {
        QFETCH(QString, entry);
        QFETCH(QString, says);
        const QString text
            = "schema_version: 1\nid: p\nname: P\nsource: t\npolicies:\n" + entry + '\n';
        const QString problems = problemsOf(text, readRematPolicies);
        QVERIFY2(problems.contains(says), qPrintable(problems));
    }

    void recipeVariantsAreChecked()
    {
        const QString text
            = "schema_version: 1\nid: r\nname: R\nsource: t\nrecipes:\n"
              "  - id: a\n    matmul_rate: fp7\n    variants:\n      - qwix: maybe\n";
        const QString problems = problemsOf(text, readRecipes);
        QVERIFY2(problems.contains("x.yaml:7: matmul_rate cannot be fp7"), qPrintable(problems));
        QVERIFY2(problems.contains("x.yaml:9: qwix cannot be maybe"), qPrintable(problems));
    }

    // A plan that spells its model out needs four sizes; the rest follows.
    void inlineShape()
    {
        const auto document
            = parseYaml("{layers: 2, hidden: 64, heads: 4, vocab: 100}", "plan.yaml");
        const auto shape = readInlineShape(*document, "plan.yaml");
        QVERIFY(shape.hasValue());
        QCOMPARE(shape->kvHeads, 4);
        QCOMPARE(shape->headDim, 16);
        QCOMPARE(shape->ffn, std::int64_t { 256 });
        const auto bad = readInlineShape(
            *parseYaml("{layers: 2, hidden: 64, heads: 4}", "plan.yaml"), "plan.yaml");
        QVERIFY(!bad.hasValue());
        QVERIFY(linesOf(bad.errors()).contains("plan.yaml:1: key vocab is missing"));
    }
};

QTEST_GUILESS_MAIN(BadProfilesTest)
#include "tst_bad_profiles.moc"
