#include "window_hands.h"

#include "window_walk.h"

#include <qcustomplot.h>

#include <QAbstractButton>
#include <QAbstractItemView>
#include <QAbstractSpinBox>
#include <QApplication>
#include <QComboBox>
#include <QDialog>
#include <QHeaderView>
#include <QLabel>
#include <QLineEdit>
#include <QMenu>
#include <QPlainTextEdit>
#include <QPushButton>
#include <QRegularExpression>
#include <QScrollBar>
#include <QSlider>
#include <QTabBar>
#include <QTableView>
#include <QTest>
#include <QTextBlock>
#include <QTextBrowser>
#include <QToolButton>

namespace headroom {
namespace {

constexpr int triedEntries = 8; ///< of a menu, tabs or headings of a table
constexpr int lookInterval = 10; ///< ms between two looks for a dialog
constexpr int looksBefore = 4; ///< that let a dialog lay itself out

/// What lies under a point differs with the fonts of a machine.
const QStringList pictureKeys { QStringLiteral("key Right"), QStringLiteral("key Down"),
    QStringLiteral("key End"), QStringLiteral("key Return") };

/// Fields and views whose parts are not operated by themselves.
bool isOne(const QWidget &widget)
{
    return qobject_cast<const QComboBox *>(&widget)
        || qobject_cast<const QAbstractSpinBox *>(&widget)
        || qobject_cast<const QAbstractItemView *>(&widget)
        || qobject_cast<const QLineEdit *>(&widget) || qobject_cast<const QTabBar *>(&widget)
        || qobject_cast<const QPlainTextEdit *>(&widget)
        || qobject_cast<const QAbstractButton *>(&widget)
        || qobject_cast<const QCustomPlot *>(&widget);
}

/// A widget that paints and answers by itself.
bool isPicture(const QWidget &widget)
{
    return qobject_cast<const QCustomPlot *>(&widget)
        || (widget.focusPolicy() & Qt::TabFocus && !isOne(widget) && widget.isEnabled()
            && !QByteArray(widget.metaObject()->className()).startsWith('Q'));
}

QStringList linksOf(const QLabel &label)
{
    static const QRegularExpression link(QStringLiteral("href=[\"']([^\"']+)[\"']"));
    QStringList links;
    for (auto matches = link.globalMatch(label.text()); matches.hasNext();)
        links << matches.next().captured(1);
    links.removeDuplicates();
    return links;
}

/// The first links of a text that is longer than a label.
QStringList linksOf(const QTextBrowser &text)
{
    QStringList links;
    for (QTextBlock block = text.document()->begin(); block.isValid(); block = block.next())
        for (auto run = block.begin(); !run.atEnd(); ++run)
            if (const QTextCharFormat format = run.fragment().charFormat(); format.isAnchor())
                links << format.anchorHref();
    links.removeDuplicates();
    return links.mid(0, triedEntries);
}

QMenu *menuOf(const QWidget &button)
{
    if (const auto *tool = qobject_cast<const QToolButton *>(&button))
        return tool->menu();
    if (const auto *push = qobject_cast<const QPushButton *>(&button))
        return push->menu();
    return nullptr;
}

QStringList numbered(const QString &act, int count)
{
    QStringList acts;
    for (int i = 0; i < std::min(count, triedEntries); ++i)
        acts << QStringLiteral("%1 %2").arg(act).arg(i + 1);
    return acts;
}

QStringList actsOf(const QWidget &widget)
{
    if (!widget.isEnabled())
        return {};
    if (qobject_cast<const QAbstractButton *>(&widget)) {
        if (QMenu *menu = menuOf(widget))
            return numbered(QStringLiteral("entry"), static_cast<int>(menu->actions().size()));
        return { QStringLiteral("press") };
    }
    if (qobject_cast<const QComboBox *>(&widget))
        return { QStringLiteral("key Down"), QStringLiteral("key End") };
    if (qobject_cast<const QAbstractSpinBox *>(&widget))
        return { QStringLiteral("key Up"), QStringLiteral("type 3") };
    if (const auto *line = qobject_cast<const QLineEdit *>(&widget))
        return line->isReadOnly()
            ? QStringList()
            : QStringList { QStringLiteral("type 2"), QStringLiteral("type gpu") };
    if (const auto *tabs = qobject_cast<const QTabBar *>(&widget))
        return numbered(QStringLiteral("tab"), tabs->count());
    if (const auto *view = qobject_cast<const QAbstractItemView *>(&widget)) {
        QStringList acts { QStringLiteral("key Down"), QStringLiteral("key End"),
            QStringLiteral("key Return"), QStringLiteral("double click"),
            QStringLiteral("right click") };
        if (const auto *table = qobject_cast<const QTableView *>(view);
            table && table->model() && table->isSortingEnabled())
            acts += numbered(QStringLiteral("heading"), table->model()->columnCount());
        return acts;
    }
    if (const auto *label = qobject_cast<const QLabel *>(&widget)) {
        QStringList acts;
        for (const QString &link : linksOf(*label))
            acts << QStringLiteral("link ") + link;
        return acts;
    }
    if (const auto *text = qobject_cast<const QTextBrowser *>(&widget)) {
        QStringList acts;
        for (const QString &link : linksOf(*text))
            acts << QStringLiteral("link ") + link;
        return isPicture(widget) ? acts + pictureKeys : acts;
    }
    if (qobject_cast<const QSlider *>(&widget))
        return { QStringLiteral("key Right") };
    if (isPicture(widget))
        return pictureKeys;
    return {};
}

/// What a control is called: its name, else its text or its kind.
QString nameOf(const QWidget &widget)
{
    if (!widget.objectName().isEmpty() && !widget.objectName().startsWith(QLatin1String("qt_")))
        return widget.objectName();
    if (const auto *button = qobject_cast<const QAbstractButton *>(&widget);
        button && !button->text().isEmpty())
        return '[' + QString(button->text()).remove('&').simplified() + ']';
    if (!widget.accessibleName().isEmpty())
        return widget.accessibleName();
    return QString::fromLatin1(widget.metaObject()->className())
        .remove(QStringLiteral("headroom::"));
}

/// Controls with their names, each its own.
void collect(QWidget &widget, QMap<QString, int> &used, QList<std::pair<QString, QWidget *>> &found)
{
    if (!actsOf(widget).isEmpty()) {
        const QString name = nameOf(widget);
        const int number = ++used[name];
        found.append(
            { number == 1 ? name : QStringLiteral("%1 (%2)").arg(name).arg(number), &widget });
    }
    if (isOne(widget) || qobject_cast<QScrollBar *>(&widget))
        return;
    for (QObject *child : widget.children())
        if (auto *part = qobject_cast<QWidget *>(child);
            part && !part->isWindow() && part->isVisibleTo(&widget))
            collect(*part, used, found);
}

QList<std::pair<QString, QWidget *>> controlsOf(QWidget &root)
{
    QMap<QString, int> used;
    QList<std::pair<QString, QWidget *>> found;
    collect(root, used, found);
    return found;
}

void clickRow(QAbstractItemView &view, bool isRight)
{
    if (!view.model() || view.model()->rowCount() == 0)
        return;
    const QModelIndex first = view.model()->index(0, 0, view.rootIndex());
    view.scrollTo(first);
    const QPoint point = view.visualRect(first).center();
    if (!isRight) {
        QTest::mouseClick(view.viewport(), Qt::LeftButton, {}, point);
        QTest::mouseDClick(view.viewport(), Qt::LeftButton, {}, point);
        return;
    }
    QContextMenuEvent event(QContextMenuEvent::Mouse, point, view.viewport()->mapToGlobal(point));
    QApplication::sendEvent(view.viewport(), &event);
}

void pressKey(QWidget &control, const QString &key)
{
    control.setFocus();
    QTest::keyClick(&control, static_cast<Qt::Key>(QKeySequence(key)[0].key()));
}

void typeInto(QWidget &control, const QString &text)
{
    control.setFocus();
    QTest::keyClick(&control, Qt::Key_A, Qt::ControlModifier);
    QTest::keyClicks(&control, text);
    QTest::keyClick(&control, Qt::Key_Return);
}

} // namespace

QList<Hand> handsOf(QWidget &root)
{
    QList<Hand> hands;
    for (const auto &[name, widget] : controlsOf(root))
        for (const QString &act : actsOf(*widget))
            hands.append({ name, act });
    return hands;
}

QWidget *controlOf(QWidget &root, const QString &name)
{
    for (const auto &[found, widget] : controlsOf(root))
        if (found == name)
            return widget;
    return nullptr;
}

void doBy(QWidget &control, const QString &act)
{
    const QString kind = act.section(' ', 0, 0), what = act.section(' ', 1);
    const int number = what.toInt() - 1;
    if (act == QLatin1String("press"))
        dynamic_cast<QAbstractButton &>(control).click();
    else if (kind == QLatin1String("entry"))
        menuOf(control)->actions().value(number)->trigger();
    else if (kind == QLatin1String("key"))
        pressKey(control, what);
    else if (kind == QLatin1String("type"))
        typeInto(control, what);
    else if (kind == QLatin1String("tab"))
        dynamic_cast<QTabBar &>(control).setCurrentIndex(number);
    else if (kind == QLatin1String("heading")) {
        QHeaderView *header = dynamic_cast<QTableView &>(control).horizontalHeader();
        QTest::mouseClick(header->viewport(), Qt::LeftButton, {},
            { header->sectionViewportPosition(number) + header->sectionSize(number) / 2,
                header->height() / 2 });
    } else if (kind == QLatin1String("link")) {
        if (auto *text = qobject_cast<QTextBrowser *>(&control))
            emit text->anchorClicked(QUrl(what));
        else
            emit dynamic_cast<QLabel &>(control).linkActivated(what);
    } else
        clickRow(dynamic_cast<QAbstractItemView &>(control), act == QLatin1String("right click"));
}

DialogWatch::DialogWatch()
{
    m_timer.setInterval(lookInterval);
    connect(&m_timer, &QTimer::timeout, this, &DialogWatch::look);
    m_timer.start();
}

QStringList DialogWatch::taken()
{
    return std::exchange(m_lines, {});
}

bool DialogWatch::isOpen()
{
    return QApplication::activeModalWidget() || QApplication::activePopupWidget();
}

void DialogWatch::look()
{
    if (auto *menu = qobject_cast<QMenu *>(QApplication::activePopupWidget())) {
        for (const QAction *action : menu->actions())
            if (!action->isSeparator())
                m_lines << QStringLiteral("menu: ") + action->text()
                        + (action->isEnabled() ? QString() : QStringLiteral(" (off)"));
        QPointer<QAction> chosen = menu->actions().value(std::exchange(m_entry, -1));
        menu->close();
        if (chosen && chosen->isEnabled())
            QMetaObject::invokeMethod(chosen, &QAction::trigger, Qt::QueuedConnection);
        return;
    }
    if (QWidget *popup = QApplication::activePopupWidget()) {
        if (QByteArray(popup->metaObject()->className()).startsWith("headroom::")) {
            QStringList shown;
            addShown(*popup, shown);
            for (const QString &line : shown)
                m_lines << QStringLiteral("pops up: ") + line;
        }
        popup->close();
        return;
    }
    QWidget *dialog = QApplication::activeModalWidget();
    // What only waits ends by itself.
    if (!dialog || dialog == m_open || dialog->objectName() == QLatin1String("waiting")) {
        m_seen = 0;
        return;
    }
    if (++m_seen < looksBefore)
        return;
    m_seen = 0;
    if (m_open) { // one that the open dialog asks
        m_lines << QStringLiteral("dialog: ") + dialog->windowTitle();
        addShown(*dialog, m_lines);
        dialog->close();
        return;
    }
    m_open = dialog;
    // Not from within the timer, which would then not look for what the dialog opens.
    QMetaObject::invokeMethod(
        this,
        [this] {
            if (m_open)
                note(*m_open);
            m_open = nullptr;
        },
        Qt::QueuedConnection);
}

void DialogWatch::note(QWidget &dialog)
{
    QPointer<QWidget> open(&dialog);
    QStringList before;
    addShown(dialog, before);
    m_hands = handsOf(dialog);
    if (m_inner) {
        std::exchange(m_inner, nullptr)(dialog);
        QApplication::processEvents();
        QStringList after;
        if (open && open->isVisible())
            addShown(*open, after);
        else
            m_lines << QStringLiteral("the dialog ends");
        if (!after.isEmpty())
            m_lines += differences(before, after);
    } else {
        m_lines << QStringLiteral("dialog: ") + dialog.windowTitle();
        m_lines += before;
    }
    if (!open || !open->isVisible())
        return;
    if (auto *asked = qobject_cast<QDialog *>(&dialog))
        asked->reject();
    else
        dialog.close();
}

} // namespace headroom
