#pragma once

#include "model/diagnosis/run_project.h"
#include "widgets/frame/page.h"

#include <QSet>

#include <memory>

class QPushButton;
class QTableView;
class QThread;

namespace headroom {

class Card;
class CauseCards;
class PredictionChart;
class RunTableModel;
class StepChart;
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

    /// Reads logs, configurations and tables into the project file beside the plan; a plan without
    /// a file is asked for one.
    void addFiles(const QStringList &files);
    /// Nothing is being read.
    bool isIdle() const { return m_workers.isEmpty(); }

protected:
    void showEvent(QShowEvent *event) override;

private:
    struct Explainer;

    QWidget *buildTop();
    void buildCharts();
    void chooseFile();
    void markStale();
    void refresh();
    void start(const std::filesystem::path &file, const QStringList &files);
    void show(const RunProject &project, bool wasAdding);
    void showError(const QString &text);
    void showRun(int row);
    QString statusText(const RunProject &project, bool wasAdding) const;

    WindowContext &m_context;
    std::shared_ptr<Explainer> m_explainer;
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
    std::vector<ProjectRun> m_runs;
    std::filesystem::path m_project; ///< chosen for a plan without a file
    QSet<QThread *> m_workers;
    int m_generation = 0; ///< answers of older starts are dropped
    bool m_isFresh = false;
};

} // namespace headroom
