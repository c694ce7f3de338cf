#include "widgets/results/figure_grid.h"

#include "widgets/look/spacing.h"
#include "widgets/results/figure_button.h"

#include <QGridLayout>

namespace headroom {

FigureGrid::FigureGrid(const PlanController &controller, int columns, QWidget *parent)
    : QWidget(parent)
    , m_controller(controller)
    , m_columns(columns)
    , m_layout(new QGridLayout(this))
{
    m_layout->setContentsMargins(0, 0, 0, 0);
    m_layout->setHorizontalSpacing(gap(3));
    m_layout->setVerticalSpacing(gap(1));
    for (int column = 0; column < columns; ++column)
        m_layout->setColumnStretch(column, 1);
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
    FigureButton *before = nullptr;
    for (qsizetype i = 0; i < figures.size(); ++i) {
        FigureButton *shown = button(figures.at(i));
        shown->setValue(figures.at(i).value, figures.at(i).note);
        m_layout->addWidget(
            shown, static_cast<int>(i) / m_columns, static_cast<int>(i) % m_columns, Qt::AlignTop);
        shown->show();
        if (before)
            setTabOrder(before, shown);
        before = shown;
    }
}

} // namespace headroom
