#pragma once

#include "model/plan/plan.h"
#include "widgets/frame/page.h"

#include <QList>

class QBoxLayout;
class QVBoxLayout;

namespace headroom {

class ExampleButton;
class MethodBox;
class PlanFiles;
class WindowContext;

/// Where a session begins: three questions, example plans, recent files; and which profile files of
/// the user could not be read.
class StartPage : public Page
{
    Q_OBJECT
public:
    StartPage(WindowContext &context, PlanFiles &files, QWidget *parent);

protected:
    void showEvent(QShowEvent *event) override;

protected:
    void resizeEvent(QResizeEvent *event) override;

private:
    void addQuestions();
    QWidget *questionCard(const QString &title, const QString &text, QWidget *answer);
    QWidget *buildDevices();
    QWidget *buildRun();
    void askDevices();
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
    QBoxLayout *m_questions = nullptr;
    MethodBox *m_method = nullptr; ///< how the model is trained, by TuningMethod
    QList<Example> m_unknown; ///< examples whose figures are still to be worked out
    QWidget *m_recent = nullptr;
    QVBoxLayout *m_recentLayout = nullptr;
};

} // namespace headroom
