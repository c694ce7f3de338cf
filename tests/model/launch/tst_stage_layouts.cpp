#include "export_fixture.h"

#include "model/frameworks/megatron/megatron_settings.h"

#include <QTest>

#include <regex>

using namespace headroom;

namespace {

/// What Megatron-LM reads from the value: the letters of every virtual stage, x*N written out.
std::vector<std::string> stagesOf(const std::string &layout)
{
    std::vector<std::string> stages { "" };
    for (std::size_t i = 0; i < layout.size(); ++i) {
        if (layout[i] == '|') {
            stages.emplace_back();
        } else if (i + 1 < layout.size() && layout[i + 1] == '*') {
            std::size_t digits = 0;
            const int count = std::stoi(layout.substr(i + 2), &digits);
            stages.back() += std::string(static_cast<std::size_t>(count), layout[i]);
            i += 1 + digits;
        } else {
            stages.back() += layout[i];
        }
    }
    return stages;
}

std::string layoutOf(const std::string &script)
{
    std::smatch found;
    const std::regex option { "--pipeline-model-parallel-layout '([^']*)'" };
    return std::regex_search(script, found, option) ? found[1].str() : "";
}

} // namespace

class StageLayoutsTest : public QObject
{
    Q_OBJECT

private slots:
    void namesLayersOfEveryStage()
    {
        QCOMPARE(books::megatron::layoutText({ 5, 6, 6, 5 }, 0), std::string("Et*5|t*6|t*6|t*5L"));
        QCOMPARE(books::megatron::layoutText({ 0, 4, 0 }, 0), std::string("E|t*4|L"));
        // Megatron-LM refuses a layout without the prediction heads that it is told to build.
        QCOMPARE(books::megatron::layoutText({ 3, 2 }, 2), std::string("Et*3|t*2mmL"));
        const std::vector<std::string> stages
            = stagesOf(books::megatron::layoutText({ 0, 11, 2, 0 }, 1));
        QCOMPARE(stages, (std::vector<std::string> { "E", std::string(11, 't'), "tt", "mL" }));
    }

    void carriesWhatThePlanSays_data()
    {
        QTest::addColumn<QString>("entries");
        QTest::addColumn<int>("first");
        QTest::addColumn<int>("last");
        QTest::newRow("chunks") << "5,4,4,4,4,4,4,4,4,4,4,4,4,4,4,0" << 5 << 0;
        QTest::newRow("stages") << "31,30" << 4 << 3;
    }
    void carriesWhatThePlanSays()
    {
        QFETCH(QString, entries);
        QFETCH(int, first);
        QFETCH(int, last);
        const std::vector<std::string> settings { "model=deepseek-v3", "framework=megatron",
            "remat.policy=full", "parallelism.data=128", "parallelism.fsdp=1",
            "parallelism.zero_stage=1", "parallelism.pipeline=2", "parallelism.pipeline_chunks=8",
            "parallelism.expert=64", "workload.sequence_length=4096",
            "parallelism.stage_layers=" + entries.toStdString() };
        const ResolvedPlan plan = fixture().plan("llama3-70b-h100-32-nodes", settings);
        const std::string layout = layoutOf(fixture().file(plan, "megatron", "run.sh"));
        const std::vector<std::string> stages = stagesOf(layout);
        QCOMPARE(stages.size(), std::size_t(16));
        int layers = 0;
        for (const std::string &stage : stages)
            layers += static_cast<int>(std::count(stage.begin(), stage.end(), 't'));
        QCOMPARE(layers, 61);
        QCOMPARE(stages.front(), "E" + std::string(static_cast<std::size_t>(first), 't'));
        QCOMPARE(stages.back(), std::string(static_cast<std::size_t>(last), 't') + "L");

        // torchtitan is told the modules of each part, and where the loss is alone.
        const std::string toml = fixture().file(plan, "torchtitan", "config.toml");
        const std::size_t start = toml.find("module_fqns_per_model_part");
        QVERIFY(start != std::string::npos);
        const std::string parts = toml.substr(start, toml.find("]]", start) - start);
        QCOMPARE(std::count(parts.begin(), parts.end(), '[') - 1, 16);
        QCOMPARE(parts.substr(parts.rfind('[')),
            std::string(last > 0 ? "[\"layers.58\", \"layers.59\", \"layers.60\", " : "[")
                + "\"norm\", \"output\"");
    }
};

QTEST_GUILESS_MAIN(StageLayoutsTest)
#include "tst_stage_layouts.moc"
