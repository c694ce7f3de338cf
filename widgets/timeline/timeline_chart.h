#pragma once

#include "widgets/charts/chart.h"
#include "widgets/timeline/timeline_painter.h"

class QTimer;

namespace headroom {

/// Gantt chart of one step: the streams of one device, or all stages of a pipeline. Drag pans,
/// Ctrl and the wheel zoom, and everything works from the keyboard: arrows pan, + and − zoom, Home
/// shows the whole step, Shift and arrows walk from block to block.
class TimelineChart : public Chart
{
    Q_OBJECT
public:
    /// What is in view until the user moves: it stays in view when the plan changes.
    enum class Preset { Step, MicroBatch, Layers, Free };

    explicit TimelineChart(QWidget *parent);
    ~TimelineChart() override;

    /// Shows a step; `stage` −1: all stages, one row each.
    void setTimeline(Timeline timeline, int stage);
    const Timeline &timeline() const { return m_timeline; }
    /// A profiled step beneath it, on the same axis; nothing takes it away.
    void setMeasured(std::optional<MeasuredStep> measured);
    const std::optional<MeasuredStep> &measured() const { return m_measured; }
    /// The axis reaches at least so many seconds: for a longer step in a chart beside it.
    void setReach(double seconds) { m_reach = seconds; }
    double end() const; ///< of the longest of them, seconds
    int stage() const { return m_stage; }
    void setPreset(Preset preset);
    Preset preset() const { return m_preset; }
    void setRange(double from, double to);
    double rangeFrom() const { return m_from; }
    double rangeTo() const { return m_to; }
    void zoom(double factor, double around);
    void pan(double share); ///< of what is in view
    std::size_t paintedRects() const { return m_painter.paintedRects(); }
    /// Draws now what the event loop would draw next.
    void repaintNow();

signals:
    void rangeChanged();
    /// Facts of the block under the mouse or chosen by key, one a line; empty: none.
    void factsChanged(const QStringList &facts);

protected:
    void draw() override;
    QString textAt(const QPointF &position) const override;
    QString idAt(const QPointF &position) const override;
    bool eventFilter(QObject *watched, QEvent *event) override;

private:
    friend class TimelinePlottable;

    TimelineFrame frame() const;
    int shownStage() const; ///< the stage that sentence and presets speak of
    void rebuildRows();
    void applyPreset();
    void applyRange();
    void refreshTable();
    void select(std::optional<TimelinePainter::Hit> hit);
    void walk(int direction);
    void changeRow(int direction);
    bool keyPressed(QKeyEvent *event);
    bool wheelTurned(QWheelEvent *event);
    bool mouseMoved(QMouseEvent *event);

    Timeline m_timeline;
    std::optional<MeasuredStep> m_measured;
    TimelinePainter m_painter;
    int m_stage = 0;
    Preset m_preset = Preset::Step;
    double m_from = 0, m_to = 1;
    double m_reach = 0;
    int m_row = 0;
    QTimer *m_tableTimer;
    double m_dragFrom = 0;
    double m_dragX = 0;
    bool m_dragging = false;
};

} // namespace headroom
