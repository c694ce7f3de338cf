#pragma once

#include "widgets/frame/field_page.h"

class QToolButton;

namespace headroom {

class FactGrid;
class MeshCard;
class TextLabel;

/// Degrees of parallelism beside a picture of what they do to the devices, micro-batch and remat
/// policy. Fields that mean nothing for the plan are folded away.
class ParallelismPage : public FieldPage
{
    Q_OBJECT
public:
    ParallelismPage(WindowContext &context, QWidget *parent);

    void reveal(QWidget *widget) override;

private:
    void buildSides();
    void refresh();
    void refreshProduct();
    void fold();
    bool isIdle(const QString &path) const;

    QList<FieldForm *> m_forms;
    FactGrid *m_facts;
    MeshCard *m_mesh = nullptr;
    TextLabel *m_product = nullptr;
    QToolButton *m_all = nullptr; ///< shows the folded fields, too
};

} // namespace headroom
