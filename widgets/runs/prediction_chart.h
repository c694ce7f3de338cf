#pragma once

#include "widgets/charts/chart.h"

#include <vector>

namespace headroom {

/// Measured steps beside what was predicted for them, one column a run: the bar is the interval,
/// the dot what happened.
class PredictionChart : public Chart
{
    Q_OBJECT
public:
    struct Entry
    {
        QString id;
        double measured = 0, low = 0, middle = 0, high = 0; ///< seconds
        bool isInside() const { return measured >= low && measured <= high; }
    };
    /// Runs that are drawn; the table has all.
    static constexpr std::size_t mostDrawn = 24;

    explicit PredictionChart(QWidget *parent);

    void setEntries(std::vector<Entry> entries);

protected:
    void draw() override;
    QString textAt(const QPointF &position) const override;
    QString idAt(const QPointF &position) const override;

private:
    const Entry *entryAt(const QPointF &position) const;
    std::size_t drawn() const { return std::min(m_entries.size(), mostDrawn); }

    std::vector<Entry> m_entries;
};

} // namespace headroom
