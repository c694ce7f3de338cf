#pragma once

#include "model/flags/catalogue/default_spans.h"

#include <QWidget>

class QPainter;

namespace headroom {

/// A flag's default over all examined releases, as one strip from the oldest to the newest; a mark
/// shows the plan's release.
class DefaultStrip : public QWidget
{
    Q_OBJECT
public:
    explicit DefaultStrip(QWidget *parent);

    /// `at`: the release that answers for the plan.
    void setHistory(
        const FlagEntry &entry, const JaxlibReleases &releases, const JaxlibVersion &at);
    bool isEmpty() const { return m_spans.empty(); }
    /// The same in words, one line for each stretch.
    QStringList lines() const;

    QSize sizeHint() const override;
    QSize minimumSizeHint() const override { return sizeHint(); }

protected:
    void paintEvent(QPaintEvent *event) override;
    bool event(QEvent *event) override;

private:
    QRectF barRect() const;
    QRectF spanRect(const DefaultSpan &span) const;
    QString valueText(const DefaultSpan &span) const;
    QString lineText(const DefaultSpan &span) const;
    void paintSpan(QPainter &painter, const DefaultSpan &span, bool isOdd) const;
    void paintReleases(QPainter &painter) const;
    QRectF paintMarkedRelease(QPainter &painter, double top) const;
    void paintMark(QPainter &painter) const;

    std::vector<DefaultSpan> m_spans;
    QStringList m_releases;
    int m_at = -1; ///< index of the plan's release
};

} // namespace headroom
