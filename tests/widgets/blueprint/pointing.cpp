#include "pointing.h"

#include "window_stage.h"
#include "window_walk.h"

#include "widgets/frame/explanation_pane.h"

#include <qcustomplot.h>

#include <QApplication>
#include <QHelpEvent>
#include <QPointer>
#include <QTest>
#include <QToolTip>

namespace headroom {
namespace {

constexpr int columns = 48, rows = 24; ///< of places that are tried
constexpr int clicked = 4; ///< answers of a picture
constexpr int shownChanges = 8; ///< of a click

/// A widget that answers the mouse by where it is.
bool isPicture(const QWidget &widget)
{
    return qobject_cast<const QCustomPlot *>(&widget)
        || (widget.hasMouseTracking()
            && QByteArray(widget.metaObject()->className()).startsWith("headroom::")
            && !qobject_cast<const QAbstractScrollArea *>(&widget));
}

QList<QPointer<QWidget>> picturesOf(QWidget &root)
{
    QList<QPointer<QWidget>> found;
    for (QWidget *widget : root.findChildren<QWidget *>())
        if (isPicture(*widget) && widget->isVisibleTo(&root) && !widget->size().isEmpty())
            found << widget;
    return found;
}

void send(QWidget &widget, QEvent::Type type, QPoint place, Qt::MouseButton button)
{
    QMouseEvent event(type, place, widget.mapToGlobal(place), button,
        type == QEvent::MouseButtonPress ? button : Qt::NoButton, {});
    QApplication::sendEvent(&widget, &event);
}

/// Tip and explanation of a place.
QString answerAt(QWidget &widget, QPoint place, const QWidget &pane)
{
    QToolTip::hideText();
    send(widget, QEvent::MouseMove, place, Qt::NoButton);
    if (!qobject_cast<QCustomPlot *>(&widget)) {
        QHelpEvent help(QEvent::ToolTip, place, widget.mapToGlobal(place));
        QApplication::sendEvent(&widget, &help);
    }
    QStringList explained;
    if (pane.isVisible())
        addShown(pane, explained);
    return QToolTip::text().simplified() + QStringLiteral(" => ") + explained.join(' ').left(160);
}

void click(
    WindowStage &stage, const Scene &scene, QWidget &widget, QPoint place, QStringList &lines)
{
    QStringList before, after;
    addShown(*stage.window, before);
    send(widget, QEvent::MouseButtonPress, place, Qt::LeftButton);
    send(widget, QEvent::MouseButtonRelease, place, Qt::LeftButton);
    stage.settle();
    addShown(*stage.window, after);
    QStringList news { QStringLiteral("page ") + stage.window->currentPage() };
    for (QWidget *other : QApplication::topLevelWidgets())
        if (other != stage.window.get() && other->isVisible() && !other->windowTitle().isEmpty()) {
            news << QStringLiteral("window ") + other->windowTitle();
            other->close();
        }
    news.sort();
    news += std::exchange(stage.said, {}) + differences(before, after);
    lines << news.mid(0, shownChanges);
    if (*scene.page)
        stage.window->showPage(QLatin1String(scene.page));
    stage.settle();
}

} // namespace

void addPointed(WindowStage &stage, const Scene &scene, QStringList &lines)
{
    const QWidget &pane = *stage.window->findChild<ExplanationPane *>();
    for (const QPointer<QWidget> &picture : picturesOf(stage.root(scene))) {
        if (!picture)
            continue;
        lines << QStringLiteral("=== pointing at %1 %2")
                     .arg(QLatin1String(picture->metaObject()->className()), picture->objectName());
        QStringList answers;
        QList<QPoint> places;
        for (int row = 0; row < rows; ++row)
            for (int column = 0; column < columns; ++column) {
                const QPoint place((2 * column + 1) * picture->width() / (2 * columns),
                    (2 * row + 1) * picture->height() / (2 * rows));
                const QString answer = answerAt(*picture, place, pane);
                if (answers.contains(answer))
                    continue;
                answers << answer;
                places << place;
                lines << QStringLiteral("at %1,%2: %3").arg(place.x()).arg(place.y()).arg(answer);
            }
        QEvent leave(QEvent::Leave);
        QApplication::sendEvent(picture, &leave);
        for (int i = 0; i < std::min<int>(clicked, static_cast<int>(places.size())) && picture;
             ++i) {
            lines << QStringLiteral("> click at %1,%2").arg(places[i].x()).arg(places[i].y());
            click(stage, scene, *picture, places[i], lines);
        }
    }
}

} // namespace headroom
