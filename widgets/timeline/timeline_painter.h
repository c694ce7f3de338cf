#pragma once

#include "model/diagnosis/measured_lanes.h"
#include "model/timeline/timeline_view.h"

#include <QPalette>
#include <QRectF>
#include <QString>

#include <array>
#include <optional>
#include <vector>

class QPainter;

namespace headroom {

struct TimelineRow
{
    int stage = 0;
    TimelineStream stream = TimelineStream::Compute;
    QString label;
    std::vector<MeasuredBlock> measured {}; ///< of a profile, instead of the stage's own blocks
    bool operator==(const TimelineRow &) const = default;
};

/// Where the rows lie on the screen and which stretch of time they show.
struct TimelineFrame
{
    QRectF area;
    double from = 0, to = 1; ///< seconds
    double xOf(double time) const
    {
        return area.left() + (time - from) / (to - from) * area.width();
    }
    double timeOf(double x) const { return from + (x - area.left()) / area.width() * (to - from); }
};

/// Draws the visible blocks of some rows as batches of rectangles, one batch per colour. What is
/// narrower than two pixels has been merged before; labels appear where they fit.
class TimelinePainter
{
public:
    struct Hit
    {
        int row = 0;
        DrawnBlock block;
    };

    void setTimeline(const Timeline *timeline) { m_timeline = timeline; }
    void setRows(std::vector<TimelineRow> rows) { m_rows = std::move(rows); }
    const std::vector<TimelineRow> &rows() const { return m_rows; }
    void setSelected(std::optional<Hit> selected) { m_selected = std::move(selected); }
    const std::optional<Hit> &selected() const { return m_selected; }

    void paint(QPainter &painter, const TimelineFrame &frame, const QPalette &palette);
    std::optional<Hit> blockAt(const TimelineFrame &frame, const QPointF &position) const;
    /// The block of a row that comes after (+1) or before (−1) a time.
    std::optional<Hit> neighbour(
        const TimelineFrame &frame, int row, double time, int direction) const;
    /// The same in a row of a profile; null in others and between its blocks.
    const MeasuredBlock *measuredAt(const TimelineFrame &frame, const QPointF &position) const;
    QRectF rectOf(const TimelineFrame &frame, const Hit &hit) const;
    /// Rectangles of the last painting, for tests of its cost.
    std::size_t paintedRects() const { return m_painted; }

private:
    /// Batches: a shade for passes and layers, one per term, waits.
    enum Style : std::size_t {
        ForwardStyle,
        ForwardOddStyle,
        BackwardStyle,
        BackwardOddStyle,
        UpdateStyle,
        RepeatStyle,
        TransferStyle, ///< of a profile: which axis it serves is not told
        FirstTermStyle,
        StyleCount = FirstTermStyle + timeTermCount
    };
    struct Label
    {
        QRectF rect;
        QString text;
        std::size_t style;
    };

    std::size_t styleOf(const DrawnBlock &block) const;
    void collectRow(const TimelineFrame &frame, int row);
    void collectMeasured(const TimelineFrame &frame, int row);
    int rowAt(const TimelineFrame &frame, const QPointF &position) const;
    QRectF rowRect(const TimelineFrame &frame, int row, double from, double to) const;
    void addWait(TimeTerm term, const QRectF &rect);
    void addLabel(const DrawnBlock &block, const QRectF &rect, std::size_t style);
    void paintBubbles(QPainter &painter, const QPalette &palette);
    void paintLabels(QPainter &painter, const std::array<QColor, StyleCount> &colours);
    double rowHeight(const TimelineFrame &frame) const;
    double cellOf(const TimelineFrame &frame) const;

    const Timeline *m_timeline = nullptr;
    std::vector<TimelineRow> m_rows;
    std::optional<Hit> m_selected;
    std::array<std::vector<QRectF>, StyleCount> m_batches;
    std::array<std::vector<QRectF>, timeTermCount> m_waits;
    std::vector<QRectF> m_replays, m_bubbles;
    std::vector<Label> m_labels;
    std::vector<DrawnBlock> m_blocks;
    double m_digitWidth = 7;
    std::size_t m_painted = 0;
};

/// Colour of forward and backward passes and layers, where single terms are too small to see.
QColor phaseColour(BlockPhase phase, bool odd, const QPalette &palette);

} // namespace headroom
