#pragma once

#include "model/estimate/calibration.h"
#include "widgets/frame/page.h"
#include "widgets/planning/plan_controller.h"
#include "widgets/runs/run_explainer.h"

#include <functional>
#include <memory>
#include <optional>

class QPushButton;
class QTableView;

namespace headroom {

class CalibrationCard;
class Card;
class CauseCards;
class CompiledCard;
class NextRunCard;
class PredictionChart;
class RunTableModel;
class StepChart;
class TermsCard;
class TextLabel;
class WindowContext;
class Workers;

/// What really happened: runs of a project file beside their predictions, and why they differ.
/// Logs are read by a worker; the page stays usable meanwhile.
class RunsPage : public Page
{
    Q_OBJECT
public:
    RunsPage(WindowContext &context, QWidget *parent);
    ~RunsPage() override;

    /// Reads logs, configurations and tables into the project file beside the plan; a plan without
    /// a file is asked for one.
    void addFiles(const QStringList &files);
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
    std::filesystem::path projectFile() const; ///< empty: the plan has no file and none was chosen
    RunQuestion question() const;
    void start(const QStringList &files);
    void show(const RunAnswer &answer, bool wasAdding);
    /// What "Use for this plan" makes the plan name: the profile that was saved here, else the
    /// project file.
    std::string calibrationName() const;
    /// As the plan names a file: relative where it lies beside the plan.
    std::string nameFor(const std::filesystem::path &file) const;
    void showCalibration(const RunAnswer &answer);
    void showCompiled(const RunAnswer &answer);
    void saveProfile();
    void propose();
    void runsHaveGrown();
    void forgetNext(const QString &note);
    void openNext();
    void showError(const QString &text);
    void showRun(int row);

    WindowContext &m_context;
    Workers *m_workers;
    std::shared_ptr<RunExplainer> m_explainer;
    TextLabel *m_status;
    TextLabel *m_problems;
    QPushButton *m_add;
    Card *m_empty = nullptr;
    QWidget *m_content = nullptr;
    RunTableModel *m_model;
    QTableView *m_table;
    PredictionChart *m_predictions;
    StepChart *m_steps;
    CauseCards *m_causes;
    TermsCard *m_terms;
    CompiledCard *m_compiled;
    CalibrationCard *m_calibration;
    NextRunCard *m_next;
    std::vector<ProjectRun> m_runs;
    std::filesystem::path m_project; ///< chosen for a plan without a file
    std::filesystem::path m_profile; ///< cluster profile that was saved here
    std::filesystem::path m_profilePlan; ///< file of the plan at hand then
    std::optional<Calibration> m_own; ///< what the runs tell
    std::optional<Plan> m_asked; ///< that next runs were asked for
    int m_generation = 0; ///< answers of older starts are dropped
    int m_nextGeneration = 0;
    bool m_isFresh = false;
};

} // namespace headroom
