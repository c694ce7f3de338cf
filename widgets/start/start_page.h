#pragma once

#include "widgets/frame/page.h"

namespace headroom {

class PlanFiles;
class WindowContext;

/// Where a session begins: example plans, recent files, opening a file; and which profile files of
/// the user could not be read.
class StartPage : public Page
{
    Q_OBJECT
public:
    StartPage(WindowContext &context, PlanFiles &files, QWidget *parent);

private:
    void addExamples();
    void addRecent();
    void refreshRecent();
    void addProfileProblems();

    WindowContext &m_context;
    PlanFiles &m_files;
    QWidget *m_recent = nullptr;
    class QVBoxLayout *m_recentLayout = nullptr;
};

} // namespace headroom
