#pragma once

#include "model/estimate/estimate.h"
#include "widgets/charts/chart.h"

#include <vector>

class QCPAbstractPlottable;

namespace headroom {

/// Stacked terms of one or several plans: memory against budget and capacity, or the step time.
class TermChart : public Chart
{
    Q_OBJECT
public:
    enum class Kind { Memory, Time };
    struct Bar
    {
        QString label;
        Estimate estimate;
    };

    TermChart(Kind kind, QWidget *parent);

    /// The first bar is the plan; others are pins. Nothing else decides what is drawn.
    void setBars(std::vector<Bar> bars);

protected:
    void draw() override;
    void resizeEvent(QResizeEvent *event) override;
    QString textAt(const QPointF &position) const override;
    QString idAt(const QPointF &position) const override;

private:
    struct Series
    {
        QString id, label;
        std::vector<double> values; ///< one for each bar, in the axis unit
        QStringList texts;
    };
    std::vector<Series> series() const;
    QString sentence() const;
    void drawSeries();
    void drawLimits();
    void drawIntervals();
    void fitLegend();
    const Series *seriesAt(const QPointF &position, int *bar) const;

    Kind m_kind;
    std::vector<Bar> m_bars;
    std::vector<Series> m_series;
    std::vector<QCPAbstractPlottable *> m_plottables;
};

} // namespace headroom
