#pragma once

#include "model/estimate/calibration.h"
#include "widgets/look/panels.h"

class QPushButton;
class QTableView;

namespace headroom {

class ChangeTable;

/// What own runs tell about the constants: which of them leave-one-out let move, from what to what,
/// and what to do with that.
class CalibrationCard : public Card
{
    Q_OBJECT
public:
    explicit CalibrationCard(QWidget *parent);

    void setCalibration(const Calibration &calibration);
    /// There is none, and why.
    void setProblem(const QString &why);
    /// `source` is what "Use for this plan" makes the plan name; `problem`: why what the plan names
    /// already cannot be used.
    void setUse(const QString &source, bool isUsed, const QString &problem);

signals:
    void useWanted();
    void saveWanted();

private:
    void showButtons();

    TextLabel *m_choice;
    TextLabel *m_modes; ///< left-out errors of every mode
    QTableView *m_table;
    ChangeTable *m_model;
    TextLabel *m_use;
    QPushButton *m_useButton;
    QPushButton *m_saveButton;
    bool m_hasMoved = false, m_isUsed = false;
};

} // namespace headroom
