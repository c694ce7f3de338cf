#include "widgets/validation/validation_page.h"

#include "widgets/charts/save_chart.h"
#include "widgets/charts/scatter_chart.h"
#include "widgets/frame/dialogs.h"
#include "widgets/frame/window_context.h"
#include "widgets/look/fact_grid.h"
#include "widgets/look/panels.h"
#include "widgets/planning/plan_controller.h"
#include "widgets/text/quantity_text.h"
#include "widgets/text/wording.h"
#include "widgets/validation/expected_table.h"

#include <QComboBox>
#include <QFileInfo>
#include <QLabel>
#include <QPushButton>
#include <QSignalBlocker>
#include <QVBoxLayout>

#include <algorithm>
#include <memory>

namespace headroom {
namespace {

constexpr int validationChartHeight = 76; ///< in steps of gap()
constexpr int narrowPage = 90; ///< in characters: no room for two charts side by side

/// A heading as a sentence goes on with it, unless it begins with an abbreviation.
QString inSentence(const QString &heading)
{
    const bool isWord = heading.size() > 1 && heading.at(1).isLower();
    return isWord ? heading.left(1).toLower() + heading.mid(1) : heading;
}

/// What to expect, in one sentence.
QString expectedSentence(const std::vector<LeftOutSource> &kinds)
{
    if (kinds.empty())
        return {};
    const auto [least, most] = std::ranges::minmax(
        kinds, {}, [](const LeftOutSource &kind) { return kind.leftOut.median; });
    return ValidationPage::tr("On runs that the model has not seen, half of the predicted step "
                              "times are within %1 (%2) to %3 (%4).")
        .arg(roughShareText(least.leftOut.median), inSentence(ExpectedTable::kindName(least.name)),
            roughShareText(most.leftOut.median), inSentence(ExpectedTable::kindName(most.name)));
}

} // namespace

ValidationPage::ValidationPage(WindowContext &context, QWidget *parent)
    : Page(tr("Validation"), tr("How far predictions are from measured runs."), Content::Scrolls,
        parent)
    , m_context(context)
    , m_workers(new Workers(this))
    , m_sentence(new TextLabel({}, TextRole::Heading, TextLabel::Ink::Normal, this))
    , m_status(new TextLabel({}, TextRole::Body, TextLabel::Ink::Muted, this))
    , m_expected(new ExpectedTable(this))
    , m_facts(new FactGrid(4, this))
    , m_choose(
          new QPushButton(themeIcon(QStringLiteral("open")), tr("Use your &measurements…"), this))
    , m_hardware(new QComboBox(this))
    , m_time(new ScatterChart(tr("Step time"), tr("seconds"), this))
    , m_memory(new ScatterChart(tr("Memory per device"), tr("GiB"), this))
{
    setObjectName(QStringLiteral("page_validation"));
    setWantsExplanation(false);
    m_sentence->setObjectName(QStringLiteral("validationSentence"));
    m_sentence->setWordWrap(true);
    m_sentence->hide();
    body()->addWidget(m_sentence);
    m_status->setWordWrap(true);
    auto *top = new QHBoxLayout;
    top->addWidget(m_status, 1);
    top->addWidget(m_choose);
    body()->addLayout(top);
    auto *unseen
        = new Card(tr("What to expect of runs from a source that was held out of the fit"), this);
    unseen->body()->addWidget(m_expected);
    auto *card = new Card(tr("Runs in this file"), this);
    card->body()->addWidget(m_facts);
    m_answers = { unseen, buildCharts(), card };
    for (QWidget *answer : std::as_const(m_answers)) {
        answer->hide(); // until there is one
        body()->addWidget(answer);
    }
    body()->addStretch(1);
    setInitialFocus(m_choose);
    connect(m_hardware, &QComboBox::currentIndexChanged, this, &ValidationPage::showChosen);
    connect(&context.controller, &PlanController::estimateChanged, this, [this] {
        if (isVisible())
            showOwn();
    });
    connect(m_choose, &QPushButton::clicked, this, &ValidationPage::chooseFile);
}

/// Both scatters side by side under the choice of hardware; below each other where that is too
/// narrow.
QWidget *ValidationPage::buildCharts()
{
    auto *card = new Card(this);
    m_hardware->setObjectName(QStringLiteral("validationHardware"));
    m_hardware->setAccessibleName(tr("Hardware"));
    m_hardware->setSizeAdjustPolicy(QComboBox::AdjustToContents);
    m_hardware->addItem(tr("All hardware"));
    auto *filter = new QHBoxLayout;
    auto *label = new QLabel(tr("Sho&w runs on"), card);
    label->setBuddy(m_hardware);
    filter->addWidget(label);
    filter->addWidget(m_hardware);
    filter->addStretch(1);
    card->body()->addLayout(filter);
    m_charts = new QBoxLayout(QBoxLayout::LeftToRight);
    m_charts->setSpacing(gap(2));
    for (ScatterChart *chart : { m_time, m_memory }) {
        chart->setMinimumHeight(gap(validationChartHeight));
        m_charts->addWidget(chart, 1);
        connect(chart, &Chart::exportRequested, this,
            [this](Chart *wanted) { saveChart(m_context, *wanted, this); });
    }
    card->body()->addLayout(m_charts);
    return card;
}

void ValidationPage::resizeEvent(QResizeEvent *event)
{
    Page::resizeEvent(event);
    m_charts->setDirection(
        width() < textWidth(narrowPage) ? QBoxLayout::TopToBottom : QBoxLayout::LeftToRight);
}

ValidationPage::~ValidationPage()
{
    delete m_workers; // their answers come to this page
}

void ValidationPage::showEvent(QShowEvent *event)
{
    Page::showEvent(event);
    showOwn();
    if (!m_started)
        start(m_context.controller.library().directories().find("measurements/measurements.csv"));
}

void ValidationPage::chooseFile()
{
    const QString file = m_context.dialogs.openFile(
        this, tr("Choose your measurements"), tr("Measurements (*.csv);;All files (*)"));
    if (!file.isEmpty())
        start(file.toStdString());
}

void ValidationPage::start(const std::filesystem::path &file)
{
    m_started = true;
    if (!m_context.controller.services().validate)
        return;
    m_status->setInk(TextLabel::Ink::Muted);
    m_status->setText(tr("Predicting the runs of %1…")
                          .arg(QFileInfo(QString::fromStdString(file.string())).fileName()));
    // An earlier file may still be read, for long on a slow disk: its answer comes too late.
    m_read.ask(
        *m_workers,
        [validate = m_context.controller.services().validate, file] { return validate(file); },
        [this](const Result<Validation> &validation) {
            if (validation)
                show(*validation);
            else
                showError(errorLinesText(validation.errors()));
        });
}

void ValidationPage::showError(const QString &text)
{
    m_status->setInk(TextLabel::Ink::Bad);
    m_status->setText(text);
}

void ValidationPage::show(const Validation &validation)
{
    m_status->setText(tr("%n runs read; %1 could not be predicted.", nullptr, validation.rows)
                          .arg(validation.excludedCount));
    for (QWidget *answer : std::as_const(m_answers))
        answer->show();
    m_expected->setKinds(validation.expected);
    m_sentence->setText(expectedSentence(validation.expected));
    m_sentence->setVisible(!validation.expected.empty());
    m_facts->setFacts({
        { tr("Step time: median error"), shareText(validation.step.medianApe) },
        { tr("90 % are within"), shareText(validation.step.p90Ape) },
        { tr("Within the 80 % interval"), shareText(validation.step.coverage80) },
        { tr("Pairs in the right order"), shareText(validation.step.pairOrder) },
        { tr("Memory: median error"), shareText(validation.memory.medianApe) },
        { tr("90 % are within"), shareText(validation.memory.p90Ape) },
        { tr("Within the 80 % interval"), shareText(validation.memory.coverage80) },
        { tr("Error of a constant-utilisation model"),
            shareText(validation.step.of(Baseline::Utilisation).medianApe) },
        { tr("Error of a simple roofline"),
            shareText(validation.step.of(Baseline::Roofline).medianApe) },
        { tr("Error of the first version"),
            shareText(validation.step.of(Baseline::FirstVersion).medianApe) },
    });
    m_validation = validation;
    const QSignalBlocker quiet(m_hardware);
    m_hardware->clear();
    m_hardware->addItem(tr("All hardware"));
    for (const ValidationGroup &group : validation.groups)
        m_hardware->addItem(
            //: A kind of hardware and how many of the runs took place on it.
            tr("%1 (%2)")
                .arg(QString::fromStdString(group.key))
                .arg(std::max(group.step.n, group.memory.n)),
            QString::fromStdString(group.key));
    showChosen();
}

/// The runs on the hardware that is chosen, in both charts.
void ValidationPage::showChosen()
{
    const std::string wanted = m_hardware->currentData().toString().toStdString();
    const auto group = std::ranges::find(m_validation.groups, wanted, &ValidationGroup::key);
    const bool isAll = group == m_validation.groups.end();
    std::vector<ScatterChart::Point> time, memory;
    for (const RowPrediction &row : m_validation.predictions) {
        if (!isAll && row.hardware != wanted)
            continue;
        const QString id = QString::fromStdString(row.id);
        if (row.measuredStep > Seconds {} && row.step.value > Seconds {})
            time.push_back({ id, row.measuredStep.value(), row.step.value.value() });
        if (row.measuredPeak > Bytes {} && row.peak.value > Bytes {})
            memory.push_back({ id, inGib(row.measuredPeak), inGib(row.peak.value) });
    }
    const ErrorFigures &step = isAll ? m_validation.step : group->step;
    const ErrorFigures &peak = isAll ? m_validation.memory : group->memory;
    m_time->setPoints(std::move(time),
        step.n == 0 ? tr("No step time was measured there.")
                    : tr("Half of the predictions are within %1 of the measured step time.")
                          .arg(shareText(step.medianApe)));
    m_memory->setPoints(std::move(memory),
        peak.n == 0 ? tr("No memory was measured there.")
                    : tr("Half of the predictions are within %1 of the measured memory.")
                          .arg(shareText(peak.medianApe)));
    showOwn();
}

/// Where the plan at hand would lie.
void ValidationPage::showOwn()
{
    const PlanController &controller = m_context.controller;
    const Estimate *estimate = controller.isStale() ? nullptr : controller.estimate();
    if (!estimate) {
        m_time->setOwn(std::nullopt);
        m_memory->setOwn(std::nullopt);
        return;
    }
    const TimeEstimate &time = estimate->time;
    m_time->setOwn(ScatterChart::Own { time.step.value(), time.p10.value(), time.p90.value() });
    const MemoryEstimate &memory = estimate->memory;
    m_memory->setOwn(
        ScatterChart::Own { inGib(memory.peak), inGib(memory.p10), inGib(memory.p90) });
}

} // namespace headroom
