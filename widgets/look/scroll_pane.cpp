#include "widgets/look/scroll_pane.h"

#include <QEvent>
#include <QScopedValueRollback>

namespace headroom {
namespace {

/// A pass without the bar, one with it, one without it again: whatever comes now is a circle.
constexpr int maxDepth = 3;

} // namespace

ScrollPane::ScrollPane(QWidget *parent)
    : QScrollArea(parent)
{
    setWidgetResizable(true);
    setFrameShape(QFrame::NoFrame);
    setFocusPolicy(Qt::NoFocus);
}

bool ScrollPane::eventFilter(QObject *watched, QEvent *event)
{
    if (watched != widget() || event->type() != QEvent::Resize)
        return QScrollArea::eventFilter(watched, event);
    if (m_depth >= maxDepth)
        return false;
    const QScopedValueRollback<int> deeper(m_depth, m_depth + 1);
    return QScrollArea::eventFilter(watched, event);
}

} // namespace headroom
