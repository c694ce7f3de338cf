#include "export_fixture.h"

#include "model/base/text/release_number.h"
#include "model/launch/common/run_command.h"
#include "model/plan/fields/plan_fields.h"
#include "model/plan/fields/plan_file.h"
#include "model/plan/release_findings.h"
#include "model/rules/broken_rules.h"
#include "model/session/known_releases.h"

#include <QTest>

#include <set>

using namespace headroom;

namespace {

using Settings = std::vector<std::string>;

const ReleaseTable &table()
{
    static const ReleaseTable one = *ReleaseTable::load(fixture().library().directories());
    return one;
}

ResolvedPlan withReleases(const char *plan, const char *maxtext, const char *jaxlib)
{
    return fixture().plan(plan,
        { std::string("software.maxtext=") + maxtext, std::string("software.jaxlib=") + jaxlib });
}

constexpr const char *gpuNode = "llama3.1-8b-h100-node";
constexpr const char *tpuSlice = "llama3.1-8b-v6e-16";

} // namespace

class ReleasesTest : public QObject
{
    Q_OBJECT

private slots:
    void numbers_data()
    {
        QTest::addColumn<QString>("text");
        QTest::addColumn<QString>("read");
        QTest::newRow("three parts") << "0.6.2"
                                     << "0.6.2";
        QTest::newRow("two parts") << "0.2"
                                   << "0.2.0";
        QTest::newRow("four parts") << "0.0.42.1"
                                    << "0.0.42.1";
        QTest::newRow("v and a build mark") << "v0.2.2rc1"
                                            << "0.2.2";
        QTest::newRow("nightly") << "2.8.0.dev20250617+cu126"
                                 << "2.8.0";
        for (const char *nonsense : { "", "abc", "1", "0.6.x", "-1.2", "0..1", "0.6.2 beta" })
            QTest::newRow(nonsense) << nonsense << "";
    }
    void numbers()
    {
        QFETCH(QString, text);
        QFETCH(QString, read);
        const auto number = parseReleaseNumber(text.toStdString());
        QCOMPARE(number ? releaseText(*number) : std::string {}, read.toStdString());
    }

    void laterAndEarlier()
    {
        QVERIFY(isRelease("0.10.0", "0.9.2"));
        QVERIFY(!isRelease("0.9.2", "0.10.0"));
        QVERIFY(isRelease("0.9.2", "0.9.2"));
        QVERIFY(isRelease("", "9.0")); // not named: the newest
    }

    /// Every line is complete, in order, and of a framework that plans can name.
    void tableIsWhole()
    {
        std::set<std::string> frameworks, pairs;
        for (const FrameworkRelease &release : table().all()) {
            QVERIFY2(findFramework(release.framework), release.framework.c_str());
            QVERIFY(!release.source.empty());
            frameworks.insert(release.framework);
            QVERIFY(pairs.insert(release.framework + ' ' + release.release).second);
            for (const ReleaseNeed &need : release.needs) {
                QVERIFY(need.takes(need.least));
                if (!need.starts.empty())
                    QVERIFY(isRelease(need.least, need.starts));
                if (!need.below.empty())
                    QVERIFY(!need.takes(need.below));
            }
        }
        QCOMPARE(frameworks,
            (std::set<std::string> { "deepspeed", "hf", "maxtext", "megatron", "torchtitan" }));
    }

    void pairs_data()
    {
        QTest::addColumn<QString>("plan");
        QTest::addColumn<QString>("maxtext");
        QTest::addColumn<QString>("jaxlib");
        QTest::addColumn<QString>("nearest"); // jaxlib; empty: they go together
        const auto row
            = [](const char *plan, const char *maxtext, const char *jaxlib, const char *nearest) {
                  QTest::addRow("%s %s %s", plan, maxtext, jaxlib)
                      << plan << maxtext << jaxlib << nearest;
              };
        row(gpuNode, "0.2.2", "0.6.2", "0.9.2");
        row(gpuNode, "0.2.2", "0.9.2", "");
        row(gpuNode, "0.2.4", "0.9.2", "0.10.0");
        row(gpuNode, "0.2.4", "0.10.0", "");
        row(tpuSlice, "0.2.4", "0.10.0", "0.10.2"); // TPU asks for more
        row(gpuNode, "0.1.0", "0.8.1", "0.7.0"); // too new
        row(gpuNode, "0.2.0", "0.11.0", "");
        row(gpuNode, "0.2.5", "0.9.2", "0.10.0"); // not listed: the nearest older answers
    }
    void pairs()
    {
        QFETCH(QString, plan);
        QFETCH(QString, maxtext);
        QFETCH(QString, jaxlib);
        QFETCH(QString, nearest);
        const ResolvedPlan resolved = withReleases(
            plan.toLatin1().data(), maxtext.toLatin1().data(), jaxlib.toLatin1().data());
        const std::vector<Finding> findings = releaseFindings(table(), resolved);
        QCOMPARE(findings.empty(), nearest.isEmpty());
        if (findings.empty())
            return;
        QCOMPARE(findings.front().id, std::string("version-pair"));
        QCOMPARE(findings.front().severity, Severity::Warning);
        Plan cured = resolved.plan;
        for (const FieldChange &change : findings.front().fix) {
            QCOMPARE(change.value, nearest.toStdString());
            QVERIFY(setPlanField(cured, change.path, change.value, "test").empty());
        }
        QVERIFY(releaseFindings(table(), fixture().resolve(cured)).empty());
    }

    /// A plan for another framework has no jaxlib that matters.
    void otherFrameworksSayNothing()
    {
        QVERIFY(releaseFindings(
            table(), fixture().plan(gpuNode, { "framework=megatron", "remat.policy=full" }))
                    .empty());
    }

    /// Of a release from before the table, nothing is known, and the plan says so.
    void olderThanTheTable()
    {
        const auto found = [](const char *release) {
            return releaseFindings(table(),
                fixture().plan(gpuNode,
                    { "framework=megatron", "remat.policy=full",
                        std::string("software.megatron=") + release }));
        };
        const std::vector<Finding> findings = found("0.12.0");
        QCOMPARE(findings.size(), std::size_t { 1 });
        QCOMPARE(findings.front().id, std::string("release-older-than-data"));
        QCOMPARE(findings.front().fix.front().value, std::string("0.13.0"));
        QVERIFY(found("0.13.0").empty());
        QVERIFY(found("0.19.5").empty()); // newer ones are answered by the newest
    }

    void unnamedReleasesGoWithTheNamed_data()
    {
        QTest::addColumn<QString>("plan");
        QTest::addColumn<QString>("maxtext"); // as the plan names them; empty: it does not
        QTest::addColumn<QString>("jaxlib");
        QTest::addColumn<QString>("usedMaxText");
        QTest::addColumn<QString>("usedJaxlib");
        const auto row = [](const char *plan, const char *maxtext, const char *jaxlib,
                             const char *usedMaxText, const char *usedJaxlib) {
            QTest::addRow("%s: %s with %s", plan, maxtext, jaxlib)
                << plan << maxtext << jaxlib << usedMaxText << usedJaxlib;
        };
        row(gpuNode, "", "", "0.2.4", "0.10.0");
        row(tpuSlice, "", "", "0.2.4", "0.10.2");
        row(gpuNode, "0.2.2", "", "0.2.2", "0.9.2");
        row(gpuNode, "2025-03-18", "", "2025-03-18", "0.5.1");
        row(gpuNode, "", "0.9.2", "0.2.2", "0.9.2");
        row(gpuNode, "", "0.10.0", "0.2.4", "0.10.0");
        row(tpuSlice, "", "0.10.0", "0.2.3", "0.10.0");
        row(gpuNode, "", "0.7.0", "0.1.0", "0.7.0");
        row(gpuNode, "", "0.7.2", "0.1.0", "0.7.2"); // none takes it: the nearest older
        row(gpuNode, "", "0.6.2", "2025-07-21", "0.6.2");
        row(gpuNode, "", "0.5.3", "2025-04-15", "0.5.3");
        row(gpuNode, "", "0.4.31", "2024-09-09", "0.4.31");
        row(gpuNode, "", "0.4.26", "2024-05-06", "0.4.26");
        row(gpuNode, "", "0.4.18", "2024-05-06", "0.4.18"); // older than all
        row(gpuNode, "0.2.2", "0.6.2", "0.2.2", "0.6.2"); // as named, and told
    }
    void unnamedReleasesGoWithTheNamed()
    {
        QFETCH(QString, plan);
        QFETCH(QString, maxtext);
        QFETCH(QString, jaxlib);
        QFETCH(QString, usedMaxText);
        QFETCH(QString, usedJaxlib);
        const ResolvedPlan resolved = withReleases(
            plan.toLatin1().data(), maxtext.toLatin1().data(), jaxlib.toLatin1().data());
        QCOMPARE(resolved.releases.maxtext, usedMaxText.toStdString());
        QCOMPARE(resolved.releases.jaxlib, usedJaxlib.toStdString());
        QCOMPARE(resolved.plan.software.maxtext, maxtext.toStdString());
        // Saved and read again, the same are named.
        const auto again = parsePlan(writePlan(resolved.plan), "test");
        QVERIFY(again);
        QVERIFY(again->plan == resolved.plan);
    }

    void otherFrameworksTakeTheNewestListed()
    {
        const auto releases = [](const char *framework) {
            return fixture()
                .plan(gpuNode,
                    { std::string("framework=") + framework, "remat.policy=full",
                        "software.jaxlib=", "software.maxtext=" })
                .releases;
        };
        QCOMPARE(releases("megatron").megatron, std::string("0.19.0"));
        QCOMPARE(releases("torchtitan").torchtitan, std::string("0.2.2"));
        QCOMPARE(releases("jax").jaxlib, std::string("0.10.0"));
        QVERIFY(releases("jax").maxtext.empty());
    }

    /// The files are for the pair that the estimate is of: commits that MaxText's first releases
    /// have long left behind get the keys and words that they know.
    void anOldJaxlibExportsForMaxText_data()
    {
        QTest::addColumn<QString>("jaxlib");
        QTest::addColumn<QString>("maxtext");
        QTest::addColumn<QString>("commit");
        QTest::addColumn<QString>("program");
        QTest::newRow("0.4.26") << "0.4.26"
                                << "2024-05-06"
                                << "a519018a8"
                                << "python3 MaxText/train.py";
        QTest::newRow("0.4.31") << "0.4.31"
                                << "2024-09-09"
                                << "7631466c7"
                                << "python3 MaxText/train.py";
        QTest::newRow("0.5.3") << "0.5.3"
                               << "2025-04-15"
                               << "5c4090b8d"
                               << "python3 -m MaxText.train";
    }
    void anOldJaxlibExportsForMaxText()
    {
        QFETCH(QString, jaxlib);
        QFETCH(QString, maxtext);
        QFETCH(QString, commit);
        QFETCH(QString, program);
        const ResolvedPlan plan = withReleases(gpuNode, "", jaxlib.toLatin1().data());
        const auto file = [&](const char *name) {
            return QString::fromStdString(fixture().file(plan, "maxtext-gpu", name));
        };
        QVERIFY(file("README.md").contains("jaxlib " + jaxlib + " and MaxText " + maxtext));
        QVERIFY(file("README.md").contains(commit));
        QVERIFY(file("run.sh").contains(program));
        QVERIFY(file("plan.headroom.yaml").contains("maxtext: " + maxtext)
            || file("plan.headroom.yaml").contains("maxtext: \"" + maxtext));
        // @source MaxText at these commits, configs/base.yml
        const QString config = file("config.yml");
        QVERIFY(!config.contains("use_qwix_quantization") && !config.contains("grad_dtype"));
        QVERIFY(config.contains("remat_policy: \"minimal_flash\""));
        QCOMPARE(config.contains("gradient_accumulation_steps:"), jaxlib != "0.4.26");
        QCOMPARE(config.contains("per_device_batch_size: 16\n"), jaxlib == "0.4.26");
        QCOMPARE(config.contains("model_name: \"llama3.1-8b\""), jaxlib == "0.5.3");
    }

    /// What a commit lacks: degrees and policies break a rule, for the rest no files are written.
    void whatAnOldCommitLacks()
    {
        const auto plan = [](const char *setting) {
            return fixture().plan(
                gpuNode, { "software.maxtext=", "software.jaxlib=0.4.26", setting });
        };
        QVERIFY(brokenRules(plan("attention=cudnn-flash")).empty());
        QVERIFY(missingBlocks(plan("attention=cudnn-flash")).empty());
        ResolvedPlan young = plan("attention=cudnn-flash");
        young.plan.remat.policy = "save_out_proj";
        const std::vector<RuleBreak> policy = brokenRules(young);
        QCOMPARE(policy.size(), std::size_t { 1 });
        QVERIFY(errorText(policy.front().error).find("2024-05-06") < 4000);
        for (const char *setting :
            { "options.offload_optimizer=true", "model=mixtral-8x7b", "precision.weights=bf16" }) {
            const std::vector<RuleBreak> missing = missingBlocks(plan(setting));
            QVERIFY2(!missing.empty(), setting);
            QVERIFY(errorText(missing.front().error).find("2024-05-06") < 4000);
            QVERIFY(!fixture().files(plan(setting), "maxtext-gpu").hasValue());
        }
    }

    void examplesGoTogether()
    {
        for (const std::string &id : fixture().library().planIds())
            QVERIFY2(releaseFindings(table(), fixture().plan(id)).empty(), id.c_str());
    }

    void exportsThatCouldNotStart()
    {
        const auto refused = [](const char *maxtext, const char *jaxlib) {
            const auto files
                = fixture().files(withReleases(gpuNode, maxtext, jaxlib), "maxtext-gpu");
            return files ? std::string {} : errorLines(files.errors());
        };
        QVERIFY(refused("0.2.4", "0.6.2").find("does not start with jaxlib 0.6.2") < 4000);
        QVERIFY(refused("0.2.2", "0.7.1").find("0.7.2") < 4000);
        QVERIFY(refused("0.2.2", "0.7.2").empty()); // unlikely, and the README says so
        QVERIFY(refused("0.2.4", "0.11.0").empty());
        const std::string readme
            = fixture().file(withReleases(gpuNode, "0.2.2", "0.9.2"), "maxtext-gpu", "README.md");
        QVERIFY(readme.find("asks for jaxlib 0.9.2, flax 0.12.6") != std::string::npos);
        const auto early = fixture().files(
            fixture().plan(gpuNode, { "software.maxtext=0.1.0", "software.jaxlib=0.4.18" }),
            "pgle-auto");
        QVERIFY(!early);
        QVERIFY(errorLines(early.errors()).find("0.4.29") != std::string::npos);
    }

    void unknownFormsAreRefused_data()
    {
        QTest::addColumn<QString>("path");
        QTest::addColumn<QString>("value");
        for (const char *path :
            { "software.jaxlib", "software.maxtext", "software.megatron", "software.torchtitan" })
            for (const char *value : { "abc", "1", "0.6.x" })
                QTest::addRow("%s %s", path, value) << path << value;
        // Days call commits of MaxText alone, from before it had numbers.
        QTest::newRow("jaxlib by day") << "software.jaxlib"
                                       << "2025-04-15";
        QTest::newRow("MaxText by a day with a number") << "software.maxtext"
                                                        << "2025-09-15";
    }
    void unknownFormsAreRefused()
    {
        QFETCH(QString, path);
        QFETCH(QString, value);
        ResolvedPlan resolved = fixture().plan(gpuNode);
        QVERIFY(
            setPlanField(resolved.plan, path.toStdString(), value.toStdString(), "test").empty());
        const std::vector<RuleBreak> broken = brokenRules(resolved);
        QCOMPARE(broken.size(), std::size_t(1));
        QCOMPARE(broken.front().error.id, std::string("rule-release-form"));
        QCOMPARE(broken.front().fields, std::vector<std::string> { path.toStdString() });
    }

    void releasesThatGoTogetherComeFirst()
    {
        Plan plan;
        plan.framework = "maxtext";
        plan.software.jaxlib = "0.7.0";
        const auto frameworks = knownReleases(table(), nullptr, plan, false, "software.maxtext");
        QVERIFY(frameworks.size() > 3);
        QCOMPARE(frameworks.front(), (KnownRelease { "0.1.0", true }));
        QVERIFY(!frameworks[1].fits && !frameworks.back().fits);
        QVERIFY(isRelease(frameworks[1].release, frameworks[2].release)); // the newest first
        plan.software.maxtext = "0.2.3";
        for (const KnownRelease &known :
            knownReleases(table(), nullptr, plan, false, "software.jaxlib"))
            QCOMPARE(known.fits, isRelease(known.release, "0.10.0"));
        QVERIFY(knownReleases(table(), nullptr, plan, false, "workload.mode").empty());
    }

    void aFrameworkHasItsOwnReleasesAlone()
    {
        Plan plan;
        plan.framework = "megatron";
        QVERIFY(hasRelease(plan, "software.megatron"));
        QVERIFY(!hasRelease(plan, "software.maxtext") && !hasRelease(plan, "software.jaxlib"));
        plan.framework = "jax";
        QVERIFY(hasRelease(plan, "software.jaxlib") && !hasRelease(plan, "software.maxtext"));
        QVERIFY(!hasRelease(plan, "framework"));
    }

    void anExportSaysItsCommand()
    {
        const ExportFile readme { "README.md",
            "# A\n\n`not.this`\n\n## How to run\n\nType "
            "`bash run.sh`, or `other`.\n" };
        QCOMPARE(runCommand({ readme }), std::string("bash run.sh"));
        QCOMPARE(runCommand({}), std::string());
        QCOMPARE(runCommand({ { "README.md", "## How to run\n\n`open" } }), std::string());
    }
};

QTEST_GUILESS_MAIN(ReleasesTest)
#include "tst_releases.moc"
