#pragma once

#include "model/estimate/estimate.h"
#include "widgets/charts/chart.h"
#include "widgets/charts/chart_marks.h"

#include <utility>
#include <vector>

namespace headroom {

/// Kinds of work against their roofs: arithmetic intensity across, achieved rate upwards.
/// Computation stands under the roof of device memory. The traffic of an axis stands under the roof
/// of its slowest link: across are the FLOPs of the step for each byte on that link, upwards the
/// rate at which both end that run side by side.
class RooflineChart : public Chart
{
    Q_OBJECT
public:
    explicit RooflineChart(QWidget *parent);

    void setResult(const Estimate &estimate, const Accelerator &chip);

protected:
    void draw() override;
    void resizeEvent(QResizeEvent *event) override;
    QString textAt(const QPointF &position) const override;

private:
    std::vector<NamedPlace> names() const;
    void drawRoofs(double least, double most);
    QString describe(const RooflinePoint &point) const;

    std::vector<RooflinePoint> m_points;
    std::vector<std::pair<Roof, BytesPerSecond>> m_roofs; ///< device memory first
    FlopPerSecond m_peak;
};

} // namespace headroom
