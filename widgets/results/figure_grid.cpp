#include "widgets/results/figure_grid.h"

#include "widgets/look/flow_layout.h"
#include "widgets/look/spacing.h"
#include "widgets/results/figure_button.h"

namespace headroom {

FigureGrid::FigureGrid(const PlanController &controller, int columns, QWidget *parent)
    : QWidget(parent)
    , m_controller(controller)
    , m_flow(new FlowLayout(this, gap(1)))
{
    m_flow->setEven(true, columns);
}

FigureButton *FigureGrid::button(const Figure &figure)
{
    FigureButton *&made = m_buttons[figure.id];
    if (!made) {
        made = new FigureButton(
            m_controller, figure.caption, figure.id, FigureButton::Better::Neither, this);
        connect(made, &FigureButton::clicked, this, [this, id = figure.id] { emit activated(id); });
    }
    return made;
}

void FigureGrid::setFigures(const QList<Figure> &figures)
{
    QStringList ids;
    for (const Figure &figure : figures)
        ids.append(figure.id);
    if (ids == m_shown) { // a new arrangement costs far more than new numbers
        for (const Figure &figure : figures)
            m_buttons[figure.id]->setValue(figure.value, figure.note);
        return;
    }
    m_shown = ids;
    for (FigureButton *made : std::as_const(m_buttons))
        made->hide();
    // Tab comes to them where the grid stands, not behind all that was made before them.
    QWidget *before = previousInFocusChain();
    while (before != this && (before->focusPolicy() == Qt::NoFocus || isAncestorOf(before)))
        before = before->previousInFocusChain();
    for (const Figure &figure : figures) {
        FigureButton *shown = button(figure);
        shown->setValue(figure.value, figure.note);
        m_flow->removeWidget(shown);
        m_flow->addWidget(shown);
        shown->show();
        setTabOrder(before, shown);
        before = shown;
    }
}

} // namespace headroom
