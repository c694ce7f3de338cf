#include "widgets/your_file/file_change.h"

#include "model/base/files/write_file.h"
#include "model/sources/file_edits.h"
#include "model/tune/tune_steps.h"
#include "widgets/frame/window_context.h"
#include "widgets/planning/plan_controller.h"

#include <algorithm>

namespace headroom {
namespace {

constexpr std::size_t maxKnown = 64; ///< choices that undo leads back to

/// What a search for the best change gives.
struct Found
{
    Errors problems;
    TuneQuestion question;
    TuneOutcome outcome;
    TuneChoice choice;
};

} // namespace

FileChange::FileChange(WindowContext &context, QObject *parent)
    : QObject(parent)
    , m_context(context)
    , m_workers(new Workers(this))
{
    connect(&context.controller, &PlanController::planChanged, this, [this] {
        if (m_isApplying || isEmpty())
            return;
        const Plan &plan = m_context.controller.plan();
        const auto known = std::ranges::find(m_known, plan, &Known::plan);
        m_isForeign = known == m_known.end();
        if (m_isForeign)
            return;
        m_moves = known->moves;
        m_wanted = known->wanted;
        m_choice = known->choice;
        emit changed();
    });
}

FileChange::~FileChange()
{
    delete m_workers; // their answers ask for what lives here
}

void FileChange::begin(const QStringList &files, const PlanIntake &intake)
{
    forget();
    m_files = files;
    m_missing = intake.missing;
    readFiles();
}

void FileChange::forget()
{
    m_found.drop();
    m_files.clear();
    m_answers.clear();
    m_missing.clear();
    m_problems.clear();
    m_question = {};
    m_moves.clear();
    m_wanted.clear();
    m_choice = {};
    m_known.clear();
    m_isBusy = m_isForeign = m_isSaved = m_isUntaken = false;
    emit changed();
}

/// The texts first, then what is better.
void FileChange::readFiles()
{
    TuneQuestion question = m_question;
    std::vector<std::string> names;
    for (const QString &file : m_files)
        names.push_back(file.toStdString());
    Result<TuneQuestion> read = questionOfFiles(names, m_context.controller.library());
    if (!read) {
        m_problems = read.errors();
        emit changed();
        return;
    }
    question.files = std::move(read.value().files);
    question.log = read->log;
    m_question = std::move(question);
    m_choice = {};
    m_choice.files = m_question.files;
    find();
}

void FileChange::find()
{
    if (isEmpty() || !m_context.controller.services().tune)
        return;
    m_question.answers = m_answers;
    m_isBusy = true;
    m_isSaved = false;
    emit changed();
    const auto ask = [question = m_question, tune = m_context.controller.services().tune,
                         chooses = m_context.controller.services().choose] {
        Found found;
        found.outcome = tune(question);
        found.choice = chooses({ question, movesOf(found.outcome), {} });
        return found;
    };
    m_found.ask(*m_workers, ask, [this](Found found) {
        m_missing = std::move(found.outcome.missing);
        m_problems = std::move(found.outcome.problems);
        m_moves = movesOf(found.outcome);
        m_wanted.assign(m_moves.size(), true);
        hear(std::move(found.choice));
    });
}

void FileChange::choose()
{
    m_isBusy = true;
    const auto ask
        = [request = ChoiceRequest { m_question, m_moves, m_wanted },
              chooses = m_context.controller.services().choose] { return chooses(request); };
    m_found.ask(*m_workers, ask, [this](TuneChoice choice) { hear(std::move(choice)); });
}

void FileChange::hear(TuneChoice choice)
{
    m_isBusy = false;
    m_choice = std::move(choice);
    if (m_missing.empty() && m_problems.empty()) {
        if (m_isWatched)
            takePlan();
        else
            m_isUntaken = true;
    }
    emit changed();
}

void FileChange::setWatched(bool isWatched)
{
    m_isWatched = isWatched;
    if (!isWatched || isEmpty())
        return;
    if (m_isUntaken && !m_isForeign && !m_isBusy) {
        takePlan();
        emit changed();
    }
    followPlan();
}

/// What was chosen, as one step of the plan's history; fields that no file has stay.
void FileChange::takePlan()
{
    const Plan &now = m_context.controller.plan();
    std::vector<FieldChange> changes;
    for (FieldChange &change : tunedFields(now, m_choice.plan)) {
        const bool isOfFiles = std::ranges::any_of(m_moves, [&change](const PlanMove &move) {
            return std::ranges::any_of(
                move, [&change](const FieldChange &one) { return one.path == change.path; });
        });
        if (isOfFiles)
            changes.push_back(std::move(change));
    }
    m_isApplying = true;
    if (!changes.empty())
        m_context.controller.apply(changes, tr("Change your file"));
    m_isApplying = m_isForeign = m_isUntaken = false;
    std::erase_if(m_known, [&now](const Known &known) { return known.plan == now; });
    if (m_known.size() >= maxKnown)
        m_known.erase(m_known.begin());
    m_known.push_back({ now, m_moves, m_wanted, m_choice });
}

void FileChange::setObjective(TuneObjective objective)
{
    if (m_question.objective == objective)
        return;
    m_question.objective = objective;
    find();
}

void FileChange::setAllows(bool numerics, bool work)
{
    m_question.allowsNumerics = numerics;
    m_question.allowsWork = work;
    find();
}

void FileChange::setTaken(std::size_t hunk, bool isTaken)
{
    if (hunk >= m_wanted.size() || m_wanted[hunk] == isTaken)
        return;
    m_wanted[hunk] = isTaken;
    choose();
}

void FileChange::answer(const QString &fact, const QString &value)
{
    m_answers[fact.toStdString()] = value.toStdString();
    std::vector<std::string> names;
    for (const QString &file : std::as_const(m_files))
        names.push_back(file.toStdString());
    const PlanIntake intake = m_context.controller.services().intake(names, m_answers);
    m_context.controller.replacePlan(intake.plan, tr("Answer a question"));
    find();
}

void FileChange::followPlan()
{
    if (!m_isForeign || isEmpty() || !m_missing.empty() || m_isBusy)
        return;
    m_isForeign = false;
    m_moves = movesBetween(m_choice.before, m_context.controller.plan());
    m_wanted.assign(m_moves.size(), true);
    choose();
    emit changed();
}

bool FileChange::isChanged() const
{
    return !m_isBusy && m_choice.files != m_question.files;
}

std::string FileChange::diff() const
{
    std::string text;
    for (std::size_t i = 0; i < m_question.files.size() && i < m_choice.files.size(); ++i)
        text += unifiedDiff(
            m_question.files[i].text, m_choice.files[i].text, m_question.files[i].name);
    return text;
}

Result<std::vector<ChangedFile>> FileChange::save(
    const std::map<std::string, std::string> &elsewhere)
{
    std::vector<NamedText> before, after;
    std::vector<ChangedFile> written;
    for (std::size_t i = 0; i < m_question.files.size(); ++i) {
        const auto other = elsewhere.find(m_question.files[i].name);
        if (other == elsewhere.end()) {
            before.push_back(m_question.files[i]);
            after.push_back(m_choice.files[i]);
            continue;
        }
        if (Problems failed = writeFileAtomically(other->second, m_choice.files[i].text);
            !failed.empty())
            return failed;
        written.push_back({ other->second, {} });
    }
    Result<std::vector<ChangedFile>> inPlace = writeChanged(before, after);
    if (!inPlace)
        return inPlace;
    written.insert(written.end(), inPlace->begin(), inPlace->end());
    m_question.files = m_choice.files;
    m_choice.before = m_choice.plan;
    m_choice.now = m_choice.then;
    m_choice.hunks.clear();
    m_isSaved = true;
    m_moves.clear();
    m_wanted.clear();
    m_known.clear();
    m_known.push_back({ m_context.controller.plan(), m_moves, m_wanted, m_choice });
    emit changed();
    return written;
}

} // namespace headroom
