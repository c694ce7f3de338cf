#include "widgets/incidents/incident_game.h"

#include "model/incidents/incident_files.h"
#include "widgets/lessons/lesson_session.h"
#include "widgets/text/wording.h"

#include <QElapsedTimer>

namespace headroom {
namespace {

constexpr int tickMilliseconds = 100; ///< ten times a second looks steady
constexpr int firstSpeed = 60; ///< a minute of the run in a second
constexpr double milli = 1e-3;

} // namespace

IncidentClock systemClock()
{
    QElapsedTimer since;
    since.start();
    return { [since] { return since.elapsed(); }, [] { return QDate::currentDate(); } };
}

IncidentGame::IncidentGame(LessonSession &session, QString language, QObject *parent)
    : QObject(parent)
    , m_session(session)
    , m_language(std::move(language))
    , m_bench(*session.services().library)
    , m_speed(firstSpeed)
{
    setObjectName(QStringLiteral("incidentGame"));
    m_timer.setInterval(tickMilliseconds);
    connect(&m_timer, &QTimer::timeout, this, &IncidentGame::tick);
}

IncidentGame::~IncidentGame() = default;

void IncidentGame::setClock(IncidentClock clock)
{
    m_clock = std::move(clock);
    m_lastTick = m_began = m_clock.milliseconds();
}

const IncidentStories &IncidentGame::stories()
{
    if (!m_stories)
        m_stories = loadStories(m_bench.library().directories(), m_language.toStdString());
    return *m_stories;
}

std::uint64_t IncidentGame::seedOfToday() const
{
    const QDate day = m_clock.today();
    return dailySeed(day.year(), day.month(), day.day());
}

const LessonState *IncidentGame::before(const IncidentLink &link) const
{
    const auto &known = m_session.progress().lessons;
    const auto state = known.find(link.id());
    return state == known.end() ? nullptr : &state->second;
}

const IncidentStory *IncidentGame::story() const
{
    return m_round && m_stories ? m_stories->find(m_round->incident().story) : nullptr;
}

bool IncidentGame::begin(const IncidentLink &link, QString &problem)
{
    const auto fail = [&problem](const Errors &errors) {
        problem = errorMessageText(errors.front());
        return false;
    };
    if (!m_engine) {
        Result<IncidentEngine> engine = IncidentEngine::make(m_bench);
        if (!engine)
            return fail(engine.errors());
        m_engine.emplace(*std::move(engine));
    }
    Result<Incident> incident = Incident {};
    if (link.story.empty())
        incident = m_engine->draw(link.seed, link.level);
    else if (const IncidentStory *told = stories().find(link.story))
        incident = told->incident;
    else
        incident = Error { "incident-story-unknown", {}, { link.story, {} } };
    if (!incident)
        return fail(incident.errors());
    Result<IncidentRound> round = IncidentRound::begin(*m_engine, *std::move(incident));
    if (!round)
        return fail(round.errors());
    Result<std::vector<LogPart>> parts
        = incidentLogParts(*m_engine, round->incident(), round->run());
    if (!parts)
        return fail(parts.errors());
    m_round = *std::move(round);
    m_parts = *std::move(parts);
    return true;
}

bool IncidentGame::play(const IncidentLink &link, QString &problem)
{
    if (!begin(link, problem))
        return false;
    m_isFirst = before(link) == nullptr;
    m_stage = Stage::Playing;
    m_shownParts = 0;
    m_shown = 0;
    m_verdict = {};
    m_guess = {};
    m_lastTick = m_began = m_clock.milliseconds();
    emit stageChanged();
    grow(0);
    setRunning(true);
    return true;
}

void IncidentGame::leave()
{
    setRunning(false);
    m_round.reset();
    m_parts.clear();
    m_stage = Stage::Choosing;
    emit stageChanged();
}

QString IncidentGame::log() const
{
    std::string text;
    for (std::size_t i = 0; i < m_shownParts; ++i)
        text += m_parts[i].text;
    return QString::fromStdString(text);
}

double IncidentGame::lastSeconds() const
{
    return m_parts.empty() ? 0 : m_parts.back().seconds;
}

void IncidentGame::setSpeed(int speed)
{
    tick();
    m_speed = speed;
}

void IncidentGame::setRunning(bool isRunning)
{
    const bool runs = isRunning && m_stage == Stage::Playing && m_shownParts < m_parts.size();
    if (runs == m_isRunning)
        return;
    if (!runs)
        tick();
    m_isRunning = runs;
    m_lastTick = m_clock.milliseconds();
    if (runs)
        m_timer.start();
    else
        m_timer.stop();
    emit runningChanged();
}

void IncidentGame::showWhole()
{
    grow(lastSeconds());
}

void IncidentGame::tick()
{
    const qint64 now = m_clock.milliseconds();
    const qint64 passed = now - m_lastTick;
    m_lastTick = now;
    if (m_isRunning)
        grow(m_shown + static_cast<double>(passed) * milli * m_speed);
}

void IncidentGame::grow(double seconds)
{
    m_shown = std::clamp(seconds, m_shown, lastSeconds());
    std::string text;
    for (; m_shownParts < m_parts.size() && m_parts[m_shownParts].seconds <= m_shown;
         ++m_shownParts)
        text += m_parts[m_shownParts].text;
    if (!text.empty())
        emit logGrew(QString::fromStdString(text));
    emit timeChanged();
    if (m_shownParts == m_parts.size() && m_isRunning) {
        m_isRunning = false;
        m_timer.stop();
        emit runningChanged();
    }
}

bool IncidentGame::measure(const IncidentMeasurement &measurement, QString &problem)
{
    if (!m_round || m_stage != Stage::Playing)
        return false;
    const auto answer = m_round->measure(measurement);
    if (!answer) {
        problem = errorMessageText(answer.errors().front());
        return false;
    }
    emit measured();
    return true;
}

void IncidentGame::answer(const IncidentGuess &guess)
{
    if (!m_round || m_stage != Stage::Playing)
        return;
    setRunning(false);
    m_guess = guess;
    m_verdict = judgeGuess(m_round->incident(), guess);
    m_deskSeconds = static_cast<double>(m_clock.milliseconds() - m_began) * milli;
    m_stage = Stage::Answered;
    m_session.keepIncident(
        incidentProgressId(m_round->incident()), incidentProgress(*m_round, m_verdict));
    emit stageChanged();
}

} // namespace headroom
