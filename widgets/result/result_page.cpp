#include "widgets/result/result_page.h"

#include "model/advice/sweep.h"
#include "model/estimate/figure_intervals.h"
#include "widgets/charts/curve_chart.h"
#include "widgets/charts/roofline_chart.h"
#include "widgets/charts/save_chart.h"
#include "widgets/charts/term_rows.h"
#include "widgets/fields/choice_box.h"
#include "widgets/frame/window_context.h"
#include "widgets/look/panels.h"
#include "widgets/look/theme.h"
#include "widgets/planning/plan_controller.h"
#include "widgets/results/figure_grid.h"
#include "widgets/results/measured_card.h"
#include "widgets/text/quantity_text.h"
#include "widgets/text/verdict_text.h"

#include <QBoxLayout>
#include <QVBoxLayout>

#include <cmath>

namespace headroom {
namespace {

constexpr int resultChartHeight = 54; ///< in steps of gap()
constexpr int figuresInRow = 5;
constexpr int figuresBelow = 4; ///< in a row of what follows
constexpr int roomForTwo = 116; ///< characters; with less, time and memory stand below each other

} // namespace

ResultPage::ResultPage(WindowContext &context, QWidget *parent)
    : Page(tr("Result"), tr("Where time and memory go, and how they change with the batch."),
        Content::Scrolls, parent)
    , m_context(context)
    , m_answer(new FigureGrid(context.controller, figuresInRow, this))
    , m_time(new TermRows(TermRows::Kind::Time, this))
    , m_memory(new TermRows(TermRows::Kind::Memory, this))
{
    setObjectName(QStringLiteral("page_result"));
    needsResult(context);
    setWantsExplanation(false);
    setShowsFigures(true);
    m_answer->setObjectName(QStringLiteral("resultFigures"));
    connect(m_answer, &FigureGrid::activated, &context, &WindowContext::showDerivation);
    body()->addWidget(m_answer);
    m_memory->setObjectName(QStringLiteral("memoryChart"));
    m_time->setObjectName(QStringLiteral("timeChart"));
    m_terms = new QBoxLayout(QBoxLayout::LeftToRight);
    m_terms->setSpacing(gap(3));
    for (Chart *chart : std::initializer_list<Chart *> { m_time, m_memory }) {
        auto *card = new Card(this);
        card->body()->addWidget(chart);
        m_terms->addWidget(card, 1);
        connectChart(chart);
        connect(chart, &Chart::itemActivated, &context, &WindowContext::showDerivation);
    }
    body()->addLayout(m_terms);
    body()->addWidget(buildBatchCard());
    auto *roofCard = new Card(this);
    m_roofline = new RooflineChart(this); // after the batch card: Tab goes down the page
    m_roofline->setObjectName(QStringLiteral("rooflineChart"));
    m_roofline->setMinimumHeight(gap(resultChartHeight + 40));
    roofCard->body()->addWidget(m_roofline);
    body()->addWidget(roofCard);
    connectChart(m_roofline);
    auto *factCard = new Card(tr("Derived figures"), this);
    m_figures = new FigureGrid(context.controller, figuresBelow, factCard);
    factCard->body()->addWidget(m_figures);
    connect(m_figures, &FigureGrid::activated, &context, &WindowContext::showDerivation);
    body()->addWidget(factCard);
    body()->addWidget(new MeasuredCard(context, this));
    body()->addStretch(1);
    const auto stale = [this] {
        m_fresh = false;
        if (isVisible())
            refresh();
    };
    connect(&context.controller, &PlanController::estimateChanged, this, stale);
}

void ResultPage::connectChart(Chart *chart)
{
    chart->installEventFilter(this);
    connect(chart, &Chart::exportRequested, this,
        [this](Chart *wanted) { headroom::saveChart(m_context, *wanted, this); });
    connect(chart, &Chart::itemEntered, &m_context, &WindowContext::termPointed);
}

QWidget *ResultPage::buildBatchCard()
{
    auto *card = new Card(this);
    m_batch = new CurveChart(tr("Throughput"), card);
    m_batch->setObjectName(QStringLiteral("batchChart"));
    m_batch->setMinimumHeight(gap(resultChartHeight + 16));
    auto *row = new QHBoxLayout;
    auto *label = new QLabel(tr("Var&y"), card);
    m_batchField = new ChoiceBox(
        ChoiceBox::Typing::Fixed, [] { return QStringList(); }, card);
    m_batchField->addItem(tr("Micro-batch"), QStringLiteral("parallelism.micro_batch_sequences"));
    m_batchField->addItem(tr("Global batch"), QStringLiteral("workload.global_batch_sequences"));
    m_batchField->addItem(
        tr("Network per device"), QStringLiteral("hardware.nic_gbytes_per_s_per_device"));
    m_batchField->setAccessibleName(tr("What the chart varies"));
    m_batchField->setObjectName(QStringLiteral("batchField"));
    label->setBuddy(m_batchField);
    row->addWidget(label);
    row->addWidget(m_batchField);
    row->addStretch(1);
    card->body()->addWidget(m_batch);
    card->body()->addLayout(row);
    connect(m_batchField, &QComboBox::currentIndexChanged, this, &ResultPage::refreshCurves);
    connectChart(m_batch);
    return card;
}

void ResultPage::showEvent(QShowEvent *event)
{
    Page::showEvent(event);
    refresh();
}

void ResultPage::resizeEvent(QResizeEvent *event)
{
    Page::resizeEvent(event);
    m_terms->setDirection(
        width() < textWidth(roomForTwo) ? QBoxLayout::TopToBottom : QBoxLayout::LeftToRight);
}

void ResultPage::changeEvent(QEvent *event)
{
    Page::changeEvent(event);
    if (event->type() == QEvent::PaletteChange) {
        m_fresh = false; // curves carry their colours
        if (isVisible())
            refresh();
    }
}

void ResultPage::refresh()
{
    const PlanController &controller = m_context.controller;
    const Estimate *estimate = controller.estimate();
    for (Chart *chart : std::initializer_list<Chart *> { m_time, m_memory, m_batch, m_roofline })
        chart->setDimmed(controller.isStale());
    if (m_fresh || !estimate || controller.isStale())
        return;
    m_fresh = true;
    m_pending = { m_time, m_memory, m_batch, m_roofline };
    refreshAnswer();
    refreshFacts();
    refreshVisible();
}

void ResultPage::refreshVisible()
{
    // Charts out of sight wait until they are scrolled to: four of them cost more than a frame.
    if (!isVisible() || m_pending.isEmpty())
        return;
    for (Chart *chart : QList<Chart *>(m_pending)) {
        if (chart->visibleRegion().isEmpty())
            continue;
        m_pending.removeOne(chart);
        refreshChart(chart);
    }
}

void ResultPage::refreshChart(Chart *chart)
{
    const Estimate &estimate = *m_context.controller.estimate();
    if (chart == m_batch) {
        refreshCurves();
    } else if (chart == m_roofline) {
        m_roofline->setResult(estimate, m_context.controller.resolved()->accelerator);
    } else {
        static_cast<TermRows *>(chart)->setEstimate(estimate);
    }
}

bool ResultPage::eventFilter(QObject *watched, QEvent *event)
{
    // A chart that scrolls into sight is painted; what it waits for is drawn right after.
    auto *chart = qobject_cast<Chart *>(watched);
    if (event->type() == QEvent::Paint && chart && m_pending.contains(chart))
        QMetaObject::invokeMethod(this, &ResultPage::refreshVisible, Qt::QueuedConnection);
    return Page::eventFilter(watched, event);
}

void ResultPage::refreshCurves()
{
    const PlanController &controller = m_context.controller;
    if (!controller.resolved() || controller.isStale())
        return;
    const QString path = m_batchField->currentData().toString();
    const ResolvedPlan &resolved = *controller.resolved();
    const std::vector<std::string> values = m_batchField->currentIndex() == 0
        ? microBatchChoices(resolved)
        : m_batchField->currentIndex() == 1 ? globalBatchChoices(resolved)
                                            : networkRateChoices(resolved);
    CurveChart::Data content;
    const bool isNetwork = m_batchField->currentIndex() == 2;
    //: Axis: what is varied, then its unit.
    content.xLabel = tr("%1, %2").arg(
        m_batchField->currentText(), isNetwork ? tr("GB/s per device") : tr("sequences"));
    // Tokens per second and MFU are one curve at two scales; the second axis says what the speed
    // costs or where it comes from.
    content.leftLabel = tr("tokens/s per device");
    content.rightLabel = isNetwork ? tr("step time, seconds") : tr("memory per device, GiB");
    CurveChart::Curve tokens { tr("Tokens/s per device"), {}, false,
        themeColours(palette()).accent };
    CurveChart::Curve mfu { tr("MFU, %"), {}, false, {}, false };
    CurveChart::Curve other { isNetwork ? tr("Step time, s") : tr("Memory per device, GiB"), {},
        true, themeColours(palette()).muted };
    const SweepPoint *best = nullptr;
    const auto points
        = sweepField(controller.plan(), path.toStdString(), values, controller.answer());
    for (const SweepPoint &point : points) {
        if (point.isPlan)
            content.current = static_cast<int>(content.positions.size());
        content.positions.append(QString::fromStdString(point.value));
        content.fits.push_back(point.estimate.memory.fits);
        mfu.values.push_back(point.estimate.throughput.mfu * 100);
        tokens.values.push_back(point.estimate.throughput.tokensPerSecondPerDevice);
        other.values.push_back(
            isNetwork ? point.estimate.time.step.value() : inGib(point.estimate.memory.peak));
        const bool better = !best
            || point.estimate.throughput.tokensPerSecondPerDevice
                > best->estimate.throughput.tokensPerSecondPerDevice;
        if (point.estimate.memory.fits && better)
            best = &point;
    }
    content.curves = { tokens, other, mfu };
    content.sentence = best
        ? tr("%1: the fastest that fits is %2, with %3 tokens/s per device and %4 MFU.")
              .arg(m_batchField->currentText(), QString::fromStdString(best->value),
                  countText(std::round(best->estimate.throughput.tokensPerSecondPerDevice)),
                  shareText(best->estimate.throughput.mfu))
        : tr("%1: none of these fits in memory.").arg(m_batchField->currentText());
    m_batch->setData(std::move(content));
}

/// The answer in one row.
void ResultPage::refreshAnswer()
{
    const Estimate &estimate = *m_context.controller.estimate();
    const FigureIntervals ends = figureIntervals(estimate);
    const auto whole = [](double count) { return countText(std::round(count)); };
    QList<FigureGrid::Figure> figures {
        { QStringLiteral("step_seconds"), tr("Step time"), secondsText(estimate.time.step),
            rangeText(secondsText(estimate.time.p10), secondsText(estimate.time.p90)) },
        { QStringLiteral("tokens_per_second_per_device"), tr("Tokens/s per device"),
            whole(estimate.throughput.tokensPerSecondPerDevice),
            rangeText(whole(ends.tokensPerSecondPerDevice.low),
                whole(ends.tokensPerSecondPerDevice.high)) },
        { QStringLiteral("mfu"), tr("MFU"), shareText(estimate.throughput.mfu),
            rangeText(shareText(ends.mfu.low), shareText(ends.mfu.high)) },
        { QStringLiteral("peak_bytes"), tr("Memory per device"), gibText(estimate.memory.peak),
            rangeText(gibText(estimate.memory.p10), gibText(estimate.memory.p90)) },
    };
    if (estimate.run) {
        const CalendarRun run = calendarRun(estimate);
        figures.append({ QLatin1String(run.costId), tr("Cost"), roughMoneyText(run.cost),
            rangeText(roughMoneyText(run.costEnds.low), roughMoneyText(run.costEnds.high)) });
    } else
        figures.append(
            { QStringLiteral("headroom_bytes"), tr("Headroom"), gibText(estimate.memory.headroom),
                rangeText(
                    gibText(Bytes { ends.headroom.low }), gibText(Bytes { ends.headroom.high })) });
    m_answer->setFigures(figures);
}

void ResultPage::refreshFacts()
{
    const Estimate &estimate = *m_context.controller.estimate();
    const FigureIntervals ends = figureIntervals(estimate);
    const auto whole = [](double count) { return countText(std::round(count)); };
    const auto megawattHours = [](double kilowattHours) {
        return QStringLiteral("%1\u00a0MWh").arg(numberText(kilowattHours / 1000, 4));
    };
    QList<FigureGrid::Figure> figures {
        { QStringLiteral("outside_pool_bytes"), tr("Outside the pool"),
            gibText(estimate.memory.outsidePool) },
        { QStringLiteral("host_bytes"), tr("Host memory per node"), gibText(estimate.memory.host) },
        { QStringLiteral("hfu"), tr("HFU"), shareText(estimate.throughput.hfu),
            intervalNote(shareText(ends.hfu.low), shareText(ends.hfu.high)) },
        { QStringLiteral("critical_tokens_per_device"), tr("Critical tokens per device"),
            whole(estimate.derived.criticalTokensPerDevice) },
    };
    if (const auto &run = estimate.run) {
        const CalendarRun calendar = calendarRun(estimate);
        figures.append(
            { QLatin1String(calendar.daysId), tr("Time to train"), daysText(calendar.days),
                intervalNote(daysText(calendar.daysEnds.low), daysText(calendar.daysEnds.high)) });
        if (const auto &real = run->withFailures) {
            figures.append({ QStringLiteral("goodput"), tr("Goodput"), shareText(real->goodput),
                intervalNote(shareText(ends.goodput.low), shareText(ends.goodput.high)) });
            figures.append({ QStringLiteral("checkpoint_interval_seconds"),
                real->period == CheckpointPeriod::Plan ? tr("Checkpoint interval, planned")
                                                       : tr("Checkpoint interval, best"),
                secondsText(real->interval),
                //: Below the time between two checkpoints: how long writing one takes.
                tr("%1 each").arg(secondsText(real->checkpoint)) });
        }
        figures.append(
            { QStringLiteral("device_hours"), tr("Device-hours"), whole(run->deviceHours),
                intervalNote(whole(ends.deviceHours.low), whole(ends.deviceHours.high)) });
        figures.append({ QStringLiteral("energy_kwh"), tr("Energy"), megawattHours(run->energyKwh),
            intervalNote(megawattHours(ends.energyKwh.low), megawattHours(ends.energyKwh.high)) });
    }
    m_figures->setFigures(figures);
}

} // namespace headroom
