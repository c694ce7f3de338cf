#pragma once

#include "model/estimate/estimate.h"
#include "widgets/charts/chart.h"

#include <QColor>

#include <optional>
#include <vector>

namespace headroom {

/// Where the memory or the step time of one plan goes: a row for each term, the largest first, with
/// value and share beside its bar, and a last row with the total and its interval.
class TermRows : public Chart
{
    Q_OBJECT
public:
    enum class Kind { Memory, Time };

    TermRows(Kind kind, QWidget *parent);

    void setEstimate(const Estimate &estimate);

protected:
    void draw() override;
    QString textAt(const QPointF &position) const override;
    QString idAt(const QPointF &position) const override;

private:
    struct Row
    {
        QString id, name, text; ///< value and share
        double value = 0; ///< in the axis unit
        QColor colour;
        bool isHatched = false;
    };
    struct Total
    {
        double value = 0, low = 0, high = 0;
        QString text;
    };
    struct Limit
    {
        QString label;
        double value = 0;
        Qt::PenStyle style = Qt::SolidLine;
    };

    void addRow(const QString &id, double value, const QString &text, double share);
    void drawRow(int key, const Row &row);
    void drawTotal(int key);
    void drawLimits(int rows);
    void fitRange();
    const Row *rowAt(const QPointF &position) const;

    Kind m_kind;
    std::vector<Row> m_rows; ///< the largest first
    Total m_total;
    std::vector<Limit> m_limits;
};

} // namespace headroom
