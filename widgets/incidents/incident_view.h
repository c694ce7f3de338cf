#pragma once

#include <QWidget>

class QStackedWidget;

namespace headroom {

class Chart;
class IncidentChooser;
class IncidentDesk;
class IncidentGame;
class IncidentResult;

/// The tab Incidents: the choice, the incident while it is played, what came of it.
class IncidentView : public QWidget
{
    Q_OBJECT
public:
    IncidentView(IncidentGame &game, QWidget *parent);

signals:
    void progressAsked(); ///< to be saved for whoever teaches
    void chartAsked(headroom::Chart *chart); ///< a timeline as a file

protected:
    void showEvent(QShowEvent *event) override;

private:
    QWidget *addStage();
    static void setStage(QWidget *stage);
    void showStage();

    IncidentGame &m_game;
    QStackedWidget *m_stages = nullptr;
    IncidentChooser *m_chooser = nullptr;
    IncidentDesk *m_desk = nullptr;
    IncidentResult *m_result = nullptr; ///< made with the first answer
    bool m_isFresh = false; ///< shows the stage that the game is at
};

} // namespace headroom
