#include "tests/model/shipped.h"

#include "model/measurement/measurement_reader.h"
#include "model/measurement/run_settings.h"
#include "model/plan/fields/plan_fields.h"

#include <QTest>

#include <algorithm>
#include <fstream>
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
    void unknownColumnsAreNamed();
    void valuesThatNobodyUnderstandsAreListed();
    void recordedGraphsFreeALaunchBoundRun();
    void everyShippedColumnIsKnown();

private:
    MeasuredRun run(const std::string &column, const std::string &value) const;
};

/// One micro-batch of a small expert model on one H100 node, with one further column.
MeasuredRun RunSettingsTest::run(const std::string &column, const std::string &value) const
{
    std::istringstream text("id,framework,model_name,hardware,devices,seq_len,micro_batch,"
                            "global_batch_seqs,ep,remat,precision,"
        + column
        + "\n"
          "own-1,megatron-bridge,qwen3-30b-a3b,h100-sxm,8,1024,1,64,8,none,bf16,"
        + value + "\n");
    Result<MeasurementReader> reader = MeasurementReader::open(text, "test");
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
    QCOMPARE(settingUse(column), SettingUse::Applied);
    const MeasuredRun with = run(column, value), without = run(column, "");
    QCOMPARE(planFieldText(with.resolved.plan, field), expected);
    QVERIFY(planFieldText(without.resolved.plan, field) != expected);
}

void RunSettingsTest::planFieldsChangeTheRun()
{
    QCOMPARE(settingUse("options.cuda_graphs"), SettingUse::Applied);
    const MeasuredRun layer = run("options.cuda_graphs", "layer");
    QCOMPARE(planFieldText(layer.resolved.plan, "options.cuda_graphs"), std::string("layer"));
}

void RunSettingsTest::unknownColumnsAreNamed()
{
    std::istringstream text("id,moe.dispatcher,colour,options.flavour\n");
    Result<MeasurementReader> reader = MeasurementReader::open(text, "test");
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
    Result<MeasurementReader> reader = MeasurementReader::open(file, "shipped");
    QVERIFY(reader);
    QVERIFY(reader.value().unknownColumns().empty());
}

QTEST_GUILESS_MAIN(RunSettingsTest)
#include "tst_run_settings.moc"
