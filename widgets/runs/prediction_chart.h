#pragma once

#include "widgets/charts/chart.h"

#include <optional>
#include <vector>

namespace headroom {

/// Measured steps beside what was predicted for them, one column a run: the bar is the interval,
/// the dot what happened.
class PredictionChart : public Chart
{
    Q_OBJECT
public:
    struct Range
    {
        double low = 0, middle = 0, high = 0; ///< seconds
        bool holds(double measured) const { return measured >= low && measured <= high; }
    };
    struct Entry
    {
        QString id;
        double measured = 0; ///< seconds
        Range predicted {};
        std::optional<Range> before {}; ///< by the profiles alone, where the plan is calibrated
        bool isInside() const { return predicted.holds(measured); }
    };
    /// Runs that are drawn; the table has all.
    static constexpr std::size_t maxDrawn = 24;

    explicit PredictionChart(QWidget *parent);

    void setEntries(std::vector<Entry> entries);

protected:
    void draw() override;
    QString textAt(const QPointF &position) const override;
    QString idAt(const QPointF &position) const override;

private:
    void drawIntervals(bool isBefore);
    void nameColumns();
    QString sentence() const;
    const Entry *entryAt(const QPointF &position) const;
    bool hasBefore() const;
    std::size_t drawn() const { return std::min(m_entries.size(), maxDrawn); }

    std::vector<Entry> m_entries;
};

} // namespace headroom
