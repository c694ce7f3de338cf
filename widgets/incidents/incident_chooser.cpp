#include "widgets/incidents/incident_chooser.h"

#include "widgets/incidents/incident_game.h"
#include "widgets/incidents/labelled_box.h"
#include "widgets/lessons/lesson_delegate.h"
#include "widgets/lessons/lesson_list_model.h"
#include "widgets/look/flow_layout.h"
#include "widgets/look/panels.h"
#include "widgets/text/wording.h"

#include <QComboBox>
#include <QLineEdit>
#include <QListWidget>
#include <QLocale>
#include <QPushButton>
#include <QRegularExpressionValidator>
#include <QVBoxLayout>

namespace headroom {
namespace {

constexpr int seedDigits = 15; ///< what a file of progress keeps exactly
constexpr int storyCharacters = 46; ///< of a card's text, before it wraps

QString levelText(int level)
{
    switch (level) {
    case 1:
        return IncidentChooser::tr("Level 1: the log says it");
    case 2:
        return IncidentChooser::tr("Level 2: a measurement shows it");
    default:
        return IncidentChooser::tr("Level 3: hidden, or two faults at once");
    }
}

TextLabel *wrapped(const QString &text, QWidget *parent)
{
    auto *label = new TextLabel(text, TextRole::Body, TextLabel::Ink::Muted, parent);
    label->setWordWrap(true);
    label->setSizePolicy(wrappingPolicy());
    return label;
}

} // namespace

IncidentChooser::IncidentChooser(IncidentGame &game, QWidget *parent)
    : QWidget(parent)
    , m_game(game)
{
    auto *columns = new QHBoxLayout(this);
    columns->setContentsMargins(0, gap(2), 0, 0);
    columns->setSpacing(gap(3));
    auto *left = new QVBoxLayout;
    left->setSpacing(gap(3));
    left->addWidget(wrapped(tr("A computed cluster misbehaves. Read its log as it grows, spend "
                               "device-hours on measurements, and name the cause and the place."),
        this));
    left->addWidget(buildToday());
    left->addWidget(buildNumber());
    m_problem = new TextLabel({}, TextRole::Body, TextLabel::Ink::Warning, this);
    m_problem->setObjectName(QStringLiteral("incidentProblem"));
    m_problem->setWordWrap(true);
    left->addWidget(m_problem);
    left->addStretch(1);
    columns->addLayout(left, 2);
    columns->addWidget(buildStories(), 3);
}

QWidget *IncidentChooser::buildToday()
{
    auto *card = new Card(tr("Today"), this);
    card->body()->addWidget(
        wrapped(tr("Everybody has the same three incidents on one day."), card));
    for (int level = 1; level <= maxIncidentLevel; ++level) {
        auto *button = new QPushButton(levelText(level), card);
        button->setObjectName(QStringLiteral("incidentToday%1").arg(level));
        connect(button, &QPushButton::clicked, this, [this, level] {
            play({ m_game.seedOfToday(), level, {} });
        });
        m_today.append(button);
        card->body()->addWidget(button);
    }
    return card;
}

QWidget *IncidentChooser::buildNumber()
{
    auto *card = new Card(tr("In class"), this);
    card->body()->addWidget(wrapped(
        tr("All type the same number and get the same incident. The first answer counts, and is in "
           "the file that Save my progress writes for the teacher's table."),
        card));
    auto *choice = new QWidget(card);
    auto *flow = new FlowLayout(choice, gap(2));
    m_seed = addLabelled<QLineEdit>("incidentSeed", tr("Number:"), choice, flow);
    m_seed->setValidator(new QRegularExpressionValidator(
        QRegularExpression(QStringLiteral("[0-9]{1,%1}").arg(seedDigits)), m_seed));
    m_seed->setMaximumWidth(textWidth(seedDigits + 2));
    m_level = addLabelled<QComboBox>("incidentLevel", tr("Level:"), choice, flow);
    for (int level = 1; level <= maxIncidentLevel; ++level)
        m_level->addItem(QString::number(level));
    auto *play = new QPushButton(tr("Play"), choice);
    play->setObjectName(QStringLiteral("incidentPlayNumber"));
    play->setEnabled(false);
    auto *progress = new QPushButton(
        themeIcon(QStringLiteral("export")), tr("Save my progress\u2026"), choice);
    progress->setObjectName(QStringLiteral("incidentSaveProgress"));
    flow->addWidget(play);
    flow->addWidget(progress);
    card->body()->addWidget(choice);
    connect(m_seed, &QLineEdit::textChanged, play,
        [this, play] { play->setEnabled(m_seed->hasAcceptableInput()); });
    connect(m_seed, &QLineEdit::returnPressed, this, &IncidentChooser::playNumber);
    connect(play, &QPushButton::clicked, this, &IncidentChooser::playNumber);
    connect(progress, &QPushButton::clicked, this, &IncidentChooser::progressAsked);
    return card;
}

QWidget *IncidentChooser::buildStories()
{
    auto *card = new Card(tr("Stories after public threads"), this);
    m_stories = new QListWidget(card);
    m_stories->setObjectName(QStringLiteral("incidentStories"));
    m_stories->setAccessibleName(tr("Stories; Return plays the selected one"));
    m_stories->setWordWrap(true);
    m_stories->setResizeMode(QListView::Adjust);
    m_stories->setFrameShape(QFrame::NoFrame);
    m_stories->setVerticalScrollMode(QAbstractItemView::ScrollPerPixel);
    m_stories->setMinimumWidth(textWidth(storyCharacters));
    m_stories->setItemDelegate(new LessonDelegate(m_stories));
    auto *play = new QPushButton(tr("Play the story"), card);
    play->setObjectName(QStringLiteral("incidentPlayStory"));
    card->body()->addWidget(m_stories, 1);
    card->body()->addWidget(play, 0, Qt::AlignLeft);
    connect(m_stories, &QListWidget::itemActivated, this, &IncidentChooser::playStory);
    connect(play, &QPushButton::clicked, this, &IncidentChooser::playStory);
    return card;
}

QWidget *IncidentChooser::first() const
{
    return m_today.front();
}

void IncidentChooser::play(const IncidentLink &link)
{
    QString problem;
    m_game.play(link, problem);
    m_problem->setText(problem);
}

void IncidentChooser::playNumber()
{
    if (m_seed->hasAcceptableInput())
        play({ m_seed->text().toULongLong(), m_level->currentIndex() + 1, {} });
}

void IncidentChooser::playStory()
{
    if (const QListWidgetItem *item = m_stories->currentItem())
        play({ 0, 1, item->data(LessonListModel::IdRole).toString().toStdString() });
}

/// How it went; empty: it was not played.
QString IncidentChooser::resultText(const IncidentLink &link) const
{
    const LessonState *state = m_game.before(link);
    if (!state)
        return {};
    return state->isFinished ? tr("solved")
                             : tr("%1 of %2 right").arg(state->solved.size()).arg(state->taskCount);
}

void IncidentChooser::refresh()
{
    for (int level = 1; level <= maxIncidentLevel; ++level) {
        const QString result = resultText({ m_game.seedOfToday(), level, {} });
        m_today.at(level - 1)->setText(
            result.isEmpty() ? levelText(level) : tr("%1 (%2)").arg(levelText(level), result));
    }
    const int row = std::max(m_stories->currentRow(), 0);
    m_stories->clear();
    for (const IncidentStory &story : m_game.stories().all) {
        const QString result = resultText({ 0, 1, story.incident.story });
        const QString level = tr("level %1").arg(story.incident.level);
        auto *item = new QListWidgetItem(QString::fromStdString(story.title), m_stories);
        item->setData(LessonListModel::IdRole, QString::fromStdString(story.incident.story));
        item->setData(LessonListModel::SummaryRole, QString::fromStdString(story.summary));
        item->setData(LessonListModel::MinutesRole,
            result.isEmpty() ? level : tr("%1, %2").arg(level, result));
        if (const LessonState *state = m_game.before({ 0, 1, story.incident.story })) {
            item->setData(LessonListModel::SolvedRole, static_cast<int>(state->solved.size()));
            item->setData(LessonListModel::TasksRole, state->taskCount);
            item->setData(LessonListModel::FinishedRole, state->isFinished);
        }
        item->setData(Qt::AccessibleTextRole,
            QStringLiteral("%1. %2 %3")
                .arg(item->text(), QString::fromStdString(story.summary),
                    item->data(LessonListModel::MinutesRole).toString()));
    }
    m_stories->setCurrentRow(row);
    QStringList skipped;
    for (const SkippedProfile &file : m_game.stories().skipped)
        skipped.append(errorLinesText(file.problems));
    m_problem->setText(skipped.isEmpty()
            ? QString()
            : tr("Skipped:") + QLatin1Char('\n') + skipped.join(QLatin1Char('\n')));
}

} // namespace headroom
