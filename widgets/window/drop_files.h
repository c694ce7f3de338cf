#pragma once

#include <QObject>

namespace headroom {

class MainWindow;
class PlanFiles;

/// Takes files that are dropped anywhere on the window: a plan or a course is opened, anything else
/// is read as what a run left behind. Start makes a plan of a run; everywhere else it joins the
/// runs.
class DropFiles : public QObject
{
    Q_OBJECT
public:
    DropFiles(MainWindow &window, PlanFiles &plans);

protected:
    bool eventFilter(QObject *watched, QEvent *event) override;

private:
    void take(const QStringList &files);

    MainWindow &m_window;
    PlanFiles &m_plans;
};

} // namespace headroom
