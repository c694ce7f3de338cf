#include "widgets/lessons/lesson_view.h"

#include "widgets/lessons/glossary_popover.h"
#include "widgets/lessons/lesson_document.h"
#include "widgets/lessons/lesson_session.h"
#include "widgets/look/spacing.h"

#include <QEvent>
#include <QScrollBar>
#include <QToolTip>
#include <QUrl>

namespace headroom {

LessonView::LessonView(LessonSession &session, QWidget *parent)
    : QTextBrowser(parent)
    , m_session(session)
    , m_popover(new GlossaryPopover(session, this))
{
    setObjectName(QStringLiteral("lessonText"));
    setAccessibleName(tr("Lesson text"));
    setAccessibleDescription(
        tr("Tab moves between explained terms; Return opens the explanation."));
    setOpenLinks(false);
    setFrameShape(QFrame::NoFrame);
    setTextInteractionFlags(Qt::TextBrowserInteraction);
    document()->setDocumentMargin(0);
    viewport()->setAutoFillBackground(false);
    connect(this, &QTextBrowser::anchorClicked, this, &LessonView::follow);
    connect(this, &QTextBrowser::highlighted, this, &LessonView::showTip);
    connect(m_popover, &GlossaryPopover::lessonAsked, this, &LessonView::lessonAsked);
}

void LessonView::setText(const LessonText &text)
{
    if (text == m_text)
        return;
    m_text = text;
    render();
}

void LessonView::render()
{
    const int position = verticalScrollBar()->value();
    setLessonMarkdown(*document(), QString::fromStdString(m_text.markdown),
        lessonStyle(palette(), textFont(TextRole::Body)));
    verticalScrollBar()->setValue(position);
}

void LessonView::changeEvent(QEvent *event)
{
    QTextBrowser::changeEvent(event);
    if (event->type() == QEvent::PaletteChange || event->type() == QEvent::ApplicationFontChange)
        render();
}

void LessonView::follow(const QUrl &link)
{
    const QString target = link.path();
    const QPoint place = viewport()->mapToGlobal(cursorRect().bottomLeft());
    if (link.scheme() == QLatin1String("glossary"))
        m_popover->showWord(target, place);
    else if (link.scheme() == QLatin1String("lesson"))
        emit lessonAsked(target);
    else if (link.scheme() == QLatin1String("incident"))
        emit incidentAsked(target);
    else if (link.scheme() == QLatin1String("source")) {
        const auto index = static_cast<std::size_t>(target.toUInt());
        if (index < m_text.constants.size())
            m_popover->showSource(m_text.constants[index], place);
    }
}

void LessonView::showTip(const QUrl &link)
{
    QString tip;
    if (link.scheme() == QLatin1String("glossary")) {
        if (const GlossaryWord *word = m_session.glossary().find(link.path().toStdString()))
            tip = QString::fromStdString(word->says);
    } else if (link.scheme() == QLatin1String("source")) {
        const auto index = static_cast<std::size_t>(link.path().toUInt());
        if (index < m_text.constants.size())
            tip = tr("Source: %1").arg(QString::fromStdString(m_text.constants[index].source));
    }
    if (underMouse())
        QToolTip::showText(QCursor::pos(), tip.isEmpty() ? tip : tip.toHtmlEscaped(), this);
}

} // namespace headroom
