#include "widgets/incidents/incident_desk.h"

#include "widgets/incidents/incident_answer_box.h"
#include "widgets/incidents/incident_game.h"
#include "widgets/incidents/measure_box.h"
#include "widgets/look/panels.h"
#include "widgets/text/quantity_text.h"

#include <QComboBox>
#include <QPlainTextEdit>
#include <QProgressBar>
#include <QPushButton>
#include <QScrollBar>
#include <QVBoxLayout>

namespace headroom {
namespace {

constexpr std::array speeds { 1, 10, 60, 300 }; ///< seconds of the run in one
constexpr int logLines = 10; ///< that are in sight at least
constexpr int barSteps = 1000;

} // namespace

QString incidentTitle(const IncidentGame &game)
{
    if (const IncidentStory *story = game.story())
        return QString::fromStdString(story->title);
    const Incident &incident = game.round()->incident();
    return IncidentDesk::tr("Incident %1, level %2").arg(incident.seed).arg(incident.level);
}

IncidentDesk::IncidentDesk(IncidentGame &game, QWidget *parent)
    : QWidget(parent)
    , m_game(game)
{
    auto *layout = new QVBoxLayout(this);
    layout->setContentsMargins(0, gap(2), 0, 0);
    layout->setSpacing(gap(2));
    layout->addWidget(buildHead());
    auto *columns = new QHBoxLayout;
    columns->setSpacing(gap(3));
    columns->addWidget(buildLog(), 1);
    m_measure = new MeasureBox(game, this); // behind the log for Tab as for the eye
    columns->addWidget(m_measure, 1);
    layout->addLayout(columns, 1);
    m_answer = new IncidentAnswerBox(game, this);
    layout->addWidget(m_answer);
    connect(&game, &IncidentGame::logGrew, this, &IncidentDesk::append);
    connect(&game, &IncidentGame::timeChanged, this, &IncidentDesk::showTime);
    connect(&game, &IncidentGame::runningChanged, this, &IncidentDesk::showRunning);
    connect(&game, &IncidentGame::measured, this, &IncidentDesk::showBudget);
}

QWidget *IncidentDesk::buildHead()
{
    auto *head = new QWidget(this);
    auto *layout = new QVBoxLayout(head);
    layout->setContentsMargins(0, 0, 0, 0);
    layout->setSpacing(gap(1));
    auto *row = new QHBoxLayout;
    m_title = new TextLabel({}, TextRole::Heading, TextLabel::Ink::Normal, head);
    m_title->setObjectName(QStringLiteral("incidentTitle"));
    m_budget = new QProgressBar(head);
    m_budget->setObjectName(QStringLiteral("incidentBudget"));
    m_budget->setAccessibleName(tr("Device-hours that are left"));
    m_budget->setRange(0, barSteps);
    m_budget->setAlignment(Qt::AlignCenter);
    m_budget->setMinimumWidth(textWidth(34));
    auto *leave = new QPushButton(tr("Give up"), head);
    leave->setObjectName(QStringLiteral("leaveIncident"));
    leave->setToolTip(tr("Goes back to the choice of incidents; nothing is kept"));
    row->addWidget(m_title, 1);
    row->addWidget(m_budget);
    row->addWidget(leave);
    layout->addLayout(row);
    m_plan = new TextLabel({}, TextRole::Body, TextLabel::Ink::Muted, head);
    m_plan->setObjectName(QStringLiteral("incidentPlan"));
    m_plan->setWordWrap(true);
    m_plan->setSizePolicy(wrappingPolicy());
    layout->addWidget(m_plan);
    m_story = new QLabel(head);
    m_story->setObjectName(QStringLiteral("incidentStory"));
    m_story->setTextFormat(Qt::MarkdownText);
    m_story->setWordWrap(true);
    m_story->setSizePolicy(wrappingPolicy());
    layout->addWidget(m_story);
    connect(leave, &QPushButton::clicked, &m_game, &IncidentGame::leave);
    return head;
}

QWidget *IncidentDesk::buildLog()
{
    auto *card = new Card(tr("Log of the job"), this);
    card->body()->addWidget(buildSpeed(card));
    m_log = new QPlainTextEdit(card);
    m_log->setObjectName(QStringLiteral("incidentLog"));
    m_log->setAccessibleName(tr("Log of the job"));
    m_log->setReadOnly(true);
    m_log->setTabChangesFocus(true);
    m_log->setUndoRedoEnabled(false);
    m_log->setFont(textFont(TextRole::Code));
    m_log->setMinimumHeight(gap(4 * logLines));
    card->body()->addWidget(m_log, 1);
    return card;
}

QWidget *IncidentDesk::buildSpeed(QWidget *parent)
{
    auto *bar = new QWidget(parent);
    auto *row = new QHBoxLayout(bar);
    row->setContentsMargins(0, 0, 0, 0);
    row->setSpacing(gap(2));
    m_speed = new QComboBox(bar);
    m_speed->setObjectName(QStringLiteral("incidentSpeed"));
    m_speed->setAccessibleName(tr("How fast the log grows"));
    for (const int speed : speeds)
        m_speed->addItem(
            speed == 1 ? tr("as fast as it happens") : tr("%1 times as fast").arg(speed), speed);
    m_pause = new QPushButton(tr("Pause"), bar);
    m_pause->setObjectName(QStringLiteral("incidentPause"));
    m_whole = new QPushButton(tr("To the end"), bar);
    m_whole->setObjectName(QStringLiteral("incidentWhole"));
    m_time = new TextLabel({}, TextRole::Body, TextLabel::Ink::Muted, bar);
    m_time->setObjectName(QStringLiteral("incidentTime"));
    for (QWidget *part : std::initializer_list<QWidget *> { m_speed, m_pause, m_whole, m_time })
        row->addWidget(part);
    row->addStretch(1);
    connect(m_speed, &QComboBox::activated, this,
        [this] { m_game.setSpeed(m_speed->currentData().toInt()); });
    connect(
        m_pause, &QPushButton::clicked, this, [this] { m_game.setRunning(!m_game.isRunning()); });
    connect(m_whole, &QPushButton::clicked, &m_game, &IncidentGame::showWhole);
    return bar;
}

QWidget *IncidentDesk::first() const
{
    return m_speed;
}

void IncidentDesk::restart()
{
    const IncidentRound *round = m_game.round();
    if (!round)
        return;
    m_title->setText(incidentTitle(m_game));
    m_plan->setText(tr("Planned: %1, %2, %3 a step. The run is not what the plan promised.")
                        .arg(QString::fromStdString(round->incident().plan.name),
                            QString::fromStdString(round->incident().plan.framework),
                            secondsText(round->run().plannedEstimate.time.step)));
    const IncidentStory *story = m_game.story();
    m_story->setText(story ? QString::fromStdString(story->text) : QString());
    m_story->setVisible(story != nullptr);
    m_log->setPlainText(m_game.log());
    m_speed->setCurrentIndex(m_speed->findData(m_game.speed()));
    m_measure->restart();
    m_answer->restart();
    showTime();
    showRunning();
    showBudget();
}

/// Whoever reads further up is left there; at the end the log is followed.
void IncidentDesk::append(const QString &text)
{
    QScrollBar *bar = m_log->verticalScrollBar();
    const bool follows = bar->value() >= bar->maximum() - 1;
    QTextCursor end(m_log->document());
    end.movePosition(QTextCursor::End);
    end.insertText(text);
    if (follows)
        bar->setValue(bar->maximum());
}

void IncidentDesk::showTime()
{
    m_time->setText(tr("%1 of the run").arg(secondsText(Seconds { m_game.shownSeconds() })));
}

void IncidentDesk::showRunning()
{
    const bool isOver = m_game.shownSeconds() >= m_game.lastSeconds();
    // Buttons that go out of use hand the keys on to what they were for.
    if (isOver && (m_pause->hasFocus() || m_whole->hasFocus()))
        m_log->setFocus(Qt::OtherFocusReason);
    m_pause->setText(m_game.isRunning() ? tr("Pause") : tr("Continue"));
    m_pause->setEnabled(!isOver);
    m_whole->setEnabled(!isOver);
}

void IncidentDesk::showBudget()
{
    const IncidentRound *round = m_game.round();
    if (!round)
        return;
    m_budget->setValue(static_cast<int>(barSteps * round->left() / round->budget()));
    const QString text = tr("%1 of %2 device-hours left")
                             .arg(numberText(round->left(), 3), numberText(round->budget(), 3));
    m_budget->setFormat(text);
    m_budget->setAccessibleDescription(text);
}

} // namespace headroom
