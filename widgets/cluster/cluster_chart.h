#pragma once

#include "widgets/charts/chart.h"

#include <optional>
#include <vector>

namespace headroom {

/// Cost against days, both logarithmic: for each chip in a colour of its own the machines that no
/// other number of devices beats in both, each with its interval. What is not known of the time
/// moves days and cost together, so that an interval is a slanted line. A click opens a machine.
class ClusterChart : public Chart
{
    Q_OBJECT
public:
    struct Point
    {
        QString machine; ///< "8 × 8 h100-sxm"
        QString id; ///< what a click tells
        double days = 0, cost = 0;
        double minDays = 0, maxDays = 0, minCost = 0, maxCost = 0;
        bool isRecommended = false;
    };
    struct Series
    {
        QString name; ///< of the chip
        std::vector<Point> points; ///< by devices
    };
    struct Limits
    {
        std::optional<double> days, cost;
    };

    explicit ClusterChart(QWidget *parent);

    /// The cheapest chips are drawn, at most as many as there are colours; the table has all.
    void setSeries(std::vector<Series> series, const Limits &limits);
    /// Rings the machine; empty: none.
    void select(const QString &id);

protected:
    void draw() override;
    void resizeEvent(QResizeEvent *event) override;
    QString textAt(const QPointF &position) const override;
    QString idAt(const QPointF &position) const override;

private:
    const Point *nearest(const QPointF &position) const;
    void setRanges();
    void drawLimits();
    void nameSeries();
    void drawSeries(const Series &series, const QColor &colour);
    void drawMark(const Point &point, int shape, double size, const QColor &colour, bool isFilled);
    QString sentence() const;

    std::vector<Series> m_series; ///< those drawn
    std::size_t m_chips = 0; ///< all that have a machine
    Limits m_limits;
    QString m_selected;
};

} // namespace headroom
