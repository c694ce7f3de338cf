#pragma once

#include "model/lessons/lesson_text.h"

#include <QTextBrowser>

namespace headroom {

class GlossaryPopover;
class LessonSession;

/// Shows lesson text. Links to glossary words and to sources open a popover beside them, with
/// mouse, hover or keyboard (Tab walks the links, Return follows).
class LessonView : public QTextBrowser
{
    Q_OBJECT
public:
    LessonView(LessonSession &session, QWidget *parent);

    void setText(const LessonText &text);
    GlossaryPopover &popover() { return *m_popover; }

signals:
    void lessonAsked(const QString &lessonId);
    void incidentAsked(const QString &story); ///< by the id of a story

protected:
    void changeEvent(QEvent *event) override;
    void doSetSource(const QUrl &, QTextDocument::ResourceType) override { }

private:
    void render();
    void follow(const QUrl &link);
    void showTip(const QUrl &link);

    LessonSession &m_session;
    GlossaryPopover *m_popover;
    LessonText m_text;
};

} // namespace headroom
