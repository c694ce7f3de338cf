#pragma once

#include <QList>
#include <QObject>
#include <QPointer>
#include <QStringList>
#include <QTimer>

#include <functional>

class QWidget;

namespace headroom {

/// One thing that a user can do with a control: which control, found again by its name, and what.
struct Hand
{
    QString control;
    QString act;
};

/// Everything that a user can do with what is visible and enabled below a widget: buttons and
/// their menus, choices, numbers, lines of text, rows and headings of tables, tabs, links, and the
/// keys of what paints itself.
QList<Hand> handsOf(QWidget &root);

/// The control of that name below a widget, or null.
QWidget *controlOf(QWidget &root, const QString &name);

/// Does it.
void doBy(QWidget &control, const QString &act);

/// Notes dialogs and menus that open, and closes them as Escape does.
class DialogWatch : public QObject
{
    Q_OBJECT
public:
    DialogWatch();

    /// Done inside the next dialog before its text is noted.
    void setInner(std::function<void(QWidget &)> inner) { m_inner = std::move(inner); }
    /// Which entry of the next menu is chosen, by its place; without it none.
    void setEntry(int entry) { m_entry = entry; }
    /// What was shown since the last call.
    QStringList taken();
    /// What can be done in the dialog that was noted last.
    QList<Hand> hands() const { return m_hands; }
    static bool isOpen();

private:
    void look();
    void note(QWidget &dialog);

    QTimer m_timer;
    QStringList m_lines;
    QList<Hand> m_hands;
    std::function<void(QWidget &)> m_inner;
    int m_entry = -1;
    int m_seen = 0; ///< how often the dialog that is open was looked at
    QPointer<QWidget> m_open; ///< the dialog that is being noted
};

} // namespace headroom
