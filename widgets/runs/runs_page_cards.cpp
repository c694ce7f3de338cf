#include "model/base/files/write_file.h"
#include "model/calibration/calibration_file.h"
#include "widgets/charts/save_chart.h"
#include "widgets/frame/dialogs.h"
#include "widgets/frame/window_context.h"
#include "widgets/look/panels.h"
#include "widgets/runs/calibration_card.h"
#include "widgets/runs/compiled_card.h"
#include "widgets/runs/next_run_card.h"
#include "widgets/runs/prediction_chart.h"
#include "widgets/runs/runs_page.h"
#include "widgets/runs/step_chart.h"
#include "widgets/text/wording.h"

#include <QFileInfo>
#include <QTimer>
#include <QVBoxLayout>

// The charts and cards of the page, and what their buttons do.

namespace headroom {
namespace {

constexpr int chartHeight = 66; ///< in steps of gap()

} // namespace

void RunsPage::buildCharts()
{
    for (Chart *chart : std::initializer_list<Chart *> { m_steps, m_predictions }) {
        auto *card = new Card(m_content);
        chart->setMinimumHeight(gap(chartHeight));
        card->body()->addWidget(chart);
        m_content->layout()->addWidget(card);
        connect(chart, &Chart::exportRequested, this,
            [this](Chart *wanted) { saveChart(m_context, *wanted, this); });
    }
}

void RunsPage::buildCards()
{
    m_content->layout()->addWidget(m_calibration);
    body()->addWidget(m_next); // asks nothing of runs
    connect(m_calibration, &CalibrationCard::useWanted, this, [this] {
        if (mayName())
            m_context.controller.apply(
                { { "calibration", m_files.calibrationName() } }, tr("Use your measurements"));
    });
    connect(m_calibration, &CalibrationCard::saveWanted, this, &RunsPage::saveProfile);
    connect(m_compiled, &CompiledCard::useWanted, this, [this](bool isWanted) {
        if (isWanted && !mayName())
            return;
        m_context.controller.apply(
            { { "compiled", isWanted ? m_files.projectName() : std::string() } },
            isWanted ? tr("Use compiled memory") : tr("Use estimated memory"));
    });
    connect(m_next, &NextRunCard::wanted, this, &RunsPage::propose);
    connect(m_next, &NextRunCard::openWanted, this, &RunsPage::openNext);
    connect(m_next, &NextRunCard::exportWanted, this, [this] {
        emit m_context.benchmarkRequested(); // as the command writes it; the focus goes along
        openNext();
    });
}

/// A plan can name files beside it, which a draft is not.
bool RunsPage::mayName()
{
    if (m_files.isDraft())
        emit m_context.message(tr("Save the plan first: its runs are kept next to it."));
    return !m_files.isDraft();
}

void RunsPage::showCalibration(const RunAnswer &answer)
{
    m_own.reset();
    if (!answer.own)
        return;
    if (*answer.own) {
        m_own = **answer.own;
        m_calibration->setCalibration(*m_own);
    } else {
        m_calibration->setProblem(errorLinesText(answer.own->errors()));
    }
    const std::string &used = m_context.controller.plan().calibration;
    const std::string name = m_files.calibrationName();
    m_calibration->setUse(QString::fromStdString(name), used == name,
        answer.calibrationErrors.empty() ? QString()
                                         : tr("The plan's calibration cannot be used: %1")
                                               .arg(errorLinesText(answer.calibrationErrors)));
}

void RunsPage::showCompiled(const RunAnswer &answer)
{
    if (!answer.compiled)
        return;
    const auto &nearest = *answer.compiled;
    m_compiled->setUse(!m_context.controller.plan().compiled.empty(),
        nearest ? QString::fromStdString(fieldList(nearest->differences)) : QString(),
        nearest ? QString() : errorMessageText(nearest.errors().front()));
}

void RunsPage::saveProfile()
{
    const QString name = QFileInfo(QString::fromStdString(m_files.project().string())).fileName();
    QString file = m_context.dialogs.saveFile(
        this, QStringLiteral("cluster.yaml"), tr("Cluster profile (*.yaml)"));
    if (file.isEmpty() || !m_own)
        return;
    if (QFileInfo(file).suffix() != QLatin1String("yaml"))
        file += QStringLiteral(".yaml");
    const std::string id = QFileInfo(file).completeBaseName().toStdString();
    const Problems problems = writeFileAtomically(
        file.toStdString(), clusterProfileText({ id, id, name.toStdString(), *m_own }));
    if (!problems.empty()) {
        m_context.dialogs.showProblem(
            this, tr("The profile cannot be saved"), errorLinesText(problems));
        return;
    }
    m_files.setProfile(file.toStdString());
    const std::string used = m_files.calibrationName();
    m_calibration->setUse(
        QString::fromStdString(used), m_context.controller.plan().calibration == used, {});
    emit m_context.message(tr("Saved as %1.").arg(file));
}

void RunsPage::propose()
{
    m_asked = m_context.controller.plan();
    m_next->setRunning();
    m_proposed.ask(
        *m_workers,
        [explainer = m_explainer, asked = question()] { return explainer->next(asked); },
        [this](const Result<std::vector<NextRun>> &runs) {
            if (runs)
                m_next->setRuns(*runs, *m_asked);
            else
                m_next->setProblem(errorLinesText(runs.errors()));
            if (m_next->isAncestorOf(focusWidget()))
                QTimer::singleShot(0, m_next, [this] { reveal(m_next); }); // laid out by then
        });
}

void RunsPage::openNext()
{
    const NextRun *run = m_next->chosen();
    if (!run)
        return;
    m_context.controller.apply(std::vector(run->settings), tr("Open a proposed run"));
    emit m_context.message(tr("The plan is now the proposed run (undo reverts)."));
}

} // namespace headroom
