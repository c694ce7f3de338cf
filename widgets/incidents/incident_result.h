#pragma once

#include <QWidget>

class QLabel;
class QVBoxLayout;

namespace headroom {

class Card;
class FactGrid;
class IncidentGame;
class IncidentRound;
class TextLabel;
class TimelineChart;
class TimelineLegend;

/// What came of an incident: verdict, cost, explanation, and the steps of both machines.
class IncidentResult : public QWidget
{
    Q_OBJECT
public:
    IncidentResult(IncidentGame &game, QWidget *parent);

    QWidget *first() const; ///< where the focus goes
    void refresh();

private:
    QWidget *buildVerdict();
    QWidget *buildExplanation();
    QWidget *buildTimelines();
    TimelineChart *addTimeline(const QString &title, QLayout *row, QWidget *parent);
    void showVerdict(const IncidentRound &round);
    void showExplanation(const IncidentRound &round);
    void showTimelines(const IncidentRound &round);

    IncidentGame &m_game;
    Card *m_verdictCard = nullptr;
    TextLabel *m_verdict = nullptr, *m_detail = nullptr, *m_counts = nullptr;
    FactGrid *m_facts = nullptr;
    QLabel *m_explanation = nullptr;
    TextLabel *m_note = nullptr;
    TimelineChart *m_healthy = nullptr, *m_faulty = nullptr;
    TimelineLegend *m_legend = nullptr;
    QWidget *m_again = nullptr;
};

} // namespace headroom
