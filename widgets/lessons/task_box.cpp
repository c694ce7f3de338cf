#include "widgets/lessons/task_box.h"

#include "widgets/lessons/lesson_session.h"
#include "widgets/look/spacing.h"
#include "widgets/text/typed_number.h"

#include <QAccessible>
#include <QHBoxLayout>
#include <QLabel>
#include <QLineEdit>
#include <QVBoxLayout>

#include <array>

namespace headroom {
namespace {

constexpr int widestNumber = 14; ///< characters
constexpr int shownDigits = 6; ///< of a number that the answer writes

} // namespace

TaskBox::TaskBox(LessonSession &session, QWidget *parent)
    : Card(parent)
    , m_session(session)
    , m_checks(new QWidget(this))
    , m_verdict(new TextLabel({}, TextRole::Strong, TextLabel::Ink::Normal, this))
{
    setObjectName(QStringLiteral("taskBox"));
    setAccessibleName(tr("What the task asks for"));
    auto *checks = new QVBoxLayout(m_checks);
    checks->setContentsMargins(0, 0, 0, 0);
    checks->setSpacing(gap(1));
    m_verdict->setObjectName(QStringLiteral("taskVerdict"));
    m_verdict->setWordWrap(true);
    m_verdict->setSizePolicy(wrappingPolicy());
    m_question = new QWidget(this);
    auto *question = new QHBoxLayout(m_question);
    question->setContentsMargins(0, 0, 0, 0);
    auto *label = new QLabel(tr("Your answer:"), m_question);
    m_number = new QLineEdit(m_question);
    m_number->setObjectName(QStringLiteral("taskNumber"));
    m_number->setMaximumWidth(textWidth(widestNumber));
    label->setBuddy(m_number);
    question->addWidget(label);
    question->addWidget(m_number);
    question->addStretch(1);
    connect(m_number, &QLineEdit::textEdited, this,
        [this](const QString &typed) { m_session.give(typedValue(typed)); });
    body()->addWidget(m_question);
    body()->addWidget(m_checks);
    body()->addWidget(m_verdict);
}

/// What of the run differs although the task does not name it; empty: nothing.
QString TaskBox::changedText(const TaskOutcome &outcome)
{
    if (outcome.changed.empty())
        return {};
    const std::array names { tr("model"), tr("chip"), tr("number of devices"),
        tr("sequence length"), tr("global batch"), tr("mode") };
    QStringList changed;
    for (const RunPart part : outcome.changed)
        changed.append(names[static_cast<std::size_t>(part)]);
    //: %1: "model, global batch"
    return tr("This task keeps model, chip, devices, sequence length, global batch and mode. You "
              "changed: %1.")
        .arg(changed.join(tr(", ")));
}

/// One line per check: an icon and the words, so that meaning does not rest on colour.
void TaskBox::showChecks()
{
    const TaskOutcome outcome = m_session.outcome();
    QString shown = QString::fromStdString(m_session.task()->id);
    for (const CheckOutcome &check : outcome.checks)
        shown += check.holds ? QLatin1Char('+') : QLatin1Char('-');
    std::vector<CheckOutcome> lines = outcome.checks;
    if (const QString changed = changedText(outcome); !changed.isEmpty()) {
        lines.push_back({ changed.toStdString(), false });
        shown += changed;
    }
    if (shown == m_shown)
        return;
    m_shown = shown;
    qDeleteAll(m_checks->findChildren<QWidget *>(Qt::FindDirectChildrenOnly));
    for (const CheckOutcome &check : lines) {
        auto *line = new QWidget(m_checks);
        auto *row = new QHBoxLayout(line);
        row->setContentsMargins(0, 0, 0, 0);
        row->setSpacing(gap(1));
        row->addWidget(
            new IconLabel(check.holds ? QStringLiteral("check") : QStringLiteral("close"),
                check.holds ? IconTint::Good : IconTint::Muted, line),
            0, Qt::AlignTop);
        auto *label = new TextLabel(QString::fromStdString(check.says), TextRole::Body,
            check.holds ? TextLabel::Ink::Normal : TextLabel::Ink::Muted, line);
        label->setWordWrap(true);
        label->setSizePolicy(wrappingPolicy());
        label->setAccessibleDescription(check.holds ? tr("met") : tr("not met yet"));
        row->addWidget(label, 1);
        m_checks->layout()->addWidget(line);
    }
    m_verdict->clear();
    setTone(outcome.isSolved ? Tone::Good : Tone::Plain);
    if (outcome.isSolved)
        judge();
}

void TaskBox::refresh()
{
    setVisible(m_session.task() != nullptr);
    if (!m_session.task()) {
        m_shown.clear();
        return;
    }
    showQuestion();
    showChecks();
}

/// What is being typed is the learner's; another task, or the answer shown, writes the field anew.
void TaskBox::showQuestion()
{
    const LessonTask &task = *m_session.task();
    const QString id = QString::fromStdString(task.id);
    m_question->setVisible(task.question.has_value());
    if (task.question)
        m_number->setAccessibleName(QString::fromStdString(task.question->asks));
    if (m_askedBy == id && m_number->hasFocus())
        return;
    m_askedBy = id;
    const std::optional<double> given = m_session.given();
    m_number->setText(given ? shownNumber(QString::number(*given, 'g', shownDigits)) : QString());
}

void TaskBox::judge()
{
    const TaskOutcome outcome = m_session.outcome();
    const auto holding = std::ranges::count(outcome.checks, true, &CheckOutcome::holds);
    const WrongAnswer *wrong = m_session.wrongAnswer();
    if (outcome.isSolved)
        //: %1: title of the screen or task that follows.
        m_verdict->setText(tr("Solved. Every point is met. Continue with \u201c%1\u201d.")
                               .arg(m_session.placeTitle(m_session.place() + 1)));
    else if (wrong)
        m_verdict->setText(
            tr("Not quite: \u201c%1\u201d is not met here. %2")
                .arg(QString::fromStdString(wrong->believes), m_session.whyWrong(*wrong)));
    else if (!outcome.changed.empty())
        m_verdict->setText(changedText(outcome));
    else
        m_verdict->setText(
            tr("Not yet: %1 of %2 points are met.").arg(holding).arg(outcome.checks.size()));
    m_verdict->setInk(outcome.isSolved ? TextLabel::Ink::Good : TextLabel::Ink::Normal);
    setAccessibleDescription(m_verdict->text());
    QAccessibleEvent event { this, QAccessible::DescriptionChanged };
    QAccessible::updateAccessibility(&event);
}

} // namespace headroom
