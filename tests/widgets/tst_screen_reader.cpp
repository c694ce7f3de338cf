// What a screen reader finds: names, roles and values of all controls, the verdict when it changes; and the order in
// which Tab goes.
#include "window_test.h"

#include <QAccessible>
#include <QApplication>

using namespace headroom;

namespace {

/// What a screen reader was told of, since the tests of Qt have no screen reader.
QList<std::pair<QAccessible::Event, QString>> &heard()
{
    static QList<std::pair<QAccessible::Event, QString>> events;
    return events;
}

void hear(QAccessibleEvent *event)
{
    const QAccessibleInterface *one = event->accessibleInterface();
    heard().append({ event->type(), one ? one->text(QAccessible::Name) : QString() });
}

bool holdsValue(QAccessible::Role role)
{
    return role == QAccessible::EditableText || role == QAccessible::SpinBox
        || role == QAccessible::ComboBox;
}

QString placeOf(QAccessibleInterface &one)
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
    void initTestCase() { QAccessible::setActive(true); }
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
        QVERIFY(controls > 500); // the tree was really read
    }

    void aNewVerdictIsSaidAloud()
    {
        m_window->showPage(QStringLiteral("parallelism"));
        heard().clear();
        const auto before = QAccessible::installUpdateHandler(hear);
        type(QStringLiteral("parallelism.micro_batch_sequences"), QStringLiteral("64"));
        QAccessible::installUpdateHandler(before);
        const QString verdict = child<QLabel>("verdict")->text();
        QVERIFY(verdict.contains(QStringLiteral("not fit")));
        QVERIFY(heard().contains({ QAccessible::Alert, verdict }));
        QVERIFY(heard().contains({ QAccessible::NameChanged, verdict }));
    }

    /// Down a page, in a line from left to right, and a column on the right after the one on the left.
    void tabFollowsTheEye()
    {
        QStringList jumps;
        for (const QString &id : m_window->pageIds()) {
            open("llama3-70b-h100-32-nodes", qPrintable(id));
            QApplication::processEvents();
            const QWidget *page = m_window->pageWidget(id);
            const QWidget *before = nullptr;
            for (const QWidget *next = page->nextInFocusChain(); next != page;
                 next = next->nextInFocusChain()) {
                const bool isReached = page->isAncestorOf(next) && next->isVisible()
                    && next->isEnabled() && (next->focusPolicy() & Qt::TabFocus)
                    && !next->focusProxy();
                if (!isReached)
                    continue;
                if (before) {
                    const QRect was(before->mapTo(page, QPoint()), before->size());
                    const QRect now(next->mapTo(page, QPoint()), next->size());
                    if (now.center().y() < was.top() && now.left() < was.right())
                        jumps.append(QStringLiteral("%1: %2 %3 up to %4 %5").arg(id, QLatin1String(before->metaObject()->className()), before->objectName(), QLatin1String(next->metaObject()->className()), next->objectName()));
                    if (now.top() < was.bottom() && was.top() < now.bottom() && now.right() < was.left())
                        jumps.append(QStringLiteral("%1: %2 back to %3").arg(id, before->objectName(), next->objectName()));
                }
                before = next;
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
        QVERIFY(QTest::qWaitForWindowExposed(m_window.get()));
        const QRect screen = m_window->screen()->availableGeometry();
        QVERIFY(screen.contains(m_window->frameGeometry().topLeft()));
        QVERIFY(screen.intersected(m_window->frameGeometry()).width() > m_window->width() / 2);
    }

private:
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
            if (one->text(QAccessible::Name).isEmpty() || one->role() == QAccessible::NoRole || !hasValue)
                silent.append(page + QStringLiteral(": ") + placeOf(*one));
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
