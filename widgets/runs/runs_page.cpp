#include "widgets/runs/runs_page.h"

#include "widgets/charts/save_chart.h"
#include "widgets/frame/dialogs.h"
#include "widgets/frame/window_context.h"
#include "widgets/look/panels.h"
#include "widgets/look/table_look.h"
#include "widgets/planning/plan_controller.h"
#include "widgets/runs/cause_cards.h"
#include "widgets/runs/prediction_chart.h"
#include "widgets/runs/run_table_model.h"
#include "widgets/runs/step_chart.h"
#include "widgets/text/wording.h"

#include <QFileInfo>
#include <QHeaderView>
#include <QPushButton>
#include <QTableView>
#include <QThread>
#include <QVBoxLayout>

#include <mutex>

namespace headroom {
namespace {

constexpr int chartHeight = 66; ///< in steps of gap()
constexpr int mostTableRows = 8; ///< that are shown without scrolling
constexpr std::size_t mostProblemLines = 5;

} // namespace

/// The parts of the model that explain runs, made by the first worker that needs them.
struct RunsPage::Explainer
{
    explicit Explainer(const ProfileLibrary &profiles)
        : library(profiles)
    { }

    Result<RunProject> answer(const std::filesystem::path &file,
        const std::vector<std::string> &sources, const Plan &planned)
    {
        const std::lock_guard lock(mutex);
        if (!diagnoser)
            diagnoser = Diagnoser::make(library);
        if (!*diagnoser)
            return diagnoser->errors();
        return sources.empty() ? openRunProject(file, &planned, **diagnoser)
                               : addToRunProject(file, sources, &planned, library, **diagnoser);
    }

    const ProfileLibrary &library;
    std::mutex mutex; ///< one at a time: two writers of one file would lose rows
    std::optional<Result<Diagnoser>> diagnoser;
};

RunsPage::RunsPage(WindowContext &context, QWidget *parent)
    : Page(tr("Runs"), tr("What really happened, beside the prediction, and why it differs."),
        Content::Scrolls, parent)
    , m_context(context)
    , m_explainer(std::make_shared<Explainer>(context.controller.library()))
    , m_status(new TextLabel({}, TextRole::Body, TextLabel::Ink::Muted, this))
    , m_problems(new TextLabel({}, TextRole::Caption, TextLabel::Ink::Warning, this))
    , m_add(new QPushButton(themeIcon(QStringLiteral("open")), tr("&Add logs…"), this))
    , m_model(new RunTableModel(this))
    , m_table(new QTableView(this))
    , m_predictions(new PredictionChart(this))
    , m_steps(new StepChart(this))
    , m_causes(new CauseCards(this))
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
    body()->addWidget(m_content);
    buildCharts();
    body()->addStretch(1);
    setInitialFocus(m_add);
    connect(m_table->selectionModel(), &QItemSelectionModel::currentRowChanged, this,
        [this](const QModelIndex &index) { showRun(index.row()); });
    connect(&context.controller, &PlanController::fileChanged, this, [this] {
        m_project.clear();
        markStale();
    });
    connect(&context.controller, &PlanController::planChanged, this, &RunsPage::markStale);
}

RunsPage::~RunsPage()
{
    for (QThread *worker : m_workers)
        worker->wait();
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

void RunsPage::showEvent(QShowEvent *event)
{
    Page::showEvent(event);
    if (!m_isFresh)
        refresh();
}

void RunsPage::markStale()
{
    m_isFresh = false;
    if (isVisible())
        refresh();
}

void RunsPage::refresh()
{
    const std::filesystem::path &plan = m_context.controller.file();
    if (m_project.empty() && plan.empty()) {
        show({}, false);
        m_isFresh = true;
        return;
    }
    start(m_project.empty() ? projectFileBeside(plan) : m_project, {});
}

void RunsPage::chooseFile()
{
    const QString file = m_context.dialogs.openFile(this, tr("Choose the log of a run"),
        tr("Logs and configurations (*.log *.out *.err *.txt *.json *.jsonl *.toml *.yml *.yaml "
           "*.sh *.sbatch);;All files (*)"));
    if (!file.isEmpty())
        addFiles({ file });
}

void RunsPage::addFiles(const QStringList &files)
{
    const std::filesystem::path &plan = m_context.controller.file();
    if (m_project.empty() && plan.empty()) {
        const QString chosen = m_context.dialogs.saveFile(
            this, QStringLiteral("plan.runs.csv"), tr("Project file of runs (*.runs.csv)"));
        if (chosen.isEmpty())
            return;
        m_project = chosen.toStdString();
    }
    start(m_project.empty() ? projectFileBeside(plan) : m_project, files);
}

void RunsPage::start(const std::filesystem::path &file, const QStringList &files)
{
    m_isFresh = true;
    const bool isAdding = !files.isEmpty();
    m_status->setInk(TextLabel::Ink::Muted);
    m_status->setText(isAdding
            ? tr("Reading files…")
            : tr("Reading %1…").arg(QFileInfo(QString::fromStdString(file.string())).fileName()));
    std::vector<std::string> sources;
    for (const QString &name : files)
        sources.push_back(name.toStdString());
    const int generation = ++m_generation;
    QThread *worker = QThread::create([this, explainer = m_explainer, file, sources, generation,
                                          isAdding, planned = m_context.controller.plan()] {
        auto result
            = std::make_shared<Result<RunProject>>(explainer->answer(file, sources, planned));
        QMetaObject::invokeMethod(
            this,
            [this, result, generation, isAdding] {
                if (generation != m_generation)
                    return;
                if (*result)
                    show(**result, isAdding);
                else
                    showError(errorLinesText(result->errors()));
            },
            Qt::QueuedConnection);
    });
    worker->setParent(this);
    m_workers.insert(worker);
    connect(worker, &QThread::finished, worker, [this, worker] {
        m_workers.remove(worker);
        worker->deleteLater();
    });
    worker->start(QThread::LowPriority);
}

void RunsPage::showError(const QString &text)
{
    m_status->setInk(TextLabel::Ink::Bad);
    m_status->setText(text);
}

QString RunsPage::statusText(const RunProject &project, bool wasAdding) const
{
    if (project.file.empty())
        return tr("A saved plan keeps its runs beside it.");
    const QString name = QFileInfo(QString::fromStdString(project.file.string())).fileName();
    const auto count = static_cast<int>(project.runs.size());
    QStringList parts { count == 1 ? tr("One run in %1").arg(name)
                                   : tr("%n runs in %1", nullptr, count).arg(name) };
    const AddedRuns &added = project.added;
    if (added.added > 0)
        parts.append(tr("added: %1").arg(added.added));
    if (added.replaced > 0)
        parts.append(tr("replaced: %1").arg(added.replaced));
    if (added.known > 0)
        parts.append(tr("already there: %1").arg(added.known));
    if (added.operations > 0)
        parts.append(tr("measurements of single operations: %1").arg(added.operations));
    if (wasAdding && parts.size() == 1)
        parts.append(tr("nothing was recognised"));
    return inOneSentence(parts);
}

void RunsPage::show(const RunProject &project, bool wasAdding)
{
    m_status->setInk(TextLabel::Ink::Muted);
    m_status->setText(statusText(project, wasAdding));
    QStringList problems;
    for (const Unrecognised &what : project.added.unrecognised) {
        if (static_cast<std::size_t>(problems.size()) == mostProblemLines)
            break;
        problems.append(tr("%1, line %2: %3")
                            .arg(QFileInfo(QString::fromStdString(what.file)).fileName())
                            .arg(what.line)
                            .arg(localMessage(what.reason)));
    }
    m_problems->setText(problems.join(QLatin1Char('\n')));
    m_problems->setVisible(!problems.isEmpty());
    m_runs = project.runs;
    m_model->setRuns(project.diagnoses);
    m_empty->setVisible(m_runs.empty());
    m_content->setVisible(!m_runs.empty());
    std::vector<PredictionChart::Entry> entries;
    for (const RunDiagnosis &run : project.diagnoses)
        if (run.isCompared())
            entries.push_back(
                { QString::fromStdString(run.id), *run.stepSeconds, run.predicted->time.p10.value(),
                    run.predicted->time.step.value(), run.predicted->time.p90.value() });
    m_predictions->setEntries(std::move(entries));
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
    if (!run)
        return m_steps->setSteps({}, {}, {});
    std::optional<StepChart::Band> band;
    if (run->predicted)
        band = StepChart::Band { run->predicted->time.p10.value(),
            run->predicted->time.step.value(), run->predicted->time.p90.value() };
    m_steps->setSteps(m_runs[static_cast<std::size_t>(row)].points, run->stepSeconds, band);
}

} // namespace headroom
