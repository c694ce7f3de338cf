#pragma once

#include <QWidget>

class QComboBox;
class QLineEdit;
class QListWidget;
class QPushButton;

namespace headroom {

class Card;
class IncidentGame;
class TextLabel;
struct IncidentLink;

/// Which incident to play: that of the day, one by its number, or a story.
class IncidentChooser : public QWidget
{
    Q_OBJECT
public:
    IncidentChooser(IncidentGame &game, QWidget *parent);

    /// Where the focus goes.
    QWidget *first() const;
    void refresh(); ///< what was played since

signals:
    void progressAsked(); ///< to be saved for whoever teaches

private:
    QWidget *buildToday();
    QWidget *buildNumber();
    QWidget *buildStories();
    void play(const IncidentLink &link);
    void playStory();
    void playNumber();
    QString resultText(const IncidentLink &link) const;

    IncidentGame &m_game;
    QList<QPushButton *> m_today; ///< by level
    QLineEdit *m_seed = nullptr;
    QComboBox *m_level = nullptr;
    QListWidget *m_stories = nullptr;
    TextLabel *m_problem = nullptr;
};

} // namespace headroom
