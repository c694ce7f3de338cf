#include "model/base/wording/messages.h"
#include "model/flags/catalogue/flag_catalogue.h"
#include "model/flags/catalogue/flag_value.h"
#include "tests/model/shipped.h"

#include <QTest>

#include <fstream>
#include <set>

using namespace headroom;

namespace {

std::shared_ptr<const FlagCatalogue> catalogue()
{
    static const auto loaded = FlagCatalogue::load({ HEADROOM_PROFILES, {} });
    if (!loaded)
        for (const Error &error : loaded.errors())
            qWarning("%s", errorText(error).c_str());
    return loaded ? *loaded : nullptr;
}

JaxlibVersion version(const char *text)
{
    return *parseJaxlibVersion(text);
}

std::vector<std::string> guideNames()
{
    std::ifstream file(HEADROOM_TEST_DATA "/flags/guide_names.txt");
    std::vector<std::string> names;
    for (std::string line; std::getline(file, line);)
        if (!line.empty() && line[0] != '#')
            names.push_back(line);
    return names;
}

/// Lower-case words of at least three letters, without common short words.
std::set<std::string> contentWords(const std::string &text)
{
    static const std::set<std::string> plain { "the", "and", "for", "with", "that", "this", "are",
        "its", "not", "from", "into", "than", "then", "whether", "when", "enable", "enables",
        "disable", "flag", "use", "uses", "used", "set", "sets", "xla", "gpu", "tpu", "cpu" };
    std::set<std::string> words;
    std::string word;
    for (const char letter : text + ' ') {
        const char lower = letter >= 'A' && letter <= 'Z' ? static_cast<char>(letter + 32) : letter;
        if (lower >= 'a' && lower <= 'z') {
            word += lower;
            continue;
        }
        if (word.size() >= 3 && !plain.contains(word))
            words.insert(word);
        word.clear();
    }
    return words;
}

/// True when every content word of the sentence is one of the name, give or take an ending.
bool onlyRepeatsName(const std::string &sentence, const std::string &name)
{
    const std::set<std::string> known = contentWords(name);
    for (const std::string &word : contentWords(sentence)) {
        const bool isInName = std::any_of(known.begin(), known.end(), [&](const std::string &part) {
            const std::size_t stem = std::min({ part.size(), word.size(), std::size_t { 5 } });
            return stem >= 3 && word.compare(0, stem, part, 0, stem) == 0;
        });
        if (!isInName)
            return false;
    }
    return true;
}

} // namespace

class TestFlagCatalogue : public QObject
{
    Q_OBJECT

private slots:
    void initTestCase() { QVERIFY(catalogue()); }

    void holdsEveryFlagAndVariable()
    {
        std::size_t xla = 0;
        std::size_t tpu = 0;
        std::size_t variables = 0;
        for (const FlagEntry &entry : catalogue()->entries())
            ++(entry.isVariable()                              ? variables
                    : entry.carrier == FlagCarrier::LibtpuArgs ? tpu
                                                               : xla);
        QCOMPARE(xla, std::size_t { 438 });
        QCOMPARE(tpu, std::size_t { 62 });
        QVERIFY(variables >= 79);
    }

    void chooses_data()
    {
        QTest::addColumn<QString>("asked");
        QTest::addColumn<QString>("answers");
        QTest::addColumn<int>("certainty");
        const auto row = [](const char *name, const char *asked, const char *answers,
                             VersionCertainty certainty) {
            QTest::newRow(name) << asked << answers << static_cast<int>(certainty);
        };
        row("examined", "0.6.2", "0.6.2", VersionCertainty::Examined);
        row("jax only", "0.4.37", "0.4.36", VersionCertainty::NearestOlder);
        row("tagged only", "0.4.15", "0.4.14", VersionCertainty::NearestOlder);
        row("never published", "0.6.9", "0.6.2", VersionCertainty::NearestOlder);
        row("four parts", "0.9.0.1", "0.9.0.1", VersionCertainty::Examined);
        row("newer", "0.12.3", "0.11.0", VersionCertainty::NewerThanData);
        row("older", "0.3.25", "0.4.7", VersionCertainty::OlderThanData);
        row("development build", "0.6.2.dev20250601", "0.6.2", VersionCertainty::Examined);
        row("local build", "0.5.0+cuda12", "0.5.0", VersionCertainty::Examined);
    }
    void chooses()
    {
        QFETCH(QString, asked);
        QFETCH(QString, answers);
        QFETCH(int, certainty);
        const auto choice = catalogue()->releases().choose(asked.toStdString());
        QVERIFY(choice.hasValue());
        QCOMPARE(QString::fromStdString(choice->answers.text()), answers);
        QCOMPARE(static_cast<int>(choice->certainty), certainty);
    }

    void refusesNonsenseVersions()
    {
        for (const char *text :
            { "", "1", "banana", "0.4.x", "-1.2.3", "0..4", "0.4.31 ", "9999999999.1" })
            QVERIFY2(!catalogue()->releases().choose(text).hasValue(), text);
    }

    void statusFollowsReleases_data()
    {
        QTest::addColumn<QString>("name");
        QTest::addColumn<QString>("at");
        QTest::addColumn<int>("presence");
        QTest::addColumn<QString>("value");
        QTest::addColumn<bool>("noop");
        const auto row = [](const char *name, const char *at, FlagPresence presence,
                             const char *value, bool noop = false) {
            QTest::addRow("%s at %s", name, at)
                << name << at << static_cast<int>(presence) << value << noop;
        };
        using enum FlagPresence;
        row("xla_gpu_enable_latency_hiding_scheduler", "0.11.0", Present, "false");
        row("xla_gpu_enable_async_collectives", "0.4.26", Present, "true");
        row("xla_gpu_enable_async_collectives", "0.4.27", Removed, "");
        row("xla_gpu_enable_async_collectives", "0.4.14", NotYet, "");
        row("xla_gpu_all_gather_combine_threshold_bytes", "0.4.34", Present, "31457280");
        row("xla_gpu_all_gather_combine_threshold_bytes", "0.4.35", Present, "31457287");
        row("xla_gpu_enable_cudnn_fmha", "0.4.31", Present, "false");
        row("xla_gpu_enable_cudnn_fmha", "0.5.1", Present, "false", true);
        row("xla_gpu_cudnn_gemm_fusion", "0.4.26", NeverThere, "");
        row("xla_gpu_pipeline_all_gather", "0.11.0", NeverThere, "");
        row("xla_gpu_enable_dot_strength_reduction", "0.4.12", Absent, "");
        row("xla_gpu_enable_dot_strength_reduction", "0.4.24", Present, "true");
        row("TF_CPP_MAX_LOG_LEVEL", "0.6.2", NeverThere, "");
        row("JAX_COMPILATION_CACHE_EXPECT_PGLE", "0.5.0", NotYet, "");
        row("XLA_CLIENT_MEM_FRACTION", "0.4.31", NotYet, "");
    }
    void statusFollowsReleases()
    {
        QFETCH(QString, name);
        QFETCH(QString, at);
        QFETCH(int, presence);
        QFETCH(QString, value);
        QFETCH(bool, noop);
        const FlagEntry *entry = catalogue()->find(name.toStdString());
        QVERIFY(entry);
        const FlagStatus status = statusAt(*entry, version(qPrintable(at)));
        QCOMPARE(static_cast<int>(status.presence), presence);
        if (status.presence == FlagPresence::Present)
            QCOMPARE(QString::fromStdString(status.defaultValue), value);
        QCOMPARE(status.isNoop, noop);
    }

    void followsRenames()
    {
        const auto at = version("0.11.0");
        using Names = std::vector<std::string>;
        QCOMPARE(catalogue()->successors("xla_gpu_enable_address_computation_fusion", at),
            Names { "xla_gpu_enable_dynamic_slice_fusion" });
        // Two steps: data_parallel_collective_optimizer → pipelined_* (still there).
        QCOMPARE(catalogue()->successors("xla_gpu_cuda_graph_level", at),
            Names { "xla_gpu_enable_command_buffer" });
        QCOMPARE(catalogue()->successors("xla_gpu_enable_pipelined_collectives", at).size(),
            std::size_t { 3 });
        bool isDropped = true;
        QVERIFY(catalogue()
                    ->replacement({ "xla_gpu_enable_async_all_reduce", "true" }, at, &isDropped)
                    .empty());
        QVERIFY(!isDropped);
        const auto inverse
            = catalogue()->replacement({ "xla_gpu_enable_async_all_reduce", "false" }, at);
        QCOMPARE(inverse.size(), std::size_t { 1 });
        QCOMPARE(inverse[0].value, std::string { "ALLREDUCE" });
        catalogue()->replacement({ "xla_gpu_normalize_layouts", "true" }, at, &isDropped);
        QVERIFY(isDropped);
    }

    void findsNearestNames()
    {
        QCOMPARE(catalogue()->nearest("xla_gpu_enable_latency_hidding_scheduler").at(0),
            std::string { "xla_gpu_enable_latency_hiding_scheduler" });
        QCOMPARE(catalogue()->nearest("--xla-gpu-triton-gemm-any").at(0),
            std::string { "xla_gpu_triton_gemm_any" });
        QVERIFY(catalogue()->nearest("completely_different_thing_altogether").empty());
        QVERIFY(catalogue()->nearest(std::string(1 << 20, 'x')).empty());
        QCOMPARE(editDistance("kitten", "sitting"), std::size_t { 3 });
        QCOMPARE(editDistance(std::string(80, 'a'), std::string(81, 'a')), std::size_t { 1 });
    }

    void valuesParse_data()
    {
        QTest::addColumn<QString>("name");
        QTest::addColumn<QString>("value");
        QTest::addColumn<QString>("at");
        QTest::addColumn<int>("fault");
        const auto row = [](const char *name, const char *value, const char *at, ValueFault fault) {
            QTest::addRow("%s=%s at %s", name, value, at)
                << name << value << at << static_cast<int>(fault);
        };
        using enum ValueFault;
        row("xla_gpu_triton_gemm_any", "True", "0.4.18", None);
        row("xla_gpu_triton_gemm_any", "1", "0.4.18", LaterWord);
        row("xla_gpu_triton_gemm_any", "1", "0.4.21", None);
        row("xla_gpu_triton_gemm_any", "yes", "0.11.0", WrongType);
        row("xla_gpu_memory_limit_slop_factor", "95", "0.6.2", None);
        row("xla_gpu_memory_limit_slop_factor", "ninety", "0.6.2", WrongType);
        row("xla_gpu_memory_limit_slop_factor", "3000000000", "0.6.2", OutOfRange);
        row("XLA_PYTHON_CLIENT_MEM_FRACTION", "0.9", "0.6.2", None);
        row("XLA_PYTHON_CLIENT_MEM_FRACTION", "1", "0.6.2", None);
        row("XLA_PYTHON_CLIENT_MEM_FRACTION", "90", "0.6.2", OutOfRange);
        row("XLA_PYTHON_CLIENT_MEM_FRACTION", "-0.1", "0.6.2", OutOfRange);
        row("xla_gpu_all_gather_combine_threshold_bytes", "8589934592", "0.6.2", None);
        row("xla_gpu_all_gather_combine_threshold_bytes", "99999999999999999999", "0.6.2",
            OutOfRange);
        row("xla_gpu_all_gather_combine_threshold_bytes", "1GiB", "0.6.2", WrongType);
        row("xla_gpu_enable_command_buffer", "", "0.4.24", LaterWord);
        row("xla_gpu_enable_command_buffer", "", "0.4.25", None);
        row("xla_gpu_enable_command_buffer", "fusion,cublas", "0.6.2", None);
        row("xla_gpu_enable_command_buffer", "1", "0.6.2", UnknownWord);
        row("xla_gpu_enable_command_buffer", "+CUDNN", "0.4.24", LaterWord);
        row("xla_gpu_enable_command_buffer", "+CUDNN", "0.6.2", None);
        row("xla_gpu_enable_command_buffer", "NCCL", "0.4.20", None);
        row("xla_gpu_enable_command_buffer", "NCCL", "0.6.2", EarlierWord);
        row("xla_gpu_disable_async_collectives", "allreduce,allgather", "0.6.2", None);
        row("xla_gpu_disable_async_collectives", "allcollectives", "0.5.0", LaterWord);
        row("xla_gpu_disable_async_collectives", "", "0.6.2", UnknownWord);
        row("xla_gpu_pgle_accuracy_checker", "pgle_strictness_level_warn", "0.6.2", WrongCase);
        row("xla_gpu_experimental_pipeline_parallelism_opt_level", "DISABLED", "0.6.2",
            UnknownWord);
        row("XLA_PYTHON_CLIENT_ALLOCATOR", "vmm", "0.9.0", LaterWord);
        row("JAX_ENABLE_PGLE", "yes", "0.6.2", None);
        row("JAX_ENABLE_PGLE", "maybe", "0.6.2", WrongType);
        row("xla_enable_async_all_gather", "true", "0.6.2", None);
    }
    void valuesParse()
    {
        QFETCH(QString, name);
        QFETCH(QString, value);
        QFETCH(QString, at);
        QFETCH(int, fault);
        const FlagEntry *entry = catalogue()->find(name.toStdString());
        QVERIFY(entry);
        const ValueCheck check = checkValue(*entry, value.toStdString(), version(qPrintable(at)));
        QCOMPARE(static_cast<int>(check.fault), fault);
    }

    void namesTheWordsOfTheRelease()
    {
        const FlagEntry *entry = catalogue()->find("xla_gpu_enable_command_buffer");
        const auto expected = [entry](const char *jaxlib) {
            const auto choice = catalogue()->releases().choose(jaxlib);
            return operandText(checkValue(*entry, "1", choice->answers).expected);
        };
        QVERIFY(expected("0.6.2").find("CONDITIONAL") != std::string::npos);
        QVERIFY(expected("0.6.2").find("NCCL") == std::string::npos);
        QVERIFY(expected("0.4.20").find("NCCL") != std::string::npos);
        QVERIFY(expected("0.4.20").find("COLLECTIVES") == std::string::npos);
    }

    void comparesValuesByMeaning()
    {
        const auto same = [](const char *name, const char *a, const char *b) {
            return sameValue(*catalogue()->find(name), a, b);
        };
        QVERIFY(same("xla_gpu_triton_gemm_any", "True", "1"));
        QVERIFY(!same("xla_gpu_triton_gemm_any", "True", "0"));
        QVERIFY(same("xla_gpu_enable_command_buffer", "cublas,FUSION", "CUBLAS+FUSION"));
        QVERIFY(same("xla_gpu_detect_nan", "none", "DETECTION_MODE_NONE"));
        QVERIFY(!same("xla_gpu_detect_nan", "warning", "DETECTION_MODE_NONE"));
        QVERIFY(same("xla_enable_async_all_gather", "kEnabled", "true"));
        QVERIFY(same("xla_gpu_memory_limit_slop_factor", "095", "95"));
    }

    void everyDefaultParsesAtItsRelease()
    {
        for (const FlagEntry &entry : catalogue()->entries()) {
            if (entry.isVariable() || entry.existence != FlagExistence::Released)
                continue;
            for (const DefaultSince &change : entry.defaults) {
                const bool isEmptyList = entry.type == FlagType::List && change.value.empty();
                if (change.value.starts_with('(') || isEmptyList || entry.type == FlagType::Enum)
                    continue;
                std::string value = change.value;
                std::ranges::replace(value, '+', ',');
                const ValueCheck check = checkValue(entry, value, change.since);
                // Words of older command buffer lists are not all in the newest release's list.
                if (entry.type != FlagType::List || check.fault == ValueFault::WrongType)
                    QVERIFY2(check.fault == ValueFault::None, entry.name.c_str());
            }
        }
    }

    void guideNamesAreCovered()
    {
        QVERIFY(guideNames().size() > 60);
        for (const std::string &name : guideNames())
            QVERIFY2(catalogue()->find(name) || catalogue()->set(name) || catalogue()->option(name)
                    || shippedLibrary().recipe(name),
                name.c_str());
    }

    void sentencesSayWhatChanges()
    {
        for (const FlagEntry &entry : catalogue()->entries()) {
            QVERIFY2(contentWords(entry.says).size() >= 4, entry.name.c_str());
            QVERIFY2(!onlyRepeatsName(entry.says, entry.name), entry.name.c_str());
            QVERIFY2(entry.says.ends_with('.'), entry.name.c_str());
            QVERIFY2(!entry.source.empty(), entry.name.c_str());
        }
        // The check itself: it must refuse a paraphrase.
        QVERIFY(onlyRepeatsName("Enables the latency hiding scheduler for the GPU.",
            "xla_gpu_enable_latency_hiding_scheduler"));
        QVERIFY(!onlyRepeatsName(
            "Starts collectives early.", "xla_gpu_enable_latency_hiding_scheduler"));
    }

    void rulesNameKnownFlags()
    {
        for (const FlagConflict &conflict : catalogue()->conflicts())
            for (const ConflictCondition &condition : conflict.when)
                QVERIFY2(catalogue()->find(condition.name), condition.name.c_str());
        for (const FlagSet &set : catalogue()->sets())
            for (const FlagSetting &setting : set.settings)
                QVERIFY2(catalogue()->find(setting.name), setting.name.c_str());
        QCOMPARE(catalogue()->sets().size(), std::size_t { 28 });
    }
};

QTEST_GUILESS_MAIN(TestFlagCatalogue)
#include "tst_flag_catalogue.moc"
