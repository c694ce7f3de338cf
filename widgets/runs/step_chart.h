#pragma once

#include "model/runs/facts/step_statistics.h"
#include "widgets/charts/chart.h"

#include <optional>
#include <vector>

namespace headroom {

/// Step times of one run over its steps. Those that do not count are marked by why; a band shows
/// what was predicted.
class StepChart : public Chart
{
    Q_OBJECT
public:
    struct Band
    {
        double low = 0, middle = 0, high = 0; ///< seconds
    };

    explicit StepChart(QWidget *parent);

    void setSteps(
        std::vector<StepPoint> points, std::optional<double> median, std::optional<Band> predicted);
    /// "warm-up", "evaluation" …
    static QString useText(StepUse use);

protected:
    void draw() override;
    QString textAt(const QPointF &position) const override;

private:
    double top() const; ///< of the axis: what lies above is drawn at the edge
    void drawBand(double left, double right);
    void drawPoints(StepUse use, double most);
    void drawBroken(double most);
    QString sentence() const;

    std::vector<StepPoint> m_points;
    std::optional<double> m_median;
    std::optional<Band> m_predicted;
};

} // namespace headroom
