#include "model/base/document/document.h"
#include "model/base/wording/messages.h"
#include "model/calibration/components.h"
#include "model/flags/catalogue/flag_catalogue.h"
#include "model/library/profiles/profile_index.h"
#include "model/library/profiles/profile_library.h"

#include <QTemporaryDir>
#include <QTest>

#include <algorithm>
#include <array>
#include <fstream>
#include <set>
#include <thread>

using namespace headroom;
namespace fs = std::filesystem;

namespace {

void write(const fs::path &file, const std::string &text)
{
    fs::create_directories(file.parent_path());
    std::ofstream { file } << text;
}

std::string tinyModel(const std::string &id, int layers, const std::string &more = {})
{
    return "schema_version: 1\nid: " + id
        + "\nname: Tiny\nsource: a test\nlayers: " + std::to_string(layers)
        + "\nhidden: 64\nffn: 128\nheads: 4\nkv_heads: 4\nhead_dim: 16\nvocab: 1000\n" + more;
}

bool contains(const std::vector<std::string> &list, const std::string &value)
{
    return std::ranges::find(list, value) != list.end();
}

} // namespace

class ProfileLibraryTest : public QObject
{
    Q_OBJECT

private:
    /// Shipped profiles with an empty folder of the user's own.
    struct Home
    {
        QTemporaryDir folder;
        fs::path user { folder.path().toStdString() };
        ProfileLibrary library { { HEADROOM_PROFILES, user } };
    };

private slots:
    void whatIsKeptIsReadOnce()
    {
        Home home;
        int readings = 0;
        const auto ask = [&](bool works) {
            return home.library.kept<std::string>(
                [&](const DataDirectories &directories)
                    -> Result<std::shared_ptr<const std::string>> {
                    ++readings;
                    if (!works)
                        return Errors { { "file-unreadable", "", {} } };
                    return std::make_shared<const std::string>(directories.user.string());
                });
        };
        QVERIFY(!ask(false)); // is not kept
        const auto first = ask(true), second = ask(true);
        QVERIFY(first && second);
        QCOMPARE(first->get(), second->get());
        QCOMPARE(**first, home.user.string());
        QCOMPARE(readings, 2);
        QVERIFY(*FlagCatalogue::of(home.library) == *FlagCatalogue::of(home.library));
        QVERIFY(*CalibrationPriors::of(home.library) == *CalibrationPriors::of(home.library));
    }
    void aliasesAndSpellings_data()
    {
        QTest::addColumn<QString>("id");
        const auto row = [](const char *name, const char *id) { QTest::newRow(name) << id; };
        row("llama3.1-8b", "llama3.1-8b");
        row("llama3-405b", "llama3.1-405b");
        row("llama-3-8b", "llama3-8b");
        row("Llama3_8B", "llama3-8b");
        row("meta-llama/Llama-3.1-8B", "llama3.1-8b");
        row("bloom", "bloom-176b");
        row("deepseek3-671b", "deepseek-v3");
        row("mixtral_8x7b", "mixtral-8x7b");
        row("megatron-175b", "megatron-mem-175b");
        row("megatron-gpt-1008.0b", "megatron-1008.0b");
    }
    void aliasesAndSpellings()
    {
        QFETCH(QString, id);
        Home home;
        const auto shape = home.library.model(QTest::currentDataTag());
        QVERIFY2(shape.hasValue(), shape ? "" : errorText(shape.errors().front()).c_str());
        QCOMPARE(QString::fromStdString((*shape)->id), id);
    }

    void acceleratorAliases()
    {
        Home home;
        QCOMPARE((*home.library.accelerator("h100"))->id, std::string { "h100-sxm" });
        QCOMPARE((*home.library.accelerator("TPU-v5e"))->id, std::string { "tpu-v5e" });
        QCOMPARE((*home.library.accelerator("trillium"))->id, std::string { "tpu-v6e" });
    }

    void unknownNamesGetTheNearest()
    {
        Home home;
        const auto shape = home.library.model("lama3.1-8b");
        QVERIFY(!shape);
        QCOMPARE(shape.errors().front().id, std::string { "unknown-model-near" });
        QCOMPARE(operandText(shape.errors().front().args.at(1)), std::string { "llama3.1-8b" });
        QCOMPARE(home.library.accelerator("zzzzzzzzzzzz").errors().front().id,
            std::string { "unknown-accelerator" });
        QCOMPARE(home.library.rematPolicy("ful").errors().front().id,
            std::string { "unknown-remat-policy-near" });
        QCOMPARE(operandText(home.library.recipe("fp8_delay").errors().front().args.at(1)),
            std::string { "fp8_delayed" });
        QCOMPARE(home.library.planPath("nonsense-plan-name").errors().front().id,
            std::string { "unknown-plan" });
    }

    void namesCannotLeaveTheFolder_data()
    {
        QTest::addColumn<QString>("name");
        for (const char *name :
            { "../models/llama3-8b", "/etc/passwd", "..", ".", "", "a/../llama3-8b" })
            QTest::newRow(name) << name;
    }
    void namesCannotLeaveTheFolder()
    {
        QFETCH(QString, name);
        Home home;
        QVERIFY(!home.library.model(name.toStdString()).hasValue());
        QVERIFY(!home.library.planPath(name.toStdString()).hasValue());
    }

    // Every model name of the shipped measurements finds a shape that fits its rows.
    void namesOfMeasurements_data()
    {
        QTest::addColumn<QString>("id");
        const auto row = [](const char *name, const char *id) { QTest::newRow(name) << id; };
        row("mpt-7b", "mpt-7b-foundry"); // the benchmark's model, not the released one
        row("mpt-30b", "mpt-30b-foundry");
        row("mpt-125m", "mpt-125m-foundry");
        row("bloom-proto-205b", "bloom-proto");
        row("deepseek-v2-4L", "deepseek-v2");
        row("deepseek-v3-4L", "deepseek-v3");
        row("llama3-70b-12L", "llama3-70b");
        row("llama3-405b-4L (16 kv heads)", "llama3.1-405b");
        row("mistral-7b", "mistral-7b-v0.2");
        row("megatron-gpt2-8B", "megatron-gpt2-8b");
        row("nanotron-llama-1.34b", "nanotron-llama-1.34b");
        row("grok1-314b", "grok1-314b");
    }
    void namesOfMeasurements()
    {
        QFETCH(QString, id);
        Home home;
        const auto shape = home.library.modelOfMeasurement(QTest::currentDataTag());
        QVERIFY(shape != nullptr);
        QCOMPARE(QString::fromStdString(shape->id), id);
    }

    void allMeasurementsFindAModel()
    {
        Home home;
        std::ifstream csv { HEADROOM_PROFILES "/measurements/measurements.csv" };
        std::string line;
        std::getline(csv, line);
        std::set<std::string> names;
        while (std::getline(csv, line)) {
            // Columns before model_name hold quoted commas, so fields are split by hand.
            std::vector<std::string> fields { {} };
            bool quoted = false;
            for (const char c : line) {
                quoted = c == '"' ? !quoted : quoted;
                if (c == ',' && !quoted)
                    fields.emplace_back();
                else if (c != '"')
                    fields.back() += c;
            }
            names.insert(fields.at(5));
            QVERIFY2(home.library.accelerator(fields.at(19)).hasValue(), fields.at(19).c_str());
        }
        QVERIFY(names.size() > 60);
        // Rows of these state every size themselves.
        for (const char *name : { "gpt", "tinyllama-1.1b", "gpt-175b", "gpt-530b", "gpt-1t",
                 "gpt-2t", "llama2-34b", "olmo2-7b", "santacoder" })
            names.erase(name);
        for (const std::string &name : names)
            QVERIFY2(home.library.modelOfMeasurement(name) != nullptr, name.c_str());
        QVERIFY(home.library.modelOfMeasurement("something-else") == nullptr);
    }

    void aDroppedModelIsFound()
    {
        Home home;
        write(home.user / "models" / "my-model.yaml",
            tinyModel("my-model", 2, "aliases: [\"the mine\", own]\n"));
        QVERIFY(contains(home.library.modelIds(), "my-model"));
        QVERIFY(contains(home.library.modelIds(), "llama3-8b"));
        QCOMPARE((*home.library.model("my-model"))->layers, 2);
        QCOMPARE((*home.library.model("own"))->layers, 2);
        QCOMPARE((*home.library.model("The Mine"))->layers, 2);
        QCOMPARE(home.library.modelOfMeasurement("my-model-4L")->layers, 2);
    }

    void aDroppedChipIsFound()
    {
        Home home;
        const auto shipped = readTextFile(HEADROOM_PROFILES "/hardware/h100-sxm.yaml");
        std::string text = *shipped;
        text.replace(text.find("id: h100-sxm"), 12, "id: h100-mine");
        text.replace(text.find("capacity_gib: 79.6"), 18, "capacity_gib: 160.");
        write(home.user / "hardware" / "h100-mine.yaml", text);
        const auto chip = home.library.accelerator("h100-mine");
        QVERIFY2(chip.hasValue(), chip ? "" : errorText(chip.errors().front()).c_str());
        QCOMPARE(inGib((*chip)->memory), 160.0);
        QVERIFY(contains(home.library.acceleratorIds(), "h100-mine"));
    }

    void aUserFileWins()
    {
        Home home;
        write(home.user / "models" / "llama3-8b.yaml", tinyModel("llama3-8b", 3));
        QCOMPARE((*home.library.model("llama3-8b"))->layers, 3);
        QCOMPARE(std::ranges::count(home.library.modelIds(), "llama3-8b"), 1);
        // Aliases of the user's file win over shipped ones, but never hide a profile's own id.
        write(home.user / "models" / "other.yaml",
            tinyModel("other", 4, "aliases: [bloom, gpt2-xl]\n"));
        QCOMPARE((*home.library.model("bloom"))->layers, 4);
        QCOMPARE((*home.library.model("gpt2-xl"))->layers, 48);
    }

    void brokenUserFilesAreSkippedAndReported()
    {
        Home home;
        const fs::path broken = home.user / "models" / "broken.yaml";
        write(broken, "schema_version: 1\nid: broken\nlayers: many\n");
        write(home.user / "models" / "llama3-8b.yaml", "{");
        write(home.user / "models" / "misnamed.yaml", tinyModel("else", 1));
        write(home.user / "models" / "binary.yaml", std::string { "\0\1\2", 3 });
        write(home.user / "hardware" / "toaster.yaml", "kind: toaster\n");
        write(home.user / "models" / "notes.txt", "not a profile");
        fs::create_directories(home.user / "models" / "folder.yaml");

        QVERIFY(!contains(home.library.modelIds(), "broken"));
        QVERIFY(!contains(home.library.modelIds(), "misnamed"));
        QVERIFY(!contains(home.library.acceleratorIds(), "toaster"));
        // The shipped one serves, under its id and its aliases.
        QCOMPARE((*home.library.model("llama3-8b"))->source,
            (*Home {}.library.model("llama3-8b"))->source);
        QVERIFY(home.library.model("llama-3-8b").hasValue());
        const auto named = home.library.model("broken");
        QVERIFY(!named);
        QVERIFY(errorText(named.errors().front()).starts_with(broken.string() + ":"));

        std::set<std::string> files;
        for (const SkippedProfile &skipped : home.library.skippedProfiles()) {
            QVERIFY(!skipped.problems.empty());
            files.insert(fs::path { skipped.file }.filename().string());
        }
        QCOMPARE(files,
            (std::set<std::string> { "binary.yaml", "broken.yaml", "folder.yaml", "llama3-8b.yaml",
                "misnamed.yaml", "toaster.yaml" }));
    }

    void aCorrectedFileIsReadAgain()
    {
        Home home;
        const fs::path file = home.user / "models" / "mine.yaml";
        write(file, "{");
        QVERIFY(!home.library.model("mine").hasValue());
        write(file, tinyModel("mine", 5));
        QCOMPARE((*home.library.model("mine"))->layers, 5);
    }

    void profilesAreReadOnce()
    {
        Home home;
        QCOMPARE(home.library.model("llama3-8b")->get(), home.library.model("llama-3-8b")->get());
    }

    void aUserPlanIsListed()
    {
        Home home;
        write(home.user / "plans" / "mine.headroom.yaml", "schema_version: 1\n");
        QVERIFY(contains(home.library.planIds(), "mine"));
        QCOMPARE(home.library.planIds().front(), std::string { defaultPlanId });
    }

    void missingFoldersAreNoCrash()
    {
        const ProfileLibrary nothing { { "/nonexistent", {} } };
        QVERIFY(nothing.modelIds().empty());
        QVERIFY(nothing.recipeIds().empty());
        QVERIFY(nothing.planIds().empty());
        QVERIFY(!nothing.model("llama3-8b").hasValue());
        const auto policy = nothing.rematPolicy("full");
        QCOMPARE(policy.errors().front().id, std::string { "profile-file-missing" });
    }

    void manyThreadsSeeTheSame()
    {
        Home home;
        std::array<std::thread, 4> threads;
        std::array<std::int64_t, 4> sums {};
        for (std::size_t i = 0; i < threads.size(); ++i)
            threads[i] = std::thread { [&home, &sum = sums[i]] {
                for (const std::string &id : home.library.modelIds())
                    sum += (*home.library.model(id))->layers;
                sum += static_cast<std::int64_t>(home.library.recipeIds().size());
            } };
        for (std::thread &thread : threads)
            thread.join();
        QVERIFY(sums[0] > 1000);
        for (const std::int64_t sum : sums)
            QCOMPARE(sum, sums[0]);
    }

    void scanOfLists_data()
    {
        QTest::addColumn<QString>("text");
        QTest::newRow("flow") << "id: a\naliases: [one, \"two\", 'three']\n";
        QTest::newRow("flow over lines") << "aliases: [one,\n  \"two\",\n  three]\nid: a\n";
        QTest::newRow("block") << "aliases:\n  - one\n  - \"two\"\n  - three\nid: a\n";
        QTest::newRow("block without indentation") << "aliases:\n- one\n- two\n- three\n";
    }
    void scanOfLists()
    {
        QFETCH(QString, text);
        QCOMPARE(scanList(text.toStdString(), "aliases"),
            (std::vector<std::string> { "one", "two", "three" }));
        QVERIFY(scanList(text.toStdString(), "alias").empty());
    }
};

QTEST_GUILESS_MAIN(ProfileLibraryTest)
#include "tst_profile_library.moc"
