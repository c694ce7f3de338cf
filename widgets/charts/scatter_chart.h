#pragma once

#include "widgets/charts/chart.h"

#include <vector>

namespace headroom {

/// Predicted over measured values, both axes logarithmic, with the line of equality and a ±20 %
/// band.
class ScatterChart : public Chart
{
    Q_OBJECT
public:
    struct Point
    {
        QString id;
        double measured = 0, predicted = 0;
    };

    ScatterChart(const QString &title, const QString &unit, QWidget *parent);

    void setPoints(std::vector<Point> points, const QString &sentence);

protected:
    void draw() override;
    QString textAt(const QPointF &position) const override;

private:
    std::vector<Point> m_points;
    QString m_unit;
};

} // namespace headroom
