#pragma once

#include <QWidget>

class QLineEdit;
class QListWidget;
class QPushButton;

namespace headroom {

struct GlossaryWord;
class LessonSession;
class TextLabel;

/// All words with a search line; the selected one is explained beside the list.
class GlossaryView : public QWidget
{
    Q_OBJECT
public:
    GlossaryView(LessonSession &session, QWidget *parent);

    void showWord(const QString &id);

signals:
    void lessonAsked(const QString &lessonId);

protected:
    void showEvent(QShowEvent *event) override;

private:
    void fill();
    void addHeading(const QString &title);
    void addWord(const GlossaryWord &word);
    void filter(const QString &text);
    void explain();

    LessonSession &m_session;
    QLineEdit *m_search;
    QListWidget *m_list;
    TextLabel *m_word;
    TextLabel *m_says;
    TextLabel *m_related;
    QPushButton *m_lesson;
};

} // namespace headroom
