#pragma once

#include "widgets/fields/field_form.h"
#include "widgets/look/panels.h"

class QToolButton;

namespace headroom {

class PlanController;

/// What the scheduler and the files of a run are told: closed a line that sums up what is set, open
/// the fields of the plan's section `job`.
class JobCard : public Card
{
    Q_OBJECT
public:
    /// `taken` are the letters that the page gives away itself.
    JobCard(PlanController &controller, Mnemonics taken, QWidget *parent);

    void open();

protected:
    void resizeEvent(QResizeEvent *event) override;

private:
    QWidget *buildFields();
    void setOpen(bool isOpen);
    void refresh();
    void elide();

    PlanController &m_controller;
    Mnemonics m_letters;
    QToolButton *m_fold;
    TextLabel *m_summary;
    QWidget *m_fields;
    QString m_text; ///< the summary in full
};

} // namespace headroom
