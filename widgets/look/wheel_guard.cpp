#include "widgets/look/wheel_guard.h"

#include <QAbstractSpinBox>
#include <QComboBox>
#include <QCoreApplication>
#include <QEvent>

namespace headroom {

WheelGuard::WheelGuard(QObject *parent)
    : QObject(parent)
{
    QCoreApplication::instance()->installEventFilter(this);
}

bool WheelGuard::eventFilter(QObject *watched, QEvent *event)
{
    if (event->type() != QEvent::Wheel
        || !(qobject_cast<QComboBox *>(watched) || qobject_cast<QAbstractSpinBox *>(watched)))
        return QObject::eventFilter(watched, event);
    event->ignore(); // goes on to what the field stands in
    return true;
}

} // namespace headroom
