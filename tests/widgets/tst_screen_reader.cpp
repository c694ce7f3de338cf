// What a screen reader finds: names, roles and values of all controls; the order in which Tab goes;
// and where the window comes back.
#include "window_test.h"

#include <QAccessible>
#include <QApplication>

using namespace headroom;

namespace {

bool holdsValue(QAccessible::Role role)
{
    return role == QAccessible::EditableText || role == QAccessible::SpinBox
        || role == QAccessible::ComboBox;
}

QString describe(QAccessibleInterface &one)
{
    const QObject *object = one.object();
    return QStringLiteral("role %1 \"%2\" (%3 %4)")
        .arg(one.role())
        .arg(one.text(QAccessible::Name),
            object ? QLatin1String(object->metaObject()->className()) : QLatin1String("part"),
            object ? object->objectName() : QString());
}

} // namespace

class ScreenReaderTest : public WindowTest
{
    Q_OBJECT

private slots:
    void init() { openWindow(); }
    void cleanup() { closeWindow(); }

    void everyControlHasNameRoleAndValue()
    {
        QStringList silent;
        int controls = 0;
        for (const QString &id : m_window->pageIds()) {
            open("llama3-70b-h100-32-nodes", qPrintable(id));
            QApplication::processEvents();
            read(QAccessible::queryAccessibleInterface(m_window.get()), id, silent, controls);
        }
        for (const QString &place : std::as_const(silent))
            qInfo("%s", qPrintable(place));
        QVERIFY(silent.isEmpty());
        QVERIFY(controls > 400); // the tree was really read
    }

    /// Down a page, in a line from left to right, and a column on the right after the one on the
    /// left.
    void tabFollowsTheEye()
    {
        QStringList jumps;
        for (const QString &id : m_window->pageIds()) {
            open("llama3-70b-h100-32-nodes", qPrintable(id));
            QApplication::processEvents();
            const QList<QWidget *> stops = stopsOf(m_window->pageWidget(id));
            for (qsizetype i = 1; i < stops.size(); ++i) {
                const QRect was = placeOf(*stops[i - 1]), now = placeOf(*stops[i]);
                const bool isUp = now.center().y() < was.top() && now.left() < was.right();
                const bool isBack = now.top() < was.bottom() && was.top() < now.bottom()
                    && now.right() < was.left();
                if (isUp || isBack)
                    jumps.append(QStringLiteral("%1: %2 to %3")
                                     .arg(id, nameOf(*stops[i - 1]), nameOf(*stops[i])));
            }
        }
        for (const QString &jump : std::as_const(jumps))
            qInfo("%s", qPrintable(jump));
        QVERIFY(jumps.isEmpty());
    }

    /// A window that was closed on a screen which is gone comes back on one that is there.
    void aMissingMonitorLosesNoWindow()
    {
        m_window->move(m_window->screen()->availableGeometry().topRight() + QPoint(5000, 3000));
        QApplication::processEvents();
        m_window->close();
        m_window = m_fixture->makeWindow();
        m_window->show();
        TRY_EXPOSED(m_window.get());
        const QRect screen = m_window->screen()->availableGeometry();
        QVERIFY(screen.contains(m_window->frameGeometry().topLeft()));
        QVERIFY(screen.intersected(m_window->frameGeometry()).width() > m_window->width() / 2);
    }

private:
    /// Where Tab stops in a page, in its order.
    QList<QWidget *> stopsOf(const QWidget *page)
    {
        QList<QWidget *> stops;
        for (QWidget *next = m_window->nextInFocusChain(); next != m_window.get();
             next = next->nextInFocusChain())
            if (page->isAncestorOf(next) && next->isVisible() && next->isEnabled()
                && (next->focusPolicy() & Qt::TabFocus) && !next->focusProxy())
                stops.append(next);
        return stops;
    }
    static QRect placeOf(const QWidget &widget)
    {
        return { widget.mapToGlobal(QPoint()), widget.size() };
    }
    static QString nameOf(const QWidget &widget)
    {
        return QLatin1String(widget.metaObject()->className()) + QLatin1Char(' ')
            + widget.objectName();
    }
    void read(QAccessibleInterface *one, const QString &page, QStringList &silent, int &controls)
    {
        if (!one || one->state().invisible || one->state().offscreen)
            return;
        const QObject *object = one->object();
        const bool isControl = one->state().focusable && qobject_cast<const QWidget *>(object)
            && qobject_cast<const QWidget *>(object)->focusPolicy() != Qt::NoFocus
            && !object->objectName().startsWith(QLatin1String("qt_"));
        if (isControl) {
            ++controls;
            const bool hasValue = !holdsValue(one->role())
                || !one->text(QAccessible::Value).isEmpty() || one->valueInterface()
                || one->textInterface();
            if (one->text(QAccessible::Name).isEmpty() || one->role() == QAccessible::NoRole
                || !hasValue)
                silent.append(page + QStringLiteral(": ") + describe(*one));
        }
        // Cells of large tables are read by their model.
        const auto role = one->role();
        if (role == QAccessible::Table || role == QAccessible::Tree || role == QAccessible::List)
            return;
        for (int i = 0; i < one->childCount(); ++i)
            read(one->child(i), page, silent, controls);
    }
};

QTEST_MAIN(ScreenReaderTest)
#include "tst_screen_reader.moc"
