#pragma once

#include "model/diagnosis/measured_lanes.h"
#include "widgets/frame/page.h"
#include "widgets/frame/workers.h"

class QLineEdit;
class QTableView;

namespace headroom {

class CompareModel;
class TermChart;
class Card;
class TextLabel;
class WindowContext;

/// Pinned plans beside the present one, with what runs of them took.
class ComparePage : public Page
{
    Q_OBJECT
public:
    ComparePage(WindowContext &context, QWidget *parent);
    ~ComparePage() override;

protected:
    void showEvent(QShowEvent *event) override;

private:
    void refresh();
    void readRuns(); ///< those beside the plan, by a worker
    void rebuildPins();
    QLineEdit *nameField(std::size_t index, QChar letter, QWidget *parent);

    WindowContext &m_context;
    CompareModel *m_model;
    QTableView *m_table;
    TermChart *m_memory;
    TermChart *m_time;
    QWidget *m_pinBox;
    TextLabel *m_empty;
    Card *m_emptyCard = nullptr;
    Workers *m_workers;
    std::vector<PlannedRun> m_runs;
    NewestAnswer m_read;
    bool m_fresh = false;
};

} // namespace headroom
