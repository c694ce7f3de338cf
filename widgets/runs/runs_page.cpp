#include "widgets/runs/runs_page.h"

#include "model/base/files/write_file.h"
#include "model/calibration/calibration_file.h"
#include "widgets/charts/save_chart.h"
#include "widgets/frame/dialogs.h"
#include "widgets/frame/window_context.h"
#include "widgets/look/panels.h"
#include "widgets/look/table_look.h"
#include "widgets/runs/calibration_card.h"
#include "widgets/runs/cause_cards.h"
#include "widgets/runs/compiled_card.h"
#include "widgets/runs/next_run_card.h"
#include "widgets/runs/prediction_chart.h"
#include "widgets/runs/run_explainer.h"
#include "widgets/runs/run_status.h"
#include "widgets/runs/run_table_model.h"
#include "widgets/runs/step_chart.h"
#include "widgets/runs/terms_card.h"
#include "widgets/text/wording.h"

#include <QFileInfo>
#include <QHeaderView>
#include <QPushButton>
#include <QTableView>
#include <QTimer>
#include <QVBoxLayout>

namespace headroom {
namespace {

constexpr int chartHeight = 66; ///< in steps of gap()
constexpr int mostTableRows = 8; ///< that are shown without scrolling

PredictionChart::Range rangeOf(const TimeEstimate &time)
{
    return { time.p10.value(), time.step.value(), time.p90.value() };
}

} // namespace

RunsPage::RunsPage(WindowContext &context, QWidget *parent)
    : Page(tr("Runs"), tr("What really happened, beside the prediction, and why it differs."),
        Content::Scrolls, parent)
    , m_context(context)
    , m_workers(new Workers(this))
    , m_explainer(std::make_shared<RunExplainer>(context.controller.library()))
    , m_status(new TextLabel({}, TextRole::Body, TextLabel::Ink::Muted, this))
    , m_problems(new TextLabel({}, TextRole::Caption, TextLabel::Ink::Warning, this))
    , m_add(new QPushButton(themeIcon(QStringLiteral("open")), tr("&Add logs…"), this))
    , m_model(new RunTableModel(this))
    , m_table(new QTableView(this))
    , m_steps(new StepChart(this))
    , m_predictions(new PredictionChart(this))
    , m_causes(new CauseCards(this))
    , m_terms(new TermsCard(this))
    , m_compiled(new CompiledCard(this))
    , m_calibration(new CalibrationCard(this))
    , m_next(new NextRunCard(this))
    , m_files(context.controller)
{
    setObjectName(QStringLiteral("page_runs"));
    setWantsExplanation(false);
    body()->addWidget(buildTop());
    m_empty = new Card(this);
    auto *hint = new TextLabel(
        tr("No run yet. Add the log of a training run, or drop it on this window: MaxText, "
           "Megatron-LM, NeMo, torchtitan, DeepSpeed, Hugging Face Trainer, with configurations "
           "and launch scripts. The plan is rebuilt from what the log prints."),
        TextRole::Body, TextLabel::Ink::Muted, m_empty);
    hint->setWordWrap(true);
    m_empty->body()->addWidget(hint);
    body()->addWidget(m_empty);
    m_content = new QWidget(this);
    auto *content = new QVBoxLayout(m_content);
    content->setContentsMargins(0, 0, 0, 0);
    content->setSpacing(gap(3));
    m_table->setModel(m_model);
    m_table->setObjectName(QStringLiteral("runTable"));
    m_table->setAccessibleName(tr("Runs"));
    TableLook::apply(m_table, TableLook::Room::ToColumn, RunTableModel::Verdict);
    m_table->setSelectionMode(QAbstractItemView::SingleSelection);
    content->addWidget(m_table);
    content->addWidget(m_causes);
    content->addWidget(m_terms);
    content->addWidget(m_compiled);
    body()->addWidget(m_content);
    buildCharts();
    buildCards();
    body()->addStretch(1);
    setInitialFocus(m_add);
    connect(m_table->selectionModel(), &QItemSelectionModel::currentRowChanged, this,
        [this](const QModelIndex &index) { showRun(index.row()); });
    connect(&context.controller, &PlanController::fileChanged, this, [this] {
        m_files.planHasMoved();
        markStale();
    });
    connect(&context.controller, &PlanController::planChanged, this, &RunsPage::markStale);
}

RunsPage::~RunsPage()
{
    delete m_workers; // their answers ask for what lives in this page
}

QWidget *RunsPage::buildTop()
{
    auto *top = new QWidget(this);
    auto *column = new QVBoxLayout(top);
    column->setContentsMargins(0, 0, 0, 0);
    column->setSpacing(gap(1));
    auto *row = new QHBoxLayout;
    m_status->setWordWrap(true);
    m_status->setObjectName(QStringLiteral("runStatus"));
    m_problems->setWordWrap(true);
    m_problems->setObjectName(QStringLiteral("runProblems"));
    m_add->setObjectName(QStringLiteral("addRuns"));
    row->addWidget(m_status, 1);
    row->addWidget(m_add);
    column->addLayout(row);
    column->addWidget(m_problems);
    connect(m_add, &QPushButton::clicked, this, &RunsPage::chooseFile);
    return top;
}

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
        m_context.controller.apply(
            { { "calibration", m_files.calibrationName() } }, tr("Use own measurements"));
    });
    connect(m_calibration, &CalibrationCard::saveWanted, this, &RunsPage::saveProfile);
    connect(m_compiled, &CompiledCard::useWanted, this, [this](bool isWanted) {
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

bool RunsPage::isIdle() const
{
    return m_workers->isIdle();
}

void RunsPage::showEvent(QShowEvent *event)
{
    Page::showEvent(event);
    if (!m_isFresh)
        refresh();
}

void RunsPage::markStale()
{
    m_isFresh = false;
    if (m_asked && *m_asked != m_context.controller.plan())
        forgetNext(tr("The plan has changed; ask again."));
    if (isVisible())
        refresh();
}

void RunsPage::refresh()
{
    if (m_files.project().empty()) {
        show({}, false);
        m_isFresh = true;
        return;
    }
    start({});
}

void RunsPage::chooseFile()
{
    const QString file = m_context.dialogs.openFile(this, tr("Choose the log of a run"),
        tr("Logs and configurations (*.log *.out *.err *.txt *.json *.jsonl *.toml *.yml *.yaml "
           "*.sh *.sbatch *.csv *.gz);;All files (*)"));
    if (!file.isEmpty())
        addFiles({ file });
}

void RunsPage::addFiles(const QStringList &files)
{
    if (m_files.project().empty()) {
        const QString chosen = m_context.dialogs.saveFile(
            this, QStringLiteral("plan.runs.csv"), tr("Project file of runs (*.runs.csv)"));
        if (chosen.isEmpty())
            return;
        m_files.setProject(chosen.toStdString());
    }
    start(files);
}

RunQuestion RunsPage::question() const
{
    return { m_files.project(), m_context.controller.plan(), m_context.controller.file() };
}

void RunsPage::start(const QStringList &files)
{
    m_isFresh = true;
    const bool isAdding = !files.isEmpty();
    m_status->setInk(TextLabel::Ink::Muted);
    m_status->setText(isAdding
            ? tr("Reading files…")
            : tr("Reading %1…")
                  .arg(QFileInfo(QString::fromStdString(m_files.project().string())).fileName()));
    std::vector<std::string> sources;
    for (const QString &name : files)
        sources.push_back(name.toStdString());
    m_explained.ask(
        *m_workers,
        [explainer = m_explainer, asked = question(), sources] {
            return explainer->answer(asked, sources);
        },
        [this, isAdding](const Result<RunAnswer> &answer) {
            if (answer)
                show(*answer, isAdding);
            else
                showError(errorLinesText(answer.errors()));
        });
}

/// What the plan is calibrated by may have changed, and what to measure next has.
void RunsPage::runsHaveGrown()
{
    if (!m_context.controller.plan().calibration.empty())
        m_context.controller.refresh();
    forgetNext({});
}

void RunsPage::forgetNext(const QString &note)
{
    m_proposed.drop();
    m_asked.reset();
    m_next->clear(note);
}

void RunsPage::showError(const QString &text)
{
    m_status->setInk(TextLabel::Ink::Bad);
    m_status->setText(text);
}

void RunsPage::show(const RunAnswer &answer, bool wasAdding)
{
    const RunProject &project = answer.project;
    m_status->setInk(TextLabel::Ink::Muted);
    m_status->setText(statusText(project, wasAdding));
    const QString problems = problemsText(project);
    m_problems->setText(problems);
    m_problems->setVisible(!problems.isEmpty());
    m_runs = project.runs;
    m_model->setRuns(project.diagnoses);
    m_empty->setVisible(m_runs.empty());
    m_content->setVisible(!m_runs.empty());
    std::vector<PredictionChart::Entry> entries;
    for (const RunDiagnosis &run : project.diagnoses)
        if (run.isCompared())
            entries.push_back(
                { QString::fromStdString(run.id), *run.stepSeconds, rangeOf(run.predicted->time),
                    run.plainTime ? std::optional(rangeOf(*run.plainTime)) : std::nullopt });
    m_predictions->setEntries(std::move(entries));
    showCalibration(answer);
    showCompiled(answer);
    if (project.added.added + project.added.replaced > 0)
        runsHaveGrown();
    const int rows = std::min(m_model->rowCount(), mostTableRows);
    m_table->setFixedHeight(m_table->horizontalHeader()->sizeHint().height()
        + rows * m_table->verticalHeader()->defaultSectionSize() + gap(2));
    // The newest stands last.
    if (!m_runs.empty())
        m_table->selectRow(m_model->rowCount() - 1);
    else
        showRun(-1);
}

void RunsPage::showRun(int row)
{
    const RunDiagnosis *run = m_model->at(row);
    m_causes->setRun(run);
    m_terms->setTerms(run ? run->terms : std::vector<ComparedTerm> {});
    m_compiled->setFigures(run ? run->compiled : std::vector<ComparedFigure> {});
    if (!run)
        return m_steps->setSteps({}, {}, {});
    std::optional<StepChart::Band> band;
    if (run->predicted)
        band = StepChart::Band { run->predicted->time.p10.value(),
            run->predicted->time.step.value(), run->predicted->time.p90.value() };
    m_steps->setSteps(m_runs[static_cast<std::size_t>(row)].points, run->stepSeconds, band);
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
                                         : tr("What the plan is calibrated by cannot be used: %1")
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
    emit m_context.message(tr("The plan is the proposed run now; undo takes it back."));
}

} // namespace headroom
