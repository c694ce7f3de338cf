#pragma once

#include <QApplication>
#include <QTest>
#include <QWidget>
#include <QWindow>

// Waits of window suites, each with its own reason: a busy machine moves the focus, lays out and
// paints later than the line of the test that asked for it.

namespace headroom {

constexpr int windowPatience = 60000; ///< ms; a sanitizer or a busy machine needs it

/// Who has the focus instead of the widget that a test waits for.
inline QByteArray focusReport(const QWidget &wanted)
{
    const QWidget *owner = QApplication::focusWidget();
    return QStringLiteral("the focus is not on %1 but on %2; the active window is %3")
        .arg(wanted.objectName(), owner ? owner->objectName() : QStringLiteral("nothing"),
            QApplication::activeWindow() ? QApplication::activeWindow()->objectName()
                                         : QStringLiteral("none"))
        .toUtf8();
}

inline bool isExposed(const QWidget &window)
{
    return window.windowHandle() && window.windowHandle()->isExposed();
}

} // namespace headroom

#define TRY_FOCUS(widget)                                                                          \
    QTRY_VERIFY2_WITH_TIMEOUT((widget)->hasFocus(), headroom::focusReport(*(widget)).constData(),  \
        headroom::windowPatience)
#define TRY_SHOWN(widget)                                                                          \
    QTRY_VERIFY2_WITH_TIMEOUT((widget)->isVisible() && !(widget)->visibleRegion().isEmpty(),       \
        qPrintable((widget)->objectName() + QStringLiteral(" is not in sight")),                   \
        headroom::windowPatience)
#define TRY_EXPOSED(window)                                                                        \
    QTRY_VERIFY2_WITH_TIMEOUT(headroom::isExposed(*(window)),                                      \
        qPrintable((window)->objectName() + QStringLiteral(" is not on the screen")),              \
        headroom::windowPatience)
#define TRY_ACTIVE(window)                                                                         \
    QTRY_VERIFY2_WITH_TIMEOUT((window)->isActiveWindow(),                                          \
        qPrintable((window)->objectName() + QStringLiteral(" is not the active window")),          \
        headroom::windowPatience)
