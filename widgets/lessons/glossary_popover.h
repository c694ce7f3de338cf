#pragma once

#include "model/lessons/lesson_text.h"

#include <QFrame>

class QVBoxLayout;

namespace headroom {

class LessonSession;
class TextLabel;

/// A small window beside a word: what it means, related words, and the lesson that teaches it.
/// Escape closes it and the focus returns to where it was.
class GlossaryPopover : public QFrame
{
    Q_OBJECT
public:
    GlossaryPopover(LessonSession &session, QWidget *parent);

    void showWord(const QString &id, const QPoint &globalPlace);
    void showSource(const MarkedConstant &constant, const QPoint &globalPlace);
    QString word() const { return m_word; } ///< id of the word shown; empty for sources

signals:
    void lessonAsked(const QString &lessonId);

protected:
    void paintEvent(QPaintEvent *event) override;

private:
    void present(const QString &title, const QString &subtitle, const QString &text,
        const QPoint &globalPlace);
    void addLinks(const std::string &id, const QPoint &globalPlace);

    LessonSession &m_session;
    TextLabel *m_title;
    TextLabel *m_subtitle;
    TextLabel *m_text;
    QWidget *m_links = nullptr;
    QVBoxLayout *m_layout;
    QString m_word;
};

} // namespace headroom
