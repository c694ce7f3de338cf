#pragma once

#include "model/incidents/incident_story.h"
#include "model/incidents/incident_verdict.h"
#include "model/incidents/log_part.h"
#include "model/lessons/course.h"
#include "model/session/workbench.h"

#include <QDate>
#include <QObject>
#include <QTimer>

#include <functional>
#include <optional>

namespace headroom {

class LessonSession;

/// What the game knows of time; tests have one of their own.
struct IncidentClock
{
    std::function<qint64()> milliseconds; ///< that only grow
    std::function<QDate()> today;
};
/// The computer's.
IncidentClock systemClock();

/// The incident that is open in the window: its log as far as it has grown, what was measured and
/// what was named. It lives as long as the window, so that one can look something up on another
/// page meanwhile; the log waits while it is paused.
class IncidentGame : public QObject
{
    Q_OBJECT
public:
    enum class Stage { Choosing, Playing, Answered };

    /// `language` is "zh" or empty. What comes of an incident goes to the session's progress.
    IncidentGame(LessonSession &session, QString language, QObject *parent);
    ~IncidentGame() override;

    void setClock(IncidentClock clock);
    Stage stage() const { return m_stage; }
    const IncidentStories &stories();
    std::uint64_t seedOfToday() const;
    QDate today() const { return m_clock.today(); }
    /// How an incident went before; null: it was not played.
    const LessonState *before(const IncidentLink &link) const;

    /// False when it cannot be played: then `problem` says why, and all is as it was.
    bool play(const IncidentLink &link, QString &problem);
    /// Null while choosing.
    const IncidentRound *round() const { return m_round ? &*m_round : nullptr; }
    const IncidentStory *story() const; ///< null: it is none
    void leave(); ///< back to the choice

    QString log() const; ///< as far as it has grown
    double shownSeconds() const { return m_shown; } ///< of the run
    double lastSeconds() const; ///< of the run, at the end of the log
    int speed() const { return m_speed; } ///< seconds of the run in a second
    void setSpeed(int speed);
    bool isRunning() const { return m_isRunning; }
    void setRunning(bool isRunning);
    void showWhole(); ///< the log to its end
    /// Lets the log grow to where the clock is; the timer calls it.
    void tick();

    /// False when it cannot be made: then `problem` says why.
    bool measure(const IncidentMeasurement &measurement, QString &problem);
    void answer(const IncidentGuess &guess);
    const IncidentVerdict &verdict() const { return m_verdict; }
    const IncidentGuess &guess() const { return m_guess; }
    /// Whether this answer counts: an incident that was played before is known.
    bool isFirstAnswer() const { return m_isFirst; }
    double deskSeconds() const { return m_deskSeconds; } ///< from the start to the answer

signals:
    void stageChanged();
    void logGrew(const QString &text); ///< what is new at its end
    void timeChanged();
    void runningChanged();
    void measured();

private:
    bool begin(const IncidentLink &link, QString &problem);
    void grow(double seconds);

    LessonSession &m_session;
    QString m_language;
    IncidentClock m_clock = systemClock();
    Workbench m_bench;
    std::optional<IncidentEngine> m_engine; ///< made when the first incident is played
    std::optional<IncidentStories> m_stories;
    Stage m_stage = Stage::Choosing;
    std::optional<IncidentRound> m_round;
    std::vector<LogPart> m_parts;
    std::size_t m_shownParts = 0;
    double m_shown = 0;
    int m_speed;
    bool m_isRunning = false;
    qint64 m_lastTick = 0, m_began = 0;
    IncidentVerdict m_verdict;
    IncidentGuess m_guess;
    bool m_isFirst = true;
    double m_deskSeconds = 0;
    QTimer m_timer;
};

} // namespace headroom
