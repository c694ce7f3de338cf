#pragma once

#include <QColor>
#include <QWidget>

#include <vector>

namespace headroom {

/// One stacked horizontal bar: segments, an optional interval of the total, and limits as labelled
/// lines. Segments answer to the mouse and to the arrow keys; the accessible description says the
/// result.
class TermBar : public QWidget
{
    Q_OBJECT
public:
    struct Segment
    {
        QString id, label, valueText;
        double value = 0;
        QColor colour;
        bool hatched = false;
    };
    struct Limit
    {
        QString label;
        double value = 0;
        bool strong = false;
    };

    explicit TermBar(QWidget *parent = nullptr);

    void setSegments(std::vector<Segment> segments);
    void setLimits(std::vector<Limit> limits);
    void setInterval(double low, double high); ///< of the total; equal: none
    /// What the whole width is, for bars that are compared; 0: what this bar holds.
    void setScale(double most);
    void setBarHeight(int pixels);
    void setDimmed(bool dimmed);
    void setHighlighted(const QStringList &ids);

    QSize sizeHint() const override;
    QSize minimumSizeHint() const override;

signals:
    void segmentEntered(const QString &id); ///< empty: left
    void segmentActivated(const QString &id);

protected:
    void paintEvent(QPaintEvent *event) override;
    void mouseMoveEvent(QMouseEvent *event) override;
    void mouseReleaseEvent(QMouseEvent *event) override;
    void leaveEvent(QEvent *event) override;
    void keyPressEvent(QKeyEvent *event) override;
    void focusOutEvent(QFocusEvent *event) override;
    bool event(QEvent *event) override;

private:
    double scaleMaximum() const;
    QRectF barRect() const;
    double xOf(double value) const;
    int segmentAt(double x) const;
    void setCurrent(int index);
    void paintLimits(QPainter &painter) const;

    std::vector<Segment> m_segments;
    std::vector<Limit> m_limits;
    double m_low = 0, m_high = 0;
    double m_scale = 0;
    int m_barHeight;
    bool m_dimmed = false;
    int m_current = -1;
    QStringList m_highlighted;
};

} // namespace headroom
