#include "widgets/runs/runs_page.h"

#include "model/diagnosis/diagnosis_report.h"
#include "widgets/frame/dialogs.h"
#include "widgets/frame/window_context.h"
#include "widgets/look/panels.h"
#include "widgets/look/table_look.h"
#include "widgets/runs/calibration_card.h"
#include "widgets/runs/cause_cards.h"
#include "widgets/runs/compiled_card.h"
#include "widgets/runs/missing_card.h"
#include "widgets/runs/next_run_card.h"
#include "widgets/runs/prediction_chart.h"
#include "widgets/runs/run_explainer.h"
#include "widgets/runs/run_import.h"
#include "widgets/runs/run_status.h"
#include "widgets/runs/run_table_model.h"
#include "widgets/runs/step_chart.h"
#include "widgets/runs/terms_card.h"
#include "widgets/text/wording.h"

#include <QFileInfo>
#include <QHeaderView>
#include <QPushButton>
#include <QTableView>
#include <QVBoxLayout>

namespace headroom {
namespace {

constexpr int maxTableRows = 8; ///< that are shown without scrolling

PredictionChart::Range rangeOf(const TimeEstimate &time)
{
    return { time.p10.value(), time.step.value(), time.p90.value() };
}

} // namespace

RunsPage::RunsPage(WindowContext &context, QWidget *parent)
    : Page(tr("Runs"), tr("Your measured runs, compared with the prediction, and why they differ."),
        Content::Scrolls, parent)
    , m_context(context)
    , m_workers(new Workers(this))
    , m_explainer(std::make_shared<RunExplainer>(context.controller.library()))
    , m_import(new RunImport(context, this))
    , m_verdict(new TextLabel({}, TextRole::Heading, TextLabel::Ink::Normal, this))
    , m_missing(new MissingCard(context.controller.library(), this))
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
    auto *hint = new TextLabel(tr("No run yet. Add or drop the log of a training run: MaxText, "
                                  "Megatron-LM, NeMo, torchtitan, DeepSpeed or Hugging Face "
                                  "Trainer, with its configuration and launch script."),
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
        if (m_isMarking)
            return; // the runs shown are what is marked
        m_files.planHasMoved();
        markStale();
    });
    connectImport();
    connect(&context.controller, &PlanController::planChanged, this, &RunsPage::markStale);
}

/// A plan made of a run's files, and what becomes of its runs when it is saved or another is
/// opened.
void RunsPage::connectImport()
{
    connect(m_missing, &MissingCard::answered, m_import, &RunImport::answer);
    connect(m_import, &RunImport::changed, this,
        [this] { m_missing->setMissing(m_import->missing()); });
    connect(m_import, &RunImport::answered, this, [this] {
        if (m_import->hasRun())
            start(m_import->files());
    });
    connect(&m_context, &WindowContext::planOpened, this, [this] {
        m_files.forgetDraft();
        m_import->forget();
        markStale();
    });
    connect(&m_context, &WindowContext::planSaved, this, [this] {
        const QStringList again = m_files.keepDraft();
        again.isEmpty() ? markStale() : start(again);
    });
}

void RunsPage::takeImport(const QStringList &files, const PlanIntake &intake)
{
    m_import->begin(files, intake);
    if (intake.hasRun)
        start(files);
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
    m_verdict->setWordWrap(true);
    m_verdict->setObjectName(QStringLiteral("runVerdict"));
    m_verdict->hide();
    column->addWidget(m_verdict);
    column->addWidget(m_missing);
    auto *row = new QHBoxLayout;
    m_status->setWordWrap(true);
    m_status->setObjectName(QStringLiteral("runStatus"));
    m_problems->setWordWrap(true);
    m_problems->setObjectName(QStringLiteral("runProblems"));
    m_add->setObjectName(QStringLiteral("addRuns"));
    auto *faster
        = new QPushButton(themeIcon(QStringLiteral("levers")), tr("&What would be faster?"), top);
    faster->setObjectName(QStringLiteral("showLevers"));
    connect(faster, &QPushButton::clicked, &m_context,
        [this] { emit m_context.showPage(QStringLiteral("levers")); });
    row->addWidget(m_status, 1);
    row->addWidget(faster);
    row->addWidget(m_add);
    column->addLayout(row);
    column->addWidget(m_problems);
    connect(m_add, &QPushButton::clicked, this, &RunsPage::chooseFile);
    return top;
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
    start(files);
}

RunQuestion RunsPage::question() const
{
    return { m_files.project(), m_context.controller.plan(), m_context.controller.file(),
        !m_import->isUndecided() };
}

void RunsPage::start(const QStringList &files)
{
    m_isFresh = true;
    const bool isAdding = !files.isEmpty();
    if (isAdding && m_files.isDraft())
        m_files.addToDraft(files);
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
    m_status->setText(statusText(project, m_files.isDraft(), wasAdding));
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
    if (project.added.added + project.added.replaced > 0) {
        if (m_files.isDraft()) {
            m_isMarking = true;
            m_context.controller.markUnsaved();
            m_isMarking = false;
        }
        runsHaveGrown();
    }
    const int rows = std::min(m_model->rowCount(), maxTableRows);
    m_table->setFixedHeight(m_table->horizontalHeader()->sizeHint().height()
        + rows * m_table->verticalHeader()->defaultSectionSize() + gap(2));
    // The newest stands last.
    if (!m_runs.empty())
        m_table->selectRow(m_model->rowCount() - 1);
    else
        showRun(-1);
    // What a run that has just come means stands at the top, wherever the page was.
    if (project.added.added + project.added.replaced > 0)
        reveal(m_verdict);
}

/// The sentence that the page begins with.
void RunsPage::showVerdict(const RunDiagnosis *run)
{
    const Message verdict = run ? diagnosisVerdict(*run) : Message {};
    const bool isAsked = run && !run->missing.empty() && m_import->isUndecided();
    const bool isFar = run && run->isCompared() && !run->isInside;
    m_verdict->setInk(!isFar ? TextLabel::Ink::Normal
            : run->ratio > 1 ? TextLabel::Ink::Bad
                             : TextLabel::Ink::Warning);
    m_verdict->setText(isAsked
            ? tr("Not judged yet: %1 is unknown.").arg(localMessage(factsInWords(run->missing)))
            : verdict.id.empty() ? QString()
                                 : localMessage(verdict));
    m_verdict->setVisible(!verdict.id.empty());
}

void RunsPage::showRun(int row)
{
    const RunDiagnosis *run = m_model->at(row);
    showVerdict(run);
    m_causes->setRun(run);
    m_terms->setTerms(run ? run->terms : std::vector<ComparedTerm> {});
    m_compiled->setFigures(run ? run->compiled : std::vector<ComparedFigure> {});
    // A crash alone has no steps to draw.
    const std::vector<StepPoint> points
        = run ? m_runs[static_cast<std::size_t>(row)].points : std::vector<StepPoint> {};
    m_steps->parentWidget()->setVisible(!points.empty());
    if (!run)
        return m_steps->setSteps({}, {}, {});
    std::optional<StepChart::Band> band;
    if (run->predicted)
        band = StepChart::Band { run->predicted->time.p10.value(),
            run->predicted->time.step.value(), run->predicted->time.p90.value() };
    m_steps->setSteps(points, run->stepSeconds, band);
}

} // namespace headroom
