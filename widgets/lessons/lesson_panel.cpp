#include "widgets/lessons/lesson_panel.h"

#include "widgets/lessons/lesson_figure_view.h"
#include "widgets/lessons/lesson_session.h"
#include "widgets/lessons/lesson_view.h"
#include "widgets/lessons/task_box.h"
#include "widgets/look/flow_layout.h"
#include "widgets/look/panels.h"
#include "widgets/look/spacing.h"

#include <QComboBox>
#include <QPushButton>
#include <QShortcut>
#include <QSignalBlocker>
#include <QToolButton>
#include <QVBoxLayout>

namespace headroom {
namespace {

QToolButton *tool(const QString &icon, const QString &name, QWidget *parent)
{
    auto *button = new QToolButton(parent);
    button->setIcon(themeIcon(icon));
    button->setToolTip(name);
    button->setAccessibleName(name);
    button->setAutoRaise(true);
    button->setFocusPolicy(Qt::StrongFocus);
    return button;
}

} // namespace

LessonPanel::LessonPanel(LessonSession &session, QWidget *parent)
    : QWidget(parent)
    , m_session(session)
{
    setObjectName(QStringLiteral("lessonPanel"));
    setAccessibleName(tr("Lesson"));
    auto *layout = new QVBoxLayout(this);
    layout->setContentsMargins(gap(3), gap(2), gap(3), gap(2));
    layout->setSpacing(gap(2));
    layout->addWidget(buildHeader());
    m_figure = new LessonFigureView(session, this);
    layout->addWidget(m_figure);
    m_view = new LessonView(session, this);
    layout->addWidget(m_view, 1);
    m_task = new TaskBox(session, this);
    layout->addWidget(m_task);
    layout->addWidget(buildTaskButtons());
    layout->addWidget(buildFooter());
    connect(m_view, &LessonView::lessonAsked, this, &LessonPanel::lessonAsked);
    connect(m_view, &LessonView::incidentAsked, this, &LessonPanel::incidentAsked);
    connect(&session, &LessonSession::opened, this, &LessonPanel::showPlace);
    connect(&session, &LessonSession::placeChanged, this, &LessonPanel::showPlace);
    connect(&session, &LessonSession::contentChanged, this, &LessonPanel::refresh);
    const auto shortcut = [this](const QKeySequence &keys, auto slot) {
        auto *made = new QShortcut(keys, window());
        connect(made, &QShortcut::activated, this, slot);
    };
    shortcut(Qt::CTRL | Qt::Key_PageDown, [this] { m_session.next(); });
    shortcut(Qt::CTRL | Qt::Key_PageUp, [this] { m_session.back(); });
    shortcut(Qt::CTRL | Qt::Key_Return, [this] { check(); });
}

QWidget *LessonPanel::buildHeader()
{
    auto *header = new QWidget(this);
    auto *layout = new QVBoxLayout(header);
    layout->setContentsMargins(0, 0, 0, 0);
    layout->setSpacing(gap(1));
    auto *row = new QHBoxLayout;
    m_title = new TextLabel({}, TextRole::Caption, TextLabel::Ink::Muted, header);
    m_title->setObjectName(QStringLiteral("lessonTitle"));
    m_title->setWordWrap(true);
    m_title->setSizePolicy(wrappingPolicy());
    auto *present = tool(QStringLiteral("image"), tr("Presenter view (F5)"), header);
    present->setObjectName(QStringLiteral("presentLesson"));
    auto *print = tool(QStringLiteral("print"), tr("Save a hand-out as PDF"), header);
    print->setObjectName(QStringLiteral("saveHandout"));
    auto *close
        = tool(QStringLiteral("close"), tr("Leave the lesson and restore your plan"), header);
    close->setObjectName(QStringLiteral("leaveLesson"));
    row->addWidget(m_title, 1);
    for (QToolButton *button : { present, print, close })
        row->addWidget(button);
    m_places = new QComboBox(header);
    m_places->setObjectName(QStringLiteral("lessonPlaces"));
    m_places->setAccessibleName(tr("Contents of the lesson"));
    m_places->setSizeAdjustPolicy(QComboBox::AdjustToMinimumContentsLengthWithIcon);
    m_places->setMinimumContentsLength(16);
    m_placeTitle = new TextLabel({}, TextRole::Title, TextLabel::Ink::Normal, header);
    m_placeTitle->setObjectName(QStringLiteral("placeTitle"));
    m_placeTitle->setWordWrap(true);
    m_placeTitle->setSizePolicy(wrappingPolicy());
    layout->addLayout(row);
    layout->addWidget(m_places);
    layout->addWidget(m_placeTitle);
    connect(m_places, &QComboBox::activated, &m_session, &LessonSession::goTo);
    connect(present, &QToolButton::clicked, this, &LessonPanel::presenterAsked);
    connect(print, &QToolButton::clicked, this, &LessonPanel::handoutAsked);
    connect(close, &QToolButton::clicked, &m_session, &LessonSession::leave);
    return header;
}

QWidget *LessonPanel::buildTaskButtons()
{
    m_taskButtons = new QWidget(this);
    auto *row = new FlowLayout(m_taskButtons, gap(1));
    const auto add = [&](const char *name, const QString &text, const QString &tip) {
        auto *button = new QPushButton(text, m_taskButtons);
        button->setObjectName(QLatin1String(name));
        button->setToolTip(tip);
        row->addWidget(button);
        return button;
    };
    QPushButton *checkButton
        = add("checkTask", tr("Check"), tr("Shows what is still missing (Ctrl+Return)"));
    m_hint = add("hintTask", tr("Hint"), tr("The next hint"));
    m_answer = add(
        "answerTask", tr("Show answer"), tr("Applies the answer to the plan and explains it"));
    QPushButton *again
        = add("againTask", tr("Start over"), tr("The plan at the start of the task"));
    connect(checkButton, &QPushButton::clicked, this, &LessonPanel::check);
    connect(m_hint, &QPushButton::clicked, &m_session, &LessonSession::takeHint);
    connect(m_answer, &QPushButton::clicked, &m_session, &LessonSession::showAnswer);
    connect(again, &QPushButton::clicked, &m_session, &LessonSession::startOver);
    return m_taskButtons;
}

QWidget *LessonPanel::buildFooter()
{
    auto *footer = new QWidget(this);
    auto *row = new QHBoxLayout(footer);
    row->setContentsMargins(0, 0, 0, 0);
    m_back = new QPushButton(themeIcon(QStringLiteral("back")), tr("Previous"), footer);
    m_back->setObjectName(QStringLiteral("lessonBack"));
    m_back->setToolTip(tr("Ctrl+Page Up"));
    m_next = new QPushButton(themeIcon(QStringLiteral("next")), tr("Continue"), footer);
    m_next->setObjectName(QStringLiteral("lessonNext"));
    m_next->setToolTip(tr("Ctrl+Page Down"));
    m_next->setLayoutDirection(Qt::RightToLeft);
    row->addWidget(m_back);
    row->addStretch(1);
    row->addWidget(m_next);
    connect(m_back, &QPushButton::clicked, &m_session, &LessonSession::back);
    connect(m_next, &QPushButton::clicked, this, [this] {
        if (m_session.isAtEnd())
            m_session.leave();
        else
            m_session.next();
    });
    return footer;
}

void LessonPanel::takeFocus()
{
    m_view->setFocus(Qt::OtherFocusReason);
}

void LessonPanel::showPlace()
{
    if (!m_session.lesson())
        return;
    const QSignalBlocker quiet { m_places };
    m_places->clear();
    for (int place = 0; place < m_session.placeCount(); ++place)
        m_places->addItem(tr("%1 of %2: %3")
                              .arg(place + 1)
                              .arg(m_session.placeCount())
                              .arg(m_session.placeTitle(place)));
    m_places->setCurrentIndex(m_session.place());
    m_title->setText(QString::fromStdString(m_session.lesson()->title));
    m_placeTitle->setText(m_session.placeTitle(m_session.place()));
    m_back->setEnabled(m_session.place() > 0);
    m_next->setText(m_session.isAtEnd() ? tr("Finish") : tr("Continue"));
    refresh();
    m_view->moveCursor(QTextCursor::Start);
}

void LessonPanel::refresh()
{
    if (!m_session.lesson())
        return;
    m_view->setText(m_session.isAtEnd() ? LessonText { endText().toStdString(), {} }
                                        : m_session.textWithHelp());
    m_figure->refresh();
    m_task->refresh();
    m_taskButtons->setVisible(m_session.task() != nullptr);
    m_hint->setEnabled(m_session.hasHint());
    m_answer->setEnabled(!m_session.isAnswerShown());
}

void LessonPanel::check()
{
    if (m_session.task())
        m_task->judge();
}

QString LessonPanel::endText() const
{
    const Lesson &lesson = *m_session.lesson();
    const auto known = m_session.progress().lessons.find(lesson.id);
    const auto solved = known == m_session.progress().lessons.end()
        ? 0
        : static_cast<int>(known->second.solved.size());
    QString text = tr("%1 of %2 tasks solved.").arg(solved).arg(lesson.tasks.size());
    text += QStringLiteral("\n\n**") + tr("You can now") + QStringLiteral("**\n\n");
    for (const std::string &goal : lesson.goals)
        text += QStringLiteral("- ") + QString::fromStdString(goal) + QLatin1Char('\n');
    text += QStringLiteral("\n**") + tr("Sources") + QStringLiteral("**\n\n");
    for (const std::string &source : lesson.sources)
        text += QStringLiteral("- ") + QString::fromStdString(source) + QLatin1Char('\n');
    if (const auto following = m_session.following())
        text += QLatin1Char('\n')
            + tr("Next lesson: [%1](lesson:%2)")
                  .arg(QString::fromStdString(following->title),
                      QString::fromStdString(following->id))
            + QLatin1Char('\n');
    return text + QLatin1Char('\n') + tr("Finish restores your plan.");
}

} // namespace headroom
