#pragma once

#include "widgets/timeline/timeline_painter.h"

#include <QPixmap>
#include <QWidget>

namespace headroom {

/// The whole step in one strip, with a frame round what the chart shows; a click or a drag moves
/// the frame.
class TimelineOverview : public QWidget
{
    Q_OBJECT
public:
    explicit TimelineOverview(QWidget *parent);

    /// `timeline` outlives the strip or is replaced; `stage` is the one whose computation is drawn.
    void setTimeline(const Timeline *timeline, int stage);
    /// What the chart shows of a step of `end` seconds.
    void setView(double from, double to, double end);

    QSize sizeHint() const override;

signals:
    void moved(double from); ///< seconds at which the view is to begin

protected:
    void paintEvent(QPaintEvent *event) override;
    void resizeEvent(QResizeEvent *event) override;
    void changeEvent(QEvent *event) override;
    void mousePressEvent(QMouseEvent *event) override;
    void mouseMoveEvent(QMouseEvent *event) override;

private:
    void moveTo(double x);
    void draw();

    TimelinePainter m_painter;
    bool m_hasStep = false;
    QPixmap m_step; ///< drawn once for each step and size
    double m_from = 0, m_to = 1, m_end = 1;
};

} // namespace headroom
