#pragma once

#include "widgets/charts/chart.h"

#include <QColor>

#include <vector>

namespace headroom {

/// Curves over a few positions (micro-batch sizes, network rates …), on one or two axes, with the
/// positions that do not fit or break a rule marked.
class CurveChart : public Chart
{
    Q_OBJECT
public:
    struct Curve
    {
        QString label;
        std::vector<double> values; ///< one for each position; NaN: none
        bool rightAxis = false;
        QColor colour; ///< invalid: chosen by order
        bool isDrawn = true; ///< else in the table and under the mouse alone
    };
    struct Data
    {
        QString xLabel, leftLabel, rightLabel;
        QStringList positions; ///< tick labels, evenly spaced
        std::vector<bool> fits; ///< per position; empty: all fit
        std::vector<Curve> curves;
        int current = -1; ///< position of the plan itself
        QString sentence;
    };

    CurveChart(const QString &title, QWidget *parent);

    void setData(Data content);

protected:
    void draw() override;
    QString textAt(const QPointF &position) const override;

private:
    void drawCurves();
    void drawUnfit();
    void drawCurrent();

    Data m_data;
};

} // namespace headroom
