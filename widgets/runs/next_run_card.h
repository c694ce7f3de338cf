#pragma once

#include "model/calibration/next_runs.h"
#include "widgets/look/panels.h"

class QPushButton;
class QTableView;

namespace headroom {

class ChangeTable;

/// The runs that are expected to gain most per device-hour, worked out when asked for.
class NextRunCard : public Card
{
    Q_OBJECT
public:
    explicit NextRunCard(QWidget *parent);

    /// Nothing was asked yet; `note` says so.
    void clear(const QString &note);
    void setRunning();
    void setProblem(const QString &text);
    /// `plan` is what was asked about.
    void setRuns(std::vector<NextRun> runs, const Plan &plan);
    /// The one that is chosen; null: none.
    const NextRun *chosen() const;

signals:
    void wanted();
    void openWanted();
    void exportWanted();

private:
    void showChosen();

    TextLabel *m_status;
    QTableView *m_table;
    ChangeTable *m_model;
    TextLabel *m_changes;
    TextLabel *m_settles;
    QPushButton *m_ask;
    QPushButton *m_open;
    QPushButton *m_export;
    std::vector<NextRun> m_runs;
    bool m_isRunning = false;
};

} // namespace headroom
