#pragma once

#include "model/plan/plan.h"
#include "widgets/frame/page.h"

#include <QList>

class QVBoxLayout;

namespace headroom {

class ExampleButton;
class PlanFiles;
class TextLabel;
class WindowContext;

/// Where a session begins: one question, example plans, recent files; and which profile files of
/// the user could not be read.
class StartPage : public Page
{
    Q_OBJECT
public:
    StartPage(WindowContext &context, PlanFiles &files, QWidget *parent);

protected:
    void showEvent(QShowEvent *event) override;

private:
    void addQuestion();
    void addExamples();
    void estimateNext();
    void addRecent();
    void refreshRecent();
    void addProfileProblems();

    struct Example
    {
        ExampleButton *button;
        Plan plan;
    };

    WindowContext &m_context;
    PlanFiles &m_files;
    QList<Example> m_unknown; ///< examples whose figures are still to be worked out
    TextLabel *m_recentHeading = nullptr, *m_recentHint = nullptr;
    QWidget *m_recent = nullptr;
    QVBoxLayout *m_recentLayout = nullptr;
};

} // namespace headroom
