#pragma once

#include "widgets/charts/chart.h"

#include <optional>
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

    /// A prediction without a measurement, with its interval; drawn where it would lie if it were
    /// right.
    struct Own
    {
        double predicted = 0, low = 0, high = 0;
        bool operator==(const Own &) const = default;
    };

    ScatterChart(const QString &title, const QString &unit, QWidget *parent);

    void setPoints(std::vector<Point> points, const QString &sentence);
    /// The plan at hand; nothing: it has no result.
    void setOwn(const std::optional<Own> &own);

protected:
    void draw() override;
    QString textAt(const QPointF &position) const override;

private:
    void drawOwn();

    std::vector<Point> m_points;
    std::optional<Own> m_own;
    QString m_unit;
};

} // namespace headroom
