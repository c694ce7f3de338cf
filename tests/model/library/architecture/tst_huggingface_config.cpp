#include "model/base/wording/messages.h"
#include "model/library/architecture/huggingface_config.h"
#include "model/library/architecture/parameter_count.h"
#include "model/library/profiles/profile_library.h"

#include <QFile>
#include <QTest>

#include <fmt/format.h>

#include <algorithm>
#include <set>

using namespace headroom;

namespace {

const std::filesystem::path configs { HEADROOM_TEST_DATA "/huggingface" };

struct CountedConfig
{
    std::filesystem::path file;
    std::string modelType;
    std::int64_t parameters = 0; ///< 0: nobody counted them
    std::string countedBy;
};

/// Rows of counts.csv: name, model_type, parameters, counted_by.
std::vector<CountedConfig> countedConfigs()
{
    std::vector<CountedConfig> rows;
    QFile table(QString::fromStdString((configs / "counts.csv").string()));
    if (!table.open(QIODevice::ReadOnly))
        qFatal("no counts.csv");
    table.readLine();
    while (!table.atEnd()) {
        const QStringList cells = QString::fromUtf8(table.readLine()).trimmed().split(',');
        const std::string name = cells[0].toStdString() + ".json";
        const std::filesystem::path own = configs / name;
        rows.push_back({ std::filesystem::exists(own) ? own : configs / "small" / name,
            cells[1].toStdString(), cells[2].toLongLong(), cells[3].toStdString() });
    }
    return rows;
}

QString problemsOf(const std::string &json)
{
    const auto document = parseJson(json, "config.json");
    if (!document)
        return "no JSON";
    const auto shape = importHuggingFaceConfig(*document, "config.json");
    if (shape)
        return {};
    QStringList lines;
    for (const Error &error : shape.errors())
        lines << QString::fromStdString(errorText(error));
    return lines.join('\n');
}

std::string llamaWith(const std::string &more)
{
    return R"({"model_type": "llama", "hidden_size": 64, "num_hidden_layers": 2, "num_attention_heads": 4,
        "intermediate_size": 128, "vocab_size": 1000)"
        + more + "}";
}

} // namespace

class HuggingFaceConfigTest : public QObject
{
    Q_OBJECT

private slots:
    // Every trait that counts, memory and time read must come out as in the shipped profile.
    void equalsTheProfile_data()
    {
        QTest::addColumn<QString>("id");
        for (const char *id : { "llama3.1-8b", "llama3.2-1b", "mistral-7b-v0.1", "mistral-7b-v0.2",
                 "mixtral-8x7b", "qwen2.5-7b", "qwen3-8b", "qwen3-30b-a3b", "gemma-2b", "gemma2-9b",
                 "gemma3-1b", "gpt2-small", "bloom-176b", "mpt-7b", "deepseek-v2-lite",
                 "deepseek-v3", "phi-2", "phi-3-mini", "olmo3-7b", "gpt-oss-20b" })
            QTest::newRow(id) << id;
    }
    void equalsTheProfile()
    {
        QFETCH(QString, id);
        static const ProfileLibrary library { { HEADROOM_PROFILES, {} } };
        const auto profile = library.model(id.toStdString());
        QVERIFY(profile.hasValue());
        const auto imported = loadHuggingFaceConfig(configs / (id.toStdString() + ".json"));
        QVERIFY2(imported.hasValue(), imported ? "" : errorText(imported.errors().front()).c_str());
        QCOMPARE(countParameters(*imported).total(), countParameters(**profile).total());
        QCOMPARE(countParameters(*imported).active(), countParameters(**profile).active());

        ModelShape expected = **profile;
        ModelShape shape = *imported;
        // What a config.json does not say, or says of the whole context and not of pre-training.
        for (ModelShape *one : { &expected, &shape }) {
            for (std::string *text : { &one->id, &one->name, &one->family, &one->source, &one->note,
                     &one->maxtextModelName, &one->activation })
                text->clear();
            one->maxSequence = one->maxtextVocab = 0;
            one->publishedParameters = one->publishedActiveParameters = 0;
            if (one->norm == NormKind::Rms)
                one->normBias = true;
            if (one->moe && one->moe->firstDenseLayers == 0)
                one->ffn = 0; // Qwen3-MoE states a dense width that no layer uses
        }
        if (shape.rope.base <= 0 || expected.rope.base <= 0) // one of them does not say
            shape.rope = expected.rope = {};
        QVERIFY2(shape == expected, "a trait differs from the profile");
    }

    /// Each type that we read becomes a shape, and most come to the count of public code: that of
    /// mlx-lm, whose modules packaging/check.sh run builds again, or a published total. "By hand":
    /// added up from the layers of the models' code. Files below small/ have sizes of our own.
    void countsAreThoseOfTheCode()
    {
        std::set<std::string> shaped, counted, byCode;
        for (const CountedConfig &row : countedConfigs()) {
            const auto shape = loadHuggingFaceConfig(row.file);
            QVERIFY2(shape.hasValue(), shape ? "" : errorText(shape.errors().front()).c_str());
            QCOMPARE(shape->family, row.modelType);
            shaped.insert(row.modelType);
            QVERIFY2(row.parameters > 0 || row.countedBy == "shape alone", row.modelType.c_str());
            if (row.parameters == 0)
                continue;
            QVERIFY2(row.countedBy.starts_with("code: mlx_lm/models/")
                    || row.countedBy.starts_with("published: ")
                    || row.countedBy.starts_with("by hand: "),
                row.countedBy.c_str());
            QVERIFY2(countParameters(*shape).total() == row.parameters,
                fmt::format("{}: {}, counted {}", row.file.string(),
                    countParameters(*shape).total(), row.parameters)
                    .c_str());
            counted.insert(row.modelType);
            if (row.countedBy.starts_with("code"))
                byCode.insert(row.modelType);
        }
        const std::vector<std::string> types = supportedHuggingFaceTypes();
        QCOMPARE(std::vector<std::string>(shaped.begin(), shaped.end()), types);
        QCOMPARE(shaped.size(), std::size_t { 70 });
        QCOMPARE(counted.size(), std::size_t { 59 });
        QCOMPARE(byCode.size(), std::size_t { 49 });
    }

    void manyTypesAreKnown()
    {
        const std::vector<std::string> types = supportedHuggingFaceTypes();
        QVERIFY2(types.size() >= 60, qPrintable(QString::number(types.size())));
        QVERIFY(std::ranges::is_sorted(types));
        QVERIFY(std::ranges::adjacent_find(types) == types.end());
    }

    /// Rotary positions; shapes that differ in them alone are two.
    void positionsAreRead()
    {
        const auto rope = [](const std::string &more) {
            const auto shape = importHuggingFaceConfig(
                *parseJson(llamaWith(more), "config.json"), "config.json");
            return shape ? shape->rope : RopeShape { -1 };
        };
        const std::string numbers
            = R"("factor": 8.0, "low_freq_factor": 1.0, "high_freq_factor": 4.0,
                "original_max_position_embeddings": 8192)";
        const RopeShape older
            = rope(R"(, "rope_theta": 500000.0, "rope_scaling": {"rope_type": "llama3", )" + numbers
                + "}");
        QCOMPARE(older.base, 500000.0);
        QCOMPARE(older.factor, 8.0);
        QVERIFY(older.isLlama31());
        const RopeShape newer
            = rope(R"(, "rope_parameters": {"rope_theta": 500000.0, "rope_type": "llama3", )"
                + numbers + "}");
        QVERIFY(newer.isLlama31() && newer.base == older.base);
        QVERIFY(newer == older);
        ModelShape one, other;
        one.rope = older;
        other.rope = older;
        QVERIFY(one == other);
        other.rope.factor = 32;
        QVERIFY(one != other);
        QCOMPARE(rope("").base, 0.0);
        QCOMPARE(rope(R"(, "rope_theta": 1e300)").base, 0.0);
        QCOMPARE(rope(R"(, "rope_theta": 10000, "rope_scaling": null)").base, 10000.0);
        QCOMPARE(rope(R"(, "rope_theta": 10000, "rope_scaling": {"type": "dynamic"})").base, 0.0);
        QVERIFY(rope(R"(, "rope_scaling": {"factor": 2})").scaling == RopeScaling::None);
    }

    void namesItselfAfterFileOrFolder()
    {
        QCOMPARE(
            loadHuggingFaceConfig(configs / "falcon-7b.json")->name, std::string { "falcon-7b" });
    }

    void refusals_data()
    {
        QTest::addColumn<QString>("json");
        QTest::addColumn<QString>("says");
        QTest::newRow("unknown type") << R"({"model_type": "mamba"})"
                                      << "model_type mamba is not supported";
        QTest::newRow("linear attention") << R"({"model_type": "qwen3_next"})"
                                          << "linear attention by a gated delta rule";
        QTest::newRow("no type") << R"({"hidden_size": 64})"
                                 << "model_type (absent) is not supported";
        QTest::newRow("lists what is supported") << R"({"model_type": "t5"})"
                                                 << "deepseek_v3";
        QTest::newRow("no mapping") << "[1, 2]"
                                    << "is not a mapping";
        QTest::newRow("missing size")
            << R"({"model_type": "llama", "hidden_size": 64, "num_hidden_layers": 2,
            "num_attention_heads": 4, "intermediate_size": 128})"
            << "key vocab_size is missing";
        QTest::newRow("text for a number")
            << QString::fromStdString(llamaWith(R"(, "num_key_value_heads": "two")"))
            << "is not a number: two";
        QTest::newRow("negative") << QString::fromStdString(llamaWith(R"(, "head_dim": -1)"))
                                  << "head_dim is -1";
        QTest::newRow("zero layers")
            << R"({"model_type": "llama", "hidden_size": 64, "num_hidden_layers": 0,
            "num_attention_heads": 4, "intermediate_size": 128, "vocab_size": 10})"
            << "num_hidden_layers is 0";
        QTest::newRow("zero heads")
            << R"({"model_type": "llama", "hidden_size": 64, "num_hidden_layers": 1,
            "num_attention_heads": 0, "intermediate_size": 128, "vocab_size": 10})"
            << "num_attention_heads is 0";
        QTest::newRow("zero kv heads")
            << QString::fromStdString(llamaWith(R"(, "num_key_value_heads": 0)"))
            << "num_key_value_heads is 0";
        QTest::newRow("heads do not divide")
            << QString::fromStdString(llamaWith(R"(, "num_key_value_heads": 3)"))
            << "4 heads are not a multiple of 3 kv_heads";
        QTest::newRow("window on some layers")
            << R"({"model_type": "qwen2", "hidden_size": 64, "num_hidden_layers": 4, "num_attention_heads": 4,
            "intermediate_size": 128, "vocab_size": 10, "use_sliding_window": true, "max_window_layers": 2})"
            << "max_window_layers has a value that a shape cannot express: 2";
        QTest::newRow("irregular layers")
            << R"({"model_type": "olmo3", "hidden_size": 64, "num_hidden_layers": 3, "num_attention_heads": 4,
            "intermediate_size": 128, "vocab_size": 10,
            "layer_types": ["full_attention", "sliding_attention", "full_attention"]})"
            << "layer_types";
        QTest::newRow("dense layers by list")
            << R"({"model_type": "qwen3_moe", "hidden_size": 64, "num_hidden_layers": 4, "num_attention_heads": 4,
            "intermediate_size": 128, "vocab_size": 10, "num_experts": 4, "num_experts_per_tok": 2,
            "moe_intermediate_size": 32, "mlp_only_layers": [0]})"
            << "mlp_only_layers";
        QTest::newRow("absurd")
            << R"({"model_type": "llama", "hidden_size": 900000000, "num_hidden_layers": 1000,
            "num_attention_heads": 1, "intermediate_size": 900000000, "vocab_size": 10})"
            << "more than 1e17 parameters";
        QTest::newRow("no text part") << R"({"model_type": "gemma3"})"
                                      << "key text_config is missing";
    }
    void refusals()
    {
        QFETCH(QString, json);
        QFETCH(QString, says);
        const QString problems = problemsOf(json.toStdString());
        QVERIFY2(problems.contains(says), qPrintable(problems));
        QVERIFY2(problems.startsWith("config.json"), qPrintable(problems));
    }

    void defaultsOfTheLibrary()
    {
        QVERIFY(problemsOf(llamaWith("")).isEmpty());
        const auto shape = importHuggingFaceConfig(*parseJson(llamaWith(""), "c"), "c");
        QCOMPARE(shape->kvHeads, 4);
        QCOMPARE(shape->headDim, 16);
        QVERIFY(!shape->tiedEmbeddings);
    }

    void missingAndBrokenFiles()
    {
        QVERIFY(!loadHuggingFaceConfig(configs / "absent.json").hasValue());
        QVERIFY(!loadHuggingFaceConfig(configs).hasValue());
    }
};

QTEST_GUILESS_MAIN(HuggingFaceConfigTest)
#include "tst_huggingface_config.moc"
