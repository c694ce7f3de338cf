#pragma once

#include "model/estimate/estimate.h"
#include "widgets/charts/chart.h"

namespace headroom {

/// Kinds of work against the chip's roofline: arithmetic intensity across, achieved rate upwards.
/// Work through device memory stands under the memory roof, collectives under the roof of their
/// link.
class RooflineChart : public Chart
{
    Q_OBJECT
public:
    explicit RooflineChart(QWidget *parent);

    void setResult(const Estimate &estimate, const Accelerator &chip);

protected:
    void draw() override;
    QString textAt(const QPointF &position) const override;

private:
    struct Roofs
    {
        double peak = 0, memory = 0, link = 0; ///< FLOP/s, bytes/s, bytes/s
    };
    void drawNumbers();
    void drawRoofs(double least, double most);
    QString describe(const RooflinePoint &point) const;
    double intensity(const RooflinePoint &point) const;
    double rate(const RooflinePoint &point) const;

    std::vector<RooflinePoint> m_points;
    Roofs m_roofs;
};

} // namespace headroom
