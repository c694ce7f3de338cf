#include "widgets/lessons/glossary_popover.h"

#include "widgets/lessons/lesson_session.h"
#include "widgets/look/flow_layout.h"
#include "widgets/look/panels.h"
#include "widgets/look/theme.h"

#include <QPainter>
#include <QScreen>
#include <QToolButton>
#include <QVBoxLayout>

namespace headroom {

GlossaryPopover::GlossaryPopover(LessonSession &session, QWidget *parent)
    : QFrame(parent, Qt::Popup)
    , m_session(session)
    , m_title(new TextLabel({}, TextRole::Heading, TextLabel::Ink::Normal, this))
    , m_subtitle(new TextLabel({}, TextRole::Caption, TextLabel::Ink::Muted, this))
    , m_text(new TextLabel({}, TextRole::Body, TextLabel::Ink::Normal, this))
    , m_layout(new QVBoxLayout(this))
{
    setObjectName(QStringLiteral("glossaryPopover"));
    m_layout->setContentsMargins(gap(4), gap(3), gap(4), gap(3));
    m_layout->setSpacing(gap(1));
    m_text->setWordWrap(true);
    m_layout->addWidget(m_title);
    m_layout->addWidget(m_subtitle);
    m_layout->addWidget(m_text);
    setFixedWidth(textWidth(56));
}

void GlossaryPopover::showWord(const QString &id, const QPoint &globalPlace)
{
    const GlossaryWord *word = m_session.glossary().find(id.toStdString());
    if (!word)
        return;
    m_word = QString::fromStdString(word->id);
    delete m_links;
    m_links = nullptr;
    addLinks(word->id, globalPlace);
    present(QString::fromStdString(word->word), QString::fromStdString(word->meaning),
        QString::fromStdString(word->says), globalPlace);
}

void GlossaryPopover::showSource(const MarkedConstant &constant, const QPoint &globalPlace)
{
    m_word.clear();
    delete m_links;
    m_links = nullptr;
    present(QString::fromStdString(constant.text), tr("Quoted from"),
        QString::fromStdString(constant.source), globalPlace);
}

/// Related words as buttons that replace what is shown, and the lesson.
void GlossaryPopover::addLinks(const std::string &id, const QPoint &globalPlace)
{
    const GlossaryWord *word = m_session.glossary().find(id);
    m_links = new QWidget(this);
    auto *row = new FlowLayout(m_links, gap(1));
    for (const std::string &other : word->see) {
        const GlossaryWord *related = m_session.glossary().find(other);
        if (!related)
            continue;
        auto *button = new QToolButton(m_links);
        button->setText(QString::fromStdString(related->word));
        button->setAccessibleName(button->text());
        button->setAutoRaise(true);
        button->setFocusPolicy(Qt::StrongFocus);
        button->setAccessibleDescription(tr("Explains this term"));
        const QString otherId = QString::fromStdString(other);
        connect(
            button, &QToolButton::clicked, this,
            [this, otherId, globalPlace] { showWord(otherId, globalPlace); }, Qt::QueuedConnection);
        row->addWidget(button);
    }
    const bool isTaughtElsewhere
        = !word->lesson.empty() && (!m_session.lesson() || m_session.lesson()->id != word->lesson);
    if (isTaughtElsewhere) {
        auto *button = new QToolButton(m_links);
        button->setIcon(themeIcon(QStringLiteral("learn")));
        button->setText(tr("Lesson"));
        button->setAccessibleName(tr("Open the lesson"));
        button->setToolButtonStyle(Qt::ToolButtonTextBesideIcon);
        button->setFocusPolicy(Qt::StrongFocus);
        const QString lesson = QString::fromStdString(word->lesson);
        connect(button, &QToolButton::clicked, this, [this, lesson] {
            close();
            emit lessonAsked(lesson);
        });
        row->addWidget(button);
    }
    m_layout->addWidget(m_links);
}

void GlossaryPopover::present(
    const QString &title, const QString &subtitle, const QString &text, const QPoint &globalPlace)
{
    m_title->setText(title);
    m_subtitle->setText(subtitle);
    m_subtitle->setVisible(!subtitle.isEmpty());
    m_text->setText(text);
    setAccessibleName(title);
    setAccessibleDescription(text);
    const int height
        = heightForWidth(width()) > 0 ? heightForWidth(width()) : m_layout->heightForWidth(width());
    resize(width(), std::max(height, m_layout->minimumSize().height()));
    QPoint place = globalPlace + QPoint(0, gap(1));
    if (const QScreen *screen = parentWidget()->screen()) {
        const QRect area = screen->availableGeometry();
        place.setX(
            std::clamp(place.x(), area.left(), std::max(area.left(), area.right() - width())));
        if (place.y() + this->height() > area.bottom())
            place.setY(std::max(area.top(), globalPlace.y() - this->height() - gap(6)));
    }
    move(place);
    show();
    if (m_links && !m_links->findChildren<QToolButton *>().isEmpty())
        m_links->findChildren<QToolButton *>().constFirst()->setFocus(Qt::PopupFocusReason);
}

void GlossaryPopover::paintEvent(QPaintEvent *)
{
    const ThemeColours colours = themeColours(palette());
    QPainter painter(this);
    painter.setPen(colours.border);
    painter.setBrush(colours.card);
    painter.drawRect(rect().adjusted(0, 0, -1, -1));
}

} // namespace headroom
