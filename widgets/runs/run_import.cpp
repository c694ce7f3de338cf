#include "widgets/runs/run_import.h"

#include "widgets/frame/background.h"
#include "widgets/frame/window_context.h"
#include "widgets/planning/plan_controller.h"

#include <QWidget>

#include <algorithm>

namespace headroom {

RunImport::RunImport(WindowContext &context, QWidget *window)
    : QObject(window)
    , m_context(context)
    , m_window(window)
{ }

void RunImport::begin(const QStringList &files, const PlanIntake &intake)
{
    m_files = files;
    m_answers.clear();
    m_missing = intake.missing;
    m_hasRun = intake.hasRun;
    emit changed();
}

void RunImport::forget()
{
    begin({}, {});
}

bool RunImport::isUndecided() const
{
    return std::ranges::any_of(m_missing, &MissingField::decides);
}

void RunImport::answer(const QString &fact, const QString &value)
{
    IntakeAnswers answers = m_answers;
    answers[fact.toStdString()] = value.toStdString();
    std::vector<std::string> names;
    for (const QString &file : m_files)
        names.push_back(file.toStdString());
    const auto intake = madeInBackground(m_window, tr("Reading %1…").arg(m_files.value(0)),
        [read = m_context.controller.services().intake, names, answers] {
            return read(names, answers);
        });
    if (!intake)
        return;
    m_answers = std::move(answers);
    // An answer that changes nothing is one all the same.
    m_missing.clear();
    std::ranges::copy_if(intake->missing, std::back_inserter(m_missing),
        [this](const MissingField &field) { return !m_answers.contains(field.fact); });
    m_context.controller.replacePlan(intake->plan, tr("Answer a question"));
    emit changed();
    emit answered();
}

} // namespace headroom
