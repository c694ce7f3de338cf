#pragma once

#include <QList>
#include <QToolButton>

namespace headroom {

/// Shows and hides what only some want to see; closed at first.
class FoldButton : public QToolButton
{
    Q_OBJECT
public:
    FoldButton(const QString &text, QWidget *parent);

    /// What it shows and hides.
    void setParts(const QList<QWidget *> &parts);

private:
    void update();

    QList<QWidget *> m_parts;
};

} // namespace headroom
