#include "model/advice/plan_tables.h"
#include "model/plan/remat_kind.h"
#include "widgets/planning/plan_controller.h"
#include "widgets/results/lever_models.h"
#include "widgets/text/quantity_text.h"
#include "widgets/text/wording.h"

#include <QCoreApplication>

#include <array>
#include <cmath>

namespace headroom {
namespace {

/// The texts of this file for translators.
struct Tables
{
    Q_DECLARE_TR_FUNCTIONS(headroom::Tables)
};

struct Name
{
    const char *id;
    const char *label;
};

constexpr std::array names {
    Name { "hidden", QT_TRANSLATE_NOOP("headroom::Tables", "Model width") },
    Name { "ffn", QT_TRANSLATE_NOOP("headroom::Tables", "MLP width") },
    Name { "expert_ffn", QT_TRANSLATE_NOOP("headroom::Tables", "Expert MLP width") },
    Name { "attention_width", QT_TRANSLATE_NOOP("headroom::Tables", "Attention width") },
    Name { "head_size", QT_TRANSLATE_NOOP("headroom::Tables", "Head size") },
    Name { "vocabulary", QT_TRANSLATE_NOOP("headroom::Tables", "Vocabulary") },
    Name { "tokens", QT_TRANSLATE_NOOP("headroom::Tables", "Tokens of a micro-batch") },
    Name { "fsdp", QT_TRANSLATE_NOOP("headroom::Tables", "FSDP") },
    Name { "data", QT_TRANSLATE_NOOP("headroom::Tables", "Data") },
    Name { "tensor", QT_TRANSLATE_NOOP("headroom::Tables", "Tensor") },
    Name { "context", QT_TRANSLATE_NOOP("headroom::Tables", "Context") },
    Name { "expert", QT_TRANSLATE_NOOP("headroom::Tables", "Expert") },
    Name { "pipeline", QT_TRANSLATE_NOOP("headroom::Tables", "Pipeline") },
    Name { "contraction", QT_TRANSLATE_NOOP("headroom::Tables", "Tensor contractions") },
    Name { "normalisation", QT_TRANSLATE_NOOP("headroom::Tables", "Normalisations") },
    Name { "elementwise", QT_TRANSLATE_NOOP("headroom::Tables", "Element-wise") },
    Name { "forward", QT_TRANSLATE_NOOP("headroom::Tables", "forward") },
    Name { "backward", QT_TRANSLATE_NOOP("headroom::Tables", "backward") },
    Name { "optimizer", QT_TRANSLATE_NOOP("headroom::Tables", "optimizer") },
    Name { "too-slow", QT_TRANSLATE_NOOP("headroom::Tables", "not enough") },
    Name { "between", QT_TRANSLATE_NOOP("headroom::Tables", "between") },
    Name { "ok", QT_TRANSLATE_NOOP("headroom::Tables", "will do") },
    Name { "ideal", QT_TRANSLATE_NOOP("headroom::Tables", "ideal") },
};

QString nameText(const std::string &id)
{
    for (const Name &name : names)
        if (id == name.id)
            return QCoreApplication::translate("headroom::Tables", name.label);
    return QString::fromStdString(id);
}

ChangeTable::Cell text(const QString &shown)
{
    return { shown, {}, 0 };
}

ChangeTable::Cell amount(const QString &shown, double number, int direction = 0)
{
    return { shown, number, direction };
}

ChangeTable::Cell countOrDash(double value)
{
    return amount(value > 0 ? countText(value) : QStringLiteral("–"), value);
}

ChangeTable::Cell gainCell(double gain)
{
    return amount(ratioChangeText(1, 1 + gain), gain, gain > 0 ? 1 : gain < 0 ? -1 : 0);
}

PlanTables tablesOf(const PlanController &controller)
{
    const auto &source = controller.services().tables;
    return source && controller.resolved() ? source(*controller.resolved()) : PlanTables {};
}

} // namespace

std::vector<ChangeTable::Row> policyRows(const PlanController &controller)
{
    std::vector<ChangeTable::Row> rows;
    for (const PolicyFit &fit : tablesOf(controller).policies) {
        ChangeTable::Row row;
        const bool fits = fit.microBatch > 0;
        row.isPlan = fit.isPlan;
        row.title = QString::fromStdString(fit.names());
        row.cells = { text(row.title),
            amount(fits ? numberText(fit.microBatch) : Tables::tr("none fits"), fit.microBatch,
                fits ? 0 : -1),
            amount(gibText(fit.peak), fit.peak.value()),
            amount(secondsText(fit.step), fit.step.value()),
            amount(
                countText(std::round(fit.tokensPerSecondPerDevice)), fit.tokensPerSecondPerDevice),
            gainCell(fit.gain) };
        if (fits)
            row.plan = controller.planWith({ { "parallelism.micro_batch_sequences",
                numberText(fit.microBatch).toStdString() } });
        if (row.plan)
            setRematPolicy(*row.plan, fit.policy);
        rows.push_back(std::move(row));
    }
    return rows;
}

std::vector<ChangeTable::Row> dimensionRows(const PlanController &controller)
{
    std::vector<ChangeTable::Row> rows;
    for (const DimensionFit &fit : tablesOf(controller).dimensions) {
        ChangeTable::Row row;
        row.title = nameText(fit.id);
        const QString dash = QStringLiteral("–");
        row.cells = { text(row.title), amount(countText(fit.perDevice), fit.perDevice),
            amount(countText(fit.least), fit.least),
            amount(countText(fit.best), fit.best, fit.isAligned ? 0 : -1),
            fit.isAligned ? amount(dash, 0) : amount(countText(fit.better), fit.better),
            fit.isAligned ? amount(dash, 0) : gainCell(fit.gain) };
        rows.push_back(std::move(row));
    }
    return rows;
}

std::vector<ChangeTable::Row> tileRows(const PlanController &controller)
{
    std::vector<ChangeTable::Row> rows;
    for (const TileFit &fit : tablesOf(controller).tiles) {
        ChangeTable::Row row;
        row.title = modelText("model/roofline", fit.label);
        row.cells = { text(row.title),
            text(QStringLiteral("%1 × %2 × %3")
                     .arg(countText(fit.m), countText(fit.k), countText(fit.n))),
            text(QStringLiteral("%1 × %2").arg(fit.tileRows).arg(fit.tileColumns)),
            amount(countText(fit.tiles), fit.tiles), countOrDash(fit.waves),
            amount(shareText(fit.filled), fit.filled), amount(shareText(fit.useful), fit.useful) };
        rows.push_back(std::move(row));
    }
    return rows;
}

std::vector<ChangeTable::Row> axisRows(const PlanController &controller)
{
    std::vector<ChangeTable::Row> rows;
    for (const AxisLimit &limit : tablesOf(controller).axes) {
        ChangeTable::Row row;
        row.title = nameText(limit.axis);
        row.cells = { text(QStringLiteral("%1 %2").arg(row.title).arg(limit.degree)),
            amount(secondsText(limit.duration), limit.duration.value(), limit.isHidden ? 0 : -1),
            amount(secondsText(limit.window), limit.window.value()),
            amount(countText(limit.tokensPerDevice), limit.tokensPerDevice),
            countOrDash(limit.criticalTokens), countOrDash(limit.smallestMicroBatch),
            countOrDash(limit.smallestGlobalBatch), countOrDash(limit.largestDegree) };
        rows.push_back(std::move(row));
    }
    return rows;
}

std::vector<ChangeTable::Row> networkRows(const PlanController &controller)
{
    std::vector<ChangeTable::Row> rows;
    const NetworkNeed need = tablesOf(controller).network;
    for (const NetworkPoint &point : need.points) {
        ChangeTable::Row row;
        row.isPlan = point.isPlan;
        row.title = bandwidthText(point.rate);
        const bool isEnough = need.least.value() > 0 && !(point.rate < need.least);
        row.cells = { amount(row.title, point.rate.value()),
            amount(secondsText(point.step), point.step.value()),
            amount(secondsText(point.exposed), point.exposed.value()),
            amount(shareText(point.busy), point.busy), amount(shareText(point.idle), point.idle),
            text(isEnough ? Tables::tr("yes") : Tables::tr("no")),
            text(point.tier.empty() ? QStringLiteral("–") : nameText(point.tier)) };
        row.plan = controller.planWith({ { "hardware.nic_gbytes_per_s_per_device",
            QString::number(point.gbytesPerSecond, 'g', 8).toStdString() } });
        rows.push_back(std::move(row));
    }
    return rows;
}

std::vector<ChangeTable::Row> operationRows(const PlanController &controller)
{
    std::vector<ChangeTable::Row> rows;
    for (const GroupWork &group : tablesOf(controller).groups) {
        ChangeTable::Row row;
        row.title = QStringLiteral("%1, %2").arg(nameText(group.group), nameText(group.phase));
        row.cells = { text(row.title), amount(secondsText(group.time), group.time.value()),
            amount(flopText(group.flop), group.flop.value()),
            amount(bytesText(group.bytes), group.bytes.value()),
            amount(numberText(group.intensity(), 3), group.intensity()) };
        rows.push_back(std::move(row));
    }
    return rows;
}

} // namespace headroom
