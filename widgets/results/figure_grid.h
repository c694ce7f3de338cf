#pragma once

#include <QHash>
#include <QList>
#include <QWidget>

namespace headroom {

class FigureButton;
class FlowLayout;
class PlanController;

/// Figures in columns, as many as there is room for; each shows how it came about when it is
/// clicked.
class FigureGrid : public QWidget
{
    Q_OBJECT
public:
    struct Figure
    {
        QString id; ///< of the derivation
        QString caption, value;
        QString note {};
    };

    FigureGrid(const PlanController &controller, int columns, QWidget *parent);

    void setFigures(const QList<Figure> &figures);

signals:
    void activated(const QString &id);

private:
    FigureButton *button(const Figure &figure);

    const PlanController &m_controller;
    FlowLayout *m_flow;
    QHash<QString, FigureButton *> m_buttons;
    QStringList m_shown; ///< ids, in their order
};

} // namespace headroom
