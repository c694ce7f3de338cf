#pragma once

#include "model/estimate/calibration.h"
#include "widgets/frame/page.h"
#include "widgets/frame/workers.h"
#include "widgets/planning/plan_controller.h"
#include "widgets/runs/run_explainer.h"
#include "widgets/runs/run_files.h"

#include <functional>
#include <memory>
#include <optional>

class QPushButton;
class QTableView;

namespace headroom {

struct PlanIntake;
class CalibrationCard;
class Card;
class CauseCards;
class CompiledCard;
class NextRunCard;
class PredictionChart;
class MissingCard;
class RunImport;
class RunTableModel;
class StepChart;
class TermsCard;
class TextLabel;
class WindowContext;

/// What really happened: runs of a project file beside their predictions, and why they differ.
/// Logs are read by a worker; the page stays usable meanwhile.
class RunsPage : public Page
{
    Q_OBJECT
public:
    RunsPage(WindowContext &context, QWidget *parent);
    ~RunsPage() override;

    /// Reads logs, configurations and tables into the project file beside the plan; those of a plan
    /// without a file are kept until it is saved.
    void addFiles(const QStringList &files);
    /// The plan at hand was made of these files: their runs are shown, and what they leave open is
    /// asked.
    void takeImport(const QStringList &files, const PlanIntake &intake);
    /// Nothing is being read.
    bool isIdle() const;

protected:
    void showEvent(QShowEvent *event) override;

private:
    QWidget *buildTop();
    void buildCharts();
    void buildCards();
    void chooseFile();
    void markStale();
    void refresh();
    RunQuestion question() const;
    void start(const QStringList &files);
    void show(const RunAnswer &answer, bool wasAdding);
    void showCalibration(const RunAnswer &answer);
    void showCompiled(const RunAnswer &answer);
    void saveProfile();
    void propose();
    void runsHaveGrown();
    void forgetNext(const QString &note);
    void openNext();
    void showError(const QString &text);
    void showRun(int row);
    void showVerdict(const RunDiagnosis *run);
    void connectImport();
    bool mayName();

    WindowContext &m_context;
    Workers *m_workers;
    std::shared_ptr<RunExplainer> m_explainer;
    RunImport *m_import;
    TextLabel *m_verdict;
    MissingCard *m_missing;
    TextLabel *m_status;
    TextLabel *m_problems;
    QPushButton *m_add;
    Card *m_empty = nullptr;
    QWidget *m_content = nullptr;
    RunTableModel *m_model;
    QTableView *m_table;
    StepChart *m_steps;
    PredictionChart *m_predictions;
    CauseCards *m_causes;
    TermsCard *m_terms;
    CompiledCard *m_compiled;
    CalibrationCard *m_calibration;
    NextRunCard *m_next;
    std::vector<ProjectRun> m_runs;
    RunFiles m_files;
    std::optional<Calibration> m_own; ///< what the runs tell
    std::optional<Plan> m_asked; ///< that next runs were asked for
    NewestAnswer m_explained, m_proposed;
    bool m_isFresh = false;
    bool m_isMarking = false; ///< the plan as unsaved, because of runs in its draft
};

} // namespace headroom
