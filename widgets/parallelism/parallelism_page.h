#pragma once

#include "widgets/frame/field_page.h"

class QBoxLayout;
class QVBoxLayout;

namespace headroom {

class FactGrid;
class MeshCard;
class TermBar;
class TextLabel;

/// Degrees of parallelism beside a picture of what they do to the devices, micro-batch and remat
/// policy. Fields that mean nothing for the plan are folded away.
class ParallelismPage : public FieldPage
{
    Q_OBJECT
public:
    ParallelismPage(WindowContext &context, QWidget *parent);

protected:
    bool isIdle(const QString &path) const override;
    void resizeEvent(QResizeEvent *event) override;
    void changeEvent(QEvent *event) override;

private:
    void buildSides();
    void refresh();
    void refreshProduct();
    void showHolds(const QString &term);

    TermBar *m_holds = nullptr; ///< memory of one device by term, against its budget
    TextLabel *m_holdsNote = nullptr;
    FactGrid *m_facts;
    QBoxLayout *m_sides = nullptr;
    QVBoxLayout *m_left = nullptr;
    MeshCard *m_mesh = nullptr;
    TextLabel *m_product = nullptr;
};

} // namespace headroom
