#pragma once

#include "model/plan/fields/plan_fields.h"
#include "widgets/text/typed_number.h"

#include <QWidget>

class QLabel;
class QPushButton;

namespace headroom {

class PlanController;
class TextLabel;

/// Editor of one plan field, made from its row of the field table. It shows what the controller
/// has, writes what the user types, and carries the explanation of a problem right below.
class FieldEditor : public QWidget
{
    Q_OBJECT
public:
    /// Pixels around the input for the frame that marks it.
    static constexpr int markWidth = 2;

    FieldEditor(PlanController &controller, const PlanField &field, QWidget *parent);

    const QString &path() const { return m_path; }
    QWidget *input() const { return m_input; } ///< what takes the focus
    QString label() const { return m_label; }
    bool hasOwnLabel() const { return m_ownLabel; } ///< a check box carries its label itself
    /// Marks the fields that feed a segment of a chart.
    void setHighlighted(bool highlighted);
    /// What an empty input stands for.
    void setPlaceholder(const QString &text);

protected:
    void paintEvent(QPaintEvent *event) override;
    bool eventFilter(QObject *watched, QEvent *event) override;

private:
    void createInput(const PlanField &field);
    QPushButton *browseButton();
    QStringList choices() const;
    QString idOf(const QString &text) const;
    QStringList releases() const;
    void readBack();
    void showProblem();
    QString unitBeside() const;
    Thousand thousand() const;
    void takeText(const QString &text);
    void takeNumber(const QString &text);

    PlanController &m_controller;
    const PlanField &m_field;
    QString m_path, m_label;
    QWidget *m_input = nullptr;
    TextLabel *m_unit = nullptr, *m_problem = nullptr;
    QWidget *m_repairs = nullptr;
    bool m_ownLabel = false;
    bool m_marked = false; ///< with a frame: something is wrong here
    bool m_isTold = false; ///< a problem is told, here or by the frame
    bool m_highlighted = false;
    bool m_isTaking = false; ///< what the user types goes to the controller
};

} // namespace headroom
