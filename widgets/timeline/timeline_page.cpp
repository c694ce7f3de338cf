#include "widgets/timeline/timeline_page.h"

#include "model/base/files/write_file.h"
#include "model/runs/project_file.h"
#include "model/timeline/timeline_csv.h"
#include "widgets/charts/save_chart.h"
#include "widgets/frame/dialogs.h"
#include "widgets/frame/window_context.h"
#include "widgets/look/flow_layout.h"
#include "widgets/look/fold_button.h"
#include "widgets/look/panels.h"
#include "widgets/look/wrapped_rows.h"
#include "widgets/planning/plan_controller.h"
#include "widgets/text/quantity_text.h"
#include "widgets/text/wording.h"
#include "widgets/timeline/timeline_legend.h"
#include "widgets/timeline/timeline_overview.h"
#include "widgets/timeline/timeline_switches.h"
#include "widgets/timeline/timeline_text.h"

#include <QComboBox>
#include <QHeaderView>
#include <QPushButton>
#include <QSignalBlocker>
#include <QTableView>
#include <QThread>
#include <QToolButton>
#include <QVBoxLayout>

#include <algorithm>
#include <cmath>
#include <memory>
#include <utility>

namespace headroom {
namespace {

constexpr int minTerm = 10; ///< characters of a term's name in one line
constexpr int comparisonRowHeight = 10; ///< in steps of gap(): two lines and air

QString fieldNames(const std::vector<std::string> &paths)
{
    constexpr std::size_t most = 4;
    QStringList names;
    for (std::size_t i = 0; i < std::min(paths.size(), most); ++i)
        names.append(pathLabel(QString::fromStdString(paths[i])));
    if (paths.size() > most)
        names.append(QStringLiteral("…"));
    return names.join(QStringLiteral(", "));
}

} // namespace

TimelinePage::TimelinePage(WindowContext &context, QWidget *parent)
    : Page(tr("Timeline"),
        tr("One training step as scheduled events: what runs, what waits, and what a flag "
           "changes."),
        Content::Scrolls, parent)
    , m_context(context)
{
    setObjectName(QStringLiteral("page_timeline"));
    needsResult(context);
    body()->addWidget(buildToolbar());
    body()->addWidget(buildChartCard());
    auto *switches = new Card(tr("Settings that change the schedule"), this);
    m_switches = new TimelineSwitches(context, switches);
    switches->body()->addWidget(m_switches);
    body()->addWidget(switches);
    body()->addWidget(buildComparison());
    body()->addStretch(1);
    setInitialFocus(m_stage);
    setWantsExplanation(false); // the chart and what moves its blocks belong into one view
    connect(m_chart, &Chart::exportRequested, this,
        [this](Chart *chart) { saveChart(m_context, *chart, this); });
    connect(m_chart, &Chart::itemEntered, &context, &WindowContext::termPointed);
    connect(m_chart, &TimelineChart::factsChanged, this,
        [this](const QStringList &facts) { m_facts->setText(facts.join(QStringLiteral(" · "))); });
    connect(m_chart, &TimelineChart::rangeChanged, this, &TimelinePage::syncOverview);
    connect(&context.controller, &PlanController::estimateChanged, this, [this] {
        m_fresh = false;
        if (isVisible())
            refresh();
    });
}

TimelinePage::~TimelinePage()
{
    if (m_reader)
        m_reader->wait();
}

void TimelinePage::showEvent(QShowEvent *event)
{
    Page::showEvent(event);
    refresh();
    findProfile(); // runs may have been added meanwhile
}

void TimelinePage::findProfile()
{
    if (m_reader) {
        m_isAskedAgain = true;
        return;
    }
    const std::filesystem::path &file = m_context.controller.file();
    if (file.empty())
        return showProfile({});
    auto found = std::make_shared<ProfiledRun>();
    m_reader = QThread::create(
        [found, runs = projectFileBeside(file), plan = m_context.controller.plan(),
            &library = m_context.controller.library()] {
            std::error_code failure;
            if (!std::filesystem::exists(runs, failure))
                return;
            if (auto list = listProject(runs))
                *found = profiledRunOf(plannedRuns(*std::move(list)), plan, library);
        });
    m_reader->setParent(this);
    connect(m_reader, &QThread::finished, this, [this, found] {
        m_reader->deleteLater();
        m_reader = nullptr;
        showProfile(std::move(*found));
        if (std::exchange(m_isAskedAgain, false))
            findProfile();
    });
    m_reader->start(QThread::LowPriority);
}

void TimelinePage::showProfile(ProfiledRun profile)
{
    m_profile->setVisible(profile.step || !profile.otherRun.empty());
    if (profile.step)
        m_profile->setText(
            tr("Measured: run %1, one step of %2 from its profile, by kind rather than in order. "
               "Transfers hidden by computation have a separate lane.")
                .arg(QString::fromStdString(profile.step->run), secondsText(profile.step->step)));
    else if (!profile.otherRun.empty())
        m_profile->setText(
            tr("The profile of run %1, on %2, is not shown: it belongs to another plan (%3).")
                .arg(QString::fromStdString(profile.otherRun),
                    QString::fromStdString(profile.otherChip), fieldNames(profile.differences)));
    if (profile.step && !m_chart->measured()) // both are compared as a whole
        m_chart->setPreset(TimelineChart::Preset::Step);
    m_chart->setMeasured(std::move(profile.step));
    syncOverview();
}

void TimelinePage::refreshStages()
{
    const int stages = static_cast<int>(m_chart->timeline().stages.size());
    const int before = m_stage->count();
    if (before == (stages > 1 ? stages + 1 : 1))
        return;
    const QSignalBlocker quiet(m_stage);
    m_stage->clear();
    if (stages > 1)
        m_stage->addItem(tr("All %1 stages").arg(stages), -1);
    for (int stage = 0; stage < stages; ++stage)
        m_stage->addItem(
            stages > 1 ? tr("A device of stage %1").arg(stage + 1) : tr("One device"), stage);
}

void TimelinePage::refresh()
{
    const PlanController &controller = m_context.controller;
    m_chart->setDimmed(controller.isStale());
    if (m_fresh || !controller.resolved() || controller.isStale()
        || !controller.services().timeline)
        return;
    m_fresh = true;
    Timeline timeline = controller.services().timeline(*controller.resolved());
    const int stages = static_cast<int>(timeline.stages.size());
    int stage = m_stage->count() > 0 ? m_stage->currentData().toInt() : -1;
    if (stages == 1)
        stage = 0;
    else if (stage >= stages || static_cast<int>(m_chart->timeline().stages.size()) != stages)
        stage = -1;
    const bool isFirst = m_stage->count() == 0;
    m_chart->setTimeline(std::move(timeline), stage);
    if (isFirst) // a few layers show what overlaps; a pipeline shows its bubbles as a whole
        m_chart->setPreset(
            stages == 1 ? TimelineChart::Preset::Layers : TimelineChart::Preset::Step);
    m_overview->setTimeline(
        &m_chart->timeline(), stage < 0 ? m_chart->timeline().referenceStage : stage);
    refreshStages();
    m_stage->setCurrentIndex(m_stage->findData(stage));
    m_legend->setTimeline(m_chart->timeline());
    m_switches->refresh();
    refreshComparison();
    syncOverview();
    findProfile();
}

void TimelinePage::refreshComparison()
{
    const Timeline &timeline = m_chart->timeline();
    ChartTable table;
    table.headers = { tr("Term"), tr("Events, s"), tr("Formulas, s"), tr("Difference, s"),
        tr("Why they may differ") };
    for (const TermComparison &row : compareTerms(timeline))
        table.rows.append({ termText(row.term), row.events, row.closedForm,
            std::abs(row.difference()) < 1e-9 * timeline.makespan ? 0.0 : row.difference(),
            differenceText(row.term) });
    table.rows.append({ tr("Step"), timeline.makespan, timeline.closedFormStep,
        timeline.makespan - timeline.closedFormStep, scheduleText(timeline.schedule) });
    m_comparison->setTable(table);
    fitComparison();
    m_comparisonView->setMinimumHeight(
        gap(8) + static_cast<int>(table.rows.size()) * gap(comparisonRowHeight));

    double exposed = 0;
    for (std::size_t i = 0; i < timeTermCount; ++i) {
        const auto term = static_cast<TimeTerm>(i);
        if (term >= TimeTerm::ExposedData && term <= TimeTerm::ExposedPipeline)
            exposed += timeline.reference().terms.values[i].value();
    }
    if (m_lastStep > 0 && m_lastStep != timeline.makespan) {
        //: What the last edit did to the timeline: step time before, after, change; the same for
        //: waits.
        m_change->setText(
            tr("Last change: step %1 → %2 (%3); waiting for communication %4 → %5")
                .arg(secondsText(Seconds { m_lastStep }),
                    secondsText(Seconds { timeline.makespan }),
                    secondsChangeText(Seconds { timeline.makespan - m_lastStep }),
                    secondsText(Seconds { m_lastExposed }), secondsText(Seconds { exposed })));
        m_change->show();
    }
    m_lastStep = timeline.makespan;
    m_lastExposed = exposed;
}

/// Terms wrap where figures and reasons would have no room beside them.
void TimelinePage::fitComparison()
{
    if (m_comparison->columnCount() == 0)
        return; // nothing has been computed
    m_comparisonView->resizeColumnsToContents();
    m_comparisonView->horizontalHeader()->setSectionResizeMode(
        m_comparison->columnCount() - 1, QHeaderView::Stretch);
    int room = m_comparisonView->viewport()->width();
    for (int column = 1; column < m_comparison->columnCount() - 1; ++column)
        room -= m_comparisonView->columnWidth(column);
    m_comparisonView->setColumnWidth(0,
        std::clamp(room / 2, textWidth(minTerm),
            std::max(textWidth(minTerm), m_comparisonView->columnWidth(0))));
}

void TimelinePage::resizeEvent(QResizeEvent *event)
{
    Page::resizeEvent(event);
    fitComparison();
}

void TimelinePage::syncOverview()
{
    const double makespan = m_chart->end();
    if (makespan <= 0)
        return;
    m_overview->setView(m_chart->rangeFrom(), m_chart->rangeTo(), makespan);
    for (QPushButton *button : m_presets)
        button->setChecked(
            button->property("preset").toInt() == static_cast<int>(m_chart->preset()));
}

void TimelinePage::saveEvents()
{
    const QString file = m_context.dialogs.saveFile(
        this, QStringLiteral("step-events.csv"), tr("Numbers (*.csv)"));
    if (file.isEmpty())
        return;
    const Problems problems = writeFileAtomically(
        file.toStdString(), timelineCsv(m_chart->timeline(), m_chart->stage()));
    if (problems.empty())
        emit m_context.message(tr("Saved as %1.").arg(file));
    else
        m_context.dialogs.showProblem(
            this, tr("The events cannot be saved"), errorLinesText(problems));
}

} // namespace headroom
