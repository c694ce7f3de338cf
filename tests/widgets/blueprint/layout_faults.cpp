// The law of layouts: what is in a window has its place in it.
#include "blueprint.h"

#include <QAbstractButton>
#include <QAbstractItemView>
#include <QAbstractScrollArea>
#include <QComboBox>
#include <QDockWidget>
#include <QLayout>
#include <QMainWindow>
#include <QScrollArea>
#include <QSplitter>
#include <QStackedWidget>
#include <QWidget>

namespace headroom {
namespace {

QString pathOf(const QWidget &widget)
{
    QStringList names;
    for (const QWidget *part = &widget; part && names.size() < 4; part = part->parentWidget())
        names.prepend(part->objectName().isEmpty()
                ? QString::fromLatin1(part->metaObject()->className())
                : part->objectName());
    return names.join('/');
}

bool isIn(const QLayout &layout, const QWidget &widget)
{
    for (int i = 0; i < layout.count(); ++i) {
        const QLayoutItem *item = const_cast<QLayout &>(layout).itemAt(i);
        if (item->widget() == &widget)
            return true;
        if (const QLayout *inner = const_cast<QLayoutItem *>(item)->layout();
            inner && isIn(*inner, widget))
            return true;
    }
    return false;
}

/// Laid out by Qt itself, or parts of one control.
bool arrangesItself(const QWidget &widget)
{
    return qobject_cast<const QAbstractScrollArea *>(&widget)
        || qobject_cast<const QComboBox *>(&widget) || qobject_cast<const QMainWindow *>(&widget)
        || qobject_cast<const QSplitter *>(&widget) || qobject_cast<const QDockWidget *>(&widget);
}

void add(const QWidget &widget, QStringList &faults)
{
    QList<const QWidget *> parts;
    for (const QObject *child : widget.children())
        if (const auto *part = qobject_cast<const QWidget *>(child);
            part && !part->isWindow() && part->isVisibleTo(&widget))
            parts << part;
    const QLayout *layout = arrangesItself(widget) ? nullptr : widget.layout();
    for (const QWidget *part : std::as_const(parts)) {
        if (layout && !isIn(*layout, *part))
            faults << pathOf(*part) + QStringLiteral(" is in no layout");
        else if (layout && part->size().isEmpty() && !part->sizeHint().isEmpty())
            faults << pathOf(*part) + QStringLiteral(" has no size");
        else if (layout && !widget.rect().contains(part->geometry()))
            faults << pathOf(*part) + QStringLiteral(" reaches beyond its parent");
    }
    for (qsizetype i = 0; layout && i < parts.size(); ++i)
        for (qsizetype k = i + 1; k < parts.size(); ++k)
            if (parts[i]->geometry().intersects(parts[k]->geometry()))
                faults
                    << QStringLiteral("%1 lies over %2").arg(pathOf(*parts[k]), pathOf(*parts[i]));
    if (const auto *area = qobject_cast<const QScrollArea *>(&widget);
        area && area->widget() && area->widget()->width() > area->viewport()->width())
        faults << pathOf(*area->widget()) + wider;
    for (const QWidget *part : std::as_const(parts))
        add(*part, faults);
}

} // namespace

QStringList faultsOfLayout(const QWidget &widget)
{
    QStringList faults;
    add(widget, faults);
    return faults;
}

} // namespace headroom
