#include "tests/model/shipped.h"

#include "model/measurement/measured_run.h"
#include "model/measurement/measurement_reader.h"
#include "model/plan/fields/plan_fields.h"

#include <QTest>

#include <algorithm>
#include <fstream>
#include <map>
#include <sstream>

using namespace headroom;

/// Columns that say how a run was set up: what they change, and that none is passed over in
/// silence.
class RunSettingsTest : public QObject
{
    Q_OBJECT

private slots:
    void settingsChangeTheRun_data();
    void settingsChangeTheRun();
    void planFieldsChangeTheRun();
    void wordsGiveWayToSettings();
    void unknownColumnsAreNamed();
    void valuesThatNobodyUnderstandsAreListed();
    void recordedGraphsFreeALaunchBoundRun();
    void everyShippedColumnIsKnown();

private:
    MeasuredRun run(const std::string &column, const std::string &value) const;
};

namespace {

MeasurementWords words()
{
    return *MeasurementWords::load(shippedLibrary().directories());
}

} // namespace

/// One micro-batch of a small expert model on one H100 node, with one further column.
MeasuredRun RunSettingsTest::run(const std::string &column, const std::string &value) const
{
    std::istringstream text("id,framework,model_name,hardware,devices,seq_len,micro_batch,"
                            "global_batch_seqs,ep,remat,precision,"
        + column
        + "\n"
          "own-1,megatron-bridge,qwen3-30b-a3b,h100-sxm,8,1024,1,64,8,none,bf16,"
        + value + "\n");
    Result<MeasurementReader> reader
        = MeasurementReader::open(text, "test", shippedLibrary().directories());
    MeasurementReader::Row row;
    if (!reader || !reader.value().next(row) || !std::holds_alternative<Measurement>(row))
        qFatal("the row cannot be read");
    auto mapped = measuredRun(std::get<Measurement>(row), shippedEstimator());
    if (!std::holds_alternative<MeasuredRun>(mapped))
        qFatal("the row is excluded");
    return std::get<MeasuredRun>(std::move(mapped));
}

void RunSettingsTest::settingsChangeTheRun_data()
{
    QTest::addColumn<std::string>("column");
    QTest::addColumn<std::string>("value");
    QTest::addColumn<std::string>("field");
    QTest::addColumn<std::string>("expected");
    const auto row
        = [](const char *column, const char *value, const char *field, const char *expected) {
              QTest::newRow(column) << std::string(column) << std::string(value)
                                    << std::string(field) << std::string(expected);
          };
    row("cuda_graphs", "scopes: attn+moe_router", "options.cuda_graphs", "partial");
    row("moe.dispatcher", "flex:hybridep", "options.expert_dispatcher", "hybridep");
    row("moe.a2a_overlap", "y", "options.expert_overlap", "on");
    row("moe.routing", "tokendrop", "options.moe_capacity_factor", "1");
    row("moe.forced_balance", "y (random routing)", "options.moe_load_imbalance", "1");
    row("tp_comm_overlap", "n", "options.tensor_overlap", "off");
    row("dp.overlap_grad_reduce", "n", "options.overlap_grad_reduce", "false");
    row("offload.optimizer", "cpu", "options.offload_optimizer", "true");
    row("fused_loss", "vocab tiling 8", "options.vocab_tiling", "8");
    row("optimizer.moments_dtype", "bf16", "optimizer", "adamw_bf16");
    row("optimizer.main_grads_dtype", "fp32", "precision.gradients", "fp32");
}

void RunSettingsTest::settingsChangeTheRun()
{
    QFETCH(std::string, column);
    QFETCH(std::string, value);
    QFETCH(std::string, field);
    QFETCH(std::string, expected);
    QCOMPARE(words().use(column), SettingUse::Applied);
    const MeasuredRun with = run(column, value), without = run(column, "");
    QCOMPARE(planFieldText(with.resolved.plan, field), expected);
    QVERIFY(planFieldText(without.resolved.plan, field) != expected);
}

void RunSettingsTest::planFieldsChangeTheRun()
{
    QCOMPARE(words().use("options.cuda_graphs"), SettingUse::Applied);
    QCOMPARE(words().use("gpu.vboost"), SettingUse::NotModelled);
    const MeasuredRun layer = run("options.cuda_graphs", "layer");
    QCOMPARE(planFieldText(layer.resolved.plan, "options.cuda_graphs"), std::string("layer"));
}

/// Prose sets what its words say; a settings column and a plan field win over it.
void RunSettingsTest::wordsGiveWayToSettings()
{
    const auto told = [](std::map<std::string, std::string> cells) {
        const MeasurementWords table = words();
        std::vector<std::string> inOrder;
        for (const std::string &column : table.columns())
            inOrder.push_back(cells[column]);
        Measurement row;
        table.read(inOrder, row);
        return row;
    };
    const auto says = [](const Measurement &row, const char *path) {
        const std::string *const value = row.toldValue(path);
        return value ? *value : std::string();
    };
    const Measurement prose = told({ { "optimizer", "adamw (8-bit), offloaded to cpu" },
        { "attention", "flash (triton)" }, { "framework", "megatron-deepspeed" },
        { "precision", "fp8" }, { "notes", "rowwise scaling, vanilla tp" } });
    QCOMPARE(says(prose, "optimizer"), std::string("adamw_8bit"));
    QCOMPARE(says(prose, "options.offload_optimizer"), std::string("true"));
    QCOMPARE(says(prose, "attention"), std::string("flash-1"));
    QCOMPARE(says(prose, "framework"), std::string());
    QCOMPARE(says(prose, "precision.recipe"), std::string("fp8_blockwise"));
    QCOMPARE(says(prose, "options.tensor_overlap"), std::string("off"));
    const Measurement both = told({ { "notes", "vanilla tp" }, { "tp_comm_overlap", "y (ub)" },
        { "cuda_graphs", "perhaps" }, { "fused_loss", "vocab tiling 8" } });
    QCOMPARE(says(both, "options.tensor_overlap"), std::string("on"));
    QCOMPARE(says(both, "options.vocab_tiling"), std::string("8"));
    QCOMPARE(both.notUnderstood.size(), std::size_t { 1 });
    QVERIFY(both.notUnderstood.front().first == "cuda_graphs");
    for (const auto &[notes, shards] : std::map<std::string, std::string> {
             { "4 microbatches", "" }, { "zero1=8 (inside a node)", "8" },
             { "zero1=-1 (over all DP ranks)", "-1" }, { "zero1=", "" } })
        QCOMPARE(says(told({ { "notes", notes } }), "optimizer_shards"), shards);
}

void RunSettingsTest::unknownColumnsAreNamed()
{
    std::istringstream text("id,moe.dispatcher,colour,options.flavour\n");
    Result<MeasurementReader> reader
        = MeasurementReader::open(text, "test", shippedLibrary().directories());
    QVERIFY(reader);
    const std::vector<std::string> expected { "colour", "options.flavour" };
    QCOMPARE(reader.value().unknownColumns(), expected);
}

void RunSettingsTest::valuesThatNobodyUnderstandsAreListed()
{
    const MeasuredRun odd = run("cuda_graphs", "perhaps");
    QVERIFY(std::ranges::any_of(odd.assumptions, [](const std::string &sentence) {
        return sentence.find("cuda_graphs") != std::string::npos
            && sentence.find("perhaps") != std::string::npos;
    }));
    QVERIFY(odd.resolved.plan.options == run("cuda_graphs", "").resolved.plan.options);
}

/// Short sequences leave the device waiting for the host; graphs replay what it would issue.
void RunSettingsTest::recordedGraphsFreeALaunchBoundRun()
{
    const auto seconds = [&](const char *graphs) {
        return predictRun(run("cuda_graphs", graphs), shippedEstimator()).step.value.value();
    };
    const double none = seconds("none"), parts = seconds("scopes: moe_router"),
                 full = seconds("full");
    QVERIFY(parts < 0.95 * none);
    QVERIFY(full < 0.95 * parts);
}

void RunSettingsTest::everyShippedColumnIsKnown()
{
    std::ifstream file(HEADROOM_PROFILES "/measurements/measurements.csv");
    Result<MeasurementReader> reader
        = MeasurementReader::open(file, "shipped", shippedLibrary().directories());
    QVERIFY(reader);
    QVERIFY(reader.value().unknownColumns().empty());
}

QTEST_GUILESS_MAIN(RunSettingsTest)
#include "tst_run_settings.moc"
