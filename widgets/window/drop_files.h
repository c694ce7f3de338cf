#pragma once

#include "widgets/frame/pasted_text.h"
#include <QObject>

#include <QTemporaryDir>

namespace headroom {

class MainWindow;
class PlanFiles;

/// Takes files that are dropped anywhere on the window, and files or text from the clipboard: a
/// plan or a course is opened, anything else is read as what a run left behind. Start makes a plan
/// of a run; everywhere else it joins the runs.
class DropFiles : public QObject
{
    Q_OBJECT
public:
    DropFiles(MainWindow &window, PlanFiles &plans);
    /// What the clipboard holds.
    void paste();

protected:
    bool eventFilter(QObject *watched, QEvent *event) override;

private:
    void take(const QStringList &files);
    bool claimsPaste(QEvent *event) const;

    MainWindow &m_window;
    PlanFiles &m_plans;
    QTemporaryDir m_pasted {
        pastedFolder()
    }; ///< pasted texts as files, as long as the window lives
    int m_pastedCount = 0;
};

} // namespace headroom
