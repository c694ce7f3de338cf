#pragma once

#include <QColor>
#include <QWidget>

namespace headroom {

struct Timeline;

/// What the colours and patterns of the timeline mean; only what the step contains.
class TimelineLegend : public QWidget
{
    Q_OBJECT
public:
    explicit TimelineLegend(QWidget *parent);

    void setTimeline(const Timeline &timeline);
    QStringList entries() const { return m_entries; }

private:
    QStringList m_entries;
};

} // namespace headroom
