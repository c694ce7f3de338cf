#pragma once

#include <QObject>

namespace headroom {

class MainWindow;

/// Takes files that are dropped anywhere on the window: a plan is opened, anything else is read as
/// what a run left behind.
class DropFiles : public QObject
{
    Q_OBJECT
public:
    explicit DropFiles(MainWindow &window);

protected:
    bool eventFilter(QObject *watched, QEvent *event) override;

private:
    void take(const QStringList &files);

    MainWindow &m_window;
};

} // namespace headroom
