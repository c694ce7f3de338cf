#pragma once

#include <QObject>

namespace headroom {

/// The wheel scrolls the page: fields under the mouse pass it on, focused or not, so that turning
/// it never changes a plan. Their open lists take it.
class WheelGuard : public QObject
{
public:
    /// Guards all windows of the program as long as it lives.
    explicit WheelGuard(QObject *parent);

protected:
    bool eventFilter(QObject *watched, QEvent *event) override;
};

} // namespace headroom
