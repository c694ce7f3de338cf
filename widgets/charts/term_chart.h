#pragma once

#include "widgets/charts/chart.h"
#include "widgets/charts/term_segments.h"

#include <vector>

namespace headroom {

/// Stacked terms of one or several plans: memory against budget and capacity, or the step time.
class TermChart : public Chart
{
    Q_OBJECT
public:
    using Kind = TermKind;
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
    /// A term of all bars.
    using Series = std::vector<TermBar::Segment>;
    std::vector<Series> series() const;
    double inAxisUnit(double value) const;
    QString sentence() const;
    void drawSeries();
    void drawLimits();
    void fitLegend();
    const TermBar::Segment *segmentAt(const QPointF &position, int *bar) const;

    Kind m_kind;
    std::vector<Bar> m_bars;
    std::vector<Series> m_series;
};

} // namespace headroom
